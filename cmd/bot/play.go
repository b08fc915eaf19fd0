package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/internal/terminal"
)

// playCmd is the game in the terminal.
type playCmd struct {
	gameFlags `embed:"" set:"table=downen"`
	seedFlag
	shuffleFlags
	Deck   string `help:"Cards to begin with, in draw order, such as \"6♦ Q♦ 2♣\" or \"6d qd 2c\"; or finite, forty or infinite, short for --set deck=." placeholder:"CARDS"`
	NoBets bool   `help:"Play without a wallet."`
	Assist string `default:"ask" help:"Play through a strategy that contains ask. Default: ${default}, which leaves all to you." placeholder:"EXPR"`
}

// startingWallet is what a player begins with, in chips.
const startingWallet = 100

// Run plays until the person quits.
func (cmd playCmd) Run(ctx context.Context, p process) error {
	game, seed, err := cmd.game(ctx, p)
	if err != nil {
		return err
	}
	if err := game.Play(ctx); err != nil {
		return err
	}
	if cmd.Seed == nil {
		_, err = fmt.Fprintf(p.out, "To be dealt the same cards again: --seed %d\n", seed)
	}
	return err
}

func (cmd playCmd) game(ctx context.Context, p process) (*terminal.Game, uint64, error) {
	change, cards := cmd.split()
	t, err := cmd.table(change)
	if err != nil {
		return nil, 0, err
	}
	if least := t.Rules.MinBet; least > startingWallet && !cmd.NoBets {
		return nil, 0, usagef("the smallest bet is %d, and you begin with %d chips: play with "+
			"--no-bets", least, startingWallet)
	}
	game := terminal.New(p.in, p.out)
	game.Table, game.Bets, game.Wallet = t, !cmd.NoBets, startingWallet
	if game.Stacked, err = stack(t.Rules, cards); err != nil {
		return nil, 0, usagef("--deck: %w", err)
	}
	env := strategy.Env{Rules: &t.Rules, Ask: game.AskHouse, Watch: game.Told}
	if game.House, err = cmd.house(t, env); err != nil {
		return nil, 0, err
	}
	env.Ask = game.Ask
	env.Basic = basic(ctx, t.Rules, game.House)
	if game.Player, err = parse("--assist", cmd.Assist, env); err != nil {
		return nil, 0, err
	}
	seed := cmd.seed()
	game.Shuffle, err = cmd.shuffler(t.Rules, seed)
	return game, seed, err
}

// split tells apart what --deck may be: a change of the rules, or cards.
func (cmd playCmd) split() (change string, cards *string) {
	if cmd.Deck == "" {
		return "", nil
	}
	change, err := deckFlag{cmd.Deck}.change()
	if err != nil {
		return "", &cmd.Deck
	}
	return change, nil
}

// stack reads cards in draw order, none of them more often than the table has
// it. Where cards have no suits they may be written as numbers.
func stack(r blackjack.Rules, text *string) ([]blackjack.Card, error) {
	if text == nil {
		return nil, nil
	}
	words := strings.Fields(*text)
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
	case r.Endless():
		return cards, nil
	}
	return cards, tooMany(r, cards)
}

// numbered returns the card of a number that is written for the nth time, counted
// from 0.
func numbered(r blackjack.Rules, number, nth int) blackjack.Card {
	rank := blackjack.Rank(number - 1)
	if rank == blackjack.Ten && r.Pack == blackjack.Numbers {
		rank += blackjack.Rank(nth / 4 % 4) // the pictures are tens too
	}
	return blackjack.NewCard(rank, blackjack.Suit(nth%4))
}

// tooMany returns an error if a card is there more often than the table has it.
func tooMany(r blackjack.Rules, cards []blackjack.Card) error {
	name := func(c blackjack.Card) string {
		if !r.Suits() {
			return strconv.Itoa(c.Value())
		}
		return c.String()
	}
	has := map[string]int{}
	for _, c := range r.Full() {
		has[name(c)]++
	}
	count := map[string]int{}
	for _, c := range cards {
		count[name(c)]++
	}
	for _, c := range cards {
		if name := name(c); count[name] > has[name] {
			return fmt.Errorf("%s is there %d times, but the table has %d of it", name, count[name],
				has[name])
		}
	}
	return nil
}
