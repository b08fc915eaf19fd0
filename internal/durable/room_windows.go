package durable

import "golang.org/x/sys/windows"

// Room returns how large the disk is that a file or folder is on, and how much of it is
// free for this user, in bytes.
func Room(path string) (size, free uint64, err error) {
	name, err := windows.UTF16PtrFromString(path)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(name, &free, &size, nil)
	}
	return size, free, err
}
