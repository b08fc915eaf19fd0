package odds

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// few is how many rounds each strategy plays at each table, enough to see an odds
// wrong by a few percent. The simulator is held to much more.
const few = 4000

// sample plays rounds of the engine from shuffled shoes, and returns the mean net
// and its standard error. It reports decisions of which legal has another idea
// than the engine.
func sample(
	t *testing.T, rng *rand.Rand, g Game, player, house strategy.Strategy,
) (mean, se float64) {
	t.Helper()
	table := newTable(unmetered(), g, [4]bool{}, 0)
	full := g.Rules.Full()
	sum, squares := 0.0, 0.0
	for range few {
		r, err := blackjack.Deal(g.Rules, deal(t, rng, g.Rules, full),
			blackjack.Bet{Stake: stake, Purse: 100 * stake})
		for err == nil && r.Phase() != blackjack.Over {
			q := strategy.See(r)
			asked := player
			if r.Turn() == blackjack.House {
				asked = house
			} else {
				checkLegal(t, table, &q)
			}
			var a blackjack.Action
			if a, err = asked.Decide(&q); err == nil {
				r, err = r.Play(r.Turn(), a)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		net := float64(r.Payout(0).Net()) / stake
		sum += net
		squares += net * net
	}
	mean = sum / few
	return mean, math.Sqrt((squares/few - mean*mean) / few)
}

// deal returns the first cards of a shuffled shoe, more than any round takes.
func deal(t *testing.T, rng *rand.Rand, r blackjack.Rules, full []blackjack.Card) blackjack.Shoe {
	t.Helper()
	top := make([]blackjack.Card, 0, 48)
	for i := range cap(top) {
		if r.Endless() {
			top = append(top, full[rng.IntN(len(full))])
			continue
		}
		j := i + rng.IntN(len(full)-i)
		full[i], full[j] = full[j], full[i]
		top = append(top, full[i])
	}
	shoe, err := blackjack.NewShoe(top...)
	if err != nil {
		t.Fatal(err)
	}
	return shoe
}

// checkLegal compares what may be done with what the engine says.
func checkLegal(t *testing.T, table *table, q *strategy.Situation) {
	t.Helper()
	if q.Legal.Has(blackjack.Decline) {
		return
	}
	id := int32(0)
	for _, c := range q.Cards {
		id = table.hands.after(id, uint8(table.deck.indexOf(c)))
	}
	if id == bust {
		t.Fatalf("the engine asks %v, a hand over 21", q.Cards)
	}
	paired, more := unseen, true
	if q.Hands > 1 {
		paired = int(valueOf(q.Cards[0]))
	}
	if table.pair(id) {
		more = q.Hands < table.most(valueOf(q.Cards[0]))
	}
	if got := table.legal(id, paired, more); got != q.Legal {
		t.Fatalf("%v, one of %d hands, may %v, but in the engine %v", q.Cards,
			q.Hands, got, q.Legal)
	}
}

func TestTheEnginePlaysByTheOdds_long(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 14))
	house := strategy.StopAt(16)
	games := all(t)
	for _, name := range slices.Sorted(maps.Keys(games)) {
		g := games[name]
		if g.Endless {
			continue // the engine has no such shoe
		}
		list := []strategy.Strategy{strategy.Valentine(),
			strategy.Reckless(strategy.DealerSensitive())}
		if g.Rules.MaxHands > 1 {
			list[1] = splits() // which plays all that there is
		}
		for _, p := range list {
			if slow(g, p) {
				continue
			}
			mean, se := sample(t, rng, g, p, house)
			if want := of(t, g, p, house).EV; math.Abs(mean-want) > 4*se {
				t.Errorf("%s, %v: %.4f ± %.4f, but the odds are %.4f", name, p, mean, se, want)
			}
		}
	}
}
