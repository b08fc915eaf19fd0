package odds

import (
	"context"
	"errors"
	"strings"
	"testing"

	"holecard/blackjack/strategy"
)

// without returns a game whose shoe lacks some cards.
func without(t testing.TB, g Game, gone string) Game {
	t.Helper()
	cards, err := ParseGone(&g.Rules, gone)
	if err != nil {
		t.Fatal(err)
	}
	g.Gone = cards
	return g
}

func TestCardsThatAreGoneAreReadAsPeopleWriteThem(t *testing.T) {
	g := game(t, "vegas", "decks=2")
	for _, c := range []struct {
		text string
		want [values]int // by value
		err  error
	}{
		{"", [values]int{}, nil},
		{"5S 5S", [values]int{4: 2}, nil},
		{"5 5, 5x3 4", [values]int{2: 5, 3: 1, 4: 2}, nil},
		{"8x5", [values]int{4: 8}, nil},
		{"2x5S 6x5", [values]int{4: 8}, nil},
		{"20xT 3x10 QS", [values]int{9: 24}, nil},
		{"a 3xK", [values]int{0: 1, 9: 3}, nil},
		{"9x5", [values]int{}, &LackError{"5", 8}},
		{"5S 5S 5S", [values]int{}, &LackError{"5S", 2}},
		{"7x5 2x5", [values]int{}, &LackError{"5", 8}},
		{"32xT T", [values]int{}, &LackError{"T", 32}},
		{"joker", [values]int{}, &LackError{"JOKER", 0}},
		{"1S", [values]int{}, &WordError{"1S"}},
		{"0x5", [values]int{}, &WordError{"0x5"}},
		{"-1x5", [values]int{}, &WordError{"-1x5"}},
		{"x5", [values]int{}, &WordError{"x5"}},
		{"99999999999999999999x5", [values]int{}, &WordError{"99999999999999999999x5"}},
		{strings.Repeat("5", mostWords+1), [values]int{},
			&WordError{strings.Repeat("5", 20) + "..."}},
		{"32xT 8x9 8x8 8x7 8x6", [values]int{}, ErrFew},
	} {
		cards, err := ParseGone(&g.Rules, c.text)
		var got [values]int
		for _, card := range cards {
			got[valueOf(card)]++
		}
		if (err == nil) != (c.err == nil) || err != nil && err.Error() != c.err.Error() {
			t.Errorf("%q: %v, want %v", c.text, err, c.err)
		} else if err == nil && got != c.want {
			t.Errorf("%q: %v", c.text, cards)
		}
		if err != nil && !errors.Is(err, ErrNone) {
			t.Errorf("%q: %v is asked again", c.text, err)
		}
	}
}

func TestCardsThatAreGoneAndWereNotThereAreRefused(t *testing.T) {
	endless := game(t, "mit")
	if _, err := ParseGone(&endless.Rules, "5"); !errors.Is(err, ErrEndless) {
		t.Errorf("of a shoe without end: %v", err)
	}
	g := game(t, "single-deck")
	g.Gone = cardsOf(t, "5S 5S")
	if _, err := Best(t.Context(), g, nil); !isLack(err) {
		t.Errorf("best play: %v", err)
	}
	if _, err := DealerOf(t.Context(), g); !isLack(err) {
		t.Errorf("the dealer: %v", err)
	}
}

func isLack(err error) bool {
	lack, ok := errors.AsType[*LackError](err)
	return ok && lack.Has == 1
}

// The engine deals what is left in every order.
func TestRoundsOfAShoeThatLacksCardsComeOutAsTheEnginePlaysThem(t *testing.T) {
	g := without(t, game(t, "amherst", "fresh=true"), "3x4 4x3 10 7S 8H")
	w := twin{game: g, player: strategy.StopAt(5), nets: map[float64]float64{}}
	w.upcard(t, cardsOf(t, "TH")[0])
	w.isAs(t, "stopAt(5)", against(t, g, w.player, 10), 1e-12)
}

// A hint that minds the cards that are gone is a part of best play with these gone.
func TestHintsAddUpToBestPlayOfAShoeThatLacksCards(t *testing.T) {
	for _, c := range []struct{ table, gone string }{
		{"single-deck", "3x5 2x6 T 4xA"}, {"european", "20x5 24xA 9S"},
	} {
		g := without(t, game(t, c.table, "fresh=true"), c.gone)
		for _, u := range bestOf(t, g, nil).ByUpcard {
			if u.Value != 5 && u.Value != 10 {
				continue
			}
			if got := adviceFor(t, g, u.Value); !near(got, u.EV, 1e-12) {
				t.Errorf("%s without %s, against %d: hints are worth %v, best play %v", c.table,
					c.gone, u.Value, got, u.EV)
			}
		}
	}
}

// What basic strategy is worth more, in percent, with one card of a single deck gone: P. Griffin,
// The Theory of Blackjack, "effects of removal".
func TestACardThatIsGoneIsWorthAsMuchAsGriffinPublished(t *testing.T) {
	g := game(t, "single-deck", "hitSoft17=false", "das=false", "double=any", "surrender=none")
	basic := basicOf(t, g)
	whole := of(t, g, basic, nil).EV
	for rank, published := range map[string]float64{"A": -0.61, "2": 0.38, "3": 0.44, "4": 0.55,
		"5": 0.69, "6": 0.46, "7": 0.28, "8": 0.00, "9": -0.18, "T": -0.51} {
		got := 100 * (of(t, without(t, g, rank), basic, nil).EV - whole)
		t.Logf("%s: %+.3f, published %+.2f", rank, got, published)
		if !near(got, published, 0.03) {
			t.Errorf("%s: %+.3f, published %+.2f", rank, got, published)
		}
	}
}

// The dealer's ends with cards gone are those of the same cards seen elsewhere.
func TestTheDealerDrawsFromWhatIsLeft(t *testing.T) {
	g := without(t, game(t, "single-deck"), "4x5 4xA 6xT")
	d, err := DealerOf(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	sum, bust := 0.0, 0.0
	for _, u := range d.ByUpcard {
		sum += u.Chance
		bust += u.Chance * u.Bust
		if u.Upcard == 1 || u.Upcard == 5 || u.Natural != 0 {
			t.Errorf("against %d, which is gone, or a natural without aces: %+v", u.Upcard, u)
		}
	}
	r := g.Rules
	slow := 0.0
	shoe := newSideShoe(&r, true)
	for _, c := range g.Gone {
		shoe.left[ofValue(c)]--
		shoe.size--
	}
	var chances sideChances
	shoe.dealer(&r, nil, 1, &chances)
	for _, p := range chances {
		slow += p
	}
	if !near(sum, 1, 1e-12) || !near(bust, d.All.Bust, 1e-12) || !near(bust, slow, 1e-12) {
		t.Errorf("upcards add up to %v, busts to %v of %v, drawn one by one %v", sum, bust,
			d.All.Bust, slow)
	}
}
