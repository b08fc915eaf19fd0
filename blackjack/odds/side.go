package odds

import "holecard/blackjack"

// SideOdds is what a side bet is worth.
type SideOdds struct {
	Edge    float64      // the share of the stake that the house wins in the mean
	Results []SideChance // those that the bet wins by, the best first
}

// SideChance is how likely a result of a side bet is, and what it pays for a chip.
type SideChance struct {
	Result blackjack.SideResult
	Pays   blackjack.Chips
	Chance float64
}

// Side returns what a side bet is worth in a round dealt from a full shoe, or nothing where
// the rules do not offer it. It goes through every way to draw the cards that the bet is on,
// with nobody else's cards known. How many play, and how, makes no difference: the
// cards that a dealer draws after others have drawn theirs are any cards of the shoe, as the
// first ones are.
func Side(r blackjack.Rules, b blackjack.SideBet) SideOdds {
	if r.PayTable(b) == 0 || r.Jokers > 0 {
		return SideOdds{}
	}
	var chances sideChances
	shoe := newSideShoe(&r, b == blackjack.DealerBust)
	switch b {
	case blackjack.PerfectPairs:
		shoe.draw(1, func(first blackjack.Card, p float64) {
			shoe.draw(p, func(second blackjack.Card, p float64) {
				chances[blackjack.PairOf(first, second)] += p
			})
		})
	case blackjack.TwentyOnePlusThree:
		shoe.draw(1, func(first blackjack.Card, p float64) {
			shoe.draw(p, func(second blackjack.Card, p float64) {
				shoe.draw(p, func(up blackjack.Card, p float64) {
					chances[blackjack.PokerOf(first, second, up)] += p
				})
			})
		})
	case blackjack.DealerBust:
		shoe.dealer(&r, nil, 1, &chances)
	}
	odds := SideOdds{Edge: 1}
	for result, pays := range r.SidePays(b) {
		odds.Results = append(odds.Results, SideChance{result, pays, chances[result]})
		odds.Edge -= chances[result] * float64(1+pays)
	}
	return odds
}

// Bust returns what a chip on [blackjack.DealerBust] nets in the mean once the upcard is on the
// table and these cards are out for all to see. Peeked says that the dealer has looked for a
// natural and has none.
func Bust(r blackjack.Rules, up blackjack.Card, out []blackjack.Card, peeked bool) float64 {
	shoe := newSideShoe(&r, true)
	shoe.takeOut(append(out[:len(out):len(out)], up))
	var chances sideChances
	none := 0.0 // that the hole card makes a natural, which is known not to be
	shoe.draw(1, func(hole blackjack.Card, p float64) {
		if peeked && r.IsNatural(up, hole) {
			none += p
			return
		}
		shoe.dealer(&r, []blackjack.Card{up, hole}, p, &chances)
	})
	net := -1.0
	for result, pays := range r.SidePays(blackjack.DealerBust) {
		net += chances[result] / (1 - none) * float64(1+pays)
	}
	return net
}

// takeOut takes cards out, unless too few are left then for a dealer, who ends at 26 or below.
func (s *sideShoe) takeOut(cards []blackjack.Card) {
	left := *s
	sum := 0
	for _, c := range cards {
		left.left[ofValue(c)]--
		left.size--
	}
	for c, n := range left.left {
		if n < 0 {
			return
		}
		sum += int(n) * blackjack.Card(c).Value()
	}
	if sum > 26 {
		*s = left
	}
}

// ofValue returns the card that stands for all of a value.
func ofValue(c blackjack.Card) blackjack.Card {
	return blackjack.NewCard(blackjack.Rank(c.Value()-1), blackjack.Clubs)
}

// sideChances are chances by result.
type sideChances [blackjack.BustOfThree + 1]float64

// sideShoe is how often a shoe has each card.
type sideShoe struct {
	left [blackjack.DeckSize]float64
	size float64
}

// newSideShoe counts a full shoe. Where only values matter, all cards of a value are one.
func newSideShoe(r *blackjack.Rules, values bool) *sideShoe {
	var s sideShoe
	for _, c := range r.Full() {
		if values {
			c = ofValue(c)
		}
		s.left[c]++
		s.size++
	}
	return &s
}

// draw draws each card that there is, with its part of a chance, and puts it back.
func (s *sideShoe) draw(p float64, then func(c blackjack.Card, p float64)) {
	for c, n := range s.left {
		if n > 0 {
			of := s.size
			s.left[c], s.size = n-1, of-1
			then(blackjack.Card(c), p*n/of)
			s.left[c], s.size = n, of
		}
	}
}

// dealer plays on a dealer's hand in every way.
func (s *sideShoe) dealer(
	r *blackjack.Rules, hand []blackjack.Card, p float64, chances *sideChances,
) {
	total, soft := r.Aces.Total(hand...)
	switch {
	case len(hand) < 2 || r.DealerDraws(total, soft):
		s.draw(p, func(c blackjack.Card, p float64) {
			s.dealer(r, append(hand[:len(hand):len(hand)], c), p, chances)
		})
	case total > 21:
		chances[blackjack.BustOf(len(hand))] += p
	}
}
