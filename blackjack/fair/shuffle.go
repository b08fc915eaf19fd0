package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"strconv"

	"holecard/blackjack"
)

// Endless is how many cards are drawn ahead at a table whose cards are without end: for
// each seat, and for the house, a hand of 21 aces and a card.
const Endless = 22 * (blackjack.MaxSeats + 1)

// Inputs are all that a shuffle follows from.
type Inputs struct {
	Server      Seed
	Client      string
	Interaction uint64 // the id of the one that starts the hand
}

// Cards returns the table's full shoe, shuffled: the first is dealt first.
// Where the cards are without end it is the first [Endless] of them, each any
// of the table's ten.
func (in Inputs) Cards(r blackjack.Rules) []blackjack.Card {
	cards, s := r.Full(), newStream(in)
	if !r.Endless() {
		shuffle(cards, s)
		return cards
	}
	drawn := make([]blackjack.Card, Endless)
	for i := range drawn {
		drawn[i] = cards[s.below(uint32(len(cards)))]
	}
	return drawn
}

func shuffle(cards []blackjack.Card, s *stream) {
	for k := len(cards) - 1; k > 0; k-- {
		j := s.below(uint32(k) + 1)
		cards[k], cards[j] = cards[j], cards[k]
	}
}

type stream struct {
	mac     hash.Hash
	message []byte // with the number of the block behind the second colon
	prefix  int    // bytes of the message before that number
	block   uint64 // the next
	digest  [sha256.Size]byte
	used    int // bytes of the digest
}

func newStream(in Inputs) *stream {
	s := &stream{mac: hmac.New(sha256.New, in.Server[:]), used: sha256.Size}
	s.message = make([]byte, 0, len(in.Client)+48) // two numbers of at most 20 digits, two colons
	s.message = append(s.message, in.Client...)
	s.message = append(s.message, ':')
	s.message = strconv.AppendUint(s.message, in.Interaction, 10)
	s.message = append(s.message, ':')
	s.prefix = len(s.message)
	return s
}

func (s *stream) word() uint32 {
	if s.used == len(s.digest) {
		s.message = strconv.AppendUint(s.message[:s.prefix], s.block, 10)
		s.mac.Reset()
		s.mac.Write(s.message)
		s.mac.Sum(s.digest[:0])
		s.block++
		s.used = 0
	}
	w := binary.BigEndian.Uint32(s.digest[s.used:])
	s.used += 4
	return w
}

// below returns a number from 0 to n-1, each with the same probability. Words
// from floor(2^32 / n) * n on are passed over. Those are the words of the last,
// incomplete run of n: a run is complete if it begins at 2^32 - n or before.
func (s *stream) below(n uint32) uint32 {
	for {
		w := s.word()
		if rest := w % n; w-rest <= -n {
			return rest
		}
	}
}
