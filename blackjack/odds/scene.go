package odds

import (
	"slices"

	"holecard/blackjack"
)

// unseen is the upcard where there is none.
const unseen = -1

// scene is a round with its upcard on the table: what is left to draw from, and
// how the dealer will end. All probabilities in it are those of what happens
// and no peek ending the round first: with an ace or ten up they add up to less
// than 1 where the dealer peeks, and nothing needs to be divided by what is left.
type scene struct {
	t      *table
	up     int
	first  int8  // the player's first card where the house decides and so minds it, or unseen
	cards  cards // less the upcard and whatever else is seen
	sums   *sums
	kinds  bool // the dealer's tree draws kinds, not values
	hole   int8 // the value that makes the upcard a natural, or unseen
	peeked bool // that was looked for before play
	ends   []uint8
	hands  int // that the seat has already

	base   cards // the same, whatever hands are held for a moment
	gone   held  // cards out of it beside the hand at hand
	known  *memo // the dealer's ends, by the cards that are out
	splits map[int32]*splitting
	shared map[commonKey]*common
	walker walker
	inner  walker // of hands of a split, while the other is under way
}

// scene returns the round with an upcard and a dealer who plays by rule.
func (t *table) scene(up int) *scene {
	s := t.shown(up)
	s.plays(t.ruled(up))
	return s
}

// shown is [table.scene] before anyone asks how the dealer ends.
func (t *table) shown(up int) *scene {
	s := t.bare(up)
	if up != unseen {
		shown := t.deck.kinds[up]
		for _, k := range t.deck.kinds {
			if t.rules.IsNatural(shown.card, k.card) {
				s.hole = int8(k.value)
			}
		}
	}
	s.peeked = s.hole != unseen && t.rules.HoleCard == blackjack.Peek
	return s
}

// ruled returns the ways of a dealer who plays by rule. A [Table] keeps them.
func (t *table) ruled(up int) *tree {
	if known := t.trees[up]; known != nil {
		return known
	}
	made := newTree(t.dealer, t.dealt(up), byRule(t.rules, t.dealer))
	if t.trees != nil {
		t.meter.hold(made.bytes())
		t.trees[up] = made
	}
	return made
}

// dealt returns the dealer's hand with the upcard alone.
func (t *table) dealt(up int) int32 {
	if up == unseen {
		return 0
	}
	return t.dealer.after(0, t.deck.kinds[up].value)
}

// bare is a scene whose dealer has no way to play yet. It ends the one before it.
func (t *table) bare(up int) *scene {
	t.meter.nextScene()
	s := &scene{
		t: t, up: up, cards: t.deck.full(), hole: unseen, first: unseen, hands: 1, known: t.known,
		splits: map[int32]*splitting{}, shared: map[commonKey]*common{},
	}
	s.base = t.deck.full()
	if up != unseen {
		s.takeOut(uint8(up))
	}
	s.walker.h, s.inner.h = t.hands, t.hands
	return s
}

// takeOut takes a card out for all that follows.
func (s *scene) takeOut(k uint8) {
	s.cards.take(k, 1)
	s.base.take(k, 1)
}

// each visits the scenes of the game with their probabilities: one for each upcard
// and, where the house decides, for each first card of the player, which it sees.
func (t *table) each(house *asked, visit func(s *scene, chance float64) error) error {
	full := t.deck.full()
	ups := t.upcards()
	for i := t.turns.take(); i < len(ups); i = t.turns.take() {
		up, chance := ups[i], 1.0
		if up != unseen {
			chance = full.chance(uint8(up))
		}
		if house == nil {
			if err := visit(t.scene(up), chance); err != nil {
				return err
			}
			continue
		}
		for first := range uint8(len(t.deck.kinds)) {
			s := t.bare(up)
			both := chance * max(0, s.cards.chance(first))
			if both == 0 {
				continue
			}
			if err := s.decides(house, first); err != nil {
				return err
			}
			s.first = int8(first)
			if err := visit(s, both); err != nil {
				return err
			}
		}
	}
	return nil
}

// decides makes the dealer play by a policy, who sees the player's first card.
func (s *scene) decides(h *asked, first uint8) error {
	if err := h.enter(&scene{t: s.t, up: int(first)}); err != nil {
		return err
	}
	var failed error
	legal := blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)
	s.kinds = true
	s.plays(newTree(s.t.hands, s.t.hands.after(0, uint8(s.up)), func(id int32) (uint8, bool) {
		a, err := h.decide(id, legal, false)
		if err != nil {
			failed = err
		}
		return uint8(s.t.hands.list[id].total), a != blackjack.Hit || failed != nil
	}))
	return failed
}

// plays sets how the dealer ends.
func (s *scene) plays(t *tree) {
	s.sums = newSums(t)
	s.ends = nil
	for _, e := range t.ends {
		if e != dealerNatural || !s.peeked {
			s.ends = append(s.ends, e)
		}
	}
	s.known.of(len(s.ends))
}

// dealer returns how the dealer ends while the player holds a hand: a probability for each of
// the scene's ends.
func (s *scene) dealer(id int32) []float64 { return s.against(s.held(id)) }

