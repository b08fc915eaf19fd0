//go:build !linux && !darwin && !freebsd && !windows

package main

import "errors"

// diskRoom cannot say here how many bytes a user may still write.
func diskRoom(string) (int64, error) { return 0, errors.ErrUnsupported }
