package sim

import (
	"context"
	"fmt"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

type worker struct {
	rules  blackjack.Rules
	unit   blackjack.Chips
	sides  []blackjack.SideBet
	player decider
	house  decider

	// Two lanes where no round needs the one before, else one. They are held
	// by value, so that threads write to no memory that lies close together.
	lanes []lane
	place [2]lane
	_     [128]byte
}

func newWorker(c *Config) (*worker, error) {
	w := &worker{rules: ofUnit(c.Rules), unit: Unit(c.Rules)}
	for b, made := range c.Sides {
		if made {
			w.sides = append(w.sides, blackjack.SideBet(b))
		}
	}
	w.player = newDecider(c.Player, &w.rules)
	if c.House != nil {
		w.house = newDecider(c.House, &w.rules)
	}
	for i := range w.place {
		var err error
		if w.place[i], err = newLane(c, w.rules, w.unit); err != nil {
			return nil, err
		}
		w.lanes = w.place[:i+1]
		if !w.place[i].shoe.anew {
			break
		}
	}
	return w, nil
}

type lane struct {
	series *blackjack.Series
	shoe   *shoe
	legal  blackjack.Actions // what may be done now
	column int               // of the upcard
}

func newLane(c *Config, rules blackjack.Rules, unit blackjack.Chips) (lane, error) {
	f := lane{shoe: newShoe(rules, c.Shuffle, c.Riffles)}
	var err error
	f.series, err = blackjack.NewSeries(rules, f.shoe, c.bet(unit))
	return f, err
}

// bet is the bet of every round.
func (c *Config) bet(unit blackjack.Chips) blackjack.Bet {
	bet := blackjack.Bet{Stake: unit, Purse: deepest * unit}
	for b, made := range c.Sides {
		if made {
			bet.Sides[b] = 1
		}
	}
	return bet
}

func (f *lane) deal() (err error) {
	f.legal, err = f.series.Deal(f.shoe.next(f.series.Left()))
	f.column = strategy.Column(f.series.Upcard())
	return err
}

// Unit returns the stake of a simulation by these rules: the smallest on which
// neither half of it nor the payment of a natural rounds.
func Unit(r blackjack.Rules) blackjack.Chips {
	per := max(r.NaturalPays.Per, 1)
	if per%2 == 0 {
		return per
	}
	return 2 * per
}

// ofUnit returns the rules with the unit as the only stake: what a round brings does not depend on
// the limits of the table.
func ofUnit(r blackjack.Rules) blackjack.Rules {
	r.MinBet, r.MaxBet = Unit(r), Unit(r)
	return r
}

// cancelEvery is how many rounds are played between two looks at the context.
const cancelEvery = 1 << 10

// chunk plays the rounds of a chunk and returns what it counted.
func (w *worker) chunk(ctx context.Context, seed uint64, number, rounds int64) (counts, error) {
	c := newCounts(w.unit)
	w.reset(seed, number)
	for rounds > 0 {
		if err := ctx.Err(); err != nil {
			return counts{}, err
		}
		some := min(rounds, cancelEvery)
		if err := w.play(&c, int(some)); err != nil {
			return counts{}, err
		}
		rounds -= some
	}
	return c, nil
}

func (w *worker) reset(seed uint64, chunk int64) {
	for i := range w.lanes {
		w.lanes[i].shoe.reset(seed, chunk*2+int64(i))
	}
}

// play plays rounds and counts them. Where it can it deals a round before it
// plays the one that was dealt last: a processor does both at once, since what
// follows the deal is not needed yet. At the end one is dealt for nothing.
func (w *worker) play(c *counts, rounds int) error {
	now, next := &w.lanes[0], &w.lanes[len(w.lanes)-1]
	if now != next {
		if err := now.deal(); err != nil {
			return err
		}
	}
	known := w.player.answers != nil && !w.rules.HouseDecides
	for range rounds {
		if err := next.deal(); err != nil {
			return err
		}
		for now.legal != 0 {
			var err error
			if known {
				now.legal, err = now.series.Step(w.player.answer(now))
			} else {
				err = w.step(now)
			}
			if err != nil {
				return err
			}
		}
		c.count(now.series.Count(&c.endings), 1)
		for _, b := range w.sides {
			c.sides[now.series.Side(b)]++
		}
		now, next = next, now
	}
	return nil
}

// step asks whose turn it is and plays the answer.
func (w *worker) step(f *lane) (err error) {
	asked := &w.player
	if f.series.Turn() == blackjack.House {
		asked = &w.house
		f.column = strategy.Column(f.series.Upcard())
	}
	a, err := asked.decide(f)
	if err == nil {
		f.legal, err = f.series.Step(a)
	}
	if err != nil {
		return fmt.Errorf("strategy %v: %w", asked.strategy, err)
	}
	return nil
}
