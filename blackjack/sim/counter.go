package sim

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// usualBankroll is what a player has before each round, in smallest bets, where
// the simulation names no bankroll.
const usualBankroll = 1000

// sessionRounds is the length of a chunk where sessions are played: most of them
// end before it does.
const sessionRounds = 1 << 20

// MostCount is the highest true count that is told apart, and less it the lowest.
const MostCount = 10

// counting reports whether the rounds depend on more than the hand that is played.
func (c *Config) counting() bool {
	n := strategy.NeedsOf(c.Player)
	if c.House != nil {
		n = n.And(strategy.NeedsOf(c.House))
	}
	return c.Count != nil || c.Seats > 1 || c.Bankroll > 0 || n.Memory || n.Chance || n.Bets
}

// tells reports whether results are told as those of a counter: not so where it is only
// chance that needs one.
func (c *Config) tells() bool {
	n := strategy.NeedsOf(c.Player)
	return c.Count != nil || c.Bankroll > 0 || n.Memory || n.Bets
}

// weights returns the count by whose true count results are told.
func (c *Config) weights() strategy.Weights {
	if c.Count != nil {
		return *c.Count
	}
	return strategy.HiLo
}

// counter plays rounds with a player who watches the cards: the engine deals and
// steps them whole. The player sits in the first seat. Those in the others play
// by the same strategy and bet the minimum, and are not counted.
type counter struct {
	config  *Config
	weights strategy.Weights
	scale   blackjack.Chips // of the engine's chips for one of the table's: no payout rounds
	series  *blackjack.Series
	pack    *pack
	lots    generator // what strategies draw lots from
	chance  *rand.Rand
	sees    strategy.Situation
	stands  strategy.Standing

	bankroll blackjack.Chips // of the engine's
	tally    tally           // of the chunk
}

func newCounter(c *Config) (*counter, error) {
	w := &counter{config: c, weights: c.weights(), scale: Unit(c.Rules), pack: newPack(c)}
	rules := c.Rules
	rules.MinBet *= w.scale
	rules.MaxBet = min(rules.MaxBet, (blackjack.MaxStake/w.scale)) * w.scale
	bets := make([]blackjack.Bet, max(c.Seats, 1))
	for i := range bets {
		bets[i] = blackjack.Bet{Stake: rules.MinBet, Purse: deepest * rules.MinBet}
	}
	for b, made := range c.Sides {
		if made {
			bets[0].Sides[b] = 1
		}
	}
	var err error
	if w.series, err = blackjack.NewSeries(rules, w.pack, bets...); err != nil {
		return nil, err
	}
	w.chance = rand.New(&w.lots)
	w.sees = strategy.Situation{Rules: &c.Rules, Memory: &w.pack.observer.Memory, Random: w.chance}
	w.stands = strategy.Standing{First: c.Bankroll, Goal: c.Goal, Unit: c.Rules.MinBet,
		Min: c.Rules.MinBet, Max: c.Rules.MaxBet, Memory: &w.pack.observer.Memory, Random: w.chance}
	if c.Bankroll == 0 {
		w.stands.First = usualBankroll * c.Rules.MinBet
	}
	return w, nil
}

// chunk plays the rounds of a chunk and returns what it counted.
func (w *counter) chunk(ctx context.Context, seed uint64, number, rounds int64) (counts, error) {
	c := newCounts(Unit(w.config.Rules))
	w.tally = tally{}
	w.pack.reset(seed, number)
	w.lots = newGenerator(^seed, number)
	w.begin()
	for n := range rounds {
		if n%cancelEvery == 0 && ctx.Err() != nil {
			return counts{}, ctx.Err()
		}
		if err := w.round(&c); err != nil {
			return counts{}, fmt.Errorf("strategy %v: %w", w.config.Player, err)
		}
	}
	if w.config.Bankroll > 0 {
		w.tally.sessions.Open++
	}
	if w.config.tells() {
		counted := w.tally
		c.counted = &counted
	}
	return c, nil
}

// begin begins a session.
func (w *counter) begin() {
	w.pack.again()
	w.bankroll = w.stands.First * w.scale
	w.stands.Bankroll, w.stands.LastBet, w.stands.Last = w.stands.First, 0, 0
}

