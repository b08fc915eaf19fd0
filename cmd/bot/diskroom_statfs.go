//go:build linux || darwin || freebsd

package main

import "golang.org/x/sys/unix"

// diskRoom returns how many bytes a user may still write to the disk of a folder.
func diskRoom(folder string) (int64, error) {
	var s unix.Statfs_t
	err := unix.Statfs(folder, &s)
	return int64(s.Bavail) * int64(s.Bsize), err
}
