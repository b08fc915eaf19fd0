package strategy

import (
	"fmt"

	"holecard/blackjack"
)

// Both takes a card if both would. It asks b only if a would.
func Both(a, b Strategy) Strategy { return &both{a, b} }

type both struct{ a, b Strategy }

func (c *both) takes(s *Situation) (bool, error) {
	if yes, err := takes(c.a, s); err != nil || !yes {
		return false, err
	}
	return takes(c.b, s)
}

func (c *both) Decide(s *Situation) (blackjack.Action, error) { return decide(c, s) }
func (c *both) String() string                                { return fmt.Sprintf("both(%v, %v)", c.a, c.b) }
func (c *both) needs() Needs                                  { return NeedsOf(c.a).And(NeedsOf(c.b)) }

// Majority takes a card if at least two of the three would. It asks the third
// only if the others disagree.
func Majority(a, b, c Strategy) Strategy { return &majority{a, b, c} }

type majority struct{ a, b, c Strategy }

func (m *majority) takes(s *Situation) (bool, error) {
	first, err := takes(m.a, s)
	if err != nil {
		return false, err
	}
	second, err := takes(m.b, s)
	if err != nil || first == second {
		return first, err
	}
	return takes(m.c, s)
}

func (m *majority) Decide(s *Situation) (blackjack.Action, error) { return decide(m, s) }
func (m *majority) String() string                                { return fmt.Sprintf("majority(%v, %v, %v)", m.a, m.b, m.c) }
func (m *majority) needs() Needs {
	return NeedsOf(m.a).And(NeedsOf(m.b)).And(NeedsOf(m.c))
}

// Suit plays with where the hand holds a card of the suit, else without.
func Suit(suit blackjack.Suit, with, without Strategy) Strategy {
	return &bySuit{suit, with, without}
}

type bySuit struct {
	suit          blackjack.Suit
	with, without Strategy
}

// suits are the names of the suits.
var suits = [...]string{"clubs", "diamonds", "hearts", "spades"}

func holds(cards []blackjack.Card, suit blackjack.Suit) bool {
	for _, c := range cards {
		if c.Suit() == suit {
			return true
		}
	}
	return false
}

func (b *bySuit) choose(s *Situation) Strategy {
	if holds(s.Cards, b.suit) {
		return b.with
	}
	return b.without
}

func (b *bySuit) takes(s *Situation) (bool, error)              { return takes(b.choose(s), s) }
func (b *bySuit) Decide(s *Situation) (blackjack.Action, error) { return b.choose(s).Decide(s) }
func (b *bySuit) String() string {
	return fmt.Sprintf("suit(%q, %v, %v)", suits[b.suit], b.with, b.without)
}

func (b *bySuit) needs() Needs {
	return needsSuit(b.suit).And(NeedsOf(b.with)).And(NeedsOf(b.without))
}

// Reckless takes one card more than a: it stands only where a would have stood
// on the hand without its last card. An empty hand has no last card, so
// reckless takes one; on a hand just dealt it asks a about the card before the
// last, which a itself never had to decide about. At the table of chalmers,
// where hands begin empty, that is one card more than a, always.
func Reckless(a Strategy) Strategy { return &reckless{a} }

type reckless struct{ a Strategy }

func (r *reckless) takes(s *Situation) (bool, error) {
	if len(s.Cards) == 0 {
		return true, nil
	}
	// Nothing may be allocated for a decision, so s is lent and given back.
	whole := *s
	s.Cards = s.Cards[:len(s.Cards)-1]
	s.Total, s.Soft = s.Rules.Aces.Total(s.Cards...)
	s.Legal &= blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)
	s.Natural = false
	yes, err := takes(r.a, s)
	*s = whole
	return yes, err
}

func (r *reckless) Decide(s *Situation) (blackjack.Action, error) { return decide(r, s) }
func (r *reckless) String() string                                { return fmt.Sprintf("reckless(%v)", r.a) }
func (r *reckless) needs() Needs {
	n := Needs{Total: true, Cards: true}.And(NeedsOf(r.a))
	n.Last = min(n.Last+1, allCards)
	return n
}
