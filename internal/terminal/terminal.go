// Package terminal plays blackjack as a conversation in plain text, on any
// input and output: a terminal, a pipe, a test.
//
//	welcome ─▶ Ready? ─▶ bet ─▶ the hands, asked for actions ─▶ result ─┐
//	             ▲                                                      │
//	             └────────────── while there are chips ─────────────────┘
//
// Every prompt takes help (or ?) and quit; the end of the input is quit. The rounds
// are the engine's, and each player is a [strategy.Strategy]: a person is one
// that asks ([Game.Ask]). [Game.Watch] plays without a person, and tells what
// the strategies saw and decided.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// Game is one conversation. Make it with [New], set the fields, then call
// [Game.Play] or [Game.Watch], once.
type Game struct {
	Table   tables.Table
	Shuffle func() ([]blackjack.Card, error) // returns the full shoe, newly shuffled
	Stacked []blackjack.Card                 // the cards to begin with, in draw order
	Player  strategy.Strategy
	House   strategy.Strategy // where the house decides; else nil

	Random strategy.Random // what strategies draw lots from

	Color bool // red cards are written in red

	Bets   bool            // else every round is played for nothing
	Wallet blackjack.Chips // what the person has, where there are bets

	in       io.Reader
	out      io.Writer
	ctx      context.Context // of Play, for those whom strategies ask
	answers  <-chan answer
	watching bool

	announced bool              // the shuffle of this round has been
	hand      int               // the hand that is played, counted from 1 after a split
	stands    strategy.Standing // of a strategy that bets
	said      *blackjack.Action // what the person said to the question at hand
}

// New returns a game that is played on in and out.
func New(in io.Reader, out io.Writer) *Game {
	return &Game{in: in, out: out, ctx: context.Background()}
}

// stake is what a round without bets is played for: no payment on it rounds.
const stake = 10

// errQuit means that the person has quit, or the input has ended.
var errQuit = errors.New("quit")

// Play plays round after round, until the person quits, has no chips left, or
// ctx ends. The error is that of reading, of shuffling, of a strategy, or of a
// table that cannot be played.
func (g *Game) Play(ctx context.Context) error {
	return g.converse(ctx, g.play)
}

// converse reads what the person types while talk runs, and says goodbye to one who quits.
func (g *Game) converse(ctx context.Context, talk func() error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	g.ctx, g.answers = ctx, read(ctx, g.in)
	err := talk()
	if errors.Is(err, errQuit) || errors.Is(err, context.Canceled) {
		g.say("Goodbye.")
		return nil
	}
	return err
}

func (g *Game) play() error {
	source, err := g.source()
	if err != nil {
		return err
	}
	g.stands.First = g.Wallet
	g.say("%s", g.welcome())
	if g.Bets {
		g.say("You have %s.", Chips(g.Wallet))
		if offered := g.offered(); offered != "" {
			g.say("%s", offered)
		}
	}
	for {
		bet, err := g.begin(source.earlier())
		if err != nil {
			return err
		}
		round, err := g.round(source, bet)
		if err != nil {
			return err
		}
		if !g.Bets {
			continue
		}
		net := round.Payout(0).Net()
		g.Wallet += net
		g.stands.LastBet, g.stands.Last = bet.Stake, net
		g.say("You have %s.", Chips(g.Wallet))
		if g.Wallet < g.Table.Rules.MinBet {
			g.say("That is too little for another bet.")
			return errQuit
		}
	}
}

// welcome is the first line: that of the table's source, where it has one.
func (g *Game) welcome() string {
	if g.Table.Welcome != "" {
		return g.Table.Welcome
	}
	return fmt.Sprintf("Welcome to %s blackjack! Type ? at any prompt to see what you can type.",
		g.Table.Title)
}

// begin waits until the person is ready and returns the bet: the strategy's where it bets.
func (g *Game) begin(dealt []blackjack.Card) (blackjack.Bet, error) {
	early, err := g.askReady()
	if err != nil || !g.Bets {
		return free(), err
	}
	if !strategy.NeedsOf(g.Player).Bets {
		return g.askBet(early)
	}
	return g.betBy(g.Player, dealt), nil
}

