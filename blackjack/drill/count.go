package drill

import (
	"slices"

	"holecard/blackjack"
)

// Tag returns what a card adds to the running count of Hi-Lo: 1 for 2 to 6, -1 for tens and
// aces.
func Tag(c blackjack.Card) int {
	switch value := c.Value(); {
	case c.Joker():
		return 0
	case value == 1, value == 10:
		return -1
	case value <= 6:
		return 1
	}
	return 0
}

// Shoe returns the shuffled shoe of a table that a drill counts. The error is [ErrNone] where
// cards never run out.
func Shoe(rules blackjack.Rules, seed uint64) ([]blackjack.Card, error) {
	if rules.Endless() {
		return nil, ErrNone
	}
	cards := rules.Full()
	Random(seed, 0).Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards, nil
}

// Shown returns how many cards of a shoe have been shown with a question, from 1: a third of
// the shoe after the last, and one at least with each.
func Shown(shoe, question int) int { return max(question, question*shoe/(3*Length)) }

// Counted is a question about the count.
type Counted struct {
	Cards   []blackjack.Card // shown with it
	Before  int              // the running count until then
	Running int
	True    bool // the true count is asked
	Halves  int  // decks left, in halves, rounded: 1 or more
}

// Asks reports whether a question, from 1, is about the true count: every fourth.
func Asks(question int) bool { return question%4 == 0 }

// Ask returns a question about a shoe, from 1.
func Ask(shoe []blackjack.Card, question int) Counted {
	from, to := Shown(len(shoe), question-1), Shown(len(shoe), question)
	decks := max(1, len(shoe)/blackjack.DeckSize) // one of forty cards is a deck, too
	c := Counted{Cards: slices.Clone(shoe[from:to]), True: Asks(question),
		Halves: max(1, (4*(len(shoe)-to)*decks+len(shoe))/(2*len(shoe)))}
	for _, card := range shoe[:from] {
		c.Before += Tag(card)
	}
	c.Running = c.Before
	for _, card := range c.Cards {
		c.Running += Tag(card)
	}
	return c
}

// Answer returns the count that is asked for: the running count, or the true count, which is
// that for each deck left, without what is behind the point.
func (c Counted) Answer() int {
	if c.True {
		return 2 * c.Running / c.Halves
	}
	return c.Running
}

// choices is how many answers are offered.
const choices = 5

// Choices returns the answers to choose from, in order: the right one is among them.
func (c Counted) Choices(seed uint64, question int) (list []int) {
	least := c.Answer() - Random(seed, question).IntN(choices)
	for i := range choices {
		list = append(list, least+i)
	}
	return list
}
