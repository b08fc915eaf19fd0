package sim

import "context"

// compiled plays chunks by an automaton.
type compiled struct {
	rounds interface {
		chunk(seed uint64, number, rounds int64, c *counts)
	}
	config *Config
}

func newCompiled(c *Config, a *automaton) compiled {
	if c.Rules.Fresh && !c.Rules.Endless() && c.Shuffle == FisherYates {
		return compiled{newFresh(&c.Rules, a), c}
	}
	return compiled{newDeck(c, a), c}
}

// chunk looks at the context once: it takes less than a millisecond.
func (w compiled) chunk(ctx context.Context, seed uint64, number, rounds int64) (counts, error) {
	if err := ctx.Err(); err != nil {
		return counts{}, err
	}
	c := newCounts(Unit(w.config.Rules))
	w.rounds.chunk(seed, number, rounds, &c)
	return c, nil
}
