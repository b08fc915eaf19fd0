//go:build !e2e

package main

import (
	"holecard/blackjack"
	"holecard/blackjack/fair"
)

// shoe returns the cards that the seeds give.
func shoe(in fair.Inputs, r blackjack.Rules) []blackjack.Card { return in.Cards(r) }