// held returns what is out with a hand: where the dealer's tree draws kinds the hand itself.
func (s *scene) held(id int32) held {
	if s.kinds {
		return held(id)
	}
	return s.t.hands.list[id].held + s.gone
}

// against is dealer, of what is out.
func (s *scene) against(out held) []float64 {
	n, known := s.known.number(out)
	row := s.known.row(n)
	if !known {
		s.t.meter.borrow(memoBytes + 8*len(row))
		s.compute(out, row)
	}
	return row
}

// foresee computes the dealer's ends for all these in the order in which that is fastest,
// which sorts them.
func (s *scene) foresee(outs []held) {
	s.t.room = slices.Grow(s.t.room[:0], len(outs))
	sortHeld(outs, s.t.room[:len(outs)])
	for _, out := range outs {
		s.against(out)
	}
}

// sortWork is what it takes to sort one of many, and to know that it is known.
const sortWork = 30

// compute fills in how the dealer ends.
func (s *scene) compute(out held, ends []float64) {
	h, step, cards := s.t.hands, s.t.deck.step, 0
	var left [4*values + 4]float64
	if s.kinds {
		cards = int(h.list[out].n)
		for k, n := range h.counts(int32(out)) {
			left[k] = s.base.kind[k] - float64(n)*step
		}
	} else {
		cards = out.cards()
		for v, n := range s.base.value {
			left[v] = n - float64(out.of(v))*step
		}
	}
	first, work := s.sums.changed(left[:], s.base.size-float64(cards)*step, step)
	s.t.meter.spend(work)
	s.sums.chances(first, ends)
}

// natural returns the probability that the dealer has a natural while the
// player holds a hand and, unless unseen, one card more.
func (s *scene) natural(id int32, more int) float64 { return s.naturalWithout(id, more, 0, 0) }

// naturalWithout is natural while so many cards of a value are out beside the hand.
func (s *scene) naturalWithout(id int32, more int, value uint8, out int) float64 {
	if s.hole == unseen {
		return 0
	}
	step := s.t.deck.step
	left := s.cards.value[s.hole] - float64(s.t.hands.worth[id][s.hole])*step
	size := s.t.hands.size(&s.cards, id) - float64(out)*step
	if value == uint8(s.hole) {
		left -= float64(out) * step
	}
	if more != unseen {
		size -= step
		if s.t.deck.kinds[more].value == uint8(s.hole) {
			left -= step
		}
	}
	return left / max(1, size)
}

// open is the probability that play goes on after the peek.
func (s *scene) open(id int32, more int) float64 {
	if !s.peeked {
		return 1
	}
	return 1 - s.natural(id, more)
}

// bothBust returns the probability that the next card busts a hand and the dealer is bust as well,
// where that is a tie. A card that nobody has seen does not change how likely the dealer is to bust,
// so the hands that the card does not bust leave the rest of that to those that it does.
func (s *scene) bothBust(id int32) float64 {
	if !s.t.rules.BothBustTie {
		return 0
	}
	sum := s.busts(id)
	s.walker.cards(&s.cards, id, 1, func(_ uint8, next int32, p float64) {
		if next != bust {
			sum -= p * s.busts(next)
		}
	})
	return sum
}

// busts returns the probability that the dealer is bust while the player holds a hand.
func (s *scene) busts(id int32) float64 { return s.dealer(id)[len(s.ends)-1] }

// nets returns what a hand that stands nets for each unit of its stake, by the
// dealer's end.
func (t *table) nets(id int32) *[ends]int8 {
	e := &t.hands.list[id]
	return &t.net[min(e.total, int8(dealerBust))][one(e.hearts)]
}

// newNets asks the engine for [table.nets], by score and by hearts.
func newNets(r *blackjack.Rules) (net [dealerNatural][2][ends]int8) {
	for mine := range net {
		for hearts := range net[mine] {
			for end := range net[mine][hearts] {
				o := r.Outcome(blackjack.Score(mine), blackjack.Score(end))
				won, lost := r.Pays(o, 1, hearts == 1)
				net[mine][hearts][end] = int8(won - lost)
			}
		}
	}
	return net
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// legal is what the engine lets a player do with a hand who has chips enough.
// Paired is the value of the pair that the hand was split from, or unseen.
func (t *table) legal(id int32, paired int, resplit bool) blackjack.Actions {
	e := &t.hands.list[id]
	kind := blackjack.Later
	switch {
	case e.n != 2:
	case paired == unseen:
		kind = blackjack.First
	case paired == 0:
		kind = blackjack.SplitAces
	default:
		kind = blackjack.SplitFirst
	}
	set := t.rules.MayPlay(kind, int(e.total))
	if resplit && t.pair(id) {
		set = set.With(blackjack.Split)
	}
	return set
}

// pair reports two cards of one value, of which more hands may be made.
func (t *table) pair(id int32) bool {
	e := &t.hands.list[id]
	a := t.deck.kinds[e.kinds[0]]
	return e.n == 2 && a.card.Pairs(t.deck.kinds[e.kinds[1]].card) && t.most(a.value) > 1
}

func (t *table) most(value uint8) int { return t.rules.HandsOf(int(value) + 1) }
