package strategy

import "holecard/blackjack"

// Memory is what a player who watches knows of the shoe: the cards seen since its
// last shuffle. The hole card is seen when it is turned over, not before.
type Memory struct {
	Seen   [blackjack.JokerClass + 1]int // how many cards of each class
	Unseen int                           // cards of the shoe that were not seen
	Deck   float64                       // cards of one deck
}

// NewMemory returns the memory of a full shoe. Cards without end count as one
// deck that is always full: a caller shows no cards of it.
func NewMemory(r *blackjack.Rules) Memory { return Memory{Unseen: r.Cards(), Deck: r.PerDeck()} }

// See counts a card that is turned over.
func (m *Memory) See(c blackjack.Card) {
	m.Seen[c.Class()]++
	m.Unseen--
}

// Observer fills a memory with the cards of round after round as they are dealt.
type Observer struct {
	Memory Memory

	full   Memory         // that of a full shoe
	hole   int            // which card of a round is dealt face down, -1 for none
	dealt  int            // cards of the round
	down   blackjack.Card // the card that lies face down
	hidden bool           // one of this shuffle does

	endless bool // nothing is remembered of cards without end
}

// NewObserver returns the observer of a full shoe, in rounds of so many seats.
func NewObserver(r *blackjack.Rules, seats int) Observer {
	o := Observer{full: NewMemory(r), hole: r.DealtFaceDown(seats), endless: r.Endless()}
	o.Memory = o.full
	return o
}

// Shuffle forgets all cards, that which lies face down too: it is of the shuffle before.
func (o *Observer) Shuffle() {
	o.Memory, o.hidden = o.full, false
}

// Begin begins a round.
func (o *Observer) Begin() { o.dealt, o.hidden = 0, false }

// Deal sees the next card of the round, unless it is dealt face down.
func (o *Observer) Deal(c blackjack.Card) {
	switch {
	case o.endless:
	case o.dealt == o.hole:
		o.down, o.hidden = c, true
	default:
		o.Memory.See(c)
	}
	o.dealt++
}

// Turn sees the card that lies face down: it is turned over.
func (o *Observer) Turn() {
	if o.hidden {
		o.Memory.See(o.down)
	}
	o.hidden = false
}

// Remember returns the memory of who watches a round, and saw the cards that were dealt
// before it from the same shuffle. A hole card is not seen before its time, and of a
// round that came to a second shuffle only that one's cards count.
func Remember(r blackjack.Round, earlier []blackjack.Card) Memory {
	rules, v := r.Rules(), r.View()
	o := NewObserver(&rules, len(v.Seats))
	if !o.endless {
		for _, c := range earlier {
			o.Memory.See(c)
		}
	}
	first, behind := r.Dealt()
	for _, c := range first {
		o.Deal(c)
	}
	if len(behind) > 0 {
		o.Shuffle()
	}
	for _, c := range behind {
		o.Deal(c)
	}
	if v.Dealer.Hidden == 0 {
		o.Turn()
	}
	return o.Memory
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
func (m *Memory) DecksLeft() float64 { return float64(m.Unseen) / m.Deck }

// True returns the running count for each deck that is left, not rounded: a
// comparison with a whole number is the one that a player makes who rounds down.
// Where every card was seen it counts as if one were left.
func (m *Memory) True(w Weights) float64 {
	return m.Running(w) * m.Deck / float64(max(m.Unseen, 1))
}

// Random is what a strategy draws lots with. [math/rand/v2.Rand] is one.
type Random interface {
	Float64() float64 // from 0, below 1
}
