package round_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/internal/long"
	"holecard/storage"
)

// atOnce is how often the same is asked for at the same time.
const atOnce = 64

// races returns how often that is tried.
func races() int { return long.Of(50, 1000) }

// sameTime does something so many times at once.
func sameTime(n int, do func(i int)) {
	var group sync.WaitGroup
	gun := make(chan struct{})
	for i := range n {
		group.Go(func() {
			<-gun
			do(i)
		})
	}
	close(gun)
	group.Wait()
}

func TestHandsDeliveredOverAndOverSettleOnce(t *testing.T) {
	j, path := openJournal(t)
	b := newBenchOn(t, j)
	b.StartingChips = 5000
	hands := long.Of(25, 500)
	chance := rand.New(rand.NewPCG(1, 1))
	var all []func() // every interaction, to be delivered again
	deliver := func(what func() (round.Hand, error)) round.Hand {
		t.Helper()
		all = append(all, func() { what() })
		copies := 2 + chance.IntN(4)
		got := make([]round.Hand, copies)
		sameTime(copies, func(i int) {
			var err error
			if got[i], err = what(); err != nil {
				t.Error(err)
			}
		})
		for _, h := range got[1:] {
			if h.ID != got[0].ID || h.Version != got[0].Version {
				t.Fatalf("one interaction showed hand %d at version %d and hand %d at version %d",
					got[0].ID, got[0].Version, h.ID, h.Version)
			}
		}
		return got[0]
	}
	var before round.Hand
	for n := range hands {
		v := b.visit(ada)
		var h round.Hand
		if n%2 == 0 {
			h = deliver(func() (round.Hand, error) {
				return b.Start(context.Background(), v, round.Deal{Bet: storage.Chips(1 + n%9)})
			})
		} else {
			was := before
			h = deliver(func() (round.Hand, error) {
				return b.Again(context.Background(), v, was.ID, was.Version)
			})
		}
		for h.Open {
			a := blackjack.Stand
			for legal := range h.Legal().All() {
				a = legal // the last of them: splits and surrenders, mostly
			}
			v, was := b.visit(ada), h
			h = deliver(func() (round.Hand, error) {
				return b.Act(context.Background(), v, was.ID, was.Version, a)
			})
		}
		before = h
		j.settle(h.Player, h.ID)
	}
	chips := b.account(ada)
	check := func(when string) {
		t.Helper()
		if now := b.account(ada); now != chips || posted(now.Stats) != j.stats[now.Player] ||
			chips.Stats.Hands != hands || now.Held != 0 {
			t.Errorf("%s: the account is %+v, was %+v, and the postings say %+v", when, now, chips,
				j.stats[now.Player])
		}
		for id, n := range j.settlements {
			if n != 1 || len(j.settlements) != hands {
				t.Fatalf("%s: %d hands are settled, of %d, and hand %d %d times", when,
					len(j.settlements), hands, id, n)
			}
		}
		if audit, err := b.Store.Audit(context.Background()); err != nil || !audit.OK ||
			audit.Held != 0 {
			t.Errorf("%s: the audit: %+v, %v", when, audit, err)
		}
	}
	check("delivered 2 to 5 times at once")
	postings := len(j.touched)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j.open(t, path)
	defer func() { j.Close() }()
	b.rooms = b.process()
	sameTime(8, func(worker int) {
		for i := worker; i < len(all); i += 8 {
			for range 1 + i%3 {
				all[i]()
			}
		}
	})
	if len(j.touched) != postings {
		t.Errorf("%d postings were made by what was delivered again", (len(j.touched)-postings)/2)
	}
	check("delivered again after a restart")
}

