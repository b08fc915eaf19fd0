//go:build !linux

package faults

import "errors"

func forgetSyncs() error { return errors.ErrUnsupported }
