package odds

import (
	"context"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// Basic returns the best strategy that goes by total, softness, pair and upcard
// alone, as charts print it. A cell is best for the mean of its hands as they are
// dealt; where none is dealt, of those that best play draws. House is
// as in [Strategy], and so is the error.
func Basic(ctx context.Context, g Game, house strategy.Strategy) (*strategy.Chart, error) {
	c, err := inLanes(ctx, OfBasic, lanes(&g.Rules, house),
		func(m *meter, u *upcards) (*charting, error) { return computeBasic(m, g, house, u) },
		(*charting).join)
	if err != nil {
		return nil, err
	}
	return c.chart(), nil
}

// computeBasic adds up the upcards that are left to a lane.
func computeBasic(m *meter, g Game, house strategy.Strategy, u *upcards) (c *charting, err error) {
	defer m.caught(&err)
	t, against, err := m.open(g, nil, house)
	if err != nil {
		return nil, err
	}
	t.turns = u
	c = &charting{best: newBest(t)}
	return c, t.each(against, c.count)
}

// charting adds up what each action is worth for the hands of each cell.
type charting struct {
	best *best
	hard [strategy.Totals][strategy.Columns]cell
	soft [strategy.Totals][strategy.Columns]cell
	pair [strategy.Pairs][strategy.Columns]cell
}

// cell is the sums of a cell, by origin of its hands.
type cell [3]struct {
	weight float64
	worth  [blackjack.Surrender + 1]float64
	legal  blackjack.Actions
}

// The origins of hands, the first counts that there is in a cell. A pair that
// may be split has a cell of its own, so it counts for its total only where no
// other two cards make that.
const (
	dealtSo = iota
	dealtPair
	drawnSo
)

// count adds a scene, by its probability: where suits matter a column is several
// kinds of upcards.
func (c *charting) count(s *scene, weight float64) error {
	if err := c.best.enter(s); err != nil {
		return err
	}
	column := s.t.column(s.up)
	dealt := s.t.hands.dealt
	start := int32(0)
	if s.first != unseen {
		start = s.t.hands.after(0, uint8(s.first))
	}
	s.walker.walk(&s.cards, []int32{start}, []float64{weight}, func(id int32, p float64) bool {
		e := &s.t.hands.list[id]
		if e.n < dealt {
			return true
		}
		if e.total > 21 {
			return false
		}
		c.add(id, p, column, dealt)
		w := &c.best.worths[id]
		return e.n == 0 || w.hit > w.stand
	}, nil)
	return nil
}

// add adds a hand to its cells.
func (c *charting) add(id int32, p float64, column int, dealt uint8) {
	t := c.best.t
	e := &t.hands.list[id]
	row := &c.hard
	if e.soft {
		row = &c.soft
	}
	legal := t.legal(id, unseen, true)
	origin := dealtSo
	switch {
	case legal.Empty(): // a natural
		return
	case e.n > dealt:
		origin = drawnSo
	case legal.Has(blackjack.Split):
		origin = dealtPair
		c.sum(&c.pair[t.deck.kinds[e.kinds[0]].value+1][column], dealtSo, id, p, legal)
		legal &^= blackjack.ActionsOf(blackjack.Split)
	}
	c.sum(&row[e.total][column], origin, id, p, legal)
}

func (c *charting) sum(to *cell, origin int, id int32, p float64, legal blackjack.Actions) {
	s := &to[origin]
	s.weight += p
	s.legal = legal
	for a := range legal.All() {
		s.worth[a] += p * c.best.worth(id, a)
	}
}

// join adds the columns of another, none of which are of the same upcards.
func (c *charting) join(o *charting) *charting {
	join := func(to, from []cell) {
		for i := range from {
			for origin := range from[i] {
				if from[i][origin].weight > 0 {
					to[i][origin] = from[i][origin]
				}
			}
		}
	}
	for total := range c.hard {
		join(c.hard[total][:], o.hard[total][:])
		join(c.soft[total][:], o.soft[total][:])
	}
	for value := range c.pair {
		join(c.pair[value][:], o.pair[value][:])
	}
	return c
}

// chart picks the best of each cell.
func (c *charting) chart() *strategy.Chart {
	chart := &strategy.Chart{}
	for total := range c.hard {
		for up := range c.hard[total] {
			chart.Hard[total][up] = c.hard[total][up].move()
			chart.Soft[total][up] = c.soft[total][up].move()
		}
	}
	for value := range c.pair {
		for up := range c.pair[value] {
			// A pair that is played by its total needs no entry.
			m := c.pair[value][up].move()
			whole := chart.Hard[min(2*value, 20)][up]
			if value == 1 {
				whole = chart.Soft[12][up]
			}
			if m != whole {
				chart.Pair[value][up] = m
			}
		}
	}
	return chart
}

// move returns the best move of a cell, and the best one where that is not allowed.
func (c *cell) move() strategy.Move {
	for i := range c {
		if s := &c[i]; s.weight > 0 {
			if s.legal.Len() < 2 {
				return strategy.Unset // never asked
			}
			return bestMove(s.worth, s.legal)
		}
	}
	return strategy.Unset
}

func bestMove(worth [blackjack.Surrender + 1]float64, legal blackjack.Actions) strategy.Move {
	hits := worth[blackjack.Hit] > worth[blackjack.Stand]
	pick := func(hit, stand strategy.Move) strategy.Move {
		if hits {
			return hit
		}
		return stand
	}
	move, most := pick(strategy.Hit, strategy.Stand),
		max(worth[blackjack.Hit], worth[blackjack.Stand])
	if v := worth[blackjack.Double]; legal.Has(blackjack.Double) && v > most {
		move, most = pick(strategy.DoubleElseHit, strategy.DoubleElseStand), v
	}
	split := false
	if v := worth[blackjack.Split]; legal.Has(blackjack.Split) && v > most {
		move, most, split = strategy.Split, v, true
	}
	if legal.Has(blackjack.Surrender) && worth[blackjack.Surrender] > most {
		if split {
			return strategy.SurrenderElseSplit
		}
		move = pick(strategy.SurrenderElseHit, strategy.SurrenderElseStand)
	}
	return move
}
