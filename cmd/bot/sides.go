package main

import (
	"fmt"
	"io"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/sim"
	"holecard/blackjack/tables"
	"holecard/internal/terminal"
)

// sideFlags say how much a simulation bets aside.
type sideFlags struct {
	Pairs float64 `help:"${pairs}" placeholder:"N"`
	Poker float64 `help:"${poker}" placeholder:"N"`
	Bust  float64 `help:"${bust}" placeholder:"N"`
}

// maxSide is the most that a simulation bets aside, in first stakes.
const maxSide = 1_000_000

func (f sideFlags) stakes() [blackjack.SideBets]float64 {
	return [...]float64{blackjack.PerfectPairs: f.Pairs, blackjack.TwentyOnePlusThree: f.Poker,
		blackjack.DealerBust: f.Bust}
}

// made returns the side bets that the flags make.
func (f sideFlags) made(r blackjack.Rules) (made [blackjack.SideBets]bool, err error) {
	for i, stake := range f.stakes() {
		b := blackjack.SideBet(i)
		key := tables.SideKey(b)
		switch {
		case !(stake >= 0 && stake <= maxSide):
			return made, usagef("--%s is %v, but must be from 0 to %s", key, stake,
				whole(maxSide))
		case stake > 0 && r.PayTable(b) == 0:
			return made, usagef("--%s: the table does not offer %v. Offer it with --set %s=%s.",
				key, b, key, b.PayTables()[1])
		}
		made[b] = stake > 0
	}
	return made, nil
}

// knownSide is what a side bet is worth as JSON.
type knownSide struct {
	Edge    float64               `json:"edge"`
	Results map[string]sideChance `json:"results"` // by "perfect pair", "bust with 3 cards"
}

type sideChance struct {
	Pays   blackjack.Chips `json:"pays"`
	Chance float64         `json:"chance"`
}

// knownSides returns the odds of the side bets that the rules offer, by their keys.
func knownSides(r blackjack.Rules) map[string]knownSide {
	sides := map[string]knownSide{}
	for b := range blackjack.SideBet(blackjack.SideBets) {
		if r.PayTable(b) == 0 {
			continue
		}
		side := odds.Side(r, b)
		known := knownSide{side.Edge, map[string]sideChance{}}
		for _, c := range side.Results {
			known.Results[c.Result.String()] = sideChance{c.Pays, c.Chance}
		}
		sides[tables.SideKey(b)] = known
	}
	return sides
}

// printSides prints the odds of the side bets that the rules offer.
func printSides(w io.Writer, r blackjack.Rules) {
	for b := range blackjack.SideBet(blackjack.SideBets) {
		if r.PayTable(b) == 0 {
			continue
		}
		side := odds.Side(r, b)
		fmt.Fprintf(w, "\nSide bet on %v (%s): %s\n", b, sideRule(r, b), sideEdge(side.Edge))
		for _, c := range side.Results {
			fmt.Fprintf(w, "  %-24s  %5s  %9.5f%%\n", c.Result, fmt.Sprintf("%d:1", c.Pays),
				100*c.Chance)
		}
	}
}

// sideRule is the rule that offers a side bet: "pairs=25-12-6".
func sideRule(r blackjack.Rules, b blackjack.SideBet) string {
	return tables.SideKey(b) + "=" + b.PayTables()[r.PayTable(b)]
}

// sideEdge names the edge of a side bet: "house edge 6.11%".
func sideEdge(house float64) string {
	whose, share := whoseEdge(house)
	return whose + " " + share
}

// simulatedSide is a side bet of a simulation as JSON.
type simulatedSide struct {
	Stake     float64 `json:"stake"` // in first stakes
	Edge      float64 `json:"edge"`
	StdErr    float64 `json:"stderr"`
	ExactEdge float64 `json:"exact_edge"` // of a full shoe
}

func (f sideFlags) report(m match, r sim.Result) map[string]simulatedSide {
	sides := map[string]simulatedSide{}
	for _, s := range r.Sides {
		sides[tables.SideKey(s.Bet)] = simulatedSide{f.stakes()[s.Bet], s.Edge(), s.StdErr(),
			odds.Side(m.table.Rules, s.Bet).Edge}
	}
	return sides
}

// print prints how the side bets of a simulation ended, and what they make of its result.
func (f sideFlags) print(w io.Writer, m match, r sim.Result) {
	net := r.EV()
	for _, s := range r.Sides {
		fmt.Fprintf(w, "Side bet on %v (%s): %s, standard error %s. Exactly: %s.\n", s.Bet,
			sideRule(m.table.Rules, s.Bet), sideEdge(s.Edge()), percent(s.StdErr()),
			sideEdge(odds.Side(m.table.Rules, s.Bet).Edge))
		net -= f.stakes()[s.Bet] * s.Edge()
	}
	if r.Sides != nil {
		fmt.Fprintf(w, "Net result with side bets: %s bets a round on average.\n",
			terminal.Number("%+.5f", net))
	}
}
