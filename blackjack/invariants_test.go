package blackjack

import (
	"errors"
	"testing"
)

// vegas is a table of the usual kind.
var vegas = Rules{
	Decks: 6, DealerStands: 17, DoubleAfterSplit: true, MaxHands: 4, MaxAceHands: 4,
	LateSurrender: true, Insurance: true, EvenMoney: true, NaturalPays: Ratio{3, 2},
	MinBet: 1, MaxBet: 100,
}

// midway returns a round of two seats in which the first has split eights and been hit, and
// the second is insured.
func midway(t *testing.T) Round {
	t.Helper()
	cards, err := ParseCards("8S TC AD 8D 6C 9H 2S 3S 9C 7D 5C 4C")
	if err != nil {
		t.Fatal(err)
	}
	shoe, err := NewShoe(cards...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Deal(vegas, shoe, Bet{Stake: 10, Purse: 50}, Bet{Stake: 20, Purse: 60})
	for _, a := range []Action{Decline, Insure, Split, Hit} {
		if err == nil {
			r, err = r.Play(r.Turn(), a)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A round that contradicts itself is not played on, whatever it is that does not fit.
func TestABrokenRoundIsNotPlayed(t *testing.T) {
	for what, breaks := range map[string]func(*Round){
		"a card is dealt to nobody":     func(r *Round) { r.next++ },
		"a card is held twice":          func(r *Round) { r.next-- },
		"more is dealt than there is":   func(r *Round) { r.next = r.shoe.Len() + 1 },
		"a card was exchanged":          func(r *Round) { r.course.seats[1].hands[0].cards[0]++ },
		"the dealer's was exchanged":    func(r *Round) { r.course.dealer.cards[1] += 13 },
		"a total is too high":           func(r *Round) { r.course.asked().total++ },
		"the dealer's total is too low": func(r *Round) { r.course.dealer.total-- },
		"a hard hand is soft":           func(r *Round) { r.course.asked().soft = true },
		"a hand under 22 is bust":       func(r *Round) { r.course.seats[1].hands[0].end = busted },
		"a chip is lost":                func(r *Round) { r.course.seats[0].purse-- },
		"a chip is won too early":       func(r *Round) { r.course.seats[1].purse++ },
		"a stake has grown":             func(r *Round) { r.course.seats[0].bet++ },
		"a hand is doubled for nothing": func(r *Round) { r.course.asked().doubled = true },
		"insurance was not paid":        func(r *Round) { r.course.seats[0].insurance = 5 },
		"insurance is gone":             func(r *Round) { r.course.seats[1].insurance = 0 },
		"a purse is overdrawn": func(r *Round) {
			r.course.seats[0].purse, r.course.seats[0].funds = -1, 9
		},
		"a hand is forgotten":           func(r *Round) { r.course.seats[0].nhands-- },
		"no hand is left":               func(r *Round) { r.course.seats[0].nhands = 0 },
		"nobody's turn":                 func(r *Round) { r.course.turn = 2 },
		"the house's turn":              func(r *Round) { r.course.turn = House },
		"the turn of a third hand":      func(r *Round) { r.course.hand = 2 },
		"the turn of a hand that ended": func(r *Round) { r.course.asked().end = stood },
		"a card is owed":                func(r *Round) { r.course.owed = true },
		"a card is wanted":              func(r *Round) { r.course.wants = WantsCard },
		"nothing is wanted":             func(r *Round) { r.course.wants = WantsNothing },
		"it is dealt still":             func(r *Round) { r.course.phase = Dealing },
		"the dealer draws already":      func(r *Round) { r.course.phase = Drawing },
		"the house decides":             func(r *Round) { r.course.phase = Deciding },
		"it is over too early":          func(r *Round) { r.course.phase = Over },
	} {
		r := midway(t)
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		breaks(&r)
		if err := r.Check(); !errors.Is(err, ErrInvariant) {
			t.Errorf("%s: %v", what, err)
		}
		if r.course.phase == Over {
			continue // Play refuses it already
		}
		next, err := r.Play(r.Turn(), Stand)
		if !errors.Is(err, ErrInvariant) || next.course != r.course || next.next != r.next {
			t.Errorf("%s, and it is played: %v", what, err)
		}
	}
}

// A step that breaks a round does not return it.
func TestAStepThatBreaksARoundIsRefused(t *testing.T) {
	r := midway(t)
	c := &r.course
	c.phase, c.turn, c.hand = Insuring, 1, 0 // the second seat is asked once more
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	next, err := r.Play(1, Insure)
	if !errors.Is(err, ErrInvariant) || next.course != r.course {
		t.Errorf("insured twice: %v", err)
	}
}
