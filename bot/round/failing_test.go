package round_test

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"holecard/blackjack"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/internal/long"
	"holecard/storage"
	"holecard/storage/memory"
)

// errDisk is what a failing store fails with.
var errDisk = errors.New("the disk does not answer")

// failing is a store that fails once, at the call that is so many calls away.
type failing struct {
	storage.Store
	left   int // calls until it fails, 0 for never
	failed bool
}

func (f *failing) err() error {
	if f.left == 0 {
		return nil
	}
	if f.left--; f.left > 0 {
		return nil
	}
	f.failed = true
	return errDisk
}

func (f *failing) Update(ctx context.Context, in storage.GuildID, fn func(storage.Tx) error) error {
	if err := f.err(); err != nil {
		return err
	}
	return f.Store.Update(ctx, in, func(tx storage.Tx) error { return fn(failingTx{tx, f}) })
}

func (f *failing) View(ctx context.Context, in storage.GuildID,
	fn func(storage.Reader) error) error {
	if err := f.err(); err != nil {
		return err
	}
	return f.Store.View(ctx, in, func(r storage.Reader) error {
		return fn(failingTx{readOnly{Reader: r}, f})
	})
}

func (f *failing) Due(ctx context.Context, c storage.Claim) ([]storage.Deadline, error) {
	if err := f.err(); err != nil {
		return nil, err
	}
	return f.Store.Due(ctx, c)
}

// readOnly is a reader where a transaction is asked for. To write panics: there is no tx.
type readOnly struct {
	tx
	storage.Reader
}

// tx lies deeper than the reader's methods, so those are taken from the reader.
type tx struct{ storage.Tx }

// failingTx counts the calls of a transaction.
type failingTx struct {
	storage.Tx
	f *failing
}

func (t failingTx) Seen(id storage.InteractionID) (bool, error) {
	seen, err := t.Tx.Seen(id)
	return seen, errors.Join(t.f.err(), err)
}

func (t failingTx) Balance(a storage.Account) (storage.Chips, error) {
	chips, err := t.Tx.Balance(a)
	return chips, errors.Join(t.f.err(), err)
}

func (t failingTx) Transfers(p storage.Player, before string, limit int) ([]storage.Posting,
	error) {
	list, err := t.Tx.Transfers(p, before, limit)
	return list, errors.Join(t.f.err(), err)
}

func (t failingTx) Record(k storage.Key) ([]byte, error) {
	raw, err := t.Tx.Record(k)
	return raw, errors.Join(t.f.err(), err)
}

func (t failingTx) Scan(of storage.KeyRange, fn func(id, value []byte) bool) error {
	return errors.Join(t.f.err(), t.Tx.Scan(of, fn))
}

func (t failingTx) Standings(b storage.Board, offset, limit int) ([]storage.Standing, error) {
	list, err := t.Tx.Standings(b, offset, limit)
	return list, errors.Join(t.f.err(), err)
}

func (t failingTx) Rank(p storage.Player, b storage.Board) (place, of int, err error) {
	place, of, err = t.Tx.Rank(p, b)
	return place, of, errors.Join(t.f.err(), err)
}

func (t failingTx) See(id storage.InteractionID, now time.Time) error {
	return errors.Join(t.f.err(), t.Tx.See(id, now))
}

func (t failingTx) Post(p storage.Posting) error { return errors.Join(t.f.err(), t.Tx.Post(p)) }

func (t failingTx) Change(k storage.Key, value []byte) error {
	return errors.Join(t.f.err(), t.Tx.Change(k, value))
}

// attempt is a command, given an interaction.
type attempt func(interact.By) error

// without drops what a command returns beside its error.
func without[T any](_ T, err error) error { return err }

// find returns a hand as it is now.
func (b *bench) find(id storage.RoundID) (round.Hand, error) {
	hand, _, err := b.Find(b.t.Context(), home, id)
	return hand, err
}

// failure is a command whose store fails.
type failure struct {
	command string
	moment  func(b *bench) attempt
}

