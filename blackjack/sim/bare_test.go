package sim

import (
	"math/bits"

	"holecard/blackjack/strategy"
)

// bare plays vegas by basic strategy and knows nothing else: the rules are written out, hands and
// the chart are arrays, and only net results are counted. It draws cards as fresh does. It is what
// a compiled table is measured against.
type bare struct {
	source generator
	drawn  [allCards]uint32
	round  uint32
	places [placesAhead]uint16
	taken  int

	adds  [64][16]uint8 // what a hand becomes with a card
	moves [16][64]uint8 // by upcard and hand
	hits  [16][64]bool  // the same with three cards and more
	pairs [16][16]bool  // those that are split, by upcard and card
	nets  [64]int64     // in half stakes, from -32
}

// bareSoft is what a hand has more than its total where it is soft.
const bareSoft = 32

const (
	bareCards    = 312
	bareWays     = bareCards * bareCards * bareCards * bareCards * bareCards * bareCards * bareCards
	bareLikelier = (1<<64 - bareWays) % bareWays
)

func newBare(c *strategy.Chart) *bare {
	b := &bare{source: newGenerator(1, 1), taken: placesAhead}
	for i := range bareCards {
		b.drawn[i] = min(uint32(i%13)+1, 10)
	}
	for hand := range b.adds {
		for card := 1; card <= 10; card++ {
			low, ace := hand, card == 1
			if hand >= bareSoft {
				low, ace = hand-bareSoft-10, true
			}
			if low += card; ace && low <= 11 {
				low += 10 + bareSoft
			}
			b.adds[hand][card] = uint8(low)
		}
	}
	for up := 1; up <= 10; up++ {
		for total := range 22 {
			b.chart(up, total, c.Hard[total][up])
			b.chart(up, total+bareSoft, c.Soft[total][up])
		}
		for card := 1; card <= 10; card++ {
			b.pairs[up][card] = c.Pair[card][up] == strategy.Split
		}
	}
	return b
}

func (b *bare) chart(up, hand int, m strategy.Move) {
	b.moves[up][hand] = uint8(m)
	b.hits[up][hand] = m == strategy.Hit || m == strategy.DoubleElseHit ||
		m == strategy.SurrenderElseHit
}

func (b *bare) card() uint8 {
	for {
		if b.taken == placesAhead {
			b.refill()
		}
		at := &b.drawn[b.places[b.taken]&(allCards-1)]
		b.taken++
		if *at>>symbolBits != b.round {
			*at = b.round<<symbolBits | *at&symbolMask
			return uint8(*at & symbolMask)
		}
	}
}

func (b *bare) refill() {
	for i := 0; i < placesAhead; {
		rest := b.source.Uint64()
		for j := range atOnce {
			var place uint64
			place, rest = bits.Mul64(rest, bareCards)
			b.places[i+j] = uint16(place)
		}
		if rest >= bareLikelier {
			i += atOnce
		}
	}
	b.taken = 0
}

func (b *bare) play(rounds int) {
	for range rounds {
		if b.round++; b.round == 1<<(32-symbolBits) {
			for i := range b.drawn {
				b.drawn[i] &= symbolMask
			}
			b.round = 1
		}
		b.nets[32+b.deal()]++
	}
}

func (b *bare) add(hand, card uint8) uint8 { return b.adds[hand&63][card&15] }

// deal plays a round and returns its net result in half stakes.
func (b *bare) deal() int {
	first, up, second, hole := b.card(), b.card(), b.card(), b.card()
	mine, dealer := b.add(b.add(0, first), second), b.add(b.add(0, up), hole)
	const natural = bareSoft + 21
	switch {
	case dealer == natural && mine == natural:
		return 0
	case dealer == natural:
		return -2
	case mine == natural:
		return 3
	case first == second && b.pairs[up&15][first&15]:
		return b.split(first, up, dealer)
	}
	total, stake := b.hand(mine, up, true)
	if stake < 0 {
		return stake
	}
	if total > 21 {
		return -stake
	}
	return against(b.dealer(dealer), total, stake)
}

// split plays the hands of a pair.
func (b *bare) split(pair, up, dealer uint8) (net int) {
	var totals [4]uint8
	var stakes [4]int
	n, waits := 2, false
	for i := 0; i < n; i++ {
		card := b.card()
		for ; card == pair && n < 4; n++ {
			card = b.card()
		}
		hand := b.add(b.add(0, pair), card)
		if pair == 1 {
			totals[i], stakes[i] = hand&(bareSoft-1), 2
		} else {
			totals[i], stakes[i] = b.hand(hand, up, false)
		}
		waits = waits || totals[i] <= 21
	}
	if waits {
		dealer = b.dealer(dealer)
	}
	for i, total := range totals[:n] {
		if total > 21 {
			net -= stakes[i]
		} else {
			net += against(dealer, total, stakes[i])
		}
	}
	return net
}

// hand plays a hand of two cards and returns its total and stake, below zero where it surrenders.
func (b *bare) hand(hand, up uint8, first bool) (total uint8, stake int) {
	switch move := strategy.Move(b.moves[up&15][hand&63]); {
	case move == strategy.SurrenderElseHit && first:
		return hand, -1
	case move == strategy.DoubleElseHit, move == strategy.DoubleElseStand:
		return b.add(hand, b.card()) & (bareSoft - 1), 4
	}
	for b.hits[up&15][hand&63] {
		hand = b.add(hand, b.card())
	}
	return hand & (bareSoft - 1), 2
}

func (b *bare) dealer(hand uint8) uint8 {
	for hand&(bareSoft-1) < 17 {
		hand = b.add(hand, b.card())
	}
	return hand & (bareSoft - 1)
}

func against(dealer, mine uint8, stake int) int {
	switch {
	case dealer > 21 || mine > dealer:
		return stake
	case mine < dealer:
		return -stake
	}
	return 0
}
