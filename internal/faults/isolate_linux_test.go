package faults

import (
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// isolatedVariable says whether this process has mounts of its own: "yes", or
// why it has not.
const isolatedVariable = "HOLECARD_FAULTS_ISOLATED"

// isolate restarts this process in a mount namespace of its own. What the
// tests mount is seen by nobody else, and is gone with the last of their
// processes, however that ends.
func isolate() {
	if os.Getenv(isolatedVariable) != "" {
		return
	}
	runtime.LockOSThread() // exec goes on in the namespace of its thread
	err := unix.Unshare(unix.CLONE_NEWNS)
	if err == nil {
		err = unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
	}
	if err != nil {
		runtime.UnlockOSThread()
		os.Setenv(isolatedVariable, err.Error())
		return
	}
	os.Setenv(isolatedVariable, "yes")
	self, err := os.Executable()
	if err == nil {
		err = syscall.Exec(self, os.Args, os.Environ())
	}
	panic("faults: this program cannot be started again: " + err.Error())
}