// failures are the commands, each at a moment at which it reads and writes as
// much as it ever does. Each returns what is to be tried.
var failures = []failure{
	{"a first hand", func(b *bench) attempt {
		b.cards = "AS 6C KD TH"
		return func(v interact.By) error {
			return without(b.Start(b.t.Context(), v, round.Deal{Bet: 10}))
		}
	}},
	{"a hand from a deck that goes on, played by a strategy", func(b *bench) attempt {
		b.playOut(ada, "downen")
		return func(v interact.By) error {
			return without(b.Start(b.t.Context(), v, round.Deal{Table: "downen", Plays: "stopAt(12)"}))
		}
	}},
	{"a hand at a table whose deck has ended", func(b *bench) attempt {
		b.playOut(ada, "downen")
		b.ok(b.Change(b.t.Context(), b.visit(admin), "downen", "fresh=true"))
		return func(v interact.By) error {
			return without(b.Start(b.t.Context(), v, round.Deal{Table: "downen", Plays: "stopAt(12)"}))
		}
	}},
	{"a hand while one is open", func(b *bench) attempt {
		b.open(ada, "")
		return func(v interact.By) error {
			return without(b.Start(b.t.Context(), v, round.Deal{}))
		}
	}},
	{"an action that settles", func(b *bench) attempt {
		h := b.open(ada, "")
		return func(v interact.By) error {
			return without(b.Act(b.t.Context(), v, h.ID, h.Version, blackjack.Stand))
		}
	}},
	{"an action that a strategy asks for", func(b *bench) attempt {
		h := b.open(ada, "ask")
		return func(v interact.By) error {
			return without(b.Act(b.t.Context(), v, h.ID, h.Version, blackjack.Double))
		}
	}},
	{"another hand", func(b *bench) attempt {
		h := b.act(b.open(ada, ""), blackjack.Stand)
		return func(v interact.By) error {
			return without(b.Again(b.t.Context(), v, h.ID, h.Version))
		}
	}},
	{"the chips of the day beside an open hand", func(b *bench) attempt {
		b.open(ada, "")
		return func(v interact.By) error { return without(b.Daily(b.t.Context(), v)) }
	}},
	{"a question for a gift", func(b *bench) attempt {
		b.open(ada, "")
		g := b.gift(ada, bob, 10)
		return func(v interact.By) error { return without(b.AskGift(b.t.Context(), v, g)) }
	}},
	{"a gift to somebody new", func(b *bench) attempt {
		b.open(ada, "")
		g := b.gift(ada, bob, 10)
		b.ok(b.AskGift(b.t.Context(), b.visit(ada), g))
		return func(v interact.By) error { return without(b.Give(b.t.Context(), v, g)) }
	}},
	{"a gift to somebody who plays", func(b *bench) attempt {
		b.open(bob, "")
		g := b.gift(ada, bob, 10)
		b.ok(b.AskGift(b.t.Context(), b.visit(ada), g))
		return func(v interact.By) error { return without(b.Give(b.t.Context(), v, g)) }
	}},
	{"a no to a question", func(b *bench) attempt {
		g := b.gift(ada, bob, 10)
		b.ok(b.AskGift(b.t.Context(), b.visit(ada), g))
		return func(v interact.By) error { return b.Decline(b.t.Context(), v, g.Asked) }
	}},
	{"a grant to somebody new", func(b *bench) attempt {
		return b.correction(wallet.Grant, bob, 10)
	}},
	{"a grant beside an open hand", func(b *bench) attempt {
		b.open(bob, "")
		return b.correction(wallet.Grant, bob, 10)
	}},
	{"a reset that changes nothing", func(b *bench) attempt {
		b.opens(bob)
		return b.correction(wallet.Reset, bob, 0)
	}},
	{"an admin's question", func(b *bench) attempt {
		b.open(bob, "")
		return func(v interact.By) error {
			return without(b.AskAdjustment(b.t.Context(), v,
				wallet.Adjustment{Do: wallet.Take, To: bob, Chips: 1}))
		}
	}},
	{"what a player looks at", func(b *bench) attempt {
		h := b.open(ada, "")
		ctx := b.t.Context()
		return func(v interact.By) error {
			_, _, err := b.Transfers(ctx, v, ada)
			return cmp.Or(err, without(b.find(h.ID)), without(b.Account(ctx, v, ada)),
				without(b.Board(ctx, v, story.Ranking{By: storage.ByNet}, 0)),
				without(b.Bets(ctx, v, "vegas")), without(b.Tables(ctx, home)),
				without(b.Log(ctx, home, 0, 9)))
		}
	}},
	{"an account that is not there yet", func(b *bench) attempt {
		return func(v interact.By) error { return without(b.Account(b.t.Context(), v, ada)) }
	}},
	{"the proof of the newest hand", func(b *bench) attempt {
		b.playOut(ada, "downen")
		return func(v interact.By) error { return without(b.Fair(b.t.Context(), v, 0)) }
	}},
	{"a seed of one's own", func(b *bench) attempt {
		b.playOut(ada, "vegas")
		return func(v interact.By) error {
			return without(b.Reseed(b.t.Context(), v, "mine"))
		}
	}},
}

// open deals a hand of 10 that is open.
func (b *bench) open(who storage.UserID, plays string) round.Hand {
	b.t.Helper()
	b.cards = "TS TC 9D 9H 2C 3C"
	h, err := b.Start(b.t.Context(), b.visit(who), round.Deal{Bet: 10, Plays: plays})
	if err != nil || !h.Open {
		b.t.Fatalf("%+v, %v", h, err)
	}
	return h
}

func (b *bench) correction(do storage.Reason, to storage.UserID, chips storage.Chips) attempt {
	c := wallet.Adjustment{Do: do, To: to, ToName: "b", Chips: chips, Asked: b.visit(admin).ID}
	b.AskAdjustment(b.t.Context(), b.visit(ada), c) // which may be refused, too
	return func(v interact.By) error { return without(b.Adjust(b.t.Context(), v, c)) }
}

// everything is all that the store keeps.
func (b *bench) everything() string {
	b.t.Helper()
	var all strings.Builder
	b.ok(nil, b.Store.(*memory.Store).Export(b.t.Context(), &all, storage.Move{}))
	return all.String()
}

