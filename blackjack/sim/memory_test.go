package sim

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// recorded notes the cards that a pack hands out: those of the shuffle before the newest, if that
// came within the round, and those of the newest.
type recorded struct {
	*pack
	first, behind []blackjack.Card
	shuffles      int // at the beginning of the round
}

func (r *recorded) More() ([]blackjack.Card, error) {
	cards, err := r.pack.More()
	if r.pack.shuffles == r.shuffles {
		r.first = append(r.first, cards...)
	} else {
		r.behind = append(r.behind, cards...)
	}
	return cards, err
}

// TestTheSimulatorRemembersWhatAPlayerDoes deals decks to their end, so that shuffles come between
// any two cards of the deal, and compares memories before each decision.
func TestTheSimulatorRemembersWhatAPlayerDoes(t *testing.T) {
	within := 0
	for _, table := range []string{"downen", "amherst", "joker"} {
		for _, seats := range []int{1, 3} {
			rules := rulesOf(t, table, "penetration=1")
			bets := make([]blackjack.Bet, seats)
			for i := range bets {
				bets[i] = blackjack.Bet{Stake: 10}
			}
			r := &recorded{pack: newPack(&Config{Rules: rules, Seats: seats})}
			series, err := blackjack.NewSeries(rules, r, bets...)
			if err != nil {
				t.Fatal(err)
			}
			r.reset(1, 1)
			var earlier []blackjack.Card
			for range 500 {
				shuffles := r.pack.shuffles
				if r.next(); r.pack.shuffles > shuffles {
					earlier = nil
				}
				r.first, r.behind, r.shuffles = nil, nil, r.pack.shuffles
				legal, err := series.Deal(nil)
				for ; err == nil && legal != 0; legal, err = series.Step(blackjack.Stand) {
					sameMemory(t, r, rules, earlier, bets)
				}
				if err != nil {
					t.Fatal(err)
				}
				r.observer.Turn()
				if earlier = append(earlier, r.first...); r.pack.shuffles > r.shuffles {
					earlier, within = r.behind, within+1
				}
			}
		}
	}
	if within < 100 {
		t.Errorf("only %d shuffles came within a round", within)
	}
}

// sameMemory compares the memory of the simulator with that of who watches the same round.
func sameMemory(t *testing.T, r *recorded, rules blackjack.Rules, earlier []blackjack.Card,
	bets []blackjack.Bet) {
	t.Helper()
	shoe, err := blackjack.NewShoeThen(r.first, r.behind)
	if err != nil {
		t.Fatal(err)
	}
	round, err := blackjack.Deal(rules, shoe, bets...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strategy.Remember(round, earlier), r.observer.Memory); diff != "" {
		t.Fatalf("after %v and %v: %s", r.first, r.behind, diff)
	}
}
