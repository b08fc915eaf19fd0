package round_test

import (
	"errors"
	"testing"

	"holecard/blackjack"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

// offers lets the first table offer all side bets.
func (b *bench) offers() {
	b.t.Helper()
	b.change("pairs=25-12-6", "poker=9-9-9-9-9", "bust=250-50-12-4-2-2")
}

func (b *bench) startWith(who storage.UserID, d round.Deal) round.Hand {
	b.t.Helper()
	h, err := b.Start(b.t.Context(), b.visit(who), d)
	if err != nil {
		b.t.Fatal(err)
	}
	return h
}

var sides = blackjack.Sides{5, 3, 2}

func TestSideBetsMoveTheirChips(t *testing.T) {
	const stand, hit, surrender = blackjack.Stand, blackjack.Hit, blackjack.Surrender
	for _, f := range []struct {
		fact, cards   string
		actions       []blackjack.Action
		balance, held storage.Chips
		net           storage.Chips
	}{
		{"they are held with the stake", "TS 6C TD TH", nil, 80, 20, 0},
		{"a mixed pair, and the dealer busts with three cards", "TS 6C TD TH KC",
			[]blackjack.Action{stand}, 100 + 10 + 30 - 3 + 4, 0, 41},
		{"a perfect pair and the hand lost", "9S TC 9S TH", []blackjack.Action{stand},
			100 - 10 + 125 - 3 - 2, 0, 110},
		{"a flush, and the stake surrendered", "TS 6S 5S TH KC",
			[]blackjack.Action{surrender}, 100 - 5 - 5 + 27 + 4, 0, 21},
		{"the dealer draws for the bust bet after the hand busts", "TS 6C 5D TH KC KD",
			[]blackjack.Action{hit}, 100 - 10 - 5 - 3 + 4, 0, -14},
		{"a natural, settled as it is dealt", "AS 6C KD 2H 9C", nil, 100 + 15 - 5 - 3 - 2, 0, 5},
	} {
		t.Run(f.fact, func(t *testing.T) {
			b := newBench(t)
			b.offers()
			b.cards = f.cards
			h := b.startWith(ada, round.Deal{Bet: 10, Sides: sides})
			for _, a := range f.actions {
				h = b.act(h, a)
			}
			b.wants(ada, f.balance, f.held)
			if h.Balance != f.balance || h.Bet != 10 || len(h.View.Seats[0].Sides) != 3 {
				t.Errorf("the hand says %+v", h)
			}
			if f.held > 0 {
				return
			}
			stats := b.account(ada).Stats
			if stats.Net != f.net || stats.Wagered != 20 || stats.Hands != 1 ||
				stats.BiggestWin != max(f.net, 0) || (stats.Wins == 1) != (f.net > 0) {
				t.Errorf("statistics %+v, want a net of %d", stats, f.net)
			}
		})
	}
}

func TestSideBetsThatATableDoesNotTakeAreRefused(t *testing.T) {
	for _, f := range []struct {
		fact    string
		deal    round.Deal
		offered bool
	}{
		{"none is offered", round.Deal{Sides: blackjack.Sides{0, 0, 1}}, false},
		{"none is offered for practice", round.Deal{Practice: true, Sides: sides}, false},
		{"less than nothing", round.Deal{Sides: blackjack.Sides{-1}}, true},
		{"above the table's limit", round.Deal{Sides: blackjack.Sides{0, 501}}, true},
		{"the largest there is", round.Deal{Sides: blackjack.Sides{0, 1<<63 - 1}}, true},
	} {
		b := newBench(t)
		if f.offered {
			b.offers()
		}
		f.deal.Bet = 10
		_, err := b.Start(t.Context(), b.visit(ada), f.deal)
		e, ok := errors.AsType[*blackjack.SideBetError](err)
		if !ok || e.Offered != f.offered {
			t.Errorf("%s: %v", f.fact, err)
		}
	}
}

func TestAWalletPaysSideBetsToo(t *testing.T) {
	b := newBench(t)
	b.offers()
	for _, f := range []struct {
		deal    round.Deal
		instead storage.Chips // without side bets
	}{
		{round.Deal{Bet: 90, Sides: blackjack.Sides{5, 5, 1}}, 90},
		{round.Deal{Bet: 101, Sides: blackjack.Sides{5}}, 100},
	} {
		_, err := b.Start(t.Context(), b.visit(ada), f.deal)
		e, ok := errors.AsType[*round.InsteadError](err)
		if !ok || e.Need != f.deal.Bet+f.deal.Sides.Sum() ||
			e.Instead.Bet != f.instead || e.Instead.Sides != (blackjack.Sides{}) {
			t.Errorf("%+v: %+v", f.deal, err)
		}
	}
	b.cards = "TS TC 6D 9H"
	v := b.visit(ada)
	deal := round.Deal{Bet: 50, Sides: blackjack.Sides{1}}
	_, err := b.Start(t.Context(), v, deal)
	if bold, ok := errors.AsType[*round.BoldError](err); !ok || bold.Balance != 100 ||
		bold.Meant.Asked != v.ID {
		t.Errorf("51 of 100 chips are not asked for: %v", err)
	}
	deal.Asked = v.ID
	h, err := b.Start(t.Context(), b.visit(ada), deal)
	if err != nil {
		t.Fatal(err)
	}
	if _, lacks := h.Lacks[double]; !lacks || h.Legal().Has(double) {
		t.Errorf("a double that only 49 chips are left for: %v, lacks %v", h.Legal(), h.Lacks)
	}
}

// A wallet must have room for what side bets may win, 25 times as much and more.
func TestAFullWalletTakesNoSideBets(t *testing.T) {
	b := newBench(t)
	b.offers()
	b.fill(ada, storage.MaxChips-1000)
	for _, f := range []struct {
		sides blackjack.Sides
		full  bool
	}{{blackjack.Sides{40}, true}, {blackjack.Sides{0, 0, 4}, true}, {blackjack.Sides{1}, false}} {
		_, err := b.Start(t.Context(), b.visit(ada), round.Deal{Bet: 40, Sides: f.sides})
		if errors.Is(err, wallet.ErrFull) != f.full {
			t.Errorf("%v: %v", f.sides, err)
		}
	}
}

func TestPlayAgainMakesTheSideBetsAgain(t *testing.T) {
	b := newBench(t)
	b.offers()
	b.cards = "AS 6C KD 2H 9C"
	made := func(h round.Hand, err error) (bet storage.Chips, list blackjack.Sides) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range h.View.Seats[0].Sides {
			list[s.Bet] = s.Stake
		}
		return h.Bet, list
	}
	wants := func(h round.Hand, err error, bet storage.Chips, list blackjack.Sides) round.Hand {
		t.Helper()
		if gotBet, got := made(h, err); gotBet != bet || got != list {
			t.Errorf("%d and %v, want %d and %v", gotBet, got, bet, list)
		}
		return h
	}
	rebet := func(h round.Hand, bet storage.Bet) (round.Hand, error) {
		return b.Rebet(t.Context(), b.visit(ada), h.ID, h.Version, bet)
	}
	h := b.startWith(ada, round.Deal{Bet: 10, Sides: sides, Practice: true})
	next, err := b.again(h)
	wants(next, err, 10, sides)
	if !next.Practice {
		t.Error("practice has ended")
	}
	b.wants(ada, 100, 0)

	h = b.startWith(ada, round.Deal{Bet: 10, Sides: sides})
	b.change("pairs=off")
	next, err = b.again(h)
	h = wants(next, err, 10, blackjack.Sides{0, 3, 2})
	next, err = rebet(h, storage.Bet{Sides: blackjack.Sides{0, 0, 7}})
	h = wants(next, err, 10, blackjack.Sides{0, 0, 7})
	if _, err := rebet(h, storage.Bet{Sides: sides}); err == nil {
		t.Error("a side bet that is named is dropped silently")
	}
	next, err = rebet(h, storage.Bet{Stake: 30})
	wants(next, err, 30, blackjack.Sides{})
	wants(b.startWith(ada, round.Deal{}), nil, 30, blackjack.Sides{})
}

// A hand keeps its side bets when an admin takes them off, and in a repeated delivery.
func TestAnOpenHandKeepsItsSideBets(t *testing.T) {
	b := newBench(t)
	b.offers()
	b.cards = "TS 6C TD TH KC"
	v := b.visit(ada)
	deal := round.Deal{Bet: 10, Sides: sides}
	h, err := b.Start(t.Context(), v, deal)
	if err != nil {
		t.Fatal(err)
	}
	b.change("pairs=off", "poker=off", "bust=off")
	again, err := b.Start(t.Context(), v, deal)
	if err != nil || again.ID != h.ID || len(again.View.Seats[0].Sides) != 3 {
		t.Errorf("delivered again: %+v, %v", again, err)
	}
	b.act(again, blackjack.Stand)
	b.wants(ada, 141, 0)
}
