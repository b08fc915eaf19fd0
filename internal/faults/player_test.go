package faults

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

// players is how many play at once.
const players = 8

// home is where they play.
const home storage.GuildID = 77

func playerOf(number int) storage.Player {
	return storage.Player{Guild: home, User: storage.UserID(1000 + number)}
}

// dayOf is when a round begins: each has a day of its own, with daily chips.
func dayOf(round int) time.Time { return time.Date(2026, 1, 1+round, 0, 0, 0, 0, time.UTC) }

// clock is that of a round. It goes on by itself, and to the next deadline of a table when
// somebody wants to see it carried out.
type clock struct {
	round int
	begun time.Time
	ahead atomic.Int64 // nanoseconds
}

func newClock(round int) *clock { return &clock{round: round, begun: time.Now()} }

func (c *clock) now() time.Time {
	return dayOf(c.round).Add(time.Since(c.begun) + time.Duration(c.ahead.Load()))
}

// goOn lets the clock go on to a time, if that is to come.
func (c *clock) goOn(to time.Time) {
	if wait := to.Sub(c.now()); wait > 0 {
		c.ahead.Add(int64(wait))
	}
}

// discordEpoch is the first moment of 2015, in milliseconds of Unix time.
const discordEpoch = 1_420_070_400_000

// interaction is the id of a player's n-th action of a round.
func interaction(round, player, n int) storage.InteractionID {
	made := dayOf(round).UnixMilli() + int64(n) - discordEpoch
	return storage.InteractionID(made<<22 | int64(player))
}

// newRounds returns what the players play on.
func newRounds(store storage.Store, now func() time.Time) *round.Rounds {
	guilds := guild.New(&interact.Desk{Store: store, Now: now}, guild.Config{
		StartingChips: 1_000_000, DailyChips: 500, MaxBet: 10_000, GiveDaily: 2_000})
	return round.New(wallet.New(guilds), round.Config{
		Seed:    interact.NewSeed,
		Shuffle: fair.Inputs.Cards,
		Basic: func(context.Context, blackjack.Rules) (strategy.Chart, error) {
			return strategy.Chart{}, errors.New("nobody plays by it here")
		},
	})
}

// player plays at random, one action after the other.
type player struct {
	*round.Rounds
	*wallet.Wallets
	*witness
	*rand.Rand
	number, round, n int
	hand             round.Hand            // the last one seen
	asked            storage.InteractionID // of a gift to be confirmed, 0 for none
	last             func(context.Context) error
	clock            *clock
	remote           bool // the store is another machine's, so that nobody knows what failed
}

// newPlayer returns a player on a store, who reports the result of each action.
func newPlayer(store storage.Store, c *clock, number int, seed uint64, tell func(deed)) *player {
	w := &witness{Store: store, wallet: storage.WalletOf(playerOf(number)), tell: tell}
	rounds := newRounds(w, c.now)
	return &player{
		Rounds: rounds, Wallets: rounds.Wallets, witness: w,
		Rand:   rand.New(rand.NewPCG(seed, uint64(c.round*players+number))),
		number: number, round: c.round, clock: c,
	}
}

// act does one thing that players do, tells what came of it, and returns why it
// was refused. Now and then the interaction before is delivered once more.
func (p *player) act(ctx context.Context) error {
	if p.last == nil || p.IntN(20) > 0 {
		return p.visit(ctx, p.n+1)
	}
	return p.try(ctx)
}

// visit does the n-th thing that the player does.
func (p *player) visit(ctx context.Context, n int) error {
	p.n = n
	p.last = p.choose()
	return p.try(ctx)
}

// try delivers the player's last interaction.
func (p *player) try(ctx context.Context) error {
	p.now = deed{ID: interaction(p.round, p.number, p.n)}
	err := p.last(ctx)
	d := p.now
	switch {
	case d.changes(): // a refusal is, too, when it is remembered
		d.Step = done
		if problem := p.compare(d); problem != "" {
			d.Step, d.Why = odd, problem
		}
	case err != nil:
		d.Step, d.Why = refused, err.Error()
		d.Perhaps = p.remote || errors.Is(err, storage.ErrBroken)
	default:
		d.Step = same
	}
	p.tell(d)
	return err
}

// compare returns the errors of a hand that was shown after a change.
func (p *player) compare(d deed) string {
	version, dealt := d.Hands[p.hand.ID]
	if dealt && (p.hand.Version != version || p.hand.Balance != d.Balance) {
		return fmt.Sprintf("hand %d has version %d and balance %d, and was shown with %d and %d",
			p.hand.ID, version, d.Balance, p.hand.Version, p.hand.Balance)
	}
	return ""
}

// choose returns what the player does next.
func (p *player) choose() func(context.Context) error {
	v := interact.By{
		ID: interaction(p.round, p.number, p.n), Player: playerOf(p.number),
		Name: fmt.Sprint("player ", p.number),
	}
	h := p.hand
	switch whim := p.IntN(20); {
	case whim == 0:
		return func(ctx context.Context) error {
			_, err := p.Daily(ctx, v)
			return err
		}
	case whim >= 14:
		return p.atTable(v)
	case p.asked != 0:
		asked := p.asked
		p.asked = 0
		return func(ctx context.Context) error {
			_, _, err := p.Give(ctx, v, asked)
			return err
		}
	case whim == 1:
		g := wallet.Gift{To: playerOf(p.IntN(players)).User, Chips: storage.Chips(1 + p.IntN(200)),
			Asked: v.ID}
		return func(ctx context.Context) error {
			_, err := p.AskGift(ctx, v, g)
			if err == nil {
				p.asked = g.Asked
			}
			return err
		}
	case whim == 2 || h.ID == 0:
		all := tables.All()
		d := round.Deal{Table: all[p.IntN(len(all))].Name, Bet: storage.Chips(1 + p.IntN(500))}
		return p.shown(func(ctx context.Context) (round.Hand, error) {
			return p.Start(ctx, v, d)
		})
	case whim == 3: // an old message's button
		return p.shown(func(ctx context.Context) (round.Hand, error) {
			return p.Act(ctx, v, h.ID, h.Version-1, blackjack.Hit)
		})
	case h.Open:
		var legal []blackjack.Action
		for a := range h.Legal().All() {
			legal = append(legal, a)
		}
		a := legal[p.IntN(len(legal))]
		return p.shown(func(ctx context.Context) (round.Hand, error) {
			return p.Act(ctx, v, h.ID, h.Version, a)
		})
	}
	return p.shown(func(ctx context.Context) (round.Hand, error) {
		return p.Again(ctx, v, h.ID, h.Version)
	})
}

// shown remembers the hand that an action shows.
func (p *player) shown(do func(context.Context) (round.Hand, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		h, err := do(ctx)
		if h.ID != 0 {
			p.hand = h
		}
		return err
	}
}
