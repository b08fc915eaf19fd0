//go:build !linux && !darwin && !freebsd && !windows

package durable

import "errors"

// Room returns [errors.ErrUnsupported] here.
func Room(string) (size, free uint64, err error) { return 0, 0, errors.ErrUnsupported }
