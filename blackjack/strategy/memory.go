package strategy

import (
	"slices"

	"holecard/blackjack"
)

// Memory is what a player who watches knows of the shoe: the cards seen since its
// last shuffle. The hole card is seen when it is turned over, not before.
type Memory struct {
	Seen   [blackjack.JokerClass + 1]int // how many cards of each class
	Unseen int                           // cards of the shoe that were not seen
}

// NewMemory returns the memory of a full shoe. Cards without end count as one
// deck that is always full: a caller shows no cards of it.
func NewMemory(r *blackjack.Rules) Memory { return Memory{Unseen: r.Cards()} }

// See counts a card that is turned over.
func (m *Memory) See(c blackjack.Card) {
	m.Seen[c.Class()]++
	m.Unseen--
}

// Remember returns the memory of who watches a round, and saw the cards that were dealt
// before it from the same shuffle. A hole card is not seen before its time, and of a
// round that came to a second shuffle only that one's cards count.
func Remember(r blackjack.Round, earlier []blackjack.Card) Memory {
	rules := r.Rules()
	m := NewMemory(&rules)
	first, behind := r.Dealt()
	current := append(slices.Clip(earlier), first...)
	if len(behind) > 0 {
		current = behind
	}
	for _, c := range current {
		m.See(c)
	}
	for _, c := range faceDown(r.View(), append(first, behind...)) {
		if slices.Contains(current, c) {
			m.Unsee(c)
		}
	}
	if rules.Endless() {
		return NewMemory(&rules)
	}
	return m
}

// faceDown returns the cards of a round that nobody may see.
func faceDown(v blackjack.View, dealt []blackjack.Card) []blackjack.Card {
	turn := func(cards []blackjack.Card) {
		for _, c := range cards {
			if at := slices.Index(dealt, c); at >= 0 {
				dealt = slices.Delete(dealt, at, at+1)
			}
		}
	}
	turn(v.Dealer.Cards)
	for _, seat := range v.Seats {
		for _, hand := range seat.Hands {
			turn(hand.Cards)
		}
	}
	return dealt
}

// Unsee takes back a card that was counted but lies face down.
func (m *Memory) Unsee(c blackjack.Card) {
	m.Seen[c.Class()]--
	m.Unseen++
}

// Weights are the numbers of a count, from the ace to the ten-values. Jokers
// count nothing.
type Weights [10]float64

// HiLo is the count of Harvey Dubner and Stanford Wong: low cards 2 to 6 count
// 1, ten-values and aces -1.
var HiLo = Weights{-1, 1, 1, 1, 1, 1, 0, 0, 0, -1}

// Running returns the sum of the weights of the cards seen.
func (m *Memory) Running(w Weights) (sum float64) {
	for i, weight := range w {
		sum += weight * float64(m.Seen[i+1])
	}
	return sum
}

// DecksLeft returns how many decks the cards not seen make. It is exact where a
// player at a table estimates.
func (m *Memory) DecksLeft() float64 { return float64(m.Unseen) / blackjack.DeckSize }

// True returns the running count for each deck that is left, not rounded: a
// comparison with a whole number is the one that a player makes who rounds down.
// Where every card was seen it counts as if one were left.
func (m *Memory) True(w Weights) float64 {
	return m.Running(w) * blackjack.DeckSize / float64(max(m.Unseen, 1))
}

// Random is what a strategy draws lots with. [math/rand/v2.Rand] is one.
type Random interface {
	Float64() float64 // from 0, below 1
}
