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
	"time"

	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/postgres"
)

// orderVariable makes this binary the players' process, which plays as its value says.
const orderVariable = "HOLECARD_FAULTS_ORDER"

// order is what the players' process is to do, as JSON.
type order struct {
	Path    string // of the file that is the store
	URL     string // of the database that is it instead, of which other processes know, too
	Process int
	Round   int
	Begun   time.Time // the round, by the machine's clock
	Seed    uint64
	Lie     lie
	Resumes bool // as the first process of several does
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
	var visitors [players]chan int
	for i := range visitors {
		visitors[i] = make(chan int, 1000)
	}
	go listen(visitors)
	if o.Lie == noSync {
		if err := forgetSyncs(); err != nil {
			return err
		}
	}
	store, err := o.open(context.Background())
	if err != nil {
		return err
	}
	c := newClock(o.Round)
	if !o.Begun.IsZero() {
		c.begun = o.Begun
	}
	open := map[storage.SeatingID]mark{}
	if o.Resumes {
		if open, err = resume(context.Background(), newRounds(store, c.now)); err != nil {
			return err
		}
	}
	say := teller(os.Stdout)
	tell := func(d deed) {
		d.Process = o.Process
		say(d)
	}
	tell(deed{Step: ready, Tables: open})
	var all sync.WaitGroup
	for number, visits := range visitors {
		p := newPlayer(store, c, number, o.Seed, tell)
		p.early, p.remote = o.Lie == tooEarly, o.URL != ""
		all.Go(func() {
			if o.URL != "" {
				p.playAsAsked(visits)
			} else {
				p.playOn(context.Background())
			}
		})
	}
	all.Wait() // the disk has failed
	select {}
}

// open opens the store.
func (o order) open(ctx context.Context) (storage.Store, error) {
	if o.URL != "" {
		return postgres.Open(ctx, o.URL, postgres.Options{})
	}
	return bolt.Open(ctx, o.Path, bolt.Options{})
}

// visit is an interaction that is delivered to a players' process.
type visit struct{ Player, N int }

// listen reads which visits the test delivers, until it has ended, and this process with it.
func listen(visitors [players]chan int) {
	for d := json.NewDecoder(os.Stdin); ; { // the test holds the other end
		var v visit
		if d.Decode(&v) != nil {
			os.Exit(1)
		}
		visitors[v.Player] <- v.N
	}
}

// playAsAsked acts when an interaction is delivered, one after the other.
func (p *player) playAsAsked(visits <-chan int) {
	for n := range visits {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second) // as Discord waits
		_ = p.visit(ctx, n)
		cancel()
	}
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
	cmd  *exec.Cmd
	in   io.Writer
	read chan struct{} // closed when all that it has told is read
	err  error         // then: what ended the reading
}

// start starts a players' process and returns when it is ready. All that it tells, from
// then on, is heard in its order.
func start(o order, hear func(deed)) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.Command(self), read: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), orderVariable+"="+string(text))
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.in, err = p.cmd.StdinPipe(); err != nil { // closed when this process ends
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	first, err := nextDeed(lines)
	if err != nil || first.Step != ready {
		p.cmd.Process.Kill()
		return nil, fmt.Errorf("the players do not begin: %+v, %w, %w", first, err, p.cmd.Wait())
	}
	hear(first)
	go p.listen(lines, hear)
	return p, nil
}

// listen hears what the players are told, until the end.
func (p *process) listen(lines *bufio.Scanner, hear func(deed)) {
	defer close(p.read)
	for {
		d, err := nextDeed(lines)
		if err != nil {
			p.err = err
			return
		}
		hear(d)
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

// kill ends the process as SIGKILL does. All that it has told was heard then.
func (p *process) kill() error {
	if err := p.cmd.Process.Kill(); err != nil {
		return err
	}
	<-p.read
	if !errors.Is(p.err, io.EOF) {
		return p.err
	}
	if err := p.cmd.Wait(); err == nil || p.cmd.ProcessState.Exited() {
		return fmt.Errorf("the players' process has ended by itself: %w", err)
	}
	return nil
}

// game is a players' process that plays by itself.
type game struct {
	*process
	deeds []deed // read it when the process has ended
}

// play starts a players' process and waits until its players were told of so
// many actions what came of them: a fault that comes then has something to
// break, however slow the machine is.
func play(t testing.TB, o order, told int) *game {
	t.Helper()
	g, enough := &game{}, make(chan struct{})
	var err error
	g.process, err = start(o, func(d deed) {
		g.deeds = append(g.deeds, d)
		if d.Step == planned || d.Step == ready {
			return
		}
		if told--; told == 0 {
			close(enough)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.cmd.Process.Kill() })
	select {
	case <-enough:
	case <-g.read:
	}
	return g
}

// kill ends the process and returns all that it has told.
func (g *game) kill(t testing.TB) []deed {
	t.Helper()
	if err := g.process.kill(); err != nil {
		t.Fatal(err)
	}
	return g.deeds
}
