package odds

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// Table keeps what all hints at a table have in common, so that each takes no more than its own
// arithmetic:
//
//	graph of hands ─┬─▶ one hint at a time: dealer's trees, ends, worths ─▶ Advise
//	 never changed  └─▶ Warm: a sheet for each upcard, of a full shoe ────▶ Advise
//
// A sheet holds what each hand is worth that is not of a split, so a hint from a full shoe is
// found in it. Cards that are out of the shoe, and hands of a split, are computed.
//
// A table takes memory for as long as it is kept: see [Table.Bytes]. Its methods may be called
// at the same time: hints wait for each other, but not for [Table.Warm].
type Table struct {
	whole  *table // with the graph of all hands; never changed
	order  order
	house  strategy.Strategy
	sheets []atomic.Pointer[sheet] // by upcard, in the order of [table.upcards]

	mu    sync.Mutex
	hints *worker // nil until asked, and after it was stopped

	warm  atomic.Int64 // bytes of the sheets
	drawn atomic.Int64 // bytes of what hints keep
}

// worker is a table of its own on the graph that all share, for one computation at a time.
type worker struct {
	*table
	against *asked
}

// mostKept is the most memory of a graph that is worth keeping, as a meter counts it.
const mostKept = 64 << 20

// NewTable returns what hints at a table have in common. House is as in [Advise], and so is the
// error; it is a [*LimitError] where the graph of hands is too large to be kept.
func NewTable(
	ctx context.Context, r blackjack.Rules, house strategy.Strategy,
) (kept *Table, err error) {
	m := newMeter(ctx, OfHint)
	m.limits.Memory = mostKept
	defer m.caught(&err)
	t, _, err := m.open(Game{Rules: r}, nil, house)
	if err != nil {
		return nil, err
	}
	kept = &Table{whole: t, house: house, order: t.inOrder(t.reachable([]int32{0}))}
	if !r.HouseDecides {
		kept.sheets = make([]atomic.Pointer[sheet], len(t.upcards()))
	}
	t.hands.clip()
	return kept, nil
}

// Bytes returns about how much memory the table takes by now. At vegas that is 0.9 MB for the
// graph, up to 3 MB for the dealer's ways to draw, by upcard and pair, 2 MB for what hints compute
// in, and 50 KB for each upcard that is warm; where hearts count and nothing is split a bit more.
func (t *Table) Bytes() int64 {
	return t.whole.meter.lasting + t.warm.Load() + t.drawn.Load()
}

// Upcards returns how many there are to [Table.Warm]; none where a house decides.
func (t *Table) Upcards() int { return len(t.sheets) }

// Knows reports whether an upcard, by index, is warm.
func (t *Table) Knows(upcard int) bool { return t.sheets[upcard].Load() != nil }

// Warm computes what every hand is worth against an upcard, by index, from a full shoe. It does
// not keep hints waiting.
func (t *Table) Warm(ctx context.Context, upcard int) (err error) {
	if t.Knows(upcard) {
		return nil
	}
	m := newMeter(ctx, OfBest)
	defer m.caught(&err)
	w := t.worker(m)
	s := w.scene(w.upcards()[upcard])
	w.kept.order = t.order
	if err := w.kept.enter(s); err != nil {
		return err
	}
	sheet := w.kept.sheet(t.whole)
	if t.sheets[upcard].CompareAndSwap(nil, sheet) {
		t.warm.Add(sheet.bytes())
	}
	return nil
}

