package durable

import "io/fs"

// NotFileError reports that a path leads to something that is not a file, and
// that opening could wait for ever: a named pipe, a device, a socket.
type NotFileError struct{ Mode fs.FileMode }

func (e *NotFileError) Error() string { return "it is " + e.Kind() + ", not a file" }

// Kind names what it is.
func (e *NotFileError) Kind() string {
	switch {
	case e.Mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case e.Mode&fs.ModeSocket != 0:
		return "a socket"
	case e.Mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "something special"
}
