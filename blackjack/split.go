package blackjack

// split makes two hands of the pair in turn, each for the first stake. The new one stands
// right after it. Each gets its second card when its turn comes, and is then played as any
// hand of two cards, with these differences:
//
//   - 21 is not a natural
//   - it may be doubled only where [Rules].DoubleAfterSplit says so, and never surrendered
//     ([Rules.MayPlay])
//   - split aces get that one card and stand, unless [Rules].HitSplitAces lets them go on, or
//     the card is an ace again and [Rules].MaxAceHands another split
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
