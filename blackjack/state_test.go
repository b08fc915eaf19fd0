package blackjack_test

import (
	"math/rand/v2"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// Courses with equal states want the same now and after the same cards and actions, and end
// alike: tables are compiled of them.
func TestEqualStatesHaveEqualFutures(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 1))
	for _, table := range tables.All() {
		r := table.Rules.WithoutSides()
		checkStates(t, table.Name, rng, r)
		hearts := r
		hearts.HeartsDouble = !r.HeartsDouble
		checkStates(t, table.Name+", hearts", rng, hearts)
		asked := r
		asked.AskedAt21, asked.TieLoses = !r.AskedAt21, !r.TieLoses
		checkStates(t, table.Name+", asked at 21", rng, asked)
	}
}

// now is what is to be seen of a course at a state.
type now struct {
	wants    blackjack.Want
	legal    blackjack.Actions
	who      blackjack.Seat
	hands    int
	total    int
	soft     bool
	natural  bool
	up       int
	upSeen   bool
	endings  blackjack.Endings
	winnings blackjack.Chips
}

func seeNow(c *blackjack.Course) now {
	n := now{wants: c.Wants(), legal: c.Legal()}
	switch n.wants {
	case blackjack.WantsAction:
		n.who, n.hands, n.natural = c.Turn(), c.Hands(), c.Natural()
		n.total, n.soft = c.Total()
		var up blackjack.Card
		up, n.upSeen = c.Upcard()
		n.up = up.Class()
	case blackjack.WantsNothing:
		n.winnings = c.Count(&n.endings)
	}
	return n
}

func checkStates(t *testing.T, name string, rng *rand.Rand, r blackjack.Rules) {
	type symbol struct {
		class, action int
		heart         bool
	}
	type step struct {
		from blackjack.State
		symbol
	}
	stake := 2 * max(r.NaturalPays.Per, r.MinBet)
	r.MaxBet = max(r.MaxBet, stake)
	seen, next := map[blackjack.State]now{}, map[step]blackjack.State{}
	full := r.Full()
	for range 1500 {
		c, err := blackjack.NewCourse(r, blackjack.Bet{Stake: stake, Purse: 100 * stake})
		if err != nil {
			t.Fatal(name, err)
		}
		few := 2 + rng.IntN(4)
		var cards []blackjack.Card
		for range few {
			cards = append(cards, full[rng.IntN(len(full))])
		}
		for {
			state, n := c.State(), seeNow(&c)
			if was, ok := seen[state]; ok && was != n {
				t.Fatalf("%s: of one state\n%+v\n%+v\n%+v", name, state, was, n)
			}
			seen[state] = n
			var s symbol
			switch n.wants {
			case blackjack.WantsNothing:
			case blackjack.WantsCard:
				card := cards[rng.IntN(few)]
				s = symbol{class: card.Class(), heart: r.HeartsDouble &&
					card.Suit() == blackjack.Hearts}
				c.Give(card)
			case blackjack.WantsAction:
				k := rng.IntN(n.legal.Len())
				for a := range n.legal.All() {
					if k--; k < 0 {
						s.action = int(a)
					}
				}
				if n.legal.Has(blackjack.Split) && rng.IntN(2) == 0 {
					s.action = int(blackjack.Split)
				}
				if err := c.Act(blackjack.Action(s.action)); err != nil {
					t.Fatal(err)
				}
			}
			if n.wants == blackjack.WantsNothing {
				break
			}
			at := step{state, s}
			if was, ok := next[at]; ok && was != c.State() {
				t.Fatalf("%s: after %+v of one state\n%+v\n%+v\n%+v", name, s, state, was,
					c.State())
			}
			next[at] = c.State()
		}
	}
}
