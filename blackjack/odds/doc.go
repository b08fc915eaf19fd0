// Package odds computes what a round is worth, exactly: of a strategy, of best
// play, of each action with the cards in hand. It simulates nothing.
package odds
