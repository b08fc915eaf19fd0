package terminal

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/internal/typed"
)

// askBet returns the bet: what was typed early, if it is one.
func (g *Game) askBet(early string) (blackjack.Bet, error) {
	limits := g.limits()
	help := limits + " You can also type: " + helpOrQuit + "."
	read := func(text string) (bet blackjack.Bet, no string) {
		bet, err := parseBet(text)
		together := bet.Stake + bet.Sides.Sum()
		bet.Purse = g.Wallet - together
		switch {
		case errors.Is(err, strconv.ErrSyntax):
			return bet, notUnderstood(text, help, limits)
		case err != nil || g.Table.Rules.Takes(bet) != nil || bet.Stake > g.Wallet:
			return bet, limits
		case bet.Purse < 0:
			return bet, fmt.Sprintf("That is %s together. You have %s.", Chips(together),
				Chips(g.Wallet))
		}
		return bet, ""
	}
	if early != "" {
		bet, no := read(early)
		if no == "" {
			return bet, nil
		}
		g.say("%s", no)
	}
	return prompt(g, "What do you bet?", help, read)
}

// limits says what can be bet.
func (g *Game) limits() string {
	r := g.Table.Rules
	text := fmt.Sprintf("A bet is a whole number from %s to %s.", Number("%d", r.MinBet),
		Number("%d", min(g.Wallet, r.MaxBet)))
	return strings.TrimSpace(text + " " + g.offered())
}

// offered says which side bets there are, if there are any.
func (g *Game) offered() string {
	r := g.Table.Rules
	var offered []string
	for b := range blackjack.SideBet(blackjack.SideBets) {
		if r.PayTable(b) > 0 {
			offered = append(offered, tables.SideKey(b))
		}
	}
	if offered == nil {
		return ""
	}
	return fmt.Sprintf("Side bets go behind your bet, each no larger than it: %s. For example: "+
		"%d %s 5.", strings.Join(offered, ", "), max(10, r.MinBet), offered[0])
}

// parseBet reads a stake and side bets: "10", "1 000", "10 pairs 5 bust 2". The error is
// [strconv.ErrSyntax] where it is no bet, and [strconv.ErrRange] where no table takes it.
func parseBet(text string) (bet blackjack.Bet, err error) {
	amounts, sides := []string{""}, []blackjack.SideBet{}
	for _, word := range strings.Fields(text) {
		if b, known := sideBet(word); known {
			if slices.Contains(sides, b) { // which of the two is meant?
				return bet, strconv.ErrSyntax
			}
			amounts, sides = append(amounts, ""), append(sides, b)
			continue
		}
		amounts[len(sides)] += " " + word
	}
	if bet.Stake, err = amount(amounts[0], 0); err != nil {
		return bet, err
	}
	for i, b := range sides {
		if bet.Sides[b], err = amount(amounts[i+1], 1); err != nil {
			return bet, err
		}
	}
	return bet, nil
}

// amount reads an amount that is not below the least.
func amount(text string, least blackjack.Chips) (blackjack.Chips, error) {
	n, ok := typed.Amount(text)
	switch {
	case !ok:
		return 0, strconv.ErrSyntax
	case n < least || n == typed.TooMuch:
		return 0, strconv.ErrRange
	}
	return n, nil
}

// sideBet returns the side bet that a word means.
func sideBet(word string) (blackjack.SideBet, bool) {
	for b := range blackjack.SideBet(blackjack.SideBets) {
		if word == tables.SideKey(b) || word == b.String() {
			return b, true
		}
	}
	return 0, false
}

// betBy returns the bet of a strategy that bets, and says it.
func (g *Game) betBy(a strategy.Strategy, dealt []blackjack.Card) blackjack.Bet {
	rules, s := &g.Table.Rules, &g.stands
	memory := strategy.NewMemory(rules)
	if !rules.Endless() {
		for _, c := range dealt {
			memory.See(c)
		}
	}
	s.Bankroll, s.Memory, s.Random = g.Wallet, &memory, g.Random
	s.Unit, s.Min, s.Max = rules.MinBet, rules.MinBet, rules.MaxBet
	bet := blackjack.Bet{Stake: strategy.Stake(a, s)}
	bet.Purse = g.Wallet - bet.Stake
	g.say("Your strategy bets %s.", Chips(bet.Stake))
	return bet
}
