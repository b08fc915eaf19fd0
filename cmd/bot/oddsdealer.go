package main

import (
	"fmt"
	"io"

	"holecard/blackjack/odds"
)

// knownEnds is the dealer's table as JSON: probabilities by upcard ("A", "2" to
// "10", "joker", "any"), then by "2" to "21", "natural" and "bust".
type knownEnds struct {
	Table  string                        `json:"table"`
	Dealer map[string]map[string]float64 `json:"dealer"`
}

func knownDealer(table string, totals []int, ends []odds.Ends) knownEnds {
	k := knownEnds{table, map[string]map[string]float64{}}
	for _, e := range ends {
		row := map[string]float64{"natural": e.Natural, "bust": e.Bust, "chance": e.Chance}
		for _, n := range totals {
			row[fmt.Sprint(n)] = e.Totals[n]
		}
		k.Dealer[upcardName(e.Upcard)] = row
	}
	return k
}

func printDealer(w io.Writer, totals []int, ends []odds.Ends) {
	fmt.Fprintf(w, "%-6s", "upcard")
	for _, n := range totals {
		fmt.Fprintf(w, "  %8d", n)
	}
	fmt.Fprintf(w, "  %8s  %8s  %8s\n", "natural", "bust", "chance")
	for _, e := range ends {
		fmt.Fprintf(w, "%-6s", upcardName(e.Upcard))
		for _, n := range totals {
			fmt.Fprintf(w, "  %7.3f%%", 100*e.Totals[n])
		}
		fmt.Fprintf(w, "  %7.3f%%  %7.3f%%  %7.3f%%\n", 100*e.Natural, 100*e.Bust, 100*e.Chance)
	}
}
