package faults

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"holecard/internal/long"
	"holecard/storage/bolt"
)

// firstSeed makes the players of a test do the same in every run. What they have
// done when the fault comes is up to the machine.
const firstSeed = 1

// life is how long the players of a round play before the fault: until they were
// told of some actions, and a moment longer, so that the fault comes anywhere.
type life struct {
	told int
	more time.Duration
}

func lifetime(r *rand.Rand) life {
	return life{20 + r.IntN(300), time.Duration(r.Int64N(int64(2 * time.Millisecond)))}
}

// look opens the file after a fault and compares it with the book. What is
// wrong comes back as sentences; so does a file that cannot be opened.
func look(t testing.TB, path string, b *book, each func(*bolt.Store) ([]string, error)) []string {
	t.Helper()
	store, err := bolt.Open(t.Context(), path, bolt.Options{})
	if err != nil {
		return []string{err.Error()}
	}
	problems, err := b.compare(t.Context(), store)
	if err == nil && each != nil {
		var more []string
		more, err = each(store)
		problems = append(problems, more...)
	}
	if err != nil {
		problems = append(problems, err.Error())
	}
	if err := store.Close(); err != nil {
		problems = append(problems, fmt.Sprint("close: ", err))
	}
	return problems
}

// takeAll notes what a process has told.
func (b *book) takeAll(t testing.TB, deeds []deed) {
	t.Helper()
	for _, d := range deeds {
		if err := b.take(d); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAKilledProcessLosesNothingAndDoesNothingTwice(t *testing.T) {
	t.Parallel() // it mostly waits
	const seed = firstSeed
	random := rand.New(rand.NewPCG(seed, 0))
	path := filepath.Join(t.TempDir(), "holecard.db")
	b := newBook()
	for range long.Of(5, 100) {
		if problems := killRound(t, b, path, seed, lifetime(random), honest); len(problems) > 0 {
			t.Fatalf("round %d, after %d actions: %q", b.round, b.done, problems)
		}
	}
	problems := look(t, path, b, func(s *bolt.Store) ([]string, error) {
		return b.compareAllHands(t.Context(), s)
	})
	if len(problems) > 0 {
		t.Error(problems)
	}
	if long.Enabled() && (b.done < 10*b.round || len(b.struck) < b.round) {
		t.Errorf("only %d actions and %d deadlines in %d rounds: this tries nothing", b.done,
			len(b.struck), b.round)
	}
	t.Log(b)
}

// A process that says done before it is safe must not get away with it.
func TestAKillFindsAProcessThatSaysDoneTooEarly_long(t *testing.T) {
	t.Parallel() // it mostly waits
	const seed = firstSeed
	random := rand.New(rand.NewPCG(seed, 0))
	path := filepath.Join(t.TempDir(), "holecard.db")
	b := newBook()
	const most = 400 // a kill must come between the word and the commit
	for range most {
		problems := killRound(t, b, path, seed, life{told: 1 + random.IntN(20)}, tooEarly)
		if len(problems) > 0 {
			t.Logf("found in round %d: %.500q", b.round, problems)
			return
		}
	}
	t.Errorf("not found in %d rounds", most)
}

func killRound(t testing.TB, b *book, path string, seed uint64, until life, l lie) []string {
	t.Helper()
	b.next()
	p := play(t, order{Path: path, Round: b.round, Seed: seed, Lie: l, Resumes: true}, until.told)
	time.Sleep(until.more)
	b.takeAll(t, p.kill(t))
	return look(t, path, b, nil)
}