// free is the bet of a round that is played for nothing. Its purse pays for
// whatever the rules allow.
func free() blackjack.Bet { return blackjack.Bet{Stake: stake, Purse: 100 * stake} }

// source returns where the cards come from. Without bets the table's limits do
// not count.
func (g *Game) source() (*source, error) {
	rules := g.Table.Rules
	if !g.Bets {
		rules.MinBet, rules.MaxBet = stake, stake
	}
	return newSource(rules, g.Shuffle, g.Stacked)
}

// Tally is how the rounds of a [Game.Watch] ended.
type Tally struct {
	Rounds, Wins, Losses, Pushes int
	Net                          float64 // in first stakes
}

// Watch plays rounds without bets and without asking anyone, tells what the
// strategies see and decide, and returns how the rounds ended: those that were
// played when ctx ended. The error is as of [Game.Play], or that of ctx.
func (g *Game) Watch(ctx context.Context, rounds int) (Tally, error) {
	g.ctx, g.watching, g.Bets = ctx, true, false
	var t Tally
	source, err := g.source()
	if err != nil {
		return t, err
	}
	for t.Rounds < rounds {
		if ctx.Err() != nil {
			return t, ctx.Err()
		}
		g.say("Round %d", t.Rounds+1)
		round, err := g.round(source, free())
		if err != nil {
			return t, err
		}
		net := float64(round.Payout(0).Net()) / stake
		g.say("Net result: %s\n", Number("%+g", net))
		t.Rounds++
		t.Net += net
		switch {
		case net > 0:
			t.Wins++
		case net < 0:
			t.Losses++
		default:
			t.Pushes++
		}
	}
	return t, nil
}

// round plays one round to its end and announces the result.
func (g *Game) round(from *source, bet blackjack.Bet) (blackjack.Round, error) {
	earlier := from.earlier()
	shoe, again, err := from.next()
	if err != nil {
		return blackjack.Round{}, err
	}
	r, err := blackjack.Deal(from.rules, shoe, bet)
	if err != nil {
		return r, err
	}
	g.announced, g.hand = false, 1
	if again {
		g.announce()
	}
	g.dealt(r)
	r, err = strategy.Match{Seats: []strategy.Strategy{g.Player}, House: g.House,
		Earlier: earlier, Random: g.Random}.Play(r,
		func(seen *strategy.Situation, did blackjack.Action, before, after blackjack.Round) {
			g.decided(before.Turn(), seen, did)
			g.played(before, after)
			g.hand = after.View().Seats[0].Turn + 1
		})
	if err != nil {
		return r, err
	}
	from.after(shoe, r, g.ended(r))
	return r, nil
}

// decided tells what a strategy decided, unless the person said just that.
func (g *Game) decided(turn blackjack.Seat, seen *strategy.Situation, did blackjack.Action) {
	name, tells := "The player", true
	switch {
	case turn == blackjack.House:
		name, tells = "The house", g.watching || strategy.NeedsOf(g.House).Asks
	case !g.watching:
		name = "Your strategy"
	}
	if tells && (g.said == nil || *g.said != did) {
		g.tell(name, seen, did)
	}
	g.said = nil
}

// Told announces a decision inside a strategy. It is the [strategy.Watcher] of
// those that watch.
func (g *Game) Told(s *strategy.Situation, a strategy.Strategy, did blackjack.Action) {
	g.tell("  "+strategy.Brief(a.String()), s, did)
}

func (g *Game) tell(who string, s *strategy.Situation, did blackjack.Action) {
	against := ""
	if s.Seen {
		against = " against " + g.card(s.Upcard)
	}
	g.say("%s sees %s%s: %v", who, g.held(s.Cards), against, did)
}

func (g *Game) say(format string, args ...any) { fmt.Fprintf(g.out, format+"\n", args...) }

// Chips writes an amount of chips, with separators.
func Chips(n blackjack.Chips) string {
	if n == 1 {
		return "1 chip"
	}
	return Number("%d chips", n)
}
