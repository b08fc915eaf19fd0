//go:build linux || darwin || freebsd

package durable

import "golang.org/x/sys/unix"

// Room returns how large the disk is that a file or folder is on, and how much of it is
// free for this user, in bytes.
func Room(path string) (size, free uint64, err error) {
	var disk unix.Statfs_t
	if err := unix.Statfs(path, &disk); err != nil {
		return 0, 0, err
	}
	block := uint64(disk.Bsize)
	return disk.Blocks * block, uint64(disk.Bavail) * block, nil
}
