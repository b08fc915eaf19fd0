package faults

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// disk is an ext4 in a file, mounted. Its loop device lets go of the file by
// itself when it is unmounted.
type disk struct {
	t     testing.TB
	image string
	at    string // where it is mounted
}

// newDisk makes a disk of that many MiB, and mounts it.
func newDisk(t testing.TB, mebibytes int64) *disk {
	t.Helper()
	mkfs := needDisks(t)
	folder := t.TempDir()
	d := &disk{t: t, image: filepath.Join(folder, "image"), at: filepath.Join(folder, "disk")}
	err := errors.Join(os.Mkdir(d.at, 0o700), os.WriteFile(d.image, nil, 0o600),
		os.Truncate(d.image, mebibytes<<20))
	if err != nil {
		t.Fatal(err)
	}
	// No blocks are kept for root: full is full.
	if err := command(mkfs, "-q", "-F", "-m", "0", d.image); err != nil {
		t.Fatal(err)
	}
	if err := d.mount(); err != nil {
		t.Fatalf("no disk can be mounted: %v", err)
	}
	t.Cleanup(func() {
		err := d.detach()
		if err != nil && !errors.Is(err, unix.EINVAL) { // EINVAL: it is not mounted
			err = errors.Join(err, unix.Unmount(d.at, unix.MNT_DETACH))
			t.Errorf("the disk is still in use at the end: %v", err)
		}
		d.letGo()
	})
	return d
}

// needDisks fails a test where no disk can be made, and says why.
// It returns the program that makes file systems.
func needDisks(t testing.TB) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("this test mounts disks: run it as root")
	}
	if _, err := os.Stat("/dev/loop-control"); err != nil {
		t.Fatalf("this test mounts disks, which needs loop devices: %v", err)
	}
	if said := os.Getenv(isolatedVariable); said != "yes" {
		t.Fatalf("this test mounts disks, which needs a mount namespace: %s", said)
	}
	mkfs, err := exec.LookPath("mkfs.ext4")
	if err != nil {
		mkfs, err = exec.LookPath("/usr/sbin/mkfs.ext4")
	}
	if err != nil {
		t.Fatalf("this test makes disks (on Debian: apt-get install e2fsprogs): %v", err)
	}
	return mkfs
}

func command(name string, args ...string) error {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

func (d *disk) mount() error { return command("mount", "-t", "ext4", "-o", "loop", d.image, d.at) }

// patience is how long the kernel may take to let go of something.
const patience = 10 * time.Second

// detach unmounts the disk, which nothing has open. But a process that another
// test is just starting has all files of this one until it becomes its own.
func (d *disk) detach() error {
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		err := unix.Unmount(d.at, 0)
		if !errors.Is(err, unix.EBUSY) || time.Now().After(end) {
			return err
		}
	}
}

// unmount unmounts the disk. Nothing has it open.
func (d *disk) unmount() {
	d.t.Helper()
	if err := d.detach(); err != nil {
		d.t.Fatalf("unmount the disk: %v", err)
	}
	d.letGo()
}

// letGo waits until no loop device has the image any more: the kernel lets go
// of it a moment after the unmounting.
func (d *disk) letGo() {
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		out, err := exec.Command("losetup", "-j", d.image).CombinedOutput()
		if err == nil && len(out) == 0 {
			return
		}
		if time.Now().After(end) {
			d.t.Errorf("a loop device is left: %s, %v", out, err)
			return
		}
	}
}

// cutPower shuts the file system down at once: data not on the disk by now,
// in the files or in the journal, never comes there, and every later write fails.
func (d *disk) cutPower() {
	d.t.Helper()
	const (
		shutDown     = 0x8004587d // FS_IOC_SHUTDOWN
		noFlushOfLog = 2          // EXT4_GOING_FLAGS_NOLOGFLUSH
	)
	folder, err := os.Open(d.at)
	if err != nil {
		d.t.Fatal(err)
	}
	defer folder.Close()
	how := uint32(noFlushOfLog)
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, folder.Fd(), shutDown,
		uintptr(unsafe.Pointer(&how)))
	if errno != 0 {
		d.t.Fatalf("shut the file system down: %v", errno)
	}
}

// restart brings the disk back as after a failure of power: what the journal
// has is done.
func (d *disk) restart() {
	d.t.Helper()
	d.unmount()
	if err := d.mount(); err != nil {
		d.t.Fatal(err)
	}
}
