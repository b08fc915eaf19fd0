package postgrestest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
	"time"
)

// as lets a user run a command, which ends when this process does.
func as(cmd *exec.Cmd, u *user.User) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Geteuid() == 0 {
		uid, _ := strconv.ParseUint(u.Uid, 10, 32)
		gid, _ := strconv.ParseUint(u.Gid, 10, 32)
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
}

// kill ends the server and all processes below it at once, as a crash does.
func (p *process) kill() {
	if p.hasEnded() {
		return
	}
	all := tree(p.pid(), stop)
	for _, pid := range all { // nothing of it runs, so that each number is still its own
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	<-p.ended
	for _, pid := range all {
		for !gone(pid) {
			time.Sleep(time.Millisecond)
		}
	}
}

// hold lets those processes of the server stand still whose titles have a word in them.
func (p *process) hold(word string) {
	for _, pid := range tree(p.pid(), func(int) {}) {
		title, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if bytes.Contains(title, []byte(word)) {
			stop(pid)
		}
	}
}

// freeze lets the server and all processes below it stand still.
func (p *process) freeze() { tree(p.pid(), stop) }

// thaw lets them go on.
func (p *process) thaw() {
	tree(p.pid(), func(pid int) { _ = syscall.Kill(pid, syscall.SIGCONT) })
}

// tree returns the numbers of a process and of all below it, which are visited first.
func tree(pid int, visit func(pid int)) (all []int) {
	visit(pid)
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, text := range bytes.Fields(children) {
		if child, err := strconv.Atoi(string(text)); err == nil {
			all = append(all, tree(child, visit)...)
		}
	}
	return append(all, pid)
}

// stop lets a process stand still, so that it starts no other.
func stop(pid int) {
	_ = syscall.Kill(pid, syscall.SIGSTOP)
	for !standing(pid) {
		time.Sleep(100 * time.Microsecond)
	}
}

// standing reports whether a process stands still, or has ended.
func standing(pid int) bool {
	s := state(pid)
	return s == 'T' || s == 'Z' || s == 0
}

// gone reports whether a process has ended.
func gone(pid int) bool {
	s := state(pid)
	return s == 'Z' || s == 0
}

// state returns the state of a process as the kernel says, 0 when there is none.
func state(pid int) byte {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, after, found := bytes.Cut(text, []byte(") "))
	if !found {
		return 0
	}
	return after[0]
}
