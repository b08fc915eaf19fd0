//go:build !linux

package faults

func isolate() {}
