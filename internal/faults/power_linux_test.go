package faults

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"holecard/storage/bolt"
)

func TestAFailureOfPowerLosesNothingAndDoesNothingTwice_long(t *testing.T) {
	t.Parallel() // it mostly waits
	const seed = firstSeed
	s := newSocket(t, seed)
	for range 50 {
		if problems := s.round(honest); len(problems) > 0 {
			t.Fatalf("round %d, after %d actions: %q", s.book.round, s.book.done, problems)
		}
	}
	problems := look(t, s.path, s.book, func(st *bolt.Store) ([]string, error) {
		return s.book.compareAllHands(t.Context(), st)
	})
	if len(problems) > 0 {
		t.Error(problems)
	}
	if s.book.done < 10*s.book.round {
		t.Errorf("only %d actions in %d rounds: this tries nothing", s.book.done, s.book.round)
	}
	t.Log(s.book)
}

// Players that lie must not get away with it.
func TestAFailureOfPowerFindsLies_long(t *testing.T) {
	t.Parallel() // it mostly waits
	for _, l := range []lie{tooEarly, noSync} {
		t.Run(string(l), func(t *testing.T) {
			s := newSocket(t, firstSeed)
			const most = 50
			for range most {
				if problems := s.round(l); len(problems) > 0 {
					t.Logf("found in round %d: %.500q", s.book.round, problems)
					return
				}
			}
			t.Errorf("not found in %d rounds", most)
		})
	}
}

// socket is where the power fails: a disk, the players' file on it and the book.
type socket struct {
	*disk
	book   *book
	path   string
	seed   uint64
	random *rand.Rand
}

func newSocket(t testing.TB, seed uint64) *socket {
	t.Helper()
	s := &socket{disk: newDisk(t, 256), book: newBook(), seed: seed,
		random: rand.New(rand.NewPCG(seed, 0))}
	s.path = filepath.Join(s.at, "holecard.db")
	store, err := bolt.Open(t.Context(), s.path, bolt.Options{})
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// round lets people play until the power fails, and returns the problems found after.
func (s *socket) round(l lie) []string {
	s.t.Helper()
	s.book.next()
	until := lifetime(s.random)
	p := play(s.t, order{Path: s.path, Round: s.book.round, Seed: s.seed, Lie: l, Resumes: true},
		until.told)
	time.Sleep(until.more)
	s.cutPower()
	s.book.takeAll(s.t, p.kill(s.t))
	s.restart()
	return look(s.t, s.path, s.book, nil)
}
