package faults

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"

	"holecard/storage"
	"holecard/storage/bolt"
)

// orderVariable makes this binary the players' process, which plays as its value says.
const orderVariable = "HOLECARD_FAULTS_ORDER"

// order is what the players' process is to do, as JSON.
type order struct {
	Path  string
	Round int
	Seed  uint64
	Lie   lie
}

// lie is a fault of the players' process, to see that it is found.
type lie string

const (
	honest   lie = ""
	tooEarly lie = "says done before it is safe"
	noSync   lie = "its disk says that it has written, and has not"
)

// playAsTold is the players' process. It plays until it is killed, or the test
// that has started it has ended.
func playAsTold(text string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	go func() {
		io.Copy(io.Discard, os.Stdin) // the test holds the other end
		os.Exit(1)
	}()
	if o.Lie == noSync {
		if err := forgetSyncs(); err != nil {
			return err
		}
	}
	store, err := bolt.Open(context.Background(), o.Path, bolt.Options{})
	if err != nil {
		return err
	}
	c := newClock(o.Round)
	open, err := resume(context.Background(), newSessions(store, c))
	if err != nil {
		return err
	}
	tell := teller(os.Stdout)
	tell(deed{Step: ready, Tables: open})
	var all sync.WaitGroup
	for number := range players {
		p := newPlayer(store, c, number, o.Seed, tell)
		p.early = o.Lie == tooEarly
		all.Go(func() { p.playOn(context.Background()) })
	}
	all.Wait() // the disk has failed
	select {}
}

// playOn acts until the disk has failed.
func (p *player) playOn(ctx context.Context) {
	for !errors.Is(p.act(ctx), storage.ErrBroken) {
	}
}

// teller writes each line in one go, so that no kill leaves half of one.
func teller(to io.Writer) func(deed) {
	var mu sync.Mutex
	return func(d deed) {
		line, err := json.Marshal(d)
		if err != nil {
			panic(err) // numbers and strings
		}
		mu.Lock()
		defer mu.Unlock()
		if _, err := to.Write(append(line, '\n')); err != nil {
			os.Exit(1) // the test has ended
		}
	}
}

// process is a players' process under way.
type process struct {
	t     testing.TB
	cmd   *exec.Cmd
	deeds []deed
	read  chan error // what ended the reading, once

	enough chan struct{} // closed when the players were told as much as was asked for
}

// start starts a players' process and waits until its players were told of so
// many actions what came of them: a fault that comes then has something to
// break, however slow the machine is.
func start(t testing.TB, o order, told int) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, cmd: exec.Command(self), read: make(chan error, 1),
		enough: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), orderVariable+"="+string(text))
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.cmd.StdinPipe(); err != nil { // closed when this process ends
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	first, err := nextDeed(lines)
	if err != nil || first.Step != ready {
		p.cmd.Process.Kill()
		t.Fatalf("the players do not begin: %+v, %v, %v", first, err, p.cmd.Wait())
	}
	p.deeds = append(p.deeds, first)
	go p.listen(lines, told)
	<-p.enough
	return p
}

// listen takes down what the players are told, until the end.
func (p *process) listen(lines *bufio.Scanner, told int) {
	for {
		d, err := nextDeed(lines)
		if err == nil {
			p.deeds = append(p.deeds, d)
		}
		if d.Step != planned && told > 0 {
			told--
		}
		if told == 0 {
			told = -1
			close(p.enough)
		}
		if err != nil {
			if told > 0 {
				close(p.enough)
			}
			p.read <- err
			return
		}
	}
}

func nextDeed(lines *bufio.Scanner) (d deed, err error) {
	if !lines.Scan() {
		return d, errors.Join(io.EOF, lines.Err())
	}
	if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
		return d, fmt.Errorf("the players say %q: %w", lines.Text(), err)
	}
	return d, nil
}

// kill ends the process as SIGKILL does and returns all that it has told.
func (p *process) kill() []deed {
	p.t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		p.t.Fatal(err)
	}
	if err := <-p.read; !errors.Is(err, io.EOF) {
		p.t.Fatal(err)
	}
	if err := p.cmd.Wait(); err == nil || p.cmd.ProcessState.Exited() {
		p.t.Fatalf("the players' process has ended by itself: %v", err)
	}
	return p.deeds
}