// Whichever call of the store fails, the whole command fails by it, and nothing is changed; and
// once it answers again, the same interaction is carried out once. So it is when it is delivered
// again.
func TestAStoreThatFailsAtAnyCallFailsTheWholeCommand(t *testing.T) {
	long.Unraced(t)
	for _, f := range slices.Concat(failures, failuresOfSettings, failuresOfTables,
		failuresOfDrills) {
		t.Run(f.command, func(t *testing.T) {
			b := newBench(t)
			b.ok(b.process().Aliases(t.Context())) // its secret
			try, v := f.moment(b), b.visit(ada)
			if err := b.failsAtAnyCall(try, v, errDisk); err != nil {
				t.Errorf("with nothing failing: %v", err)
			}
			done := b.everything()
			or := errDisk
			if f.command == hired { // the strategy need not be read again
				or = nil
			}
			if err := b.failsAtAnyCall(try, v, or); err != nil && !errors.Is(err, interact.ErrRepeated) &&
				!errors.Is(err, round.ErrNoSeating) && !errors.Is(err, round.ErrStale) {
				t.Errorf("delivered again: %v", err)
			}
			if now := b.everything(); now != done {
				t.Errorf("delivered again, and what is kept was\n%q\nand is\n%q", done, now)
			}
		})
	}
}

// failsAtAnyCall tries a command with each of its calls of the store failing, which is an error
// of the disk or as named, and returns what it returns when none fails.
func (b *bench) failsAtAnyCall(try attempt, v interact.By, or error) error {
	b.t.Helper()
	whole := b.Store
	store := &failing{Store: whole}
	before := b.everything()
	defer func() { b.Store = whole }()
	for n := 1; ; n++ {
		b.Store, store.left, store.failed = store, n, false
		err := try(v)
		b.Store = whole
		if !store.failed {
			if n < 3 {
				b.t.Errorf("it makes %d calls", n-1)
			}
			return err
		}
		if !errors.Is(err, errDisk) && !errors.Is(err, or) {
			b.t.Errorf("with call %d failing: %v, want %v", n, err, errDisk)
		}
		if now := b.everything(); now != before {
			b.t.Fatalf("call %d failed, and what is kept was\n%q\nand is\n%q", n, before, now)
		}
	}
}

// A hand whose record breaks the rules is an error for whoever comes to it, and no refusal.
func TestAHandThatCannotBeReadIsCorrupt(t *testing.T) {
	b := newBench(t)
	h, ctx := b.open(ada, ""), t.Context()
	b.update(func(tx storage.Tx) error {
		kept, _, err := storage.Rounds.Get(tx, h.ID)
		kept.Version++
		kept.Record = append(kept.Record[:len(kept.Record)-1], 1, byte(blackjack.EvenMoney))
		return errors.Join(err, storage.Rounds.Save(tx, kept))
	})
	for name, do := range map[string]attempt{
		"found": func(interact.By) error { return without(b.find(h.ID)) },
		"played": func(v interact.By) error {
			return without(b.Act(ctx, v, h.ID, h.Version+1, blackjack.Stand))
		},
		"dealt after": func(v interact.By) error {
			return without(b.Again(ctx, v, h.ID, h.Version+1))
		},
		"shown instead": func(v interact.By) error {
			return without(b.Start(ctx, v, round.Deal{}))
		},
		"proven": func(v interact.By) error { return without(b.Fair(ctx, v, 0)) },
		"beside daily chips": func(v interact.By) error {
			return without(b.Daily(ctx, v))
		},
	} {
		if err := do(b.visit(ada)); !errors.Is(err, storage.ErrCorrupt) || refuse.Final(err) {
			t.Errorf("%s: %#v, want %v", name, err, storage.ErrCorrupt)
		}
	}
}

// Only a fault of the engine breaks a round, so the test reaches into its memory.
func TestABrokenRoundSettlesNothing(t *testing.T) {
	next, ok := reflect.TypeFor[blackjack.Round]().FieldByName("next")
	if !ok || next.Type.Kind() != reflect.Int {
		t.Fatal("a round counts the cards that it has dealt elsewhere")
	}
	keeps := func(*blackjack.Round) {}
	breaks := func(r *blackjack.Round) { *(*int)(unsafe.Add(unsafe.Pointer(r), next.Offset))-- }
	b := newBench(t)
	b.cards = "TS TC KD 7H"
	h := b.start(ada, 10)
	for when, f := range map[string][2]func(*blackjack.Round){
		"before the step": {breaks, keeps}, "after it": {keeps, breaks},
	} {
		err := b.StandBroken(t.Context(), b.visit(ada), h.ID, f[0], f[1])
		if !errors.Is(err, blackjack.ErrInvariant) {
			t.Errorf("broken %s: %v", when, err)
		}
		b.wants(ada, 90, 10)
	}
	if h = b.act(h, blackjack.Stand); h.Open { // the hand as it is stored is whole
		t.Error("it goes on")
	}
	b.wants(ada, 110, 0)
}
