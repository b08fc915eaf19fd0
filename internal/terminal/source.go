package terminal

import (
	"slices"

	"holecard/blackjack"
)

// source is where the cards of one round after the other come from.
type source struct {
	rules   blackjack.Rules
	shuffle func() ([]blackjack.Card, error)
	left    []blackjack.Card // of a shoe that goes on from round to round; nil before the first
	seen    []blackjack.Card // before, of the shuffle of which left is the rest
	stacked []blackjack.Card // to be dealt first where each round is shuffled for
}

// newSource returns a source whose first cards are stacked. A shoe that goes on
// is just these cards, unless the table would call so few too low for a round:
// then the rest of the shoe, shuffled, lies below them. Where each round is
// shuffled for, they are dealt on top of each shuffle, until they are used up.
func newSource(
	rules blackjack.Rules, shuffle func() ([]blackjack.Card, error), stacked []blackjack.Card,
) (s *source, err error) {
	s = &source{rules: rules, shuffle: shuffle}
	switch {
	case len(stacked) == 0:
	case rules.Fresh:
		s.stacked = stacked
	case rules.ReshuffleBelow > 0:
		s.left, err = s.below(stacked)
	default:
		s.left = stacked
	}
	return s, err
}

// earlier returns the cards that were seen of the shuffle of the next round.
func (s *source) earlier() []blackjack.Card {
	if s.rules.Low(s.left) {
		s.seen = nil
	}
	return s.seen
}

// next returns the shoe of the next round, and whether it was shuffled although
// there was one before.
func (s *source) next() (blackjack.Shoe, bool, error) {
	if len(s.stacked) == 0 {
		return s.rules.NextShoe(1, s.left, s.shuffle)
	}
	all, err := s.below(s.stacked)
	if err != nil {
		return blackjack.Shoe{}, false, err
	}
	shoe, err := blackjack.NewShoe(all...)
	return shoe, false, err
}

// after notes what a round has left of its shoe, and which cards it has shown: the dealer's
// card that was dealt face down only where it was turned over.
func (s *source) after(shoe blackjack.Shoe, r blackjack.Round, turned bool) {
	s.left = r.Rest()
	first, behind := r.Dealt()
	if hole := s.rules.DealtFaceDown(1); hole >= 0 && !turned {
		if hole < len(first) {
			first = slices.Delete(first, hole, hole+1)
		} else if hole -= len(first); hole < len(behind) {
			behind = slices.Delete(behind, hole, hole+1)
		}
	}
	if s.seen = append(s.seen, first...); r.Reshuffled() {
		s.seen = behind
	}
	s.stacked = s.stacked[min(shoe.Len()-r.Left(), len(s.stacked)):]
}

// below returns the cards given and, below them, the rest of the shoe, shuffled.
func (s *source) below(cards []blackjack.Card) ([]blackjack.Card, error) {
	rest, err := s.shuffle()
	if !s.rules.Endless() {
		rest = slices.Clone(rest)
		for _, c := range cards {
			if at := slices.Index(rest, c); at >= 0 {
				rest = slices.Delete(rest, at, at+1)
			}
		}
	}
	return slices.Concat(cards, rest), err
}
