package round_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/round"
	"holecard/internal/long"
	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/postgres"
)

// erases erases what is kept of a player.
func (b *bench) erases(who storage.UserID, everywhere bool) {
	b.t.Helper()
	v := b.visit(who)
	e, err := b.Erase(b.t.Context(), v, everywhere, v.ID, func(int, int) {})
	if err != nil || e.Failed+e.Playing != 0 {
		b.t.Fatalf("erased %+v, %v", e, err)
	}
}

func TestATableGoesOnWhenSomebodyWhoPlayedThereIsErased(t *testing.T) {
	b := storyBench(t)
	v := b.sleepThrough(ada, bob)
	b.ok(b.Leave(t.Context(), b.visit(ada), v.ID))
	b.erases(ada, false)
	if got := b.seating(v.ID); len(got.Chairs) != 1 || got.Round == nil {
		t.Errorf("it shows %+v", got)
	}
	if list, err := b.Seatings(t.Context(), home); err != nil || len(list) != 1 {
		t.Errorf("the tables are %+v, %v", list, err)
	}
	resumed, err := b.Resume(t.Context(), storage.Claim{})
	if err != nil {
		t.Errorf("resumed %+v, %v", resumed, err)
	}
	if v = b.bets(b.seating(v.ID), 10, bob); !v.Round.Open {
		t.Errorf("the next round is %+v", v.Round)
	}
	for v.Round.Open {
		v = b.strikes(v)
	}
	if _, err := b.CloseSeating(t.Context(), b.visit(bob), v.ID, true); err != nil {
		t.Error(err)
	}
	b.erases(bob, false)
}

func TestErasingLoosensLimitsNoSoonerThanSettingThem(t *testing.T) {
	for _, f := range []struct {
		fact       string
		in         care.Scope
		everywhere bool
		wallet     bool
	}{
		{"here, with a wallet", care.Here, false, true},
		{"here, before the first hand", care.Here, false, false},
		{"everywhere", care.Everywhere, true, true},
		{"everywhere, before the first hand", care.Everywhere, true, false},
	} {
		t.Run(f.fact, func(t *testing.T) {
			b := storyBench(t)
			if f.wallet {
				b.opens(ada)
			}
			b.limit(ada, f.in, care.Bet, 5)
			b.erases(ada, f.everywhere)
			if l := b.limits(ada).Limits[f.in]; l.Now.Bet != 5 ||
				!l.From.Bet.Equal(b.Now().Add(care.LooseAfter)) {
				t.Errorf("limits are %+v", l)
			}
			if !f.wallet {
				b.stops(care.Bet, startOf(b, ada, round.Deal{Bet: 50}))
			}
			b.now = b.now.Add(care.LooseAfter + time.Second)
			b.start(ada, 50)
		})
	}
}

func TestWhoWasErasedMayLockThemselvesOut(t *testing.T) {
	b := storyBench(t)
	b.opens(ada)
	b.erases(ada, false)
	b.lock(ada, care.Everywhere)
	if l := b.limits(ada).Limits[care.Everywhere]; !l.Lock.After(b.Now()) {
		t.Errorf("limits are %+v", l)
	}
}

func TestWhoHidesIsNotNamedToWhoWasNotAtTheTable(t *testing.T) {
	b := storyBench(t)
	b.opens(admin)
	v := b.sleepThrough(ada, bob)
	b.ok(b.Hide(t.Context(), b.visit(bob)))
	b.reviewed()
	for by, named := range map[storage.UserID]bool{ada: true, bob: true, admin: false} {
		r, err := b.Review(t.Context(), b.visit(by), ada, v.Round.ID)
		if err != nil || len(r.Players) != 2 || r.Players[0].User != ada ||
			(r.Players[1].User == bob) != named || (r.Players[1].Name != "") != named {
			t.Errorf("to %d they are %+v, %v", by, r.Players, err)
		}
	}
}

