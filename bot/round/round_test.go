package round_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/review"
	"holecard/blackjack/strategy"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/storage"
	"holecard/storage/memory"
	"holecard/storage/storagetest"
)

const (
	home storage.GuildID = 77
	ada  storage.UserID  = 1
	bob  storage.UserID  = 2
)

// bench is a table to test at: rooms on a real store, cards as stacked, a
// clock that is moved by hand.
type bench struct {
	rooms
	t     testing.TB
	mu    sync.Mutex
	now   time.Time
	real  time.Time // by Discord's clock; zero for a second ahead, which players rest
	last  storage.InteractionID
	seeds uint64 // how many were drawn
	cards string // dealt next; shuffled when empty
}

func newBench(t testing.TB) *bench {
	store := memory.New()
	t.Cleanup(func() {
		audit, err := store.Audit(context.Background())
		if err != nil || !audit.OK || audit.Total != 0 {
			t.Errorf("the audit after the test: %+v, %v", audit, err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return newBenchOn(t, store)
}

func newBenchOn(t testing.TB, store storage.Store) *bench {
	b := &bench{t: t, now: time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)}
	desk := &interact.Desk{Store: store, Now: b.clock}
	b.rooms = roomsOf(round.New(wallet.New(guild.New(desk, guild.Config{
		MaxBet:        500,
		ClassTables:   true,
		StartingChips: 100,
		DailyChips:    50,
		GiveDaily:     1000,
		GiveMinAge:    7 * 24 * time.Hour,
	})), round.Config{
		Seed:    b.seed,
		Shuffle: b.shuffle,
		Basic: func(context.Context, blackjack.Rules) (strategy.Chart, error) {
			return strategy.Chart{}, errors.New("no basic here")
		},
	}), nil)
	return b
}

func (b *bench) clock() time.Time { return b.now }

// rooms are all rooms of a process.
type rooms struct {
	*interact.Desk
	*guild.Guilds
	guild.Limits
	guild.Privacy
	*wallet.Wallets
	*round.Rounds
	*story.Stories
}

func roomsOf(r *round.Rounds, a review.Adviser) rooms {
	return rooms{r.Desk, r.Guilds, r.Wallets.Limits, guild.Privacy{Guilds: r.Guilds}, r.Wallets, r,
		story.New(r, a)}
}

// Sweep does what the bot does when nobody asks for anything.
func (r rooms) Sweep(ctx context.Context) error {
	if err := r.Privacy.Sweep(ctx); err != nil {
		return err
	}
	return r.Drop(ctx)
}

// process returns the rooms of another process on the same store.
func (b *bench) process() rooms {
	return roomsOf(round.New(wallet.New(guild.New(&interact.Desk{Store: b.Store, Now: b.Now},
		b.Guilds.Config)), b.Rounds.Config), b.Adviser)
}

// seed draws the seeds of a test, the same in every run: what is dealt from
// shuffles that nobody stacked does not change from run to run either.
func (b *bench) seed() storage.Secret {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seeds++
	return sha256.Sum256(binary.BigEndian.AppendUint64(nil, b.seeds))
}

func (b *bench) shuffle(in fair.Inputs, r blackjack.Rules) []blackjack.Card {
	if b.cards == "" {
		return in.Cards(r)
	}
	cards, err := blackjack.ParseCards(b.cards)
	if err != nil {
		panic(err) // a test has stacked what are no cards
	}
	return cards
}

// visit returns an interaction of now that was never before.
func (b *bench) visit(who storage.UserID) interact.By {
	b.mu.Lock()
	defer b.mu.Unlock()
	made := b.now.Add(time.Second)
	if !b.real.IsZero() {
		made = b.real
	}
	b.last = max(b.last+1, storage.InteractionID(made.UnixMilli()-1_420_070_400_000)<<22)
	return interact.By{ID: b.last, Player: storage.Player{Guild: home, User: who},
		Name: "somebody"}
}

// patient returns a visit of somebody who waits for what takes long to compute.
func (b *bench) patient(who storage.UserID) interact.By {
	v := b.visit(who)
	v.Patient = true
	return v
}

// ok fails the test at an error.
func (b *bench) ok(_ any, err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// must returns what a call has returned, and fails the test at an error.
func must[T any](is T, err error) func(*bench) T {
	return func(b *bench) T {
		b.t.Helper()
		b.ok(is, err)
		return is
	}
}

// view reads what the store has of the guild.
func (b *bench) view(fn func(storage.Reader) error) {
	b.t.Helper()
	b.ok(nil, b.Store.View(b.t.Context(), home, fn))
}

// update changes what the store has of the guild, as no room would.
func (b *bench) update(fn func(storage.Tx) error) {
	b.t.Helper()
	b.ok(nil, b.Store.Update(b.t.Context(), home, fn))
}

func (b *bench) start(who storage.UserID, bet storage.Chips) round.Hand {
	b.t.Helper()
	return must(b.Start(b.t.Context(), b.visit(who), round.Deal{Bet: bet}))(b)
}

func (b *bench) act(h round.Hand, a blackjack.Action) round.Hand {
	b.t.Helper()
	return must(b.Act(b.t.Context(), b.visit(h.Player.User), h.ID, h.Version, a))(b)
}

func (b *bench) account(who storage.UserID) wallet.Account {
	b.t.Helper()
	return must(b.Account(b.t.Context(), b.visit(who), who))(b)
}

func (b *bench) wants(who storage.UserID, balance, held storage.Chips) {
	b.t.Helper()
	if a := b.account(who); a.Balance != balance || a.Held != held {
		b.t.Errorf("user %d has %d and %d held, want %d and %d", who, a.Balance, a.Held, balance,
			held)
	}
}

func TestAHandMovesItsChips(t *testing.T) {
	for _, f := range []struct {
		fact, cards   string
		actions       []blackjack.Action
		balance, held storage.Chips
	}{
		{"the stake is held while the hand is open", "TS TC 7D TH", nil, 90, 10},
		{"a win", "TS TC KD 7H", []blackjack.Action{blackjack.Stand}, 110, 0},
		{"a loss", "TS TC 6D 9H", []blackjack.Action{blackjack.Stand}, 90, 0},
		{"a push", "TS TC 9D 9H", []blackjack.Action{blackjack.Stand}, 100, 0},
		{"a natural, settled as it is dealt", "AS 6C KD TH", nil, 115, 0},
		{"a surrender", "TS TC 6D 9H", []blackjack.Action{blackjack.Surrender}, 95, 0},
		{"insurance holds half as much again", "TS AC 9D 7H", []blackjack.Action{blackjack.Insure},
			85, 15},
		{"insurance lost and the hand won", "TS AC 9D 7H",
			[]blackjack.Action{blackjack.Insure, blackjack.Stand}, 105, 0},
		{"insurance won and the hand lost", "TS AC 9D KH", []blackjack.Action{blackjack.Insure},
			100, 0},
		{"a split holds a second stake", "8S 6C 8D TH 3S", []blackjack.Action{blackjack.Split}, 80,
			20},
		{"a double after a split holds a third", "8S 6C 8D TH 3S TS 9S",
			[]blackjack.Action{blackjack.Split, blackjack.Double}, 70, 30},
		{"one split hand won double, one lost", "8S 6C 8D TH 3S TS 9S 2C",
			[]blackjack.Action{blackjack.Split, blackjack.Double, blackjack.Stand}, 110, 0},
	} {
		t.Run(f.fact, func(t *testing.T) {
			b := newBench(t)
			b.cards = f.cards
			h := b.start(ada, 10)
			for _, a := range f.actions {
				h = b.act(h, a)
			}
			b.wants(ada, f.balance, f.held)
			if h.Balance != f.balance || h.Open != (f.held > 0) {
				t.Errorf("the hand says balance %d, open %v", h.Balance, h.Open)
			}
		})
	}
}

func TestDailyChipsGrowInARowUpToTwiceAsMany(t *testing.T) {
	b := newBench(t)
	for _, f := range []struct {
		after  time.Duration
		chips  storage.Chips
		streak int
	}{
		{0, 50, 1}, {9 * time.Hour, 55, 2}, {day, 60, 3}, {2 * day, 50, 1}, // a day missed
	} {
		b.now = b.now.Add(f.after)
		if d := b.daily(ada); !d.Collected || d.Chips != f.chips || d.Streak != f.streak ||
			!d.Next.Equal(b.now.Truncate(day).Add(day)) {
			t.Errorf("at %v: %+v", b.now, d)
		}
	}
	for range 20 {
		b.now = b.now.Add(day)
		if d := b.daily(ada); d.Chips > 100 {
			t.Fatalf("%+v", d)
		}
	}
}

func TestWhatIsRefusedChangesNothing(t *testing.T) {
	b := newBench(t)
	b.cards = "TS TC 6D 9H 2C"
	h := b.start(ada, 60)
	act := func(who storage.UserID, id storage.RoundID, version uint32,
		a blackjack.Action) func() error {
		return func() error {
			return without(b.Act(t.Context(), b.visit(who), id, version, a))
		}
	}
	again := func(who storage.UserID) func() error {
		return func() error {
			return without(b.Again(t.Context(), b.visit(who), h.ID, h.Version))
		}
	}
	bet := func(who storage.UserID, chips storage.Chips) func() error {
		return func() error { return startOf(b, who, round.Deal{Bet: chips}) }
	}
	for _, f := range []struct {
		fact string
		do   func() error
		want string
	}{
		{"somebody else's press", act(bob, h.ID, h.Version, blackjack.Hit), "not yours"},
		{"an older version", act(ada, h.ID, h.Version-1, blackjack.Hit), "stale"},
		{"a version to come", act(ada, h.ID, h.Version+1, blackjack.Hit), "stale"},
		{"a hand that is not there", act(ada, 12345, 1, blackjack.Hit), "no hand"},
		{"an action that is not legal", act(ada, h.ID, h.Version, blackjack.Split), "illegal"},
		{"a double that the wallet cannot pay", act(ada, h.ID, h.Version, double), "short"},
		{"dealing again from an open hand", again(ada), "not over"},
		{"dealing again from somebody else's hand", again(bob), "not yours"},
		{"a bet of -1", bet(bob, -1), "stake"},
		{"a bet above the table's limit", bet(bob, 501), "stake"},
		{"the largest bet there is", bet(bob, 1<<63-1), "stake"},
		{"a bet above the wallet", bet(bob, 101), "short"},
	} {
		t.Run(f.fact, func(t *testing.T) {
			if err := f.do(); kind(err) != f.want {
				t.Errorf("error: %v", err)
			}
			if now, err := b.find(h.ID); err != nil ||
				now.Version != h.Version {
				t.Errorf("the hand is now at version %d, %v", now.Version, err)
			}
			b.wants(ada, 40, 60)
		})
	}
}

// A player who has bet nothing yet is offered ten chips, or as many as there are.
func TestABetNotNamedIsTheLast(t *testing.T) {
	for balance, want := range map[storage.Chips]storage.Chips{0: 1, 1: 1, 9: 9, 10: 10, 11: 10} {
		b := newBench(t)
		b.StartingChips = balance
		if bets, err := b.Bets(t.Context(), b.visit(ada), ""); err != nil || bets.Last != want ||
			bets.All != balance {
			t.Errorf("with %d chips: %+v, %v; want %d", balance, bets, err, want)
		}
	}
	b := newBench(t)
	b.cards = "TS TC 6D 9H"
	b.act(b.start(ada, 100), blackjack.Stand) // a loss of all
	if bets, err := b.Bets(t.Context(), b.visit(ada), ""); err != nil || bets.Last != 100 ||
		bets.All != 0 || bets.Max != 500 {
		t.Errorf("%+v, %v", bets, err)
	}
	err := startOf(b, ada, round.Deal{})
	if short, ok := errors.AsType[*wallet.ShortError](err); !ok ||
		short.Need != 100 || short.Balance != 0 || is[*round.InsteadError](err) {
		t.Errorf("the last bet from an empty wallet: %v", err)
	}
}

func TestSimultaneousPressesPlayOnce(t *testing.T) {
	b := newBench(t)
	b.cards = "2S TC 3D 9H 2C 2D TH TD"
	h := b.start(ada, 10)
	var errs [32]error
	visits := make([]interact.By, len(errs))
	for i := range visits {
		visits[i] = b.visit(ada)
	}
	sameTime(len(errs), func(i int) {
		_, errs[i] = b.Act(context.Background(), visits[i], h.ID, h.Version, blackjack.Hit)
	})
	played := 0
	for _, err := range errs {
		if err == nil {
			played++
		} else if !errors.Is(err, round.ErrStale) {
			t.Error(err)
		}
	}
	if played != 1 {
		t.Errorf("%d presses were played", played)
	}
}

// A store may run the function of an update more than once, as this one does.
func TestChipsAreConservedWhateverPlayersDo(t *testing.T) {
	store := memory.New()
	b := newBenchOn(t, storagetest.Twice(store))
	hands := map[storage.UserID]round.Hand{}
	asked := []storage.InteractionID{b.visit(ada).ID}
	rapid.Check(t, func(rt *rapid.T) {
		for range 20 { // of a walk that goes on from check to check
			draw := func(most int, what string) int { return rapid.IntRange(0, most).Draw(rt, what) }
			who, to := storage.UserID(1+draw(3, "player")), storage.UserID(1+draw(4, "to"))
			chips := rapid.SampledFrom([]storage.Chips{-1, 0, 1, 7, 60, 500, 1 << 52,
				storage.MaxChips, storage.MaxChips + 1, 1<<63 - 1}).Draw(rt, "chips")
			b.now = b.now.Add(time.Duration(draw(10, "minutes")) * time.Minute)
			if draw(9, "day") == 0 {
				b.now = b.now.Add(day)
			}
			v, h := b.visit(who), hands[who]
			question := asked[len(asked)-1-draw(min(3, len(asked)-1), "question")]
			var err error
			switch draw(6, "command") {
			case 0:
				_, err = b.Daily(t.Context(), v)
			case 1:
				h, err = b.Start(t.Context(), v, round.Deal{Bet: min(chips, 60)})
			case 2:
				h, err = b.Again(t.Context(), v, h.ID, h.Version)
			case 3:
				h, err = b.Act(t.Context(), v, h.ID, h.Version,
					blackjack.Action(draw(7, "action")))
			case 4:
				asked = append(asked, v.ID)
				_, err = b.Give(t.Context(), v, wallet.Gift{To: to, Chips: chips, Asked: v.ID})
			case 5:
				do := []storage.Reason{wallet.Grant, wallet.Take,
					wallet.Reset}[draw(2, "deed")]
				_, err = b.Adjust(t.Context(), v,
					wallet.Adjustment{Do: do, To: to, Chips: chips, Asked: question})
			case 6:
				err = b.Decline(t.Context(), v, question)
			}
			if err == nil && h.ID != 0 {
				hands[who] = h
			}
			for _, never := range []error{storage.ErrCorrupt, storage.ErrPosted, storage.ErrPosting,
				storage.ErrSeen, storage.ErrVersion} {
				if errors.Is(err, never) {
					rt.Fatal(err)
				}
			}
			if is[*storage.OverflowError](err) || is[*storage.OverdrawnError](err) {
				rt.Fatal(err) // to be known before
			}
		}
		if audit, err := store.Audit(t.Context()); err != nil || !audit.OK || audit.Total != 0 {
			rt.Fatalf("%+v, %v", audit, err)
		}
	})
}
