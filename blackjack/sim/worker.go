package sim

import (
	"context"
	"fmt"

	"holecard/blackjack"
)

// worker plays chunks on one thread.
type worker struct {
	rules   blackjack.Rules
	unit    blackjack.Chips
	shuffle Shuffle
	series  *blackjack.Series
	shoe    *shoe
	player  decider
	house   decider
}

func newWorker(c *Config) (*worker, error) {
	w := &worker{rules: c.Rules, shuffle: c.Shuffle, unit: Unit(c.Rules)}
	// What a round brings does not depend on the limits of the table.
	w.rules.MinBet, w.rules.MaxBet = w.unit, w.unit
	w.shoe = newShoe(w.rules, c.Shuffle)
	bet := blackjack.Bet{Stake: w.unit, Purse: deepest * w.unit}
	var err error
	if w.series, err = blackjack.NewSeries(w.rules, w.shoe, bet); err != nil {
		return nil, err
	}
	w.player = newDecider(c.Player, &w.rules)
	if c.House != nil {
		w.house = newDecider(c.House, &w.rules)
	}
	return w, nil
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

// cancelEvery is how many rounds are played between two looks at the context.
const cancelEvery = 1 << 10

// chunk plays the rounds of a chunk and returns what it counted.
func (w *worker) chunk(ctx context.Context, seed uint64, number, rounds int64) (counts, error) {
	c := newCounts(w.unit)
	w.shoe.reset(seed, number)
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

// play plays rounds and counts them.
func (w *worker) play(c *counts, rounds int) error {
	r := w.series
	for range rounds {
		legal, err := r.Deal(w.shoe.next(r.Left()))
		w.player.look(r)
		for err == nil && legal != 0 {
			legal, err = w.step(legal)
		}
		if err != nil {
			return err
		}
		c.nets[r.Count(&c.endings)+deepest*w.unit]++
	}
	return nil
}

// step asks whose turn it is, plays the answer, and returns what is legal next.
func (w *worker) step(legal blackjack.Actions) (blackjack.Actions, error) {
	if !w.rules.HouseDecides && w.player.answers != nil {
		return w.series.Step(w.player.answer(w.series, legal))
	}
	asked := &w.player
	if w.series.Turn() == blackjack.House {
		asked = &w.house
	}
	a, err := asked.decide(w.series, legal)
	if err == nil {
		legal, err = w.series.Step(a)
	}
	if err != nil {
		return 0, fmt.Errorf("strategy %v: %w", asked.strategy, err)
	}
	return legal, nil
}
