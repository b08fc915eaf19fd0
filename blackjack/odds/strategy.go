package odds

import (
	"context"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// Strategy returns the odds of a strategy. House is the strategy of a house
// that decides; at other tables it is not looked at and may be nil.
//
// The error is of the rules, of ctx, [ErrStrategy], [ErrHouse], [ErrPerson],
// [ErrExtras], a [*LimitError], or what a strategy returned; of cards that are gone
// a [*LackError], [ErrEndless] or [ErrFew].
func Strategy(ctx context.Context, g Game, player, house strategy.Strategy) (Result, error) {
	return computeStrategy(newMeter(ctx, OfStrategy), g, player, house)
}

func computeStrategy(m *meter, g Game, player, house strategy.Strategy) (r Result, err error) {
	defer m.caught(&err)
	t, against, err := m.open(g, player, house)
	if err != nil {
		return Result{}, err
	}
	l, err := t.evaluate(newAsked(t, player), against)
	if err != nil {
		return Result{}, err
	}
	return l.result(), nil
}

// asked is the policy of a strategy. It remembers what it said in a scene.
type asked struct {
	t         *table
	s         *scene
	strategy  strategy.Strategy
	situation strategy.Situation
	work      int                   // what a decision takes: longer expressions take longer
	said      [2][]blackjack.Action // by split or not and by hand: the action, or none yet
}

const none = blackjack.Action(255)

func newAsked(t *table, a strategy.Strategy) *asked {
	return &asked{
		t: t, strategy: a, situation: strategy.Situation{Rules: t.rules},
		work: 50 + 8*len(a.String()),
	}
}

func (a *asked) enter(s *scene) error {
	a.s = s
	a.situation.Seen = s.up != unseen
	if a.situation.Seen {
		a.situation.Upcard = a.t.deck.kinds[s.up].card
	}
	for i := range a.said {
		a.said[i] = a.said[i][:0]
	}
	return nil
}

func (a *asked) decide(id int32, legal blackjack.Actions, split bool) (blackjack.Action, error) {
	e := &a.t.hands.list[id]
	said := &a.said[0]
	q := &a.situation
	q.Hands = 1
	if split {
		said = &a.said[1]
		q.Hands = 2
	}
	for int(id) >= len(*said) {
		*said = append(*said, none)
	}
	known := (*said)[id]
	if known != none && legal.Has(known) && e.n > 2 {
		return known, nil
	}
	a.t.meter.spend(a.work)
	q.Cards, q.Total, q.Soft, q.Legal = a.t.hands.show(e.path), int(e.total), e.soft, legal
	q.Natural = !split && e.natural
	did, err := a.strategy.Decide(q)
	(*said)[id] = did
	return did, err
}
