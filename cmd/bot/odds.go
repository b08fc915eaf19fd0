package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/view"
	"holecard/internal/terminal"
)

type oddsCmd struct {
	gameFlags `embed:"" set:"table=vegas"`
	deckFlag
	Player string `default:"optimal" help:"${optimal}" placeholder:"EXPR"`
	Gone   string `help:"${gone}" placeholder:"CARDS"`
	Dealer bool   `help:"Print how the dealer's hand ends, by upcard."`
	JSON   bool   `help:"Print the result as JSON." name:"json"`
}

// optimal is what --player takes instead of an expression.
const optimal = "optimal"

// Run prints the odds of a round dealt from a full shoe, or from one that lacks cards.
func (cmd oddsCmd) Run(ctx context.Context, p process) error {
	m, err := cmd.match(cmd.Deck, strategy.Env{Lacks: strategy.Extras})
	if err == nil && cmd.Player != optimal {
		err = m.seat(ctx, "--player", cmd.Player, strategy.Env{Lacks: strategy.Extras})
	}
	if err != nil {
		return err
	}
	game := odds.Game{Rules: m.table.Rules}
	if game.Gone, err = goneFrom(game.Rules, cmd.Gone); err != nil {
		return err
	}
	if cmd.Dealer {
		if cmd.Player != optimal {
			return usagef("--dealer prints how the dealer's hand ends, whatever the player does: " +
				"leave --player out.")
		}
		return cmd.dealer(ctx, p, m, game)
	}
	var r odds.Result
	if m.player == nil {
		r, err = odds.Best(ctx, game, m.house)
	} else {
		r, err = odds.Strategy(ctx, game, m.player, m.house)
	}
	if err != nil {
		return err
	}
	known := knownOdds{Table: m.table.Name, Player: cmd.Player,
		Note: view.OfDeck(words(), game.Rules, len(game.Gone)), Gone: len(game.Gone),
		Result: r, ByUpcard: map[string]odds.Upcard{}}
	if known.Gone == 0 {
		known.Sides = knownSides(game.Rules)
	}
	for _, u := range r.ByUpcard {
		if u.Value != 0 {
			known.ByUpcard[upcardName(u.Value)] = u
		}
	}
	return p.print(cmd.JSON, known, func(w io.Writer) {
		printOdds(w, m.title(cmd.Player), known.Note, r)
		if known.Gone == 0 {
			printSides(w, game.Rules)
		}
	})
}

// goneFrom reads --gone.
func goneFrom(r blackjack.Rules, text string) ([]blackjack.Card, error) {
	gone, err := odds.ParseGone(&r, text)
	word, wrong := errors.AsType[*odds.WordError](err)
	lack, lacks := errors.AsType[*odds.LackError](err)
	switch {
	case wrong:
		return nil, usagef("--gone: “%s” names no card. Write cards, ranks, or a number of them: "+
			"AS 5 20x10.", word.Word)
	case lacks:
		return nil, usagef("--gone: this shoe has only %d of %s. Take some out of --gone, or add "+
			"decks with --set decks=.", lack.Has, lack.Card)
	case errors.Is(err, odds.ErrEndless):
		return nil, usagef("--gone: this shoe never runs out, so no card is ever gone. Leave " +
			"--gone out.")
	case errors.Is(err, odds.ErrFew):
		return nil, usagef("--gone: too few cards are left for a round. Take some out of --gone, " +
			"or add decks with --set decks=.")
	}
	return gone, err
}

// limitLine says what is too complex.
func limitLine(e *odds.LimitError) string {
	switch e.Question {
	case odds.OfBasic:
		return "These rules are too complex for basic. Try another strategy, such as stopAt(17)."
	case odds.OfStrategy:
		return "That strategy is too complex for exact odds. Try holecard simulate."
	}
	return "These rules are too complex for exact odds. Try holecard simulate."
}

func (cmd oddsCmd) dealer(ctx context.Context, p process, m match, game odds.Game) error {
	d, err := odds.DealerOf(ctx, game)
	switch {
	case errors.Is(err, odds.ErrHouse):
		return usagef("--dealer: at %s the house plays a strategy and has no odds of its own.",
			m.table.Title)
	case err != nil:
		return err
	}
	var totals []int // with which the dealer ends at all
	for n, p := range d.All.Totals {
		if p > 0 {
			totals = append(totals, n)
		}
	}
	ends := append(d.ByUpcard, d.All)
	return p.print(cmd.JSON, knownDealer(m.table.Name, totals, ends), func(w io.Writer) {
		fmt.Fprintf(w, "%s\n\n", m.title("how the dealer ends"))
		printDealer(w, totals, ends)
	})
}

type knownOdds struct {
	Table  string `json:"table"`
	Player string `json:"player"`
	Note   string `json:"note"`           // of which round, in words
	Gone   int    `json:"gone,omitempty"` // how many cards were out of the shoe
	odds.Result
	// ByUpcard is by "A", "2" to "10", "joker"; empty where no upcard is seen.
	ByUpcard map[string]odds.Upcard `json:"by_upcard"`
	// Sides are the side bets that the table offers, by their keys.
	Sides map[string]knownSide `json:"sides,omitempty"`
}

// upcardName names the value of an upcard; 0 is any.
func upcardName(value int) string {
	switch value {
	case 0:
		return "any"
	case 1:
		return "A"
	case 11:
		return "joker"
	}
	return fmt.Sprint(value)
}

func printOdds(w io.Writer, title, of string, r odds.Result) {
	whose, share := whoseEdge(-r.EV)
	fmt.Fprintf(w, "%s\n%s %s: %s bets a round on average. %s\n\n", title,
		strings.ToUpper(whose[:1])+whose[1:], share, terminal.Number("%+.6f", r.EV), of)
	fmt.Fprintf(w, "%-6s  %9s  %8s  %8s  %8s  %8s\n", "upcard", "net", "win", "push", "loss",
		"chance")
	unseen := func(u odds.Upcard) bool { return u.Value == 0 }
	rows := append(slices.DeleteFunc(slices.Clone(r.ByUpcard), unseen), odds.Upcard{
		Chance: 1, EV: r.EV, Win: r.Win, Push: r.Push, Loss: r.Loss})
	for _, u := range rows {
		fmt.Fprintf(w, "%-6s  %9s  %7.3f%%  %7.3f%%  %7.3f%%  %7.3f%%\n", upcardName(u.Value),
			terminal.Number("%+.5f", u.EV), 100*u.Win, 100*u.Push, 100*u.Loss, 100*u.Chance)
	}
}

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
