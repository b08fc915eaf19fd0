package odds

import (
	"slices"

	"holecard/blackjack"
)

// values is the number of card values: 1 (aces) to 10, and the joker. The index of
// a value is its class less 1.
const values = blackjack.JokerClass

func valueOf(c blackjack.Card) uint8 { return uint8(c.Class() - 1) }

// kind is a set of cards that no rule and no strategy at hand tells apart: of
// one value, and of one suit where suits matter.
type kind struct {
	card  blackjack.Card // one of them
	value uint8          // the index of its value
	class uint8          // its suit, or mixed
}

// mixed is the class of the suits that do not matter.
const mixed = 4

type deck struct {
	kinds   []kind
	counts  []float64 // by kind
	size    float64   // cards in all
	step    float64   // what drawing a card takes away: 1, or 0 from a deck without end
	valued  bool      // kinds are values: a kind is all cards of its value
	once    bool      // of the suits it matters only whether a hand has one: see [hands.merge]
	byValue [values][]uint8
}

// newDeck sorts the cards of the shoe into kinds, apart by the suits that matter. There are
// kinds of all cards of the full shoe, of some of which there may be none.
func newDeck(g Game, suits [4]bool) *deck {
	d := &deck{step: 1, valued: suits == [4]bool{}}
	if g.Rules.Endless() || g.Endless {
		d.step = 0
	}
	index := map[[2]uint8]int{}
	for _, c := range g.Rules.Full() {
		class := uint8(mixed)
		if s := c.Suit(); int(s) < len(suits) && suits[s] {
			class = uint8(s)
		}
		key := [2]uint8{valueOf(c), class}
		k, ok := index[key]
		if !ok {
			k = len(d.kinds)
			index[key] = k
			d.kinds = append(d.kinds, kind{card: c, value: valueOf(c), class: class})
			d.counts = append(d.counts, 0)
			d.byValue[valueOf(c)] = append(d.byValue[valueOf(c)], uint8(k))
		}
		d.counts[k]++
		d.size++
	}
	for _, c := range g.Gone {
		d.counts[d.indexOf(c)]--
		d.size--
	}
	return d
}

// suits returns how many suits matter.
func (d *deck) suits() int {
	var has [mixed]bool
	for _, k := range d.kinds {
		if k.class < mixed {
			has[k.class] = true
		}
	}
	n := 0
	for _, yes := range has {
		n += one(yes)
	}
	return n
}

// ofClass returns the kind of a value and a class, if there is one.
func (d *deck) ofClass(value uint8, suited bool) (k uint8, ok bool) {
	for _, k := range d.byValue[value] {
		if suited == (d.kinds[k].class != mixed) {
			return k, true
		}
	}
	return 0, false
}

// most returns the most cards of each kind that a hand may have, over 21 by one.
func (d *deck) most() []uint8 {
	most := slices.Repeat([]uint8{maxCards - 1}, len(d.kinds))
	for k, kind := range d.kinds {
		if c := kind.card; !c.Ace() && !c.Joker() {
			most[k] = uint8(21/c.Class() + 1)
		}
	}
	return most
}

// cards is how many cards a shoe has of each kind and value.
type cards struct {
	deck  *deck
	kind  []float64
	value [values]float64
	size  float64
}

func (d *deck) full() cards {
	c := cards{deck: d, kind: append([]float64(nil), d.counts...), size: d.size}
	for k, n := range d.counts {
		c.value[d.kinds[k].value] += n
	}
	return c
}

// take removes n cards of a kind; a negative n puts them back.
func (c *cards) take(k uint8, n float64) {
	n *= c.deck.step
	c.kind[k] -= n
	c.value[c.deck.kinds[k].value] -= n
	c.size -= n
}

func (c *cards) chance(k uint8) float64 { return c.kind[k] / c.size }

// indexOf returns the kind of a card.
func (d *deck) indexOf(c blackjack.Card) int {
	for _, k := range d.byValue[valueOf(c)] {
		if class := d.kinds[k].class; class == uint8(c.Suit()) || class == mixed {
			return int(k)
		}
	}
	return unseen
}