// Advise is [Advise] at this table, whose rules those of the situation must be.
func (t *Table) Advise(
	ctx context.Context, s *strategy.Situation, k Known,
) ([]Option, error) {
	if list, ok, err := t.Warmed(s, k); ok || err != nil {
		return list, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.compute(ctx, s, k)
}

// Warmed is [Table.Advise] of what is known already, and reports whether it is. It takes about a
// microsecond.
func (t *Table) Warmed(s *strategy.Situation, k Known) (list []Option, ok bool, err error) {
	up, ok := t.whole.upcardOf(s)
	if !ok || len(k.Out) > 0 || s.Hands > 1 {
		return nil, false, nil
	}
	at := slices.Index(t.whole.upcards(), up)
	if at < 0 || at >= len(t.sheets) {
		return nil, false, nil
	}
	sheet := t.sheets[at].Load()
	if sheet == nil {
		return nil, false, nil
	}
	list, err = sheet.advise(s, k.Stake)
	return list, err == nil, err
}

// compute is Advise of what is not known. A worker that was stopped is not asked again.
func (t *Table) compute(
	ctx context.Context, s *strategy.Situation, k Known,
) (list []Option, err error) {
	w := t.hints
	m := newMeter(ctx, OfHint)
	if w != nil {
		m = w.meter
		m.begin(ctx)
	}
	t.hints = nil
	t.drawn.Store(0)
	defer m.caught(&err)
	if w == nil {
		w = t.worker(m)
	}
	a, err := w.advice(s, k, w.against)
	if err == nil {
		list = ranked(s.Legal, a.worth)
	}
	t.hints = w
	t.drawn.Store(m.lasting - t.whole.meter.lasting)
	return list, err
}

// worker returns a table that computes on the graph.
func (t *Table) worker(m *meter) *worker {
	m.lasting = t.whole.meter.lasting
	w := &worker{table: t.whole.on(m)}
	if t.house != nil && w.rules.HouseDecides {
		w.against = newAsked(w.table, t.house)
	}
	w.kept = &best{t: w.table, whole: &t.order}
	w.trees, w.open, w.hint = map[int]*tree{}, map[openKey]*openTree{}, &hint{}
	return w
}

// on returns a table with the same graph of hands for another computation, which must not add
// any: there are all that the deck can make.
func (t *table) on(m *meter) *table {
	hands := *t.hands
	hands.meter = m
	n := &table{meter: m, rules: t.rules, deck: t.deck, values: t.values, net: t.net, hands: &hands}
	n.fit()
	return n
}

// clip makes room for more hands apart from those that others share.
func (h *hands) clip() {
	h.list, h.count = slices.Clip(h.list), slices.Clip(h.count)
	h.worth, h.next = slices.Clip(h.worth), slices.Clip(h.next)
}

// bytes is the memory of a tree, whose lists grow ahead.
func (t *tree) bytes() int {
	n := 16 * len(t.sets)
	for _, l := range t.levels {
		n += 12 * len(l.steps)
	}
	return 5*n/4 + 1000
}

// sheet is what each hand is worth against an upcard from a full shoe. It is never changed.
type sheet struct {
	scene *scene       // without a dealer's way to play
	worth [][2]float64 // by hand: to stand and to hit
	first map[int32]firsts
}

// firsts is what the other actions with two cards are worth.
type firsts struct{ double, split, once float64 }

// sheet notes what was entered.
func (b *best) sheet(whole *table) *sheet {
	s := b.s
	n := &sheet{
		scene: &scene{t: whole, up: s.up, cards: s.cards, hole: s.hole, peeked: s.peeked},
		worth: make([][2]float64, len(b.worths)), first: map[int32]firsts{},
	}
	for _, id := range b.order.up {
		w := &b.worths[id]
		n.worth[id] = [2]float64{w.stand, w.hit}
		if b.t.hands.list[id].n != 2 || !b.possible(id) {
			continue
		}
		f := firsts{double: w.double}
		if b.t.pair(id) {
			s.forgetSplits()
			f.split = b.worth(id, blackjack.Split)
			f.once = b.splitOnce(id)
		}
		n.first[id] = f
	}
	return n
}

// forgetSplits makes a scene add up a split as if it were the first: to the last bit.
func (s *scene) forgetSplits() {
	clear(s.splits)
	clear(s.shared)
}

func (s *sheet) bytes() int64 { return int64(16*len(s.worth) + 80*len(s.first)) }

// advise is [Advise] of a hand that is not of a split.
func (s *sheet) advise(q *strategy.Situation, stake blackjack.Chips) ([]Option, error) {
	id, ok := s.scene.t.holds(&s.scene.cards, q.Cards)
	if !ok {
		return nil, ErrCards
	}
	return ranked(q.Legal, func(act blackjack.Action) float64 {
		return s.scene.answer(id, stake, q.Legal, act, worthOf{
			of:   func(act blackjack.Action) float64 { return s.raw(id, act, stake) },
			once: func() float64 { return s.first[id].once },
		})
	}), nil
}

// raw returns the value of an action in the scene, as [best.worth] does.
func (s *sheet) raw(id int32, act blackjack.Action, stake blackjack.Chips) float64 {
	switch act {
	case blackjack.Stand:
		return s.worth[id][0]
	case blackjack.Hit:
		return s.worth[id][1]
	case blackjack.Double:
		return s.first[id].double
	case blackjack.Surrender:
		return surrender(s.scene.t.rules, stake) * s.scene.open(id, unseen)
	}
	return s.first[id].split
}
