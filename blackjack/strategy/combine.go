package strategy

import (
	"fmt"

	"holecard/blackjack"
)

// Both takes a card if both would. It consults as [Majority] does.
func Both(a, b Strategy) Strategy { return newVote("both", a, b) }

// Majority takes a card if at least two of the three would. All are consulted,
// even when the others have decided, so that those who watch one of them are
// told. A person is asked last, and only if the answer can change the outcome.
func Majority(a, b, c Strategy) Strategy { return newVote("majority", a, b, c) }

// vote takes a card if enough of its voters would.
type vote []voter

// enough is how many voters decide, of two or of three.
const enough = 2

// voter is a strategy among those that vote, and what it looks at that matters
// to voting.
type voter struct {
	Strategy
	asks, watches bool
}

func newVote(name string, of ...Strategy) Strategy {
	var v vote
	for _, a := range of {
		n := NeedsOf(a)
		v = append(v, voter{a, n.Asks, n.Watches})
	}
	text, looks := join(of, ", ", looseOr)
	return &rule{text: name + "(" + text + ")", looks: looks, asks: v.takes}
}

func (v vote) takes(s *Situation) (bool, error) {
	yes, no := 0, 0
	for _, people := range []bool{false, true} { // those who ask a person come last
		for i := range v {
			a := &v[i]
			if a.asks != people {
				continue
			}
			if yes >= enough || len(v)-no < enough { // decided
				if a.watches {
					hear(a.Strategy, s)
				}
				continue
			}
			takes, err := takes(a.Strategy, s)
			switch {
			case err != nil:
				return false, err
			case takes:
				yes++
			default:
				no++
			}
		}
	}
	return yes >= enough, nil
}

// hear consults a strategy whose answer decides nothing, for those who watch it.
// No person is asked for that: what would need one goes unheard.
func hear(a Strategy, s *Situation) {
	before := s.decided
	s.decided = true
	_, _ = takes(a, s) // nobody is asked, and nothing else fails
	s.decided = before
}

// Suit plays with where the hand holds a card of the suit, else without. The order is that of
// CS61A's assignment: first the strategy of hands without the suit.
func Suit(suit blackjack.Suit, without, with Strategy) Strategy {
	return &bySuit{suit, without, with}
}

type bySuit struct {
	suit          blackjack.Suit
	without, with Strategy
}

// suits are the names of the suits.
var suits = [...]string{"clubs", "diamonds", "hearts", "spades"}

func has(cards []blackjack.Card, suit blackjack.Suit) bool {
	for _, c := range cards {
		if c.Suit() == suit {
			return true
		}
	}
	return false
}

func (b *bySuit) choose(s *Situation) Strategy {
	if has(s.Cards, b.suit) {
		return b.with
	}
	return b.without
}

func (b *bySuit) takes(s *Situation) (bool, error)              { return takes(b.choose(s), s) }
func (b *bySuit) Decide(s *Situation) (blackjack.Action, error) { return b.choose(s).Decide(s) }
func (b *bySuit) String() string {
	return fmt.Sprintf("suit(%q, %v, %v)", suits[b.suit], b.without, b.with)
}

func (b *bySuit) needs() Needs {
	return needsSuit(b.suit).And(NeedsOf(b.without)).And(NeedsOf(b.with))
}

// Reckless takes one card more than a: it stands only where a would have stood
// on the hand without its last card. An empty hand has no last card, so
// reckless takes one; on a hand just dealt it asks a about the card before the
// last, which a itself never had to decide about. At the table of chalmers,
// where hands begin empty, that is one card more than a, always.
func Reckless(a Strategy) Strategy {
	looks := Needs{Total: true, Cards: true}.And(NeedsOf(a))
	looks.Last = min(looks.Last+1, allCards)
	return &rule{text: "reckless(" + a.String() + ")", looks: looks,
		asks: func(s *Situation) (bool, error) {
			if len(s.Cards) == 0 {
				return true, nil
			}
			// Nothing may be allocated for a decision, so s is lent and given back.
			whole := *s
			s.Cards = s.Cards[:len(s.Cards)-1]
			s.Total, s.Soft = s.Rules.Aces.Total(s.Cards...)
			s.Legal &= blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)
			s.Natural = false
			yes, err := takes(a, s)
			*s = whole
			return yes, err
		}}
}
