package faults

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"holecard/internal/postgrestest"
)

var chaosFor = flag.Duration("chaos", 0, "how long processes and databases are killed, "+
	"instead of a few seconds")

// crashEvery is how often the database crashes. After a few times it is compared with the book.
const (
	crashEvery = 2 * time.Second
	crashes    = 2
)

func TestChaosLosesNothingAndDoesNothingTwice_long(t *testing.T) {
	t.Parallel()
	db := postgrestest.Server(t)
	s := newService(t, db.Database(t), honest)
	for range max(1, int(*chaosFor/(crashes*crashEvery))) {
		if problems := chaos(s, db); len(problems) > 0 {
			t.Fatalf("round %d, after %d actions: %.2000q", s.book.round, s.book.done, problems)
		}
	}
	if s.book.done < 10*s.book.round {
		t.Errorf("only %d actions in %d rounds: this tries nothing", s.book.done, s.book.round)
	}
	t.Logf("%d processes were killed; %v", s.kills, s.book)
}

// Neither a process nor a database that says done too early may get away with it.
func TestChaosFindsLies_long(t *testing.T) {
	t.Parallel()
	for _, l := range []struct {
		of       lie
		settings []string
	}{{of: tooEarly}, {settings: []string{"synchronous_commit=off"}}} {
		t.Run(fmt.Sprint(l.of, l.settings), func(t *testing.T) {
			db := postgrestest.Server(t, l.settings...)
			s := newService(t, db.Database(t), l.of)
			found(t, s.book, 20, func() []string { return chaos(s, db) })
		})
	}
}

// chaos lets people play while a process is killed every 100 to 300 ms, until the database
// has crashed a few times, and returns the problems found after.
func chaos(s *service, db *postgrestest.Instance) []string {
	s.t.Helper()
	s.open()
	over := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() { s.play(over) })
	all.Go(func() {
		r := rand.New(rand.NewPCG(s.seed, uint64(s.book.round)))
		for !after(over, 100*time.Millisecond+time.Duration(r.Int64N(2e8))) {
			i := r.IntN(processes)
			s.kill(i)
			s.start(i, false)
			s.kills++
		}
	})
	for range crashes {
		time.Sleep(crashEvery)
		db.Kill()
		db.Start(s.t)
	}
	time.Sleep(crashEvery / 2)
	close(over)
	all.Wait()
	return s.close()
}

// after waits for a time, and reports whether all is over before.
func after(over <-chan struct{}, d time.Duration) bool {
	select {
	case <-over:
		return true
	case <-time.After(d):
		return false
	}
}
