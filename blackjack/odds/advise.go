package odds

import (
	"cmp"
	"context"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// Option is an action and what it is worth: the mean net of the hand, or of the
// hands that a split makes of it, per unit of the hand's stake, if all that
// follows is played best.
type Option struct {
	Action blackjack.Action
	EV     float64
}

// Known is what a player knows beside the hand and the upcard.
type Known struct {
	// Out is further cards that are out of the shoe for all to see: the player's other
	// hands, those of other seats, and where a shoe is kept the cards of earlier rounds.
	Out []blackjack.Card
	// First is the first card of the first seat, which a house that decides sees; nil where
	// it is the first of the hand.
	First *blackjack.Card
	// Stake is the hand's, in whole chips: of half a stake and of a natural's pay the house
	// keeps the odd chip. 0 is for a stake that leaves none.
	Stake blackjack.Chips
}

// Advise returns what each legal action is worth, best first. All that is not seen is taken
// to lie in what the hand, the upcard and what else is known leave of a full shoe. After a
// peek it is known that there is no natural.
//
// House is as in [Strategy], for a player; the house's own decisions have no
// odds. The error is of the rules, of ctx, [ErrHouse], [ErrCards], or a
// [*LimitError].
func Advise(
	ctx context.Context, s *strategy.Situation, k Known, house strategy.Strategy,
) ([]Option, error) {
	return computeAdvice(newMeter(ctx, OfHint), s, k, house)
}

func computeAdvice(
	m *meter, s *strategy.Situation, k Known, house strategy.Strategy,
) (options []Option, err error) {
	defer m.caught(&err)
	a, err := newAdvice(m, s, k, house)
	if err != nil {
		return nil, err
	}
	var list []Option
	for act := range s.Legal.All() {
		list = append(list, Option{act, a.worth(act)})
	}
	slices.SortStableFunc(list, func(x, y Option) int { return cmp.Compare(y.EV, x.EV) })
	return list, nil
}

// advice is best play of one hand.
type advice struct {
	*best
	hand  int32
	legal blackjack.Actions
}

func newAdvice(
	m *meter, q *strategy.Situation, k Known, house strategy.Strategy,
) (*advice, error) {
	t, against, err := m.open(Game{Rules: *q.Rules}, nil, house)
	if err != nil {
		return nil, err
	}
	t.stake = k.Stake
	up := unseen
	if q.Seen {
		up = t.deck.indexOf(q.Upcard)
	}
	var s *scene
	switch {
	case against == nil:
		s = t.scene(up)
	case len(q.Cards) == 0:
		return nil, ErrHouse
	default:
		first := q.Cards[0]
		if k.First != nil {
			first = *k.First
		}
		at := t.deck.indexOf(first)
		if at == unseen {
			return nil, ErrCards
		}
		s = t.bare(up)
		if err := s.decides(against, uint8(at)); err != nil {
			return nil, err
		}
	}
	s.hands = max(q.Hands, 1)
	for _, c := range k.Out {
		at := t.deck.indexOf(c)
		if at == unseen {
			return nil, ErrCards
		}
		s.takeOut(uint8(at))
	}
	a := &advice{best: &best{t: t}, legal: q.Legal}
	for _, c := range q.Cards {
		if a.hand = t.hands.after(a.hand, uint8(t.deck.indexOf(c))); a.hand == bust {
			return nil, ErrCards
		}
	}
	if slices.Min(s.cards.kind) < 0 {
		return nil, ErrCards
	}
	a.best = bestFrom(t, a.starts(q))
	a.s = s
	if !a.possible(a.hand) {
		return nil, ErrCards
	}
	return a, a.enter(s)
}

// starts returns the hands from which everything that matters can be reached:
// the hand itself, and the single cards that a split may start from. Where a pair
// is split again these are all kinds of its value.
func (a *advice) starts(q *strategy.Situation) []int32 {
	list := []int32{a.hand}
	if a.t.pair(a.hand) && (q.Legal.Has(blackjack.Split) || q.Legal.Has(blackjack.Decline)) {
		for _, k := range a.t.deck.byValue[valueOf(q.Cards[0])] {
			list = append(list, a.t.hands.after(0, k))
		}
	}
	return list
}

// worth returns the value of an action, as of a hand that goes on being played.
func (a *advice) worth(act blackjack.Action) float64 {
	if a.legal.Has(blackjack.Decline) {
		return a.insuring(act)
	}
	value := a.best.worth(a.hand, act)
	if act == blackjack.Split {
		value = max(value, a.splitOnce())
	}
	return value / a.s.open(a.hand, unseen)
}

// splitOnce returns the value of a split whose hands are not split again: that of a pair which
// is better not split is better so.
func (a *advice) splitOnce() float64 {
	delete(a.s.splits, a.hand)
	a.once = true
	defer func() { a.once = false }()
	return a.best.worth(a.hand, blackjack.Split)
}

// insuring returns the value of an answer to insurance, before any peek.
func (a *advice) insuring(act blackjack.Action) float64 {
	q := a.s.natural(a.hand, unseen)
	switch {
	case act == blackjack.EvenMoney:
		return 1
	case act == blackjack.Insure:
		return a.insuring(blackjack.Decline) + (2*q-(1-q))*a.t.insurance()
	case a.t.hands.list[a.hand].natural:
		return a.t.naturalPays() * (1 - q)
	}
	legal := a.t.legal(a.hand, unseen, true)
	value := a.s.standing(a.hand)
	for act := range legal.All() {
		value = max(value, a.best.worth(a.hand, act))
	}
	if a.s.peeked {
		value -= q
	}
	return value
}
