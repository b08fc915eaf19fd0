package main

import "golang.org/x/sys/windows"

// diskRoom returns how many bytes a user may still write to the disk of a folder.
func diskRoom(folder string) (int64, error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var room uint64
	err = windows.GetDiskFreeSpaceEx(name, &room, nil, nil)
	return int64(room), err
}
