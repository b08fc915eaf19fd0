package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/sim"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/bot/refuse"
	"holecard/bot/round"
	"holecard/bot/view"
)

func (b *Bot) learnRoutes(to *discord.Routes) {
	strategy := completed("strategy")
	b.on(to, spec("learn strategy", strategy, tableOption, switchOption("text")), b.chart)
	b.on(to, spec("learn odds", strategy, houseOption, tableOption, textOption("gone", 0)), b.odds)
	b.on(to, spec("learn simulate", required(strategy), houseOption, tableOption,
		numberOption("rounds", 1, 0),
		numberOption("penetration", leastPenetration, mostPenetration)), b.simulate)
	b.on(to, spec("learn watch", required(strategy), betOption, houseOption, tableOption), b.watch)
	b.on(to, spec("learn rules", tableOption), b.rules)
	onClick(to, "hint", b.hint)
}

// The bounds of a simulation that a player asks for.
const (
	usualRounds = 1_000_000
	mostRounds  = 20_000_000

	leastPenetration = 10 // percent of the shoe
	mostPenetration  = 100
	showEvery        = 1500 * time.Millisecond
)

// What a study refuses.
var (
	errRounds      = refuse.New("rounds", "too few or too many rounds", "most")
	errPenetration = refuse.New("penetration", "no shoe is dealt so far", "least", "most")
)

// anyChart stands for a basic strategy where it is only asked whether an
// expression is right: the real one can take longer than an answer may.
func anyChart(context.Context, blackjack.Rules) (chart strategy.Chart, _ error) {
	return chart, nil
}

// study is a table, and who plays at it.
type study struct {
	table         tables.Table
	player, house strategy.Strategy
	chosen        strategy.Strategy // the house where the command names one, else nil
	name, opposed string            // their expressions; empty where there is nobody
	gone          []blackjack.Card  // from the shoe
}

// study reads a command's strategies at a table, with the basic strategy that is
// given. An empty strategy stays nil. One that asks is refused: nobody is there to
// be asked.
func (b *Bot) study(
	ctx context.Context, c *call, table tables.Table,
	basic func(context.Context, blackjack.Rules) (strategy.Chart, error),
) (s study, err error) {
	s.table = table
	if text := c.Option("penetration"); text != "" {
		if s.table.Rules, err = goesOn(s.table.Rules, text); err != nil {
			return s, err
		}
	}
	rules := s.table.Rules
	if s.gone, err = odds.ParseGone(&rules, c.Option("gone")); err != nil {
		return s, err
	}
	chart := func() (strategy.Chart, error) { return basic(ctx, rules) }
	if text := c.Option("strategy"); text != "" {
		env := strategy.Env{Rules: &rules, Basic: chart}
		switch c.Name {
		case "learn odds":
			env.Lacks = strategy.Extras
		case "learn strategy": // a chart leaves memory and bets out
			env.Lacks.Chance = true
		case "learn watch": // no chips
			env.Lacks.Bets = true
		}
		s.player, err = strategy.Parse(text, env)
		if err != nil {
			return s, err
		}
		s.name = s.player.String()
	}
	s.house = figures.House(rules)
	if text := c.Option("house"); text != "" {
		if s.chosen, err = round.HouseOf(s.table, text); err != nil {
			return s, err
		}
		s.house = s.chosen
	}
	if s.house != nil {
		s.opposed = s.house.String()
	}
	return s, nil
}

// goesOn returns the rules with a shoe that goes on until so many percent of it are dealt.
func goesOn(r blackjack.Rules, percent string) (blackjack.Rules, error) {
	n, err := strconv.Atoi(percent)
	if err != nil || n < leastPenetration || n > mostPenetration || r.Endless() {
		return r, errPenetration.With(leastPenetration, mostPenetration)
	}
	return tables.Set(r, fmt.Sprintf("penetration=%.2f", float64(n)/100))
}

// work answers a command about a study, and may show how far it has come.
type work = func(context.Context, study, discord.Shower) error

// studied answers a command by work on its study. What is wrong with the command
// is said at once.
func (b *Bot) studied(ctx context.Context, c *call, work work) error {
	table, err := b.guilds.Table(ctx, c.Player.Guild, c.Option("table"))
	if err != nil {
		return err
	}
	return b.studiedAt(ctx, c, table, work)
}

// studiedAt is [Bot.studied] at a table.
func (b *Bot) studiedAt(ctx context.Context, c *call, table tables.Table, work work) error {
	if _, err := b.study(ctx, c, table, anyChart); err != nil {
		return err
	}
	return c.Work(discord.Thinking, func(ctx context.Context, show discord.Shower) error {
		s, err := b.study(ctx, c, table, b.figures.Basic)
		if err == nil {
			err = work(ctx, s, show)
		}
		if err != nil {
			err = fmt.Errorf("/%s of %q at %s: %w", c.Name, s.name, s.table.Name, err)
		}
		return err
	})
}

