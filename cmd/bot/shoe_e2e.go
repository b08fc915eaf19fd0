//go:build e2e

package main

import (
	"fmt"
	"os"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/fair"
)

// shoe returns the cards that the seeds give, with the cards of the file E2E_CARDS on top. Tests
// that drive this process from outside need certain hands; no release is built with their tag.
func shoe(in fair.Inputs, r blackjack.Rules) []blackjack.Card {
	cards, file := in.Cards(r), os.Getenv("E2E_CARDS")
	if file == "" {
		return cards
	}
	text, err := os.ReadFile(file)
	if err != nil {
		panic(fmt.Errorf("E2E_CARDS: %w", err)) // a mistake of the test
	}
	top, err := blackjack.ParseCards(string(text))
	if err != nil {
		panic(fmt.Errorf("E2E_CARDS: %w", err)) // a mistake of the test
	}
	for _, c := range top {
		at := slices.Index(cards, c)
		cards = slices.Delete(cards, at, at+1)
	}
	return append(top, cards...)
}
