//go:build !linux

package postgrestest

import (
	"os/exec"
	"os/user"
)

func as(*exec.Cmd, *user.User) {}

func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

func (p *process) hold(string) {}

func (p *process) freeze() {}

func (p *process) thaw() {}
