package odds

import "slices"

// held is cards by value, and above these how many they are: those of a hand or of two, or
// whatever else is out of the shoe. Those of two hands add up. In the order of these numbers
// the dealer's ends against them are computed fastest: see [tree].
//
//	cards │ aces │ twos │ ... │ tens │ jokers
type held uint64

// heldBits is room for how often two hands hold a value. Two hands of 16 aces each would not
// fit; 8 decks have 32, and one is the upcard or with the dealer.
const heldBits = 5

// holding returns so many cards of a value.
func holding(v uint8, cards int) held {
	return held(cards) * (1<<(heldBits*values) + 1<<(heldBits*(values-1-v)))
}

// cards returns how many there are in all.
func (h held) cards() int { return int(h >> (heldBits * values)) }

// of returns how many there are of a value.
func (h held) of(v int) int { return int(h >> (heldBits * (values - 1 - v)) & (1<<heldBits - 1)) }

// memo keeps a row of numbers for each of some sets of cards. It is hashed by hand because it is
// asked a million times for best play.
type memo struct {
	width int
	rows  []float64
	cards []held  // of each row
	index []int32 // of rows, and 1, by hash; at least half is empty
	shift uint8
}

// memoBytes is the memory of a row, beside its numbers.
const memoBytes = 50

// forget makes the memo empty.
func (m *memo) forget(width int) {
	m.width, m.rows, m.cards = width, m.rows[:0], m.cards[:0]
	clear(m.index)
}

// find returns the row of cards, or -1.
func (m *memo) find(h held) int {
	if len(m.index) == 0 {
		return -1
	}
	return int(m.index[m.slot(h)]) - 1
}

// add returns a new row, for cards that have none.
func (m *memo) add(h held) int {
	if 2*(len(m.cards)+1) > len(m.index) {
		m.grow()
	}
	m.cards = append(m.cards, h)
	m.index[m.slot(h)] = int32(len(m.cards))
	m.rows = slices.Grow(m.rows, m.width)[:len(m.rows)+m.width]
	return len(m.cards) - 1
}

// row returns the numbers of a row, until the next is added.
func (m *memo) row(i int) []float64 { return m.rows[i*m.width:][:m.width] }

// slot returns where the row of cards is in the index, or would be.
func (m *memo) slot(h held) int {
	i := int(uint64(h) * 0x9e3779b97f4a7c15 >> m.shift)
	for m.index[i] != 0 && m.cards[m.index[i]-1] != h {
		i = (i + 1) & (len(m.index) - 1)
	}
	return i
}

func (m *memo) grow() {
	if m.shift--; len(m.index) == 0 {
		m.shift = 64 - 8
	}
	m.index = make([]int32, 1<<(64-m.shift))
	for i, h := range m.cards {
		m.index[m.slot(h)] = int32(i + 1)
	}
}
