package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/sim"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
)

// The bounds of a simulation that a player asks for.
const (
	usualRounds = 1_000_000
	mostRounds  = 20_000_000
	showEvery   = 1500 * time.Millisecond
)

// What a study refuses.
var (
	errRounds     = errors.New("too few or too many rounds")
	errNoStrategy = errors.New("no strategy is named")
)

func studyRoutes() []route {
	table := tableOption("The table; without it, the first of the server")
	return []route{
		{discord.Spec{Name: "odds", Description: "The exact odds of a table", Options: []discord.OptionSpec{
			strategyOption("strategy", "How to play; without it, as well as possible", false),
			strategyOption("house", "How the house plays, where it decides", false),
			table,
		}}, (*Bot).odds, (*Bot).completeAny},
		{discord.Spec{Name: "simulate", Description: "Play a strategy many times over, for no chips", Options: []discord.OptionSpec{
			strategyOption("strategy", "Such as basic, stopAt(17) or total < 12 || upcard > 6 && total < 17", true),
			strategyOption("house", "How the house plays, where it decides", false),
			table,
			{Name: "rounds", Description: "How many rounds, up to 20,000,000", Kind: discord.Integer, Min: 1},
		}}, (*Bot).simulate, (*Bot).completeAny},
		{discord.Spec{Name: "watch", Description: "Watch a strategy play one round, step by step", Options: []discord.OptionSpec{
			strategyOption("strategy", "Such as basic, stopAt(17) or louis", true),
			strategyOption("house", "How the house plays, where it decides", false),
			table,
		}}, (*Bot).watch, (*Bot).completeAny},
	}
}

// study is a table, and who plays at it.
type study struct {
	table         tables.Table
	player, house strategy.Strategy
	chosen        strategy.Strategy // the house where the command names one, else nil
	name, opposed string            // the expressions; opposed is empty where the house decides nothing
}

// anyChart stands for a basic strategy where it is only asked whether an
// expression is right: the real one can take longer than an answer may.
func anyChart(context.Context, blackjack.Rules) (strategy.Chart, error) {
	return strategy.Chart{}, nil
}

// check returns an error unless a command's table and strategies are right. A
// strategy that asks is not: nobody is there to be asked.
func (b *Bot) check(ctx context.Context, c discord.Command) error {
	_, err := b.study(ctx, c, anyChart)
	return err
}

// study reads a command's table and strategies, with the basic strategy that is
// given. An empty strategy stays nil.
func (b *Bot) study(ctx context.Context, c discord.Command, basic func(context.Context, blackjack.Rules) (strategy.Chart, error)) (s study, err error) {
	if s.table, err = b.sessions.Table(ctx, c.Player.Guild, c.Option("table")); err != nil {
		return s, err
	}
	rules := s.table.Rules
	env := strategy.Env{Rules: &rules, Basic: func() (strategy.Chart, error) { return basic(ctx, rules) }}
	if text := c.Option("strategy"); text != "" {
		if s.player, err = strategy.Parse(text, env); err != nil {
			return s, err
		}
		s.name = s.player.String()
	}
	s.house = figures.House(rules)
	if text := c.Option("house"); text != "" {
		if s.chosen, err = session.HouseOf(s.table, text); err != nil {
			return s, err
		}
		s.house = s.chosen
	}
	if s.house != nil {
		s.opposed = s.house.String()
	}
	return s, nil
}

// odds computes the exact odds of a strategy, or of best play.
func (b *Bot) odds(ctx context.Context, c discord.Command) (message.Reply, error) {
	if err := b.check(ctx, c); err != nil {
		return message.Reply{}, fmt.Errorf("odds: %w", err)
	}
	return message.Reply{Work: func(ctx context.Context, show func(message.Reply)) {
		reply, err := b.exactOdds(ctx, c)
		if err != nil {
			reply = b.explain(err, c.Caller)
		}
		show(reply)
	}}, nil
}