func TestDailyChipsAskedForAtOnceAreCollectedOnce(t *testing.T) {
	j, _ := openJournal(t)
	defer func() { j.Close() }()
	b := newBenchOn(t, j)
	const players = 10
	for n := range races() {
		if n%players == 0 {
			b.now = b.now.Add(24 * time.Hour)
		}
		who := storage.UserID(1 + n%players)
		visits := make([]interact.By, atOnce)
		for i := range visits {
			visits[i] = b.visit(who)
		}
		var got [atOnce]wallet.Daily
		sameTime(atOnce, func(i int) {
			var err error
			if got[i], err = b.Daily(context.Background(), visits[i]); err != nil {
				t.Error(err)
			}
		})
		collected := 0
		for _, d := range got {
			var awarded storage.AwardSet
			if d.Collected {
				collected++
			}
			if d.Collected && n/players == 6 {
				awarded = awarded.With(storage.SevenDays)
			}
			if d != (wallet.Daily{Collected: d.Collected, Chips: d.Chips, Streak: n/players + 1,
				Next: d.Next, NextChips: d.NextChips, Balance: got[0].Balance,
				Awards: awarded}) {
				t.Fatalf("one is told %+v, another %+v", got[0], d)
			}
		}
		if collected != 1 {
			t.Fatalf("race %d: %d of %d collected the chips of one day", n, collected, atOnce)
		}
	}
	if audit, err := b.Store.Audit(context.Background()); err != nil || !audit.OK ||
		audit.Postings != players+races() {
		t.Errorf("the audit: %+v, %v: want %d postings", audit, err, players+races())
	}
}

func TestAWholeWalletGivenAwayAtOnceIsGivenOnce(t *testing.T) {
	j, _ := openJournal(t)
	defer func() { j.Close() }()
	b := newBenchOn(t, j)
	b.GiveDaily, b.GiveMinAge = storage.MaxChips, 0
	b.opens(ada)
	b.opens(bob)
	whole := b.StartingChips // what the first giver has
	for n := range races() {
		from, to := ada, bob
		if n%2 == 1 {
			from, to = to, from
		}
		b.now = b.now.Add(time.Second)
		asked := b.visit(from).ID
		visits := make([]interact.By, atOnce)
		for i := range visits {
			visits[i] = b.visit(from)
		}
		var errs [atOnce]error
		sameTime(atOnce, func(i int) {
			gift := wallet.Gift{To: to, Chips: whole, Asked: asked}
			if n%4 < 2 { // answers to as many questions, else to one
				gift.Asked = visits[i].ID
			}
			_, errs[i] = b.Give(context.Background(), visits[i], gift)
		})
		given := 0
		for _, err := range errs {
			switch {
			case err == nil:
				given++
			case n%4 < 2 && !is[*wallet.ShortError](err), n%4 >= 2 &&
				!errors.Is(err, wallet.ErrMoved) && !errors.Is(err, wallet.ErrUnmoved):
				t.Fatalf("race %d: %v", n, err)
			}
		}
		if given != 1 {
			t.Fatalf("race %d: %d of %d gave away the same wallet", n, given, atOnce)
		}
		whole = b.account(to).Balance
		if rest := b.account(from).Balance; whole+rest != 2*b.StartingChips {
			t.Fatalf("race %d: %d and %d chips, want %d together", n, whole, rest,
				2*b.StartingChips)
		}
	}
	if audit, err := b.Store.Audit(context.Background()); err != nil || !audit.OK ||
		audit.Postings != 2+races() {
		t.Errorf("the audit: %+v, %v: want %d postings", audit, err, 2+races())
	}
}

// A confirmation that is lost, or forgotten too early, must not give its gift again either.
func TestAGiftIsNotedUnderItsConfirmation(t *testing.T) {
	b := newBench(t)
	g := b.gift(ada, bob, 40)
	b.ok(b.Give(t.Context(), b.visit(ada), g))
	b.view(func(r storage.Reader) error {
		posted, err := r.Posted(storage.AskedKey(storage.Gift, g.Asked))
		if !posted {
			t.Errorf("no posting is noted under the confirmation %d", g.Asked)
		}
		return err
	})
}

