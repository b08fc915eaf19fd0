package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/internal/terminal"
)

type playCmd struct {
	gameFlags `embed:"" set:"table=downen"`
	seedFlag
	shuffleFlags
	Deck   string `help:"${cards}" placeholder:"CARDS"`
	NoBets bool   `help:"Play without chips."`
	Assist string `default:"ask" help:"${assist}" placeholder:"EXPR"`
}

const startingWallet = 100

// Run plays until the person quits.
func (cmd playCmd) Run(ctx context.Context, p process) error {
	deck, cards := "", cmd.Deck
	if slices.Contains([]string{"finite", "forty", "infinite"}, cmd.Deck) {
		deck, cards = cmd.Deck, ""
	}
	game := terminal.New(p.in, p.out)
	m, err := cmd.match(deck, strategy.Env{Ask: game.AskHouse, Watch: game.Told})
	if err != nil {
		return err
	}
	rules := m.table.Rules
	if rules.MinBet > startingWallet && !cmd.NoBets {
		return usagef("The smallest bet is %s and you start with %d chips: play with --no-bets.",
			terminal.Number("%d", rules.MinBet), startingWallet)
	}
	if cards != "" {
		if game.Stacked, err = stack(rules, cards); err != nil {
			return usagef("--deck: %w", err)
		}
	}
	env := strategy.Env{Ask: game.Ask, Watch: game.Told, Lacks: strategy.Needs{Bets: cmd.NoBets}}
	if err := m.seat(ctx, "--assist", cmd.Assist, env); err != nil {
		return err
	}
	game.Bets, game.Wallet = !cmd.NoBets, startingWallet
	seed := cmd.seed()
	if err := m.begin(game, p, cmd.shuffleFlags, seed); err != nil {
		return err
	}
	if err := game.Play(ctx); err != nil {
		return err
	}
	return cmd.again(p, "cards", seed)
}

// stack reads cards in draw order, none of them more often than the table has
// it. Where cards have no suits they may be written as numbers.
func stack(r blackjack.Rules, text string) ([]blackjack.Card, error) {
	words := strings.Fields(text)
	met := map[int]int{} // how often each number was written
	for i, w := range words {
		if n, err := strconv.Atoi(w); !r.Suits() && err == nil && n >= 1 && n <= 10 {
			words[i] = numbered(r, n, met[n]).String()
			met[n]++
		}
	}
	cards, err := blackjack.ParseCards(strings.Join(words, " "))
	switch {
	case err != nil:
		return nil, err
	case len(cards) == 0:
		return nil, errors.New("it names no card")
	}
	return cards, offered(r, cards)
}

// numbered returns the card of a number that is written for the nth time, from 0.
func numbered(r blackjack.Rules, number, nth int) blackjack.Card {
	rank := blackjack.Rank(number - 1)
	if rank == blackjack.Ten && r.Pack == blackjack.Numbers {
		rank += blackjack.Rank(nth / 4 % 4) // the pictures are tens too
	}
	return blackjack.NewCard(rank, blackjack.Suit(nth%4))
}

// offered returns an error if a card is there more often than the table has it.
func offered(r blackjack.Rules, cards []blackjack.Card) error {
	count := func(list []blackjack.Card) map[string]int {
		count := map[string]int{}
		for _, c := range list {
			name := c.String()
			if !r.Suits() && !c.Joker() {
				name = strconv.Itoa(c.Value())
			}
			count[name]++
		}
		return count
	}
	has, given := count(r.Full()), count(cards)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		switch n := given[name]; {
		case has[name] == 0:
			return fmt.Errorf("%s is no card of this table", name)
		case n > has[name] && !r.Endless():
			return fmt.Errorf("the deck has %d of %s, but the table has %d", n, name, has[name])
		}
	}
	return nil
}
