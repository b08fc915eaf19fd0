package strategy_test

import (
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// deal deals a round of one seat from these cards.
func deal(t *testing.T, table, cards string) blackjack.Round {
	t.Helper()
	list, err := blackjack.ParseCards(cards)
	if err != nil {
		t.Fatal(err)
	}
	shoe, err := blackjack.NewShoe(list...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := blackjack.Deal(*rules(t, table), shoe, blackjack.Bet{Stake: 10, Purse: 100})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWhoWatchesARoundSeesTheHoleCardWhenItIsTurnedOver(t *testing.T) {
	r := deal(t, "vegas", "TS 6D TC KH 5S 4D 9C")
	earlier := []blackjack.Card{1, 2, 3} // a deuce, a three and a four
	during := strategy.Remember(r, earlier)
	if during.Running(strategy.HiLo) != 3-2+1 || during.Unseen != 6*52-6 {
		t.Errorf("during the round: %+v", during)
	}
	r, err := r.Play(0, blackjack.Stand)
	if err != nil {
		t.Fatal(err)
	}
	after := strategy.Remember(r, earlier)
	if after.Running(strategy.HiLo) >= during.Running(strategy.HiLo)+2 ||
		after.Unseen >= during.Unseen {
		t.Errorf("after the round: %+v, during it %+v", after, during)
	}
	first, _ := r.Dealt()
	if after.Unseen != 6*52-3-len(first) {
		t.Errorf("%d cards unseen of which %d were dealt", after.Unseen, len(first))
	}
	if earlier[0] != 1 || len(earlier) != 3 {
		t.Error("the cards of before were changed")
	}
}

func TestAMatchShowsWhoRemembersTheShoe(t *testing.T) {
	for text, want := range map[string]int{
		"count(hilo) == 2 && cards == 2": 3, // 5 and 6 low, and the ten
		"count(hilo) == 1 && cards == 2": 3,
	} {
		r := deal(t, "vegas", "5S TD 6C KH 2S 4D 9C 8C 7C 6C 5C")
		m := strategy.Match{Seats: []strategy.Strategy{parse(t, text)}}
		if text[15] == '2' {
			m.Earlier = []blackjack.Card{1}
		}
		r, err := m.Play(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(r.View().Seats[0].Hands[0].Cards); n != want {
			t.Errorf("%s takes %d cards", text, n)
		}
	}
}

func TestACardOfTheOldShuffleIsNotTakenForOneOfTheNew(t *testing.T) {
	for _, test := range []struct {
		fact, table, left, next string
		running                 float64
		unseen                  int
	}{
		{"the hole card is of the old shuffle, and its like of the new one lies open",
			"downen", "2S 3S KS", "9D KS 4C 5C 6C", -1, 50},
		{"the hole card is of the old shuffle, and its like is hit",
			"downen", "2S 3S KS", "KS 2C 4C 5C 6C", -1 + 1, 50},
		{"the hole card is of the new shuffle, and its like of the old one was dealt",
			"downen", "2S KS", "KS 9D 4C 5C 6C", 1, 50},
		{"all is of one shuffle", "downen", "2S 3S KS 9D KD 4C 5C 6C", "2C", 2 - 1, 48},
	} {
		rules := rules(t, test.table)
		cards := func(text string) []blackjack.Card {
			list, err := blackjack.ParseCards(text)
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		shoe, err := blackjack.NewShoeThen(cards(test.left), cards(test.next))
		if err != nil {
			t.Fatal(err)
		}
		r, err := blackjack.Deal(*rules, shoe, blackjack.Bet{Stake: 10, Purse: 100})
		if err == nil {
			r, err = r.Play(0, blackjack.Hit)
		}
		if err != nil {
			t.Fatal(err)
		}
		m := strategy.Remember(r, nil)
		if got := m.Running(strategy.HiLo); got != test.running || m.Unseen != test.unseen {
			t.Errorf("%s: a running count of %v and %d unseen, want %v and %d", test.fact, got,
				m.Unseen, test.running, test.unseen)
		}
	}
}
