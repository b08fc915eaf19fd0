package odds

import (
	"cmp"
	"context"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// Best returns the odds of the best play there is: that which minds every card
// of its own hand and the upcard, and plays a hand of a split as it
// would have played the same cards without (CDZ-).
//
// House is as in [Strategy]; the error is of the rules, of ctx, the house's, or a
// [*LimitError].
func Best(ctx context.Context, g Game, house strategy.Strategy) (Result, error) {
	l, err := inLanes(ctx, OfBest, lanes(&g.Rules, house),
		func(m *meter, u *upcards) (*ledger, error) { return computeBest(m, g, house, u) },
		(*ledger).join)
	if err != nil {
		return Result{}, err
	}
	return l.result(), nil
}

// computeBest enters the best play of the upcards that are left to a lane.
func computeBest(m *meter, g Game, house strategy.Strategy, u *upcards) (l *ledger, err error) {
	defer m.caught(&err)
	t, against, err := m.open(g, nil, house)
	if err != nil {
		return nil, err
	}
	t.turns = u
	return t.evaluate(newBest(t), against)
}

// best is the policy of best play. Values are those of the scene, net of what
// the peek has decided, so that they compare but are not yet values of a hand
// that is being played: these are value/open.
type best struct {
	t      *table
	s      *scene
	order  order
	worths []worths
	once   bool // a pair is not split again

	whole *order // where a table is kept: all hands of it, of which order has some
	near  []bool // by hand: it is in order
}

// order is hands in two orders.
type order struct {
	up   []int32 // more cards after fewer
	held []int32 // the one in which the dealer's ends are computed fastest
}

// worths are the values of the actions with a hand.
type worths struct {
	stand, hit float64
	best       float64 // of the two
	double     float64 // with two cards
}

func newBest(t *table) *best { return bestFrom(t, []int32{0}) }

// bestFrom is best play of what some hands may come to.
func bestFrom(t *table, starts []int32) *best {
	return &best{t: t, order: t.inOrder(t.reachable(starts))}
}

// inOrder sorts hands of which those with more cards come after those with fewer.
func (t *table) inOrder(up []int32) order {
	return order{up, slices.SortedFunc(slices.Values(up), func(a, b int32) int {
		return cmp.Compare(t.hands.list[a].held, t.hands.list[b].held)
	})}
}

// narrow leaves of all hands what the cards of a scene can make of the given ones.
func (b *best) narrow(s *scene, starts []int32) {
	b.near = slices.Grow(b.near[:0], len(b.t.hands.list))[:len(b.t.hands.list)]
	clear(b.near)
	for _, id := range starts {
		b.near[id] = true
	}
	b.order.up, b.order.held = b.order.up[:0], b.order.held[:0]
	for _, id := range b.whole.up {
		if !b.near[id] {
			continue
		}
		b.t.meter.spend(kindWork * len(b.t.deck.kinds))
		b.order.up = append(b.order.up, id)
		for k := range uint8(len(b.t.deck.kinds)) {
			if b.t.hands.left(&s.cards, id, k) <= 0 {
				continue
			}
			if next := b.t.hands.after(id, k); next != bust {
				b.near[next] = true
			}
		}
	}
	for _, id := range b.whole.held {
		if b.near[id] {
			b.order.held = append(b.order.held, id)
		}
	}
}

// reachable puts every hand into the graph that the deck can make of the given
// ones, and returns them, more cards after fewer.
func (t *table) reachable(from []int32) []int32 {
	var order []int32
	var seen []bool
	visit := func(id int32) {
		for int(id) >= len(seen) {
			seen = append(seen, false)
		}
		if !seen[id] {
			seen[id] = true
			order = append(order, id)
		}
	}
	for _, id := range from {
		visit(id)
	}
	c := t.deck.full()
	for i := 0; i < len(order); i++ {
		t.meter.spend(handWork + kindWork*len(t.deck.kinds))
		for k := range uint8(len(t.deck.kinds)) {
			if t.hands.left(&c, order[i], k) <= 0 {
				continue
			}
			if next := t.hands.after(order[i], k); next != bust {
				visit(next)
			}
		}
	}
	// Some of the hands that were given may have come before others of theirs.
	slices.SortStableFunc(order,
		func(a, b int32) int { return cmp.Compare(t.hands.list[a].n, t.hands.list[b].n) })
	return order
}

// enter finds the best play of the scene, fewer cards after more.
func (b *best) enter(s *scene) error {
	b.s = s
	n := len(b.t.hands.list)
	b.worths = slices.Grow(b.worths[:0], n)[:n]
	for _, id := range b.order.held {
		if b.possible(id) && b.t.hands.list[id].total <= 21 {
			s.dealer(id)
		}
	}
	for _, id := range slices.Backward(b.order.up) {
		b.t.meter.spend(handWork)
		if !b.possible(id) {
			continue
		}
		e, w := &b.t.hands.list[id], &b.worths[id]
		w.stand, w.hit = s.standing(id), 0
		w.best = w.stand
		total := int(e.total)
		if !b.t.rules.MayPlay(blackjack.Later, total).Has(blackjack.Hit) {
			continue
		}
		hit := s.bothBust(id)
		s.walker.cards(&s.cards, id, 1, func(k uint8, next int32, p float64) {
			if next == bust {
				hit -= p * s.open(id, int(k))
				return
			}
			hit += p * b.worths[next].best
		})
		w.hit, w.best = hit, max(w.stand, hit)
		first, split := b.t.rules.MayPlay(blackjack.First, total),
			b.t.rules.MayPlay(blackjack.SplitFirst, total)
		if e.n == 2 && (first | split).Has(blackjack.Double) {
			w.double = s.doubled(id)
		}
	}
	return nil
}

// possible reports whether the shoe has the cards of the hand, beside the
// upcard.
func (b *best) possible(id int32) bool {
	e := &b.t.hands.list[id]
	for _, k := range e.kinds[:e.n] {
		if b.t.hands.left(&b.s.cards, id, k) < 0 {
			return false
		}
	}
	return true
}

// standing returns what a hand is worth that stands.
func (s *scene) standing(id int32) float64 {
	e := &s.t.hands.list[id]
	if e.total > 21 && !s.t.rules.BothBustTie {
		return -s.open(id, unseen)
	}
	d, nets, sum := s.dealer(id), s.t.nets(id), 0.0
	for i, end := range s.ends {
		sum += float64(nets[end]) * d[i]
	}
	return sum
}

// doubled returns what a hand is worth that is doubled.
func (s *scene) doubled(id int32) float64 {
	sum := 2 * s.bothBust(id)
	s.walker.cards(&s.cards, id, 1, func(k uint8, next int32, p float64) {
		if next == bust {
			sum -= 2 * p * s.open(id, int(k))
			return
		}
		sum += 2 * p * s.standing(next)
	})
	return sum
}

// decide returns the action of the best value. Equal ones are taken in the
// order of the list.
func (b *best) decide(id int32, legal blackjack.Actions, split bool) (blackjack.Action, error) {
	if legal.Has(blackjack.Decline) {
		return blackjack.Decline, nil
	}
	if split && legal.Has(blackjack.Split) {
		if !b.once { // a pair of the first two cards was split, so this one is
			return blackjack.Split, nil
		}
		legal &^= blackjack.ActionsOf(blackjack.Split)
	}
	best, choice := 0.0, none
	for _, a := range []blackjack.Action{
		blackjack.Stand, blackjack.Hit, blackjack.Double, blackjack.Surrender, blackjack.Split,
	} {
		if !legal.Has(a) {
			continue
		}
		if v := b.worth(id, a); choice == none || v > best {
			best, choice = v, a
		}
	}
	return choice, nil
}

func (b *best) worth(id int32, a blackjack.Action) float64 {
	switch a {
	case blackjack.Stand:
		return b.worths[id].stand
	case blackjack.Hit:
		return b.worths[id].hit
	case blackjack.Double:
		return b.worths[id].double
	case blackjack.Surrender:
		return surrender(b.t.rules, b.t.stake) * b.s.open(id, unseen)
	}
	r := &round{scene: b.s, policy: b, tally: &tally{}}
	return r.split(id).ev()
}