// What was refused, or only showed something, does nothing when it is delivered
// again, although by then it could.
func TestWhatWasRefusedDoesNothingWhenItIsDeliveredAgain(t *testing.T) {
	becomesRich := func(who storage.UserID) func(*bench) {
		return func(b *bench) { b.fill(who, 1000) }
	}
	deals := func(d round.Deal) func(*bench) attempt {
		return func(b *bench) attempt {
			return func(v interact.By) error {
				return without(b.Start(b.t.Context(), v, d))
			}
		}
	}
	for _, f := range []struct {
		what   string
		moment func(*bench) attempt
		then   func(*bench) // lets it be possible
	}{
		{"a hand that the wallet is too small for", deals(round.Deal{Bet: 101}),
			becomesRich(ada)},
		{"a hand at a table that is not played", func(b *bench) attempt {
			b.allow("vegas")
			return deals(round.Deal{Table: "downtown"})(b)
		}, func(b *bench) { b.allow("vegas", "downtown") }},
		{"a hand while one is open, which shows that one", func(b *bench) attempt {
			b.cards = "TS TC 7D TH"
			b.start(ada, 10)
			return deals(round.Deal{Bet: 10})(b)
		}, func(b *bench) { b.act(b.start(ada, 10), blackjack.Stand) }},
		{"another hand that the wallet is too small for", func(b *bench) attempt {
			b.cards = "TS TC 7D TH"
			over := b.act(b.start(ada, 60), blackjack.Stand)
			return func(v interact.By) error {
				return without(b.Again(b.t.Context(), v, over.ID, over.Version))
			}
		}, becomesRich(ada)},
		{"a double that the wallet is too small for", func(b *bench) attempt {
			b.cards = "6S 6C 5D TH TS TD"
			h := b.start(ada, 60)
			return func(v interact.By) error {
				return without(b.Act(b.t.Context(), v, h.ID, h.Version, double))
			}
		}, becomesRich(ada)},
		{"the daily chips of a day whose chips were collected", func(b *bench) attempt {
			b.daily(ada)
			b.now = b.now.Add(8*time.Hour + 50*time.Minute)
			return func(v interact.By) error { return without(b.Daily(b.t.Context(), v)) }
		}, func(b *bench) { b.now = b.now.Add(10 * time.Minute) }}, // it is after midnight
		{"a gift that the wallet is too small for", func(b *bench) attempt {
			b.opens(ada)
			g := b.gift(ada, bob, 500)
			return func(v interact.By) error {
				return without(b.Give(b.t.Context(), v, g))
			}
		}, becomesRich(ada)},
		{"more chips taken than the wallet has", func(b *bench) attempt {
			b.opens(bob)
			return b.correction(wallet.Take, bob, 500)
		}, becomesRich(bob)},
		{"a rule that does not go with another", func(b *bench) attempt {
			b.change("maxBet=300")
			return func(v interact.By) error {
				return without(b.Change(b.t.Context(), v, "vegas", "minBet=400"))
			}
		}, func(b *bench) { b.change("maxBet=500") }},
	} {
		t.Run(f.what, func(t *testing.T) {
			b := newBench(t)
			try, v := f.moment(b), b.visit(ada)
			first := try(v)
			f.then(b)
			before := b.everything()
			if err := try(v); strings.HasPrefix(kind(err), "unknown") {
				t.Errorf("answered %v, and then %v", first, err)
			}
			if after := b.everything(); after != before {
				t.Errorf("delivered again, it is done:\n%q, was\n%q", after, before)
			}
			if err := try(b.visit(ada)); err != nil || b.everything() == before {
				t.Errorf("asked for by now, it is not done: %v", err)
			}
		})
	}
}

// opens opens a player's wallet.
func (b *bench) opens(who storage.UserID) {
	b.t.Helper()
	b.ok(b.Fair(b.t.Context(), b.visit(who), 0))
}

func (b *bench) daily(who storage.UserID) wallet.Daily {
	b.t.Helper()
	return must(b.Daily(b.t.Context(), b.visit(who)))(b)
}

func (b *bench) allow(names ...string) {
	b.t.Helper()
	b.ok(b.Allow(b.t.Context(), b.visit(ada), names))
}
