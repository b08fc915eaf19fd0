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
	t, against, err := m.open(Game{Rules: *s.Rules}, nil, house)
	if err != nil {
		return nil, err
	}
	a, err := t.advice(s, k, against)
	if err != nil {
		return nil, err
	}
	return ranked(s.Legal, a.worth), nil
}

// ranked returns what the actions are worth, the best first.
func ranked(legal blackjack.Actions, worth func(blackjack.Action) float64) (list []Option) {
	for act := range legal.All() {
		list = append(list, Option{act, worth(act)})
	}
	slices.SortStableFunc(list, func(x, y Option) int { return cmp.Compare(y.EV, x.EV) })
	return list
}

// advice is best play of one hand.
type advice struct {
	s     *scene
	hand  int32
	legal blackjack.Actions
	worthOf
}

// advice returns the best play of a situation, against a house that decides or a dealer who
// plays by rule.
func (t *table) advice(q *strategy.Situation, k Known, against *asked) (*advice, error) {
	t.stake = k.Stake
	s, err := t.asked(q, k, against)
	if err != nil {
		return nil, err
	}
	s.hands = max(q.Hands, 1)
	hand, ok := t.holds(&s.cards, q.Cards)
	if !ok {
		return nil, ErrCards
	}
	a := &advice{s: s, hand: hand, legal: q.Legal}
	splits := t.pair(hand) && (q.Legal.Has(blackjack.Split) || q.Legal.Has(blackjack.Decline))
	if against == nil && (t.deck.valued || !splits) && !t.rules.BothBustTie {
		h := t.newHint(s, hand, splits)
		a.worthOf = worthOf{h.worth, func() float64 { return h.once }}
		return a, nil
	}
	a.worthOf, err = t.byRounds(s, hand, splits)
	return a, err
}

// byRounds returns what actions are worth as [Best] finds it, hand by hand and end by end: also
// where a hand that is bust may tie, which a [hint] takes for lost.
func (t *table) byRounds(s *scene, hand int32, splits bool) (worthOf, error) {
	if s.sums == nil {
		s.plays(t.ruled(s.up))
	}
	b := t.kept
	if b == nil {
		b = bestFrom(t, t.starts(hand, splits))
	} else {
		b.narrow(s, t.starts(hand, splits))
	}
	return worthOf{
		func(act blackjack.Action) float64 { return b.worth(hand, act) },
		func() float64 { return b.splitOnce(hand) },
	}, b.enter(s)
}

// asked returns the scene in which a player is asked, without the cards that are known to be
// out of the shoe. A dealer who plays by rule has no way to play yet.
func (t *table) asked(q *strategy.Situation, k Known, against *asked) (s *scene, err error) {
	up, ok := t.upcardOf(q)
	switch {
	case !ok:
		return nil, ErrCards
	case against == nil:
		s = t.shown(up)
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
	for _, c := range k.Out {
		at := t.deck.indexOf(c)
		if at == unseen {
			return nil, ErrCards
		}
		s.takeOut(uint8(at))
	}
	return s, nil
}

// upcardOf returns the kind of the upcard, and whether the table has such a card.
func (t *table) upcardOf(q *strategy.Situation) (up int, ok bool) {
	if !q.Seen {
		return unseen, true
	}
	up = t.deck.indexOf(q.Upcard)
	return up, up != unseen
}

// holds returns the hand of some cards, if the shoe has these beside what is out of it. No hand
// that is impossible gets into the graph.
func (t *table) holds(c *cards, hand []blackjack.Card) (id int32, ok bool) {
	left := slices.Clone(c.kind)
	for _, card := range hand {
		k := t.deck.indexOf(card)
		if k == unseen {
			return 0, false
		}
		left[k] -= t.deck.step
	}
	if slices.Min(left) < 0 {
		return 0, false
	}
	for _, card := range hand {
		if id = t.hands.after(id, uint8(t.deck.indexOf(card))); id == bust {
			return 0, false
		}
	}
	return id, true
}

// starts returns the hands from which everything that matters can be reached:
// the hand itself, and the single cards that a split may start from. Where a pair
// is split again these are all kinds of its value.
func (t *table) starts(hand int32, splits bool) []int32 {
	list := []int32{hand}
	if splits {
		value := t.deck.kinds[t.hands.list[hand].kinds[0]].value
		for _, k := range t.deck.byValue[value] {
			list = append(list, t.hands.after(0, k))
		}
	}
	return list
}

// worth returns the value of an action, as of a hand that goes on being played.
func (a *advice) worth(act blackjack.Action) float64 {
	return a.s.answer(a.hand, a.s.t.stake, a.legal, act, a.worthOf)
}

// splitOnce returns the value of a split whose hands are not split again: that of a pair which
// is better not split is better so.
func (b *best) splitOnce(id int32) float64 {
	delete(b.s.splits, id)
	b.once = true
	defer func() { b.once = false }()
	return b.worth(id, blackjack.Split)
}

// worthOf is what the actions with a hand are worth in its scene.
type worthOf struct {
	of   func(blackjack.Action) float64
	once func() float64 // a split whose hands are not split again
}

// answer returns the value of an action, as of a hand that goes on being played.
func (s *scene) answer(
	id int32, stake blackjack.Chips, legal blackjack.Actions, act blackjack.Action, w worthOf,
) float64 {
	if legal.Has(blackjack.Decline) {
		return s.insuring(id, stake, act, w)
	}
	value := w.of(act)
	if act == blackjack.Split {
		value = max(value, w.once())
	}
	return value / s.open(id, unseen)
}

// insuring returns the value of an answer to insurance, before any peek.
func (s *scene) insuring(
	id int32, stake blackjack.Chips, act blackjack.Action, w worthOf,
) float64 {
	q := s.natural(id, unseen)
	switch {
	case act == blackjack.EvenMoney:
		return 1
	case act == blackjack.Insure:
		return s.insuring(id, stake, blackjack.Decline, w) + (2*q-(1-q))*insurance(stake)
	case s.t.hands.list[id].natural:
		return naturalPays(s.t.rules, stake) * (1 - q)
	}
	value := w.of(blackjack.Stand)
	for act := range s.t.legal(id, unseen, true).All() {
		value = max(value, w.of(act))
	}
	if s.peeked {
		value -= q
	}
	return value
}
