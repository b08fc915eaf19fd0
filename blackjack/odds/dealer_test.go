package odds

import (
	"context"
	"slices"
	"testing"

	"holecard/blackjack"
)

// slowDealer adds up how the dealer ends card by card, in every order, by the
// words of the rules.
func slowDealer(
	r *blackjack.Rules, hand, left []blackjack.Card, endless bool, p float64, e *Ends,
) {
	total, soft := r.Aces.Total(hand...)
	draws := len(hand) < 2 && r.Start == blackjack.TwoEach || total < r.DealerStands ||
		total == 17 && soft && r.DealerHitsSoft17
	switch {
	case len(hand) == 2 && r.Naturals() && total == 21 && (hand[0].Ace() || hand[1].Ace()):
		e.Natural += p
	case total > 21:
		e.Bust += p
	case !draws:
		e.Totals[total] += p
	default:
		for v := range uint8(values) {
			n, first := 0, -1
			for i, c := range left {
				if valueOf(c) == v {
					n++
					first = i
				}
			}
			if n == 0 {
				continue
			}
			rest := left
			if !endless {
				rest = slices.Delete(slices.Clone(left), first, first+1)
			}
			slowDealer(r, append(hand[:len(hand):len(hand)], left[first]), rest, endless,
				p*float64(n)/float64(len(left)), e)
		}
	}
}

func TestTheDealerEndsAsCardByCard(t *testing.T) {
	for name, g := range all(t) {
		if g.Rules.HouseDecides || g.Rules.Decks > 1 && !g.Endless {
			continue // the more decks, the longer the slow way takes
		}
		d, err := DealerOf(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		full := g.Rules.Full()
		if g.Endless {
			full = blackjack.Decks(1)
		}
		for _, e := range d.ByUpcard {
			if e.Upcard < 5 && e.Upcard != 1 || e.Upcard > 10 {
				continue
			}
			up := slices.IndexFunc(full,
				func(c blackjack.Card) bool { return valueOf(c) == uint8(e.Upcard-1) })
			left := full
			if !g.Endless {
				left = slices.Delete(slices.Clone(full), up, up+1)
			}
			want := Ends{}
			slowDealer(&g.Rules, full[up:up+1], left, g.Endless, 1, &want)
			for total, p := range want.Totals {
				if !near(e.Totals[total], p, 1e-12) {
					t.Errorf("%s against %d: %d with probability %v, card by card %v", name,
						e.Upcard, total, e.Totals[total], p)
				}
			}
			if !near(e.Bust, want.Bust, 1e-12) || !near(e.Natural, want.Natural, 1e-12) {
				t.Errorf("%s against %d: bust %v, natural %v, card by card %v and %v", name,
					e.Upcard, e.Bust, e.Natural, want.Bust, want.Natural)
			}
		}
	}
}

// A ten without end: 4/13 of the second cards are tens, and so on; what can be
// said without a program.
func TestTheDealerWithoutEndIsWhatCanBeSaidByHand(t *testing.T) {
	g := game(t, "vegas")
	g.Endless = true
	d, err := DealerOf(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	ace, ten := d.ByUpcard[0], d.ByUpcard[9]
	if !near(ace.Natural, 4.0/13, 1e-15) || !near(ten.Natural, 1.0/13, 1e-15) {
		t.Errorf("naturals %v and %v, not 4/13 and 1/13", ace.Natural, ten.Natural)
	}
	// An ace makes soft 17 to 20 equally likely at once, and all that follows
	// treats these alike.
	if !near(ace.Totals[17], ace.Totals[18], 1e-15) ||
		!near(ace.Totals[18], ace.Totals[20], 1e-15) {
		t.Errorf("an ace ends with %v", ace.Totals)
	}
	if sum := ten.Totals[17] + ten.Totals[18] + ten.Totals[19] + ten.Totals[20] + ten.Totals[21] +
		ten.Natural + ten.Bust; !near(sum, 1, 1e-12) {
		t.Errorf("a ten ends somehow with probability %v", sum)
	}
	if !near(d.All.Bust, 0.2815, 0.001) {
		t.Errorf("the dealer is bust with probability %v", d.All.Bust)
	}
}
