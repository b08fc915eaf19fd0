package faults

import (
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

// site is a file on which people play in a process of their own, until a fault ends it.
type site struct {
	t      testing.TB
	path   string // of the file
	book   *book
	random *rand.Rand
	power  power // fails before the process ends; nil where it does not
}

// power is that of a disk.
type power interface {
	cutPower()
	restart()
}

func newSite(t testing.TB, folder string, power power) *site {
	return &site{t: t, path: filepath.Join(folder, "holecard.db"), book: newBook(),
		random: rand.New(rand.NewPCG(firstSeed, 0)), power: power}
}

// round lets people play until they were told of some actions, and a moment longer, so that the
// fault comes anywhere. It returns the problems found after.
func (s *site) round(told int, moment time.Duration, l lie) []string {
	s.t.Helper()
	s.book.next()
	p := play(s.t, order{Path: s.path, Round: s.book.round, Seed: firstSeed, Lie: l, Resumes: true},
		told)
	time.Sleep(moment)
	if s.power != nil {
		s.power.cutPower()
	}
	for _, d := range p.kill(s.t) {
		if err := s.book.take(d); err != nil {
			s.t.Fatal(err)
		}
	}
	if s.power != nil {
		s.power.restart()
	}
	return look(s.t, s.path, s.book)
}

// losesNothing checks that the faults of some rounds lose nothing, and that nothing is done twice.
func (s *site) losesNothing(rounds int) {
	s.t.Helper()
	for range rounds {
		told, moment := 20+s.random.IntN(300), time.Duration(s.random.Int64N(2e6))
		if problems := s.round(told, moment, honest); len(problems) > 0 {
			s.t.Fatalf("round %d, after %d actions: %q", s.book.round, s.book.done, problems)
		}
	}
	if long.Enabled() && (s.book.done < 10*rounds || len(s.book.struck) < rounds) {
		s.t.Errorf("only %d actions and %d deadlines in %d rounds: this tries nothing", s.book.done,
			len(s.book.struck), rounds)
	}
	s.t.Log(s.book)
}

// look opens the file after a fault and compares it with the book. What is
// wrong comes back as sentences; so does a file that cannot be opened.
func look(t testing.TB, path string, b *book) []string {
	t.Helper()
	store, err := bolt.Open(t.Context(), path, bolt.Options{})
	if err != nil {
		return []string{err.Error()}
	}
	problems, err := b.compare(t.Context(), store)
	for _, err := range []error{err, store.Close()} {
		if err != nil {
			problems = append(problems, err.Error())
		}
	}
	return problems
}

// found checks that the problems of some round show a lie.
func found(t testing.TB, b *book, most int, round func() []string) {
	t.Helper()
	for range most {
		if problems := round(); len(problems) > 0 {
			t.Logf("found in round %d: %.500q", b.round, problems)
			return
		}
	}
	t.Errorf("not found in %d rounds", most)
}

func TestAKilledProcessLosesNothingAndDoesNothingTwice(t *testing.T) {
	t.Parallel() // it mostly waits
	newSite(t, t.TempDir(), nil).losesNothing(long.Of(5, 100))
}

// A process that says done before it is safe must not get away with it.
func TestAKillFindsAProcessThatSaysDoneTooEarly_long(t *testing.T) {
	t.Parallel() // it mostly waits
	s := newSite(t, t.TempDir(), nil)
	// A kill must come between the word and the commit.
	found(t, s.book, 400, func() []string { return s.round(1+s.random.IntN(20), 0, tooEarly) })
}
