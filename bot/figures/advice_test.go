package figures_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/figures"
	"holecard/internal/long"
)

func cards(t testing.TB, text string) []blackjack.Card {
	t.Helper()
	list, err := blackjack.ParseCards(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// roundOf plays a round of one seat from stacked cards: its first card, the upcard, its second, the
// hole card.
func roundOf(
	t testing.TB, r blackjack.Rules, text string, b blackjack.Bet, actions ...blackjack.Action,
) *blackjack.Round {
	t.Helper()
	shoe, err := blackjack.NewShoe(cards(t, text)...)
	if err != nil {
		t.Fatal(err)
	}
	round, err := blackjack.Deal(r, shoe, b)
	for _, a := range actions {
		if err == nil {
			round, err = round.Play(0, a)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return &round
}

// rich can afford every action.
var rich = blackjack.Bet{Stake: 10, Purse: 1000}

// What makes no difference to advice does not make it be computed again; what does, does.
func TestAdviceIsRememberedByWhatMatters(t *testing.T) {
	long.Unraced(t)
	vegas, hearts, kept := rules(t, "vegas"), rules(t, "valentine"),
		rules(t, "vegas", "fresh=false", "penetration=0.5")
	over, cancel := context.WithCancel(t.Context())
	cancel() // who asks now gets only what is remembered
	for _, c := range []struct {
		name        string
		rules       blackjack.Rules
		asked, then string
		stake       blackjack.Chips // of the second, 10 of the first
		purse       blackjack.Chips
		seen        string
		known       bool
	}{
		{"the same", vegas, "TS 7C 6D TH", "TS 7C 6D TH", 10, 100, "", true},
		{"in another order", vegas, "TS 7C 6D TH", "6D 7C TS TH", 10, 100, "", true},
		{"of other suits and pictures", vegas, "TS 7C 6D TH", "KH 7D 6S TH", 10, 100, "", true},
		{"another hole card", vegas, "TS 7C 6D TH", "TS 7C 6D 2H", 10, 100, "", true},
		{"another stake that divides", vegas, "TS 7C 6D TH", "TS 7C 6D TH", 20, 100, "", true},
		{"an odd stake", vegas, "TS 7C 6D TH", "TS 7C 6D TH", 5, 100, "", false},
		{"another upcard", vegas, "TS 7C 6D TH", "TS 8C 6D TH", 10, 100, "", false},
		{"another hand of the total", vegas, "TS 7C 6D TH", "9S 7C 7D TH", 10, 100, "", false},
		{"no chips to double", vegas, "TS 7C 6D TH", "TS 7C 6D TH", 10, 0, "", false},
		{"hearts where they count", hearts, "TS 7C 6D TH", "TH 7C 6D TS", 10, 100, "", false},
		{"suits beside hearts", hearts, "TS 7C 6D TH", "TC 7C 6S TH", 10, 100, "", true},
		{"cards seen before", kept, "TS 7C 6D TH", "TS 7C 6D TH", 10, 100, "2C 3C", false},
		{"cards without end", rules(t, "mit"), "5C 7C", "5C 7C", 10, 100, "2C 3C", true},
	} {
		b := figures.New()
		first, err := b.Advise(t.Context(), roundOf(t, c.rules, c.asked, rich).View(), 0, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		then := roundOf(t, c.rules, c.then, blackjack.Bet{Stake: c.stake, Purse: c.purse})
		again, err := b.Advise(over, then.View(), 0, cards(t, c.seen), nil)
		if (err == nil) != c.known || c.known && !slices.Equal(first, again) {
			t.Errorf("%s: %v after %v, %v", c.name, again, first, err)
		}
		b.Close()
	}
}

// Cards of earlier rounds are out of the shoe of this one, until so few are left that the
// round may come to the next shuffle.
func TestAdviceCountsTheCardsSeenBefore(t *testing.T) {
	b := figures.New()
	defer b.Close()
	r := rules(t, "vegas", "decks=1", "fresh=false", "penetration=0.5")
	v := roundOf(t, r, "TS TC 6D 9H", rich).View()
	advise := func(seen []blackjack.Card) []odds.Option {
		t.Helper()
		options, err := b.Advise(t.Context(), v, 0, seen, nil)
		if err != nil {
			t.Fatal(err)
		}
		return options
	}
	worth := func(list []odds.Option, a blackjack.Action) float64 {
		at := slices.IndexFunc(list, func(o odds.Option) bool { return o.Action == a })
		return list[at].EV
	}
	plain := advise(nil)
	small := cards(t, "2C 2D 3C 3D 4C 4D 5C 5D 5H 5S")
	q := strategy.SeeView(v, v.Seats[0].Legal)
	want, err := odds.Advise(t.Context(), &q, odds.Known{Out: small}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for a := range v.Seats[0].Legal.All() {
		if d := worth(advise(small), a) - worth(want, a); math.Abs(d) > 1e-12 {
			t.Errorf("%v is worth %v, to odds %v", a, worth(advise(small), a), worth(want, a))
		}
	}
	if worth(advise(small), blackjack.Hit) >= worth(plain, blackjack.Hit) {
		t.Error("a hit is worth as much with all fives gone")
	}
	rest := slices.DeleteFunc(blackjack.Decks(1), func(c blackjack.Card) bool {
		return slices.Contains(cards(t, "TS TC 6D 9H AC AD AH AS"), c)
	})
	if got := advise(rest); !slices.Equal(got, plain) {
		t.Errorf("with five cards left: %v, want %v as of a full deck", got, plain)
	}
	v.Reshuffled = true
	if got := advise(small); !slices.Equal(got, plain) {
		t.Errorf("after the next shuffle: %v, want %v", got, plain)
	}
}