// chart draws what a strategy does, or best play by totals: at the table that is named, or
// the one that is open in the channel, or the server's.
func (b *Bot) chart(ctx context.Context, c *call) error {
	table, err := b.guilds.Table(ctx, c.Player.Guild, c.Option("table"))
	if open, missing := b.tableHere(ctx, c); c.Option("table") == "" && missing == nil {
		table, err = open.Table, nil
	}
	if err != nil {
		return err
	}
	w := b.here(ctx, c)
	return b.studiedAt(ctx, c, table, func(
		ctx context.Context, s study, show discord.Shower) error {
		if s.player == nil {
			best, err := b.figures.Basic(ctx, table.Rules)
			if err != nil {
				return err
			}
			s.player = &best
		}
		sketch, err := strategy.SketchOf(s.player, table.Rules)
		if err == nil {
			show.Show(view.Chart(w, table, s.name, sketch, c.Option("text") == "true"))
		}
		return err
	})
}

// odds computes the exact odds of a strategy, or of best play.
func (b *Bot) odds(ctx context.Context, c *call) error {
	w := b.here(ctx, c)
	return b.studied(ctx, c, func(ctx context.Context, s study, show discord.Shower) error {
		var r odds.Result
		var err error
		if s.player == nil && s.gone == nil {
			r, err = b.figures.Best(ctx, s.table.Rules, s.chosen)
		} else {
			game := odds.Game{Rules: s.table.Rules, Gone: s.gone}
			r, err = b.figures.Odds(ctx, game, s.player, s.house)
		}
		if err == nil {
			show.Show(view.Odds(w, s.table, s.name, s.opposed, r, b.sideEdges(s.table.Rules),
				len(s.gone)))
		}
		return err
	})
}

// simulate plays many rounds, in turns with other simulations, so that presses
// always find a free processor. It plays as many as there is time for.
func (b *Bot) simulate(ctx context.Context, c *call) error {
	rounds := int64(usualRounds)
	if text := c.Option("rounds"); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 1 || n > mostRounds {
			return errRounds.With(mostRounds)
		}
		rounds = n
	}
	var count *strategy.Weights // by which results are told, unless the strategy keeps one
	if c.Option("penetration") != "" {
		count = &strategy.HiLo
	}
	w := b.here(ctx, c)
	return b.studied(ctx, c, func(ctx context.Context, s study, show discord.Shower) error {
		shown := time.Now()
		result, err := sim.Run(ctx, sim.Config{
			Rules: s.table.Rules, Player: s.player, House: s.house,
			Rounds: rounds, Threads: 1, Seed: rand.Uint64(), Turn: b.turns.take,
			Count: count,
			Progress: func(r sim.Result) {
				if time.Since(shown) > showEvery && r.Rounds < rounds {
					shown = time.Now()
					show.Show(view.Simulating(w, s.table, s.name, r.Rounds, rounds))
				}
			},
		})
		if err != nil && !(errors.Is(err, context.DeadlineExceeded) && result.Rounds > 0) {
			return err
		}
		show.Show(view.Simulated(w, s.table, s.name, s.opposed, result, rounds))
		return nil
	})
}

// watch lets a strategy play a round, and shows it step by step.
func (b *Bot) watch(ctx context.Context, c *call) error {
	if c.Option("bet") != "" {
		return b.dealt(ctx, c, round.Deal{Plays: c.Option("strategy"), House: c.Option("house")})
	}
	w := b.here(ctx, c)
	return b.studied(ctx, c, func(_ context.Context, s study, show discord.Shower) error {
		steps, err := b.rounds.Watch(s.table, s.player, s.house)
		if err == nil {
			show.Steps(view.Watched(w, s.table, s.name, s.opposed, steps))
		}
		return err
	})
}

// turns are those in which simulations compute, as many as may at once. All of them together use
// all processors but one, and those a quarter of the time: presses come first,
// on a machine with a single processor too. Exact figures are computed one at a
// time besides: see the package figures.
type turns chan struct{}

func newTurns() turns { return make(turns, max(1, runtime.GOMAXPROCS(0)-1)) }

// resting is how long the processors of simulations rest after they have computed,
// as a multiple of the time that they did.
const resting = 3

// take waits for a turn to compute, and returns what ends it.
func (t turns) take() (over func()) {
	t <- struct{}{}
	begun := time.Now()
	return func() {
		time.Sleep(resting * time.Since(begun))
		<-t
	}
}

// hint shows the best action for a hand, with the value of each.
func (b *Bot) hint(ctx context.Context, c *call, h view.Hint) error {
	hand, seen, err := b.rounds.Find(ctx, c.Player.Guild, h.Hand)
	switch {
	case err != nil:
		return err
	case hand.Player != c.Player:
		return round.NotYours(hand.Player)
	case !hand.Open:
		return blackjack.ErrOver
	}
	house, err := hand.Opponent()
	if err != nil {
		return fmt.Errorf("the house of hand %v: %w", hand.ID, err)
	}
	options, err := b.figures.Advise(ctx, hand.View, 0, seen, house)
	if err == nil { // it is no hint unless it is known to be one
		err = b.rounds.Hinted(ctx, c.by, hand.ID, hand.Version)
	}
	if err != nil {
		return err
	}
	c.Answer(view.Advice(b.own(ctx, c), hand, options))
	return nil
}
