package strategy_test

import (
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

var hitOrStand = blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)

// failer is a test, or one case of a law.
type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func rules(t failer, table string) *blackjack.Rules {
	t.Helper()
	found, err := tables.Named(table)
	if err != nil {
		t.Fatal(err)
	}
	return &found.Rules
}

// at is the situation of a hand against an upcard, "" for none, at a table,
// where hitting and standing are legal.
func at(t failer, table, hand, up string) *strategy.Situation {
	t.Helper()
	cards, err := blackjack.ParseCards(hand)
	if err != nil {
		t.Fatal(err)
	}
	s := &strategy.Situation{Rules: rules(t, table), Cards: cards, Hands: 1, Legal: hitOrStand}
	s.Total, s.Soft = s.Rules.Aces.Total(cards...)
	if up != "" {
		if s.Upcard, err = blackjack.ParseCard(up); err != nil {
			t.Fatal(err)
		}
		s.Seen = true
	}
	return s
}

func decide(t failer, a strategy.Strategy, s *strategy.Situation) blackjack.Action {
	t.Helper()
	did, err := a.Decide(s)
	if err != nil {
		t.Fatalf("%v: %v", a, err)
	}
	if !s.Legal.Has(did) {
		t.Fatalf("%v: %v is not among %v", a, did, s.Legal)
	}
	return did
}

