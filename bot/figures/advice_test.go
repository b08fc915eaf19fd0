package figures

import (
	"context"
	"math"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/internal/long"
)

func set(t testing.TB, table string, changes ...string) blackjack.Rules {
	t.Helper()
	found, err := tables.Named(table)
	for _, c := range changes {
		if err == nil {
			found.Rules, err = tables.Set(found.Rules, c)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return found.Rules
}

func cards(t testing.TB, text string) []blackjack.Card {
	t.Helper()
	list, err := blackjack.ParseCards(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// viewOf is a deal to one seat: its first card, the upcard, its second, the hole card.
func viewOf(t testing.TB, r blackjack.Rules, text string, stake, purse blackjack.Chips,
) blackjack.View {
	t.Helper()
	shoe, err := blackjack.NewShoe(cards(t, text)...)
	if err != nil {
		t.Fatal(err)
	}
	round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: stake, Purse: purse})
	if err != nil {
		t.Fatal(err)
	}
	return round.View()
}

// What makes no difference to advice does not make it be computed again; what does, does.
func TestAdviceIsRememberedByWhatMatters(t *testing.T) {
	long.Unraced(t)
	vegas, hearts, kept := set(t, "vegas"), set(t, "valentine"),
		set(t, "vegas", "fresh=false", "penetration=0.5")
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
		{"cards without end", set(t, "mit"), "5C 7C", "5C 7C", 10, 100, "2C 3C", true},
	} {
		b := New()
		first, err := b.Advise(t.Context(), viewOf(t, c.rules, c.asked, 10, 100), 0, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := b.Advise(over, viewOf(t, c.rules, c.then, c.stake, c.purse), 0,
			cards(t, c.seen), nil)
		if (err == nil) != c.known || c.known && !slices.Equal(first, again) {
			t.Errorf("%s: %v after %v, %v", c.name, again, first, err)
		}
		b.Close()
	}
}

// Cards of earlier rounds are out of the shoe of this one, until so few are left that the
// round may come to the next shuffle.
func TestAdviceCountsTheCardsSeenBefore(t *testing.T) {
	b := New()
	defer b.Close()
	r := set(t, "vegas", "decks=1", "fresh=false", "penetration=0.5")
	v := viewOf(t, r, "TS TC 6D 9H", 10, 100)
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

func TestAdviceThatNobodyAsksForIsForgotten(t *testing.T) {
	var a advice
	one := func(n int) situation { return situation{stake: blackjack.Chips(n)} }
	for n := range 5 * mostAdvice {
		a.keep(one(n), []odds.Option{{EV: float64(n)}})
		if o, ok := a.get(one(0)); !ok || o[0].EV != 0 {
			t.Fatalf("after %d the first is forgotten, although it is asked for", n)
		}
		if size := len(a.newer) + len(a.old); size > 2*mostAdvice {
			t.Fatalf("%d are remembered", size)
		}
	}
	if _, ok := a.get(one(1)); ok {
		t.Error("the second is not forgotten")
	}
}