// grows gives a player transfers, of which a note makes each as long as it can be, with which an
// export of them is as large as it can be.
func (b *bench) grows(who storage.UserID, transfers int, note string) {
	b.t.Helper()
	p := storage.Player{Guild: home, User: who}
	for done := 0; done < transfers; {
		b.update(func(tx storage.Tx) error {
			for n := range min(1000, transfers-done) {
				err := tx.Post(storage.Posting{Key: fmt.Sprint("grant/", done+n),
					From: storage.MintOf(home), To: storage.WalletOf(p), Chips: 1,
					Reason: storage.Grant, Who: bob, Note: note, At: b.now})
				if err != nil {
					return err
				}
			}
			return nil
		})
		done += min(1000, transfers-done)
	}
}

// exported is what tests read of an export.
type exported struct {
	LeftOut struct{ Rounds, Transfers int } `json:"left_out"`
	Servers []struct {
		Transfers []struct{ Why string }
		Rounds    []struct{ Proof string }
	}
}

func (b *bench) exports(who storage.UserID, most int) (size int, file exported) {
	b.t.Helper()
	raw, err := b.Export(b.t.Context(), b.visit(who), false, most)
	if err := errors.Join(err, json.Unmarshal(raw, &file)); err != nil {
		b.t.Fatal(err)
	}
	return len(raw), file
}

// Transfers, rounds and what they are made of count alike, so one long list does not leave the
// other without room.
func TestAnExportIsNoLargerThanItMayBe(t *testing.T) {
	b := storyBench(t)
	b.StartingChips = 1000
	const rounds, transfers = 40, 1000
	for range rounds {
		b.playOut(ada, "vegas")
	}
	b.grows(ada, transfers, "a note\nof two lines")
	whole, _ := b.exports(ada, 1<<24)
	for _, most := range []int{whole, whole - 1, 100_000, 20_000} {
		size, file := b.exports(ada, most)
		got := file.Servers[0]
		if size > most || size < most*9/10 {
			t.Errorf("an export of at most %d bytes has %d", most, size)
		}
		if r, t2 := len(got.Rounds), len(got.Transfers); r == 0 || t2 <= 1 ||
			r+file.LeftOut.Rounds != rounds || t2+file.LeftOut.Transfers != transfers+1 {
			t.Errorf("of %d bytes: %d rounds and %d transfers, without %+v", most, r, t2,
				file.LeftOut)
		}
	}
}

// leaving is a store whose caller goes after some views.
type leaving struct {
	storage.Store
	left  int
	leave context.CancelFunc
}

func (l *leaving) View(ctx context.Context, g storage.GuildID,
	fn func(storage.Reader) error) error {
	if l.left--; l.left == 0 {
		l.leave()
	}
	return l.Store.View(ctx, g, func(r storage.Reader) error { return fn(bounded{r}) })
}

// bounded is a reader that fails when much is read at once.
type bounded struct{ storage.Reader }

var errMuch = errors.New("more than a page is read at once")

func (b bounded) Transfers(p storage.Player, before string, limit int) ([]storage.Posting,
	error) {
	if limit > guild.MostCounted {
		return nil, errMuch
	}
	return b.Reader.Transfers(p, before, limit)
}

func TestAnExportEndsWithItsContext(t *testing.T) {
	b := storyBench(t)
	b.grows(ada, 2000, "")
	b.opens(ada)
	ctx, cancel := context.WithCancel(t.Context())
	store := &leaving{b.Store, 5, cancel}
	b.Store = store
	if _, err := b.Export(ctx, b.visit(ada), false, 1<<24); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
	if store.left < -1 {
		t.Errorf("it reads %d pages after its context has ended", -store.left)
	}
}

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
		if _, err := two.Start(t.Context(), v, round.Deal{Bet: 1}); !isForgotten(err) {
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
			h, err := other.Start(b.t.Context(), b.visit(who), round.Deal{Bet: 1})
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
