package sim

import (
	"slices"
	"testing"

	"holecard/blackjack"
)

// hands plays rounds by the engine, a card at a time.
type hands struct {
	t      *testing.T
	asked  *compiler // it answers for the strategies
	first  blackjack.Course
	course blackjack.Course
	counts *counts
	played int
	drawn  map[uint16]bool // of a fresh shoe
}

func newHands(t *testing.T, c *Config, counts *counts) *hands {
	t.Helper()
	rules := ofUnit(c.Rules)
	k := &compiler{rules: rules, player: c.Player, house: c.House}
	k.sees.Rules = &k.rules
	first, err := blackjack.NewCourse(rules, c.bet(Unit(c.Rules)))
	if err == nil {
		err = k.decide(&first)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &hands{t, k, first, first, counts, 0, map[uint16]bool{}}
}

// give deals a card and reports whether the round is over.
func (h *hands) give(card blackjack.Card) bool {
	h.course.Give(card)
	if err := h.asked.decide(&h.course); err != nil {
		h.t.Fatal(err)
	}
	return h.course.Wants() == blackjack.WantsNothing && h.next()
}

func (h *hands) next() bool {
	h.counts.count(h.course.Count(&h.counts.endings), 1)
	h.course = h.first
	h.played++
	clear(h.drawn)
	return true
}

// TestLanesPlayTheRoundsOfTheEngine plays chunks as simulations do, and the same cards by the
// engine: each place of a fresh shoe is given to the two lanes in turn unless the round has drawn
// it, and a round whose hands were split goes first.
func TestLanesPlayTheRoundsOfTheEngine(t *testing.T) {
	const rounds = 4000
	for _, g := range games(t) {
		c := g.config(usual(g.rules), 1)
		if !c.compiles() {
			continue
		}
		a, err := compile(&c)
		if err != nil {
			t.Fatal(err)
		}
		fast, slow := newCounts(Unit(c.Rules)), newCounts(Unit(c.Rules))
		switch w := newCompiled(&c, a).rounds.(type) {
		case *fresh:
			w.chunk(7, 3, rounds, &fast)
			slowly := newFresh(&c.Rules, a)
			slowly.source, slowly.taken = newGenerator(7, 3), placesAhead
			playFresh(slowly, rounds, newHands(t, &c, &slow), newHands(t, &c, &slow))
		case *deck:
			w.chunk(7, 3, rounds, &fast)
			slowly := newDeck(&c, a)
			slowly.source = newGenerator(7, 3)
			copy(slowly.cards, slowly.full)
			slowly.again()
			playDeck(slowly, rounds, newHands(t, &c, &slow))
		}
		if !slices.Equal(fast.nets, slow.nets) || fast.endings != slow.endings {
			t.Errorf("%s: %v %+v, by the engine %v %+v", g.name, fast.nets, fast.endings, slow.nets,
				slow.endings)
		}
	}
}

func playFresh(f *fresh, rounds int, lanes ...*hands) {
	cards := f.symbolCards(lanes[0].asked)
	step := func(h *hands, place uint16) bool {
		if h.drawn[place] {
			return false
		}
		h.drawn[place] = true
		return h.give(cards[place])
	}
	quotas := [2]int{(rounds + 1) / 2, rounds / 2}
	for lanes[0].played < quotas[0] && lanes[1].played < quotas[1] {
		if f.taken >= placesAhead-1 {
			f.refill()
		}
		for _, h := range lanes {
			step(h, f.place())
		}
		for _, h := range lanes {
			for _, n := h.course.Progress(); n > 1 && !step(h, f.place()); {
			}
		}
	}
	for i, h := range lanes {
		for h.played < quotas[i] {
			step(h, f.place())
		}
	}
}

// symbolCards returns a card of the symbol at each place.
func (f *fresh) symbolCards(k *compiler) (cards []blackjack.Card) {
	of := symbols(&k.rules)
	for _, symbol := range f.full[:f.cards] {
		cards = append(cards, of[symbol])
	}
	return cards
}

func playDeck(d *deck, rounds int, h *hands) {
	of := symbols(&h.asked.rules)
	for h.played < rounds {
		if d.dealt == len(d.cards) && d.rules.EmptyWins {
			if err := h.course.RunOut(); err != nil {
				h.t.Fatal(err)
			}
			h.next()
			d.again()
			continue
		}
		over := h.give(of[d.draw()])
		if left := d.cards[d.dealt:]; over && !d.rules.Endless() && d.rules.Low(left) {
			d.again()
		}
	}
}