func TestStrategiesOfTheTable(t *testing.T) {
	for _, c := range []struct {
		name     string
		a        strategy.Strategy
		table    string
		hand, up string
		want     blackjack.Action
	}{
		{"stopAt hits below", strategy.StopAt(17), "berkeley", "TS 6D", "5C", blackjack.Hit},
		{"stopAt stands at it", strategy.StopAt(17), "berkeley", "TS 7D", "5C", blackjack.Stand},
		{"stopAt goes by the best total", strategy.StopAt(17), "berkeley", "AS 6D", "5C",
			blackjack.Stand},
		{"stopAt(1) takes one card from an empty hand", strategy.StopAt(1), "chalmers", "", "",
			blackjack.Hit},
		{"stopAt(0) takes none", strategy.StopAt(0), "chalmers", "", "", blackjack.Stand},
		{"two aces are 2 at chalmers", strategy.StopAt(3), "chalmers", "AS AD", "", blackjack.Hit},

		{"stupid stands against 5", strategy.Stupid(), "mit", "2C", "5C", blackjack.Stand},
		{"stupid hits against 6", strategy.Stupid(), "mit", "TC", "6C", blackjack.Hit},
		{"stupid hits 21 against a king", strategy.Stupid(), "berkeley", "TC 5C 6C", "KC",
			blackjack.Hit},
		{"an ace is 1 to stupid", strategy.Stupid(), "berkeley", "2C 3C", "AC", blackjack.Stand},

		{"louis hits 11", strategy.Louis(), "mit", "5C 6C", "AC", blackjack.Hit},
		{"louis stands on 17", strategy.Louis(), "mit", "TC 7C", "TC", blackjack.Stand},
		{"louis hits 12 against 3", strategy.Louis(), "mit", "TC 2C", "3C", blackjack.Hit},
		{"louis hits 12 against 1", strategy.Louis(), "mit", "TC 2C", "AC", blackjack.Hit},
		{"louis stands on 12 against 4", strategy.Louis(), "mit", "TC 2C", "4C", blackjack.Stand},
		{"louis stands on 12 against 10", strategy.Louis(), "mit", "TC 2C", "TC", blackjack.Stand},
		{"louis stands on 16 against 10", strategy.Louis(), "mit", "TC 6C", "TC", blackjack.Stand},
		{"louis hits 16 against 9", strategy.Louis(), "mit", "TC 6C", "9C", blackjack.Hit},
		{"louis hits 16 against 1", strategy.Louis(), "mit", "TC 6C", "AC", blackjack.Hit},
		{"louis stands on 13 against 6", strategy.Louis(), "mit", "TC 3C", "6C", blackjack.Stand},
		{"louis hits 13 against 7", strategy.Louis(), "mit", "TC 3C", "7C", blackjack.Hit},
		{"louis hits 15 against 10", strategy.Louis(), "mit", "TC 5C", "TC", blackjack.Hit},

		{"dealerSensitive hits 16 against an ace", strategy.DealerSensitive(), "berkeley", "TC 6C",
			"AS", blackjack.Hit},
		{"dealerSensitive hits 16 against 7", strategy.DealerSensitive(), "berkeley", "TC 6C", "7S",
			blackjack.Hit},
		{"dealerSensitive hits 16 against a picture", strategy.DealerSensitive(), "berkeley",
			"TC 6C", "QS", blackjack.Hit},
		{"dealerSensitive stands on 17 against a ten", strategy.DealerSensitive(), "berkeley",
			"TC 7C", "TS", blackjack.Stand},
		{"dealerSensitive stands on 12 against 6", strategy.DealerSensitive(), "berkeley", "TC 2C",
			"6S", blackjack.Stand},
		{"dealerSensitive hits 11 against 2", strategy.DealerSensitive(), "berkeley", "9C 2C", "2S",
			blackjack.Hit},

		{"valentine stops at 17 without a heart", strategy.Valentine(), "valentine", "TC 7C", "6S",
			blackjack.Stand},
		{"valentine hits 18 with a heart", strategy.Valentine(), "valentine", "TC 8H", "6S",
			blackjack.Hit},
		{"valentine stops at 19 with a heart", strategy.Valentine(), "valentine", "TH 9C", "6S",
			blackjack.Stand},

		{"both needs both", strategy.Both(strategy.StopAt(19), strategy.StopAt(12)), "berkeley",
			"TH 8C", "6S", blackjack.Stand},
		{"both hits where both would", strategy.Both(strategy.StopAt(19), strategy.StopAt(20)),
			"berkeley", "TH 8C", "6S", blackjack.Hit},
		{"two of three are a majority", strategy.Majority(strategy.StopAt(19), strategy.StopAt(12),
			strategy.StopAt(20)), "berkeley", "TH 8C", "6S", blackjack.Hit},
		{"one of three is none", strategy.Majority(strategy.StopAt(12), strategy.StopAt(12),
			strategy.StopAt(20)), "berkeley", "TH 8C", "6S", blackjack.Stand},

		{"reckless hits where its strategy stands", strategy.Reckless(strategy.StopAt(17)),
			"berkeley", "TH 8C", "6S", blackjack.Hit},
		{"reckless stands one card later", strategy.Reckless(strategy.StopAt(17)), "berkeley",
			"TH 8C 2C", "6S", blackjack.Stand},
		{"reckless counts the hand without its last card anew",
			strategy.Reckless(strategy.StopAt(17)), "berkeley", "AH 6C 9C", "6S", blackjack.Stand},
		{"reckless takes a card with none in the hand", strategy.Reckless(strategy.StopAt(0)),
			"chalmers", "", "", blackjack.Hit},
		{"and then no more", strategy.Reckless(strategy.StopAt(0)), "chalmers", "2C", "",
			blackjack.Stand},
		{"reckless of reckless takes two", strategy.Reckless(strategy.Reckless(strategy.StopAt(0))),
			"chalmers", "2C", "", blackjack.Hit},
		{"and then no more again", strategy.Reckless(strategy.Reckless(strategy.StopAt(0))),
			"chalmers", "2C 2D", "", blackjack.Stand},
		{"reckless of one card asks about the empty hand", strategy.Reckless(strategy.StopAt(1)),
			"mit", "TC", "6C", blackjack.Hit},
		{"on a hand just dealt reckless asks about one card",
			strategy.Reckless(strategy.StopAt(10)), "berkeley", "TH 8C", "6S", blackjack.Stand},
	} {
		t.Run(c.name, func(t *testing.T) {
			if did := decide(t, c.a, at(t, c.table, c.hand, c.up)); did != c.want {
				t.Errorf("%v with %s against %s: %v, not %v", c.a, c.hand, c.up, did, c.want)
			}
		})
	}
}
