//go:build amd64 || arm64

package bolt

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// failingDisk stands between one thread and the kernel. It counts the calls by
// which the thread reaches files, and answers one of them with an error instead
// of doing it.
//
//	the thread ─▶ filter of the kernel ─▶ listener ─▶ continue, or an error
//
// What is to be made safe is not: no power is lost in these tests.
type failingDisk struct {
	t        *testing.T
	folder   string   // only files below it are counted
	memory   *os.File // of this process: the paths that calls are given
	work     chan func()
	listener int

	mu     sync.Mutex
	left   int           // calls up to the one that fails
	dead   bool          // all after it fail, too
	errno  syscall.Errno // with which they fail
	failed string        // the first call that failed
}

// fileCalls are the calls that are counted. None of them is one that Go makes for
// itself: it would wait for an answer that waits for it.
var fileCalls = map[uint32]string{
	unix.SYS_OPENAT: "open", statAt[runtime.GOARCH]: "stat", unix.SYS_FSTAT: "fstat",
	unix.SYS_PREAD64: "read", unix.SYS_PWRITE64: "write",
	unix.SYS_FTRUNCATE: "truncate", unix.SYS_FSYNC: "sync", unix.SYS_FDATASYNC: "sync data",
	unix.SYS_MMAP: "map", unix.SYS_CLOSE: "close", unix.SYS_FLOCK: "lock",
	unix.SYS_LINKAT: "link", unix.SYS_UNLINKAT: "remove", unix.SYS_MKDIRAT: "make folder",
	unix.SYS_RENAMEAT: "rename",
}

// noFile is no file.
const noFile = -1

// statAt is the number of fstatat.
var statAt = map[string]uint32{"amd64": 262, "arm64": 79}

// notice is a call that waits for its answer, as Linux tells it (struct seccomp_notif).
type notice struct {
	id         uint64
	pid, flags uint32
	call, arch uint32
	at         uint64
	args       [6]uint64
}

// answer is what becomes of a call (struct seccomp_notif_resp).
type answer struct {
	id           uint64
	value        int64
	errno, flags int32
}

// newFailingDisk starts the thread.
func newFailingDisk(t *testing.T, folder string) *failingDisk {
	t.Helper()
	if statAt[runtime.GOARCH] == 0 {
		t.Skip("SKIPPED: the numbers of calls are not known for " + runtime.GOARCH)
	}
	memory, err := os.Open("/proc/self/mem")
	if err != nil {
		t.Skipf("SKIPPED: this kernel does not show a process its memory: %v", err)
	}
	d := &failingDisk{t: t, folder: folder, memory: memory, work: make(chan func())}
	ready, ended := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread() // for good: the thread ends with its filter
		err := d.filter()
		ready <- err
		for fn := range d.work {
			fn()
		}
		unix.Close(noFile)
	}()
	if err := <-ready; err != nil {
		t.Skipf("SKIPPED: this kernel lets nobody answer for it: %v", err)
	}
	go func() {
		defer close(ended)
		d.listen()
	}()
	t.Cleanup(func() {
		close(d.work)
		<-ended
		unix.Close(d.listener)
		memory.Close()
	})
	return d
}

// filter lets the kernel ask the listener about this thread's calls.
func (d *failingDisk) filter() error {
	const callAt, fileOfMapAt = 0, 16 + 4*8 // where the filter's input has them
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	unlessIs := func(k uint32, skip uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: k, Jf: skip}
	}
	do := func(k uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k}
	}
	const memory = 1<<32 - 1 // a map of no file, for Go itself
	program := []unix.SockFilter{load(callAt), unlessIs(unix.SYS_MMAP, 3), load(fileOfMapAt),
		unlessIs(memory, 1), do(unix.SECCOMP_RET_ALLOW), load(callAt)}
	for call := range fileCalls {
		program = append(program, unlessIs(call, 1), do(unix.SECCOMP_RET_USER_NOTIF))
	}
	program = append(program, do(unix.SECCOMP_RET_ALLOW))
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	all := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	// Go interrupts threads by signals. Without the second flag (Linux 5.19) a signal makes the
	// thread ask again: a call is then counted twice, or the answer that fails it is dropped.
	const flags = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER |
		unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags,
		uintptr(unsafe.Pointer(&all)))
	if errno != 0 {
		return errno
	}
	d.listener = int(fd)
	return nil
}

// listen answers the calls of the thread, the last of which closes noFile.
func (d *failingDisk) listen() {
	for {
		var n notice
		if err := d.control(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)); err != nil {
			continue // it was interrupted
		}
		a := d.answer(n)
		d.control(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&a))
		if n.call == unix.SYS_CLOSE && int32(n.args[0]) == noFile {
			return
		}
	}
}

func (d *failingDisk) control(what uintptr, with unsafe.Pointer) error {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(d.listener), what, uintptr(with))
	if errno != 0 {
		return errno
	}
	return nil
}

// answer says what becomes of a call.
func (d *failingDisk) answer(n notice) answer {
	name := fileCalls[n.call]
	does := answer{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	file := int(int32(n.args[0]))
	path := ""
	switch n.call {
	case unix.SYS_MMAP:
		file = int(int32(n.args[4]))
		fallthrough
	case unix.SYS_FSTAT, unix.SYS_PREAD64, unix.SYS_PWRITE64, unix.SYS_FTRUNCATE,
		unix.SYS_FSYNC, unix.SYS_FDATASYNC, unix.SYS_CLOSE, unix.SYS_FLOCK:
		path, _ = os.Readlink(fmt.Sprint("/proc/self/fd/", file))
	default:
		text := make([]byte, unix.PathMax)
		length, _ := d.memory.ReadAt(text, int64(n.args[1]))
		path = unix.ByteSliceToString(text[:length])
	}
	if !strings.HasPrefix(path, d.folder) {
		return does
	}
	if n.call == unix.SYS_FSYNC || n.call == unix.SYS_FDATASYNC {
		does.flags = 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left--
	if d.left > 0 || d.left < 0 && !d.dead {
		return does
	}
	if d.left == 0 {
		d.failed = name
	}
	switch n.call { // which let go of a file even when they fail
	case unix.SYS_CLOSE:
		unix.Close(file)
	case unix.SYS_FLOCK:
		if n.args[1] == unix.LOCK_UN {
			unix.Flock(file, unix.LOCK_UN)
		}
	}
	return answer{id: n.id, errno: -int32(d.errno)}
}

// run runs fn on the thread, with its n-th call failing, and all after it when the
// disk is dead. It returns which that was, empty when there were fewer calls.
func (d *failingDisk) run(n int, dead bool, errno syscall.Errno, fn func()) (failed string) {
	done := make(chan struct{})
	d.work <- func() {
		defer close(done)
		d.mu.Lock()
		d.left, d.dead, d.errno, d.failed = n, dead, errno, ""
		d.mu.Unlock()
		fn()
	}
	<-done
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.failed
}
