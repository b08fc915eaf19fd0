package blackjack

// split makes two hands of the pair in turn, each for the first stake: the seat pays for the
// new one, which comes right after the other. Each gets its second card when its turn comes,
// and is then played, compared and paid as any hand of two cards, with these differences:
//
//   - 21 is not a natural: it pays 1:1, and loses to a natural of the dealer that comes late
//   - it may be doubled only where [Rules].DoubleAfterSplit says so, and never surrendered
//     ([Rules.MayPlay])
//   - split aces get that one card and stand, and nobody is asked. Where it is an ace again the
//     seat may split again, up to [Rules].MaxAceHands hands, or stand. [Rules].HitSplitAces
//     lets them go on as other hands of a split do, doubles included
func (c *Course) split() {
	s, i := c.seat(), c.hand
	copy(s.hands[i+2:], s.hands[i+1:])
	s.nhands++
	pair := s.hands[i]
	for j := range 2 {
		s.hands[i+j] = hand{split: true}
		s.hands[i+j].take(pair.cards[j], c.rules.Aces)
	}
}

// splits reports whether a hand of a seat is a pair that may be split.
func (c *Course) splits(s *seat, h *hand) bool {
	class := h.cards[0].Class()
	return h.ncards == 2 && class == h.cards[1].Class() && s.nhands < c.rules.HandsOf(class)
}

// HandsOf returns how many hands a seat may come to by splitting pairs of a class:
// see [Card.Class]. It is 1 for classes that are never split.
func (r *Rules) HandsOf(class int) int {
	switch class {
	case 1:
		return r.MaxAceHands
	case JokerClass:
		return 1
	}
	return r.MaxHands
}
