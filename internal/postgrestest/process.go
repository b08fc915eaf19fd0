package postgrestest

import (
	"os"
	"os/exec"
	"runtime"
)

// process is a server under way, with the processes that it has started.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has
}

// begin starts a server, which adds to a log.
func begin(cmd *exec.Cmd, log string) (*process, error) {
	file, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	cmd.Stdout, cmd.Stderr = file, file
	p := &process{cmd, make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the server ends with the thread that has started it
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it has ended is in its log
			close(p.ended)
		}
	}()
	return p, <-started
}

func (p *process) pid() int { return p.cmd.Process.Pid }

func (p *process) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// end asks the server to end, and waits until it has.
func (p *process) end(how os.Signal) {
	_ = p.cmd.Process.Signal(how) // it may have ended
	<-p.ended
}