// round plays a round and counts it.
func (w *counter) round(c *counts) error {
	w.pack.next()
	count := w.pack.observer.Memory.True(w.weights)
	bet := strategy.Stake(w.config.Player, &w.stands)
	if err := w.bet(bet); err != nil {
		return err
	}
	shuffles := w.pack.shuffles
	if err := w.play(); err != nil {
		return err
	}
	if w.pack.shuffles > shuffles {
		w.tally.ranOut++
	}
	stake := bet * w.scale
	net := w.series.Count(&c.endings)
	// All payouts are shares of the stake that do not round, so this division is exact.
	c.nets[net*Unit(w.config.Rules)/stake+deepest*Unit(w.config.Rules)]++
	for b, made := range w.config.Sides {
		if made {
			c.sides[w.series.Side(blackjack.SideBet(b))]++
		}
	}
	w.tally.count(count, float64(bet), float64(net)/float64(w.scale))
	w.settle(bet, net)
	return nil
}

func (w *counter) bet(bet blackjack.Chips) error {
	b := blackjack.Bet{Stake: bet * w.scale}
	if b.Purse = deepest * b.Stake; w.config.Bankroll > 0 {
		b.Purse = w.bankroll - b.Stake
	}
	for side, made := range w.config.Sides {
		if made {
			b.Sides[side] = 1
		}
	}
	return w.series.SetBet(0, b)
}

// play deals a round and lets the seats play it. The player sees the hole card
// once the round is over.
func (w *counter) play() error {
	legal, err := w.series.Deal(nil)
	if err != nil {
		return err
	}
	for legal != 0 {
		a, err := w.decide()
		if err == nil {
			legal, err = w.series.Step(a)
		}
		if err != nil {
			return err
		}
	}
	w.pack.observer.Turn()
	return nil
}

// decide asks the seat whose turn it is.
func (w *counter) decide() (blackjack.Action, error) {
	s, r := &w.sees, w.series
	s.Cards = r.Cards()
	s.Total, s.Soft = r.Total()
	s.Upcard, s.Seen = r.Upcard()
	s.Hands, s.Legal, s.Natural = r.Hands(), r.Legal(), r.Natural()
	if r.Turn() == blackjack.House {
		w.pack.observer.Turn()
		return w.config.House.Decide(s)
	}
	return w.config.Player.Decide(s)
}

// settle changes the bankroll by the net result of a round, and ends the session
// where it is gone or at its goal.
func (w *counter) settle(bet, net blackjack.Chips) {
	w.stands.LastBet, w.stands.Last = bet, net/w.scale
	if net < 0 && w.stands.Last == 0 {
		w.stands.Last = -1 // half a chip lost is no push
	}
	if w.config.Bankroll == 0 {
		return
	}
	w.bankroll += net
	w.stands.Bankroll = w.bankroll / w.scale
	switch {
	case w.stands.Bankroll < w.stands.Min:
		w.tally.sessions.Ruined++
	case w.stands.Goal > 0 && w.stands.Bankroll >= w.stands.Goal:
		w.tally.sessions.Reached++
	default:
		return
	}
	w.begin()
}

// tally is what counts keep of a counter.
type tally struct {
	bins     [2*MostCount + 1]Sample // by true count; in chips of the table
	sessions Sessions
	ranOut   int64
}

func (t *tally) count(count, bet, net float64) {
	bin := int(math.Floor(max(-MostCount, min(MostCount, count)))) + MostCount
	t.bins[bin].add(&Sample{1, bet, net, net * net})
}

func (t *tally) add(u *tally) {
	for i := range t.bins {
		t.bins[i].add(&u.bins[i])
	}
	t.ranOut += u.ranOut
	t.sessions.Ruined += u.sessions.Ruined
	t.sessions.Reached += u.sessions.Reached
	t.sessions.Open += u.sessions.Open
}

// result returns the tally in units.
func (t *tally) result(unit blackjack.Chips, by strategy.Weights) *Counted {
	c := &Counted{By: by, Sessions: t.sessions, RanOut: t.ranOut}
	u := float64(unit)
	for i, s := range t.bins {
		if s.Rounds > 0 {
			c.ByCount = append(c.ByCount, CountBin{i - MostCount,
				Sample{s.Rounds, s.Bets / u, s.Net / u, s.Squares / (u * u)}})
		}
	}
	return c
}
