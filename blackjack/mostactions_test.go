package blackjack_test

import (
	"testing"

	"holecard/blackjack"
)

// mostActions bounds the actions of a round. A hand draws up to 21, aces and jokers as 1, and ends
// with one action more, be it to stand or for a card that busts it. The 29 hands of seven seats
// and the house hold 609 so, which the lowest 260 cards of two shuffles of eight decks with eight
// jokers come to. All but the first two cards of each are drawn by actions; 21 splits are more.
// Insurance adds none: tables with jokers do not offer it, and the others have fewer cards.
const mostActions = 260 - 2*29 + 29 + 21

// longest are the rules of the rounds with the most actions: all may be split and hit, hands of 21
// are asked, and the house is.
func longest() blackjack.Rules {
	return blackjack.Rules{Decks: blackjack.MaxDecks, Jokers: blackjack.MaxJokers,
		DealerStands: 17, HouseDecides: true, AskedAt21: true, MaxHands: blackjack.MaxSplitHands,
		MaxAceHands: blackjack.MaxSplitHands, HitSplitAces: true, DoubleAfterSplit: true,
		LateSurrender: true, MinBet: 1, MaxBet: 100}
}

// pile is how many cards of each value there are in two shuffles, jokers as aces.
type pile [11]int

func newPile(r blackjack.Rules) (p pile) {
	for _, c := range r.Full() {
		p[c.Value()] += 2
	}
	return p
}

// lowest takes the lowest card away, if it counts at most so much, and else a ten. An ace may as
// well be a joker: both count 1 where it matters.
func (p *pile) lowest(most int) blackjack.Card {
	for value := 1; value < 10; value++ {
		if p[value] > 0 && value <= most {
			p[value]--
			return blackjack.Card(value - 1)
		}
	}
	p[10]--
	return blackjack.Card(9)
}

// TestTheMostActionsOfARound deals the lowest cards of two shuffles of the largest shoe, so that
// hands have as many as can be: seven seats split aces to four hands each, all are hit as long as
// that busts nobody, and then they stand, as the house does at last.
func TestTheMostActionsOfARound(t *testing.T) {
	r := longest()
	bets := make([]blackjack.Bet, blackjack.MaxSeats)
	for i := range bets {
		bets[i] = blackjack.Bet{Stake: 1, Purse: 100}
	}
	c, err := blackjack.NewCourse(r, bets...)
	if err != nil {
		t.Fatal(err)
	}
	splits := [blackjack.MaxSeats + 1]int{}
	cards, sum := newPile(r), 0 // of the hand in turn, aces as 1; 0 before its second card
	for c.Wants() != blackjack.WantsNothing {
		kept := 2 * (blackjack.MaxSeats - 1 - int(c.Turn())) // aces that the next seats split with
		switch {
		case c.Phase() == blackjack.Dealing:
			c.Give(cards.lowest(1))
			continue
		case c.Wants() == blackjack.WantsCard && sum == 0:
			if sum = c.FirstCard().Value(); splits[c.Turn()+1] < blackjack.MaxSplitHands-1 {
				kept = 0 // it is split again
			}
			fallthrough
		case c.Wants() == blackjack.WantsCard:
			cards[1] -= kept
			card := cards.lowest(21 - sum)
			cards[1] += kept
			sum += card.Value()
			c.Give(card)
			continue
		case sum == 0:
			sum = 2 // two aces
		}
		act := blackjack.Stand
		cards[1] -= kept
		switch fits := cards; {
		case c.Legal().Has(blackjack.Split):
			act, sum = blackjack.Split, 0
			splits[c.Turn()+1]++
		case sum+fits.lowest(21).Value() <= 21:
			act = blackjack.Hit
		default:
			sum = 0
		}
		cards[1] += kept
		if err := c.Act(act); err != nil {
			t.Fatal(err)
		}
	}
	if n := c.Acted(); n < 246 || n > mostActions || mostActions > blackjack.MaxLog {
		t.Errorf("%d actions", n)
	}
}
