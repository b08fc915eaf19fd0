package sim

import (
	"context"
	"math"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/internal/long"
)

// index is a true count from which a play is better than what basic strategy says, or below
// which it is.
type index struct {
	hand, up string
	play     blackjack.Action // from the index on
	else_    blackjack.Action // below it
	count    float64          // as published
}

// illustrious are the indices of the Illustrious 18 for six decks, the dealer standing on soft
// 17: Don Schlesinger, "Attacking the Shoe", Blackjack Forum, September 1986, and Blackjack
// Attack, 1997, chapter 5.
var illustrious = []index{
	{"TC 9D", "AH", blackjack.Insure, blackjack.Decline, 3},
	{"TC 6D", "TH", blackjack.Stand, blackjack.Hit, 0},
	{"TC 5D", "TH", blackjack.Stand, blackjack.Hit, 4},
	{"TC TD", "5H", blackjack.Split, blackjack.Stand, 5},
	{"TC TD", "6H", blackjack.Split, blackjack.Stand, 4},
	{"6C 4D", "TH", blackjack.Double, blackjack.Hit, 4},
	{"TC 2D", "3H", blackjack.Stand, blackjack.Hit, 2},
	{"TC 2D", "2H", blackjack.Stand, blackjack.Hit, 3},
	{"6C 5D", "AH", blackjack.Double, blackjack.Hit, 1},
	{"5C 4D", "2H", blackjack.Double, blackjack.Hit, 1},
	{"6C 4D", "AH", blackjack.Double, blackjack.Hit, 4},
	{"5C 4D", "7H", blackjack.Double, blackjack.Hit, 3},
	{"TC 6D", "9H", blackjack.Stand, blackjack.Hit, 5},
	{"TC 3D", "2H", blackjack.Stand, blackjack.Hit, -1},
	{"TC 2D", "4H", blackjack.Stand, blackjack.Hit, 0},
	{"TC 2D", "5H", blackjack.Stand, blackjack.Hit, -2},
	{"TC 2D", "6H", blackjack.Stand, blackjack.Hit, -1},
	{"TC 3D", "3H", blackjack.Stand, blackjack.Hit, -2},
}

// TestTheIllustrious18AreWhereExactOddsTurn finds the true count at which two plays are worth
// the same, where four of six decks are left with the mean composition of that count. The
// published indices are whole numbers.
func TestTheIllustrious18AreWhereExactOddsTurn(t *testing.T) {
	long.Unraced(t)
	rules := rulesOf(t, "vegas", "surrender=none")
	sum := 0.0
	for _, i := range illustrious {
		got := turn(t, rules, i)
		t.Logf("%s against %s: %v from %+.2f, published %+.0f", i.hand, i.up, i.play, got,
			i.count)
		sum += math.Abs(got - i.count)
		if math.Abs(got-i.count) > 0.7 {
			t.Errorf("%s against %s: %v is better from %+.2f on, published %+.0f", i.hand, i.up,
				i.play, got, i.count)
		}
	}
	if mean := sum / float64(len(illustrious)); mean > 0.3 {
		t.Errorf("the indices are %.2f from the published ones on average", mean)
	} else {
		t.Logf("%.2f from the published ones on average", mean)
	}
}

// turn returns the true count at which both plays of an index are worth the same.
func turn(t *testing.T, rules blackjack.Rules, i index) float64 {
	var before, gain float64
	for step := -4; step <= 4; step++ {
		count, now := gainAt(t, rules, i, step)
		if step > -4 && gain < 0 && now >= 0 {
			return before + (count-before)*gain/(gain-now)
		}
		before, gain = count, now
	}
	t.Fatalf("%s against %s: the plays do not turn between -10 and 10", i.hand, i.up)
	return 0
}

// gainAt returns a true count, and what the play gains there. At each step four decks are
// left: of each rank 16, but of low cards one fewer a step and of high cards one more.
func gainAt(t *testing.T, rules blackjack.Rules, i index, step int) (count, gain float64) {
	t.Helper()
	hand, err := blackjack.ParseCards(i.hand)
	up, err2 := blackjack.ParseCard(i.up)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	left := map[blackjack.Rank]int{}
	for rank := range blackjack.King + 1 {
		left[rank] = 16
		switch value := blackjack.NewCard(rank, blackjack.Clubs).Value(); {
		case value == 1 || value == 10:
			left[rank] += step
		case value <= 6:
			left[rank] -= step
		}
	}
	memory := strategy.NewMemory(&rules)
	known := map[blackjack.Card]int{up: 1}
	for _, c := range hand {
		known[c]++
	}
	var out []blackjack.Card
	for _, c := range rules.Full() {
		if left[c.Rank()] > 0 && known[c] == 0 {
			left[c.Rank()]--
			continue
		}
		memory.See(c)
		if known[c] > 0 {
			known[c]--
			continue
		}
		out = append(out, c)
	}
	s := &strategy.Situation{Rules: &rules, Cards: hand, Upcard: up, Seen: true, Hands: 1}
	s.Total, s.Soft = rules.Aces.Total(hand...)
	s.Legal = 1<<i.play | 1<<i.else_
	options, err := odds.Advise(context.Background(), s, odds.Known{Out: out}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range options {
		if o.Action == i.play {
			gain += o.EV
		} else {
			gain -= o.EV
		}
	}
	return memory.True(strategy.HiLo), gain
}