func (b *Bot) exactOdds(ctx context.Context, c discord.Command) (message.Reply, error) {
	s, err := b.study(ctx, c, b.figures.Basic)
	if err != nil {
		return message.Reply{}, err
	}
	var r odds.Result
	if s.player == nil {
		r, err = b.figures.Best(ctx, s.table.Rules, s.chosen)
	} else {
		r, err = b.figures.Odds(ctx, s.table.Rules, s.player, s.house)
	}
	if err != nil {
		return message.Reply{}, fmt.Errorf("odds of %s at %s: %w", s.name, s.table.Name, err)
	}
	return view.Odds(s.table, s.name, s.opposed, r), nil
}

// simulate plays many rounds, in turns with other simulations, so that presses
// always find a free processor.
func (b *Bot) simulate(ctx context.Context, c discord.Command) (message.Reply, error) {
	rounds := int64(usualRounds)
	if text := c.Option("rounds"); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 1 || n > mostRounds {
			return message.Reply{}, errRounds
		}
		rounds = n
	}
	if err := b.check(ctx, c); err != nil {
		return message.Reply{}, fmt.Errorf("simulate: %w", err)
	}
	return message.Reply{Work: func(ctx context.Context, show func(message.Reply)) {
		show(b.simulated(ctx, c, rounds, show))
	}}, nil
}

// simulated plays the rounds, as many as there is time for.
func (b *Bot) simulated(ctx context.Context, c discord.Command, rounds int64, show func(message.Reply)) message.Reply {
	s, err := b.study(ctx, c, b.figures.Basic)
	if err != nil {
		return b.explain(fmt.Errorf("simulate: %w", err), c.Caller)
	}
	shown := time.Now()
	result, err := sim.Run(ctx, sim.Config{
		Rules: s.table.Rules, Player: s.player, House: s.house, Rounds: rounds, Threads: 1, Seed: rand.Uint64(),
		Turn: b.studies.turn,
		Progress: func(r sim.Result) {
			if time.Since(shown) > showEvery && r.Rounds < rounds {
				shown = time.Now()
				show(view.Simulating(s.table, s.name, r.Rounds, rounds))
			}
		},
	})
	if err != nil && !(errors.Is(err, context.DeadlineExceeded) && result.Rounds > 0) {
		return b.explain(fmt.Errorf("simulate %s at %s: %w", s.name, s.table.Name, err), c.Caller)
	}
	return view.Simulated(s.table, s.name, s.opposed, result, rounds)
}

// watch lets a strategy play a round, and shows it step by step.
func (b *Bot) watch(ctx context.Context, c discord.Command) (message.Reply, error) {
	if err := b.check(ctx, c); err != nil {
		return message.Reply{}, fmt.Errorf("watch: %w", err)
	}
	return message.Reply{Work: func(ctx context.Context, show func(message.Reply)) {
		s, steps, err := b.watched(ctx, c)
		if err != nil {
			show(b.explain(err, c.Caller))
			return
		}
		show(view.Watched(s.table, s.name, s.opposed, steps))
	}}, nil
}

func (b *Bot) watched(ctx context.Context, c discord.Command) (study, []session.Step, error) {
	s, err := b.study(ctx, c, b.figures.Basic)
	if err != nil {
		return s, nil, fmt.Errorf("watch: %w", err)
	}
	steps, err := b.sessions.Watch(s.table, s.player, s.house)
	if err != nil {
		return s, nil, fmt.Errorf("watch %s at %s: %w", s.name, s.table.Name, err)
	}
	return s, steps, nil
}

// hint tells the best action for a hand, with the value of each.
func (b *Bot) hint(ctx context.Context, c discord.Caller, h view.Hint) (message.Reply, error) {
	hand, err := b.sessions.Find(ctx, h.Hand)
	switch {
	case err != nil:
		return message.Reply{}, fmt.Errorf("hint for hand %v: %w", h.Hand, err)
	case hand.Player != c.Player:
		return message.Reply{}, &session.NotYoursError{Owner: hand.Player}
	case !hand.Open:
		return message.Reply{}, blackjack.ErrOver
	}
	house, err := hand.Opponent()
	if err != nil {
		return message.Reply{}, fmt.Errorf("the house of hand %v: %w", hand.ID, err)
	}
	advice, err := b.figures.Advise(ctx, hand.View, house)
	if err != nil {
		return message.Reply{}, fmt.Errorf("advise on hand %v: %w", hand.ID, err)
	}
	return view.Advice(hand, advice), nil
}
