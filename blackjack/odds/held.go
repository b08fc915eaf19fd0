package odds

import (
	"math/bits"
	"slices"
)

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

// sortHeld sorts a list, with room for as many. Eight bits at a time take a quarter of the time
// of comparing thousands.
func sortHeld(list, room []held) {
	if len(list) < 100 {
		slices.Sort(list)
		return
	}
	for shift := 0; shift < 64; shift += 8 { // an even number of times, so that it ends in list
		var next [256]int
		for _, h := range list {
			next[uint8(h>>shift)]++
		}
		at := 0
		for digit, n := range next {
			next[digit], at = at, at+n
		}
		for _, h := range list {
			digit := uint8(h >> shift)
			room[next[digit]] = h
			next[digit]++
		}
		list, room = room, list
	}
}

// numbers gives each of some sets of cards a number, from 0 on. They are hashed by hand because
// best play asks a million times.
type numbers struct {
	cards []held
	index []int32 // of cards, and 1, by hash; at least half is empty
	shift uint8
}

func (s *numbers) forget() {
	s.cards = s.cards[:0]
	clear(s.index)
}

// number returns the number of cards, and whether it is not a new one.
func (s *numbers) number(h held) (n int, known bool) {
	if 2*(len(s.cards)+1) > len(s.index) {
		s.grow()
	}
	slot := s.slot(h)
	if n := s.index[slot]; n != 0 {
		return int(n) - 1, true
	}
	s.cards = append(s.cards, h)
	s.index[slot] = int32(len(s.cards))
	return len(s.cards) - 1, false
}

// slot returns where the cards are in the index, or would be.
func (s *numbers) slot(h held) int {
	i := int(uint64(h) * 0x9e3779b97f4a7c15 >> s.shift)
	for s.index[i] != 0 && s.cards[s.index[i]-1] != h {
		i = (i + 1) & (len(s.index) - 1)
	}
	return i
}

func (s *numbers) grow() {
	if s.shift--; len(s.index) == 0 {
		s.shift = 64 - 8
	}
	s.index = make([]int32, 1<<(64-s.shift))
	for i, h := range s.cards {
		s.index[s.slot(h)] = int32(i + 1)
	}
}

// memo keeps a row of probabilities for each of some sets of cards. Rows never move.
type memo struct {
	numbers
	width  int
	bits   int // of a number, for the row of a block
	blocks [][]float64
}

// What a row takes beside its probabilities, and what many rows take at once.
const (
	memoBytes = 50
	blockBits = 12 // of the size of a block
)

// of makes the memo empty, for rows of so many.
func (m *memo) of(width int) {
	m.forget()
	m.width, m.bits = width, blockBits-bits.Len(uint(width-1))
}

// row returns a row, by number.
func (m *memo) row(n int) []float64 {
	b := n >> m.bits
	if b == len(m.blocks) {
		m.blocks = append(m.blocks, make([]float64, 1<<blockBits))
	}
	at := (n & (1<<m.bits - 1)) * m.width
	return m.blocks[b][at:][:m.width]
}
