package session_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"holecard/blackjack"
	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/session"
	"holecard/internal/long"
	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/postgres"
)

// racing returns two processes on a database, with seeds of their own: on a file they are one.
func racing(t *testing.T, onServer bool) (one, two *bench) {
	t.Helper()
	open := func(store storage.Store, err error) storage.Store {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		return store
	}
	var first, second storage.Store
	if onServer {
		place := server.Database(t)
		first = open(postgres.Open(t.Context(), place, postgres.Options{}))
		second = open(postgres.Open(t.Context(), place, postgres.Options{}))
	} else {
		first = open(bolt.Open(t.Context(), filepath.Join(memoryDir(t), "test.db"),
			bolt.Options{}))
		second = first
	}
	one, two = newBenchOn(t, first), newBenchOn(t, second)
	two.seeds = 1 << 32
	return one, two
}

// Whatever a player presses while their data is erased, in this process or another, either it
// comes first or it is refused: nothing of theirs is left, and the books hold.
func TestPressesDuringAnErasureLeaveNothingOfAPlayer(t *testing.T) {
	pressDuringErasures(t, false)
}

func TestPressesDuringAnErasureOnAServerLeaveNothingOfAPlayer_long(t *testing.T) {
	pressDuringErasures(t, true)
}

func pressDuringErasures(t *testing.T, onServer bool) {
	one, two := racing(t, onServer)
	refused := 0
	for who := range storage.UserID(long.Of(4, 12)) {
		who += 100
		one.playOut(who, "vegas")
		refused += one.erasedUnder(two, who)
		v := one.visit(who)
		if _, err := two.Start(t.Context(), v, session.Deal{Bet: 1}); !isForgotten(err) {
			t.Errorf("after the erasure a hand ends with %v", err)
		}
		err := one.Store.View(t.Context(), home, func(r storage.Reader) error {
			if _, known, err := storage.Profiles.Get(r, v.Player); known || err != nil {
				t.Errorf("there is a profile: %t, %v", known, err)
			}
			_, of, err := r.Rank(v.Player, storage.ByChips.Ever())
			if of != 0 {
				t.Errorf("%d are on the board", of)
			}
			return err
		})
		if lines := one.lines(who); err != nil || lines != 0 {
			t.Errorf("%d lines are left, %v", lines, err)
		}
		one.audit()
	}
	for who := range storage.UserID(4) { // who is new may come back at once
		one.erasedUnder(two, who+200)
		one.audit()
	}
	t.Logf("%d presses are refused", refused)
}

// isLate reports whether others were faster for so long that a press was given up, of which
// nothing is done then: nobody presses as fast as these presses, which never pause.
func isLate(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

func isForgotten(err error) bool {
	is := errors.Is(err, guild.ErrErasing) || errors.Is(err, guild.ErrForgotten)
	return is
}

// erasedUnder erases a player who presses on in another process, and returns how many presses
// were refused.
func (b *bench) erasedUnder(other *bench, who storage.UserID) int {
	b.t.Helper()
	presses := []func() error{
		func() error { _, err := other.Daily(b.t.Context(), b.visit(who)); return err },
		func() error { _, err := other.Hide(b.t.Context(), b.visit(who)); return err },
		func() error {
			return other.SetLimit(b.t.Context(), b.visit(who), care.Here, care.Rounds, 900)
		},
		func() error {
			h, err := other.Start(b.t.Context(), b.visit(who), session.Deal{Bet: 1})
			for err == nil && h.Open {
				a := blackjack.Stand
				if h.Legal().Has(blackjack.Decline) {
					a = blackjack.Decline
				}
				h, err = other.Act(b.t.Context(), b.visit(who), h.ID, h.Version, a)
			}
			return err
		},
	}
	asked := b.visit(who)
	var over atomic.Bool
	var refused atomic.Int64
	var all sync.WaitGroup
	for _, press := range presses {
		all.Go(func() {
			for last := false; !last; {
				last = over.Load() // one press more
				if err := press(); isForgotten(err) {
					refused.Add(1)
				} else if err != nil && !isLate(err) {
					b.t.Errorf("a press ends with %v", err)
				}
			}
		})
	}
	for {
		_, err := b.Erase(b.t.Context(), b.visit(who), false, asked.ID, func(int, int) {})
		if errors.Is(err, storage.ErrPlaying) || isLate(err) {
			continue // a hand was open, or the presses were faster
		}
		if err != nil {
			b.t.Errorf("the erasure ends with %v", err)
		}
		break
	}
	over.Store(true)
	all.Wait()
	return int(refused.Load())
}
