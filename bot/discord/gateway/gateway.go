package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"
)

// Gateway is the bot's sessions on Discord's gateway, one for each shard that this
// process has.
type Gateway struct {
	API  *API
	Of   int   // how many shards there are in all, 0 for as many as Discord recommends
	Mine []int // those of this process, nil for all
	// Took takes an interaction as JSON, and how long ago it may have been made: 0 unless it
	// was made while there was no connection. It must not block.
	Took  func(raw json.RawMessage, late time.Duration)
	Begin func(ctx context.Context, of int, mine []int) // called before any connection
	Ready func(shards int)                              // called once, when all sessions are open
	Log   *slog.Logger
	Luck  func() float64 // in [0, 1), of the backoffs
	// Identify waits until a shard may say IDENTIFY in its bucket, where other processes
	// have shards, too; and is told then whether it did. Nil where there is no other.
	Identify func(ctx context.Context, bucket, shard int) (done func(said bool), _ error)

	shards  atomic.Pointer[[]*supervisor]
	readied sync.Once
}

// Connected reports whether all sessions are open.
func (g *Gateway) Connected() bool {
	shards := g.Shards()
	return len(shards) > 0 && !slices.ContainsFunc(shards, func(s Shard) bool { return !s.Open })
}

// Run keeps all sessions open until ctx ends; then it returns nil. It returns
// early with an error that wraps [ErrBadToken] or [ErrRefused] when there is no
// use in trying again. It can be called once.
func (g *Gateway) Run(ctx context.Context) error {
	plan, err := g.plan(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	starts := newStarts(plan.SessionStartLimit, plan.Shards, time.Now())
	if g.Identify != nil {
		starts.ask = g.ask
	}
	var shards []*supervisor
	var mine []int
	where := &address{api: g.API}
	for n := range plan.Shards {
		if g.Mine == nil || slices.Contains(g.Mine, n) {
			mine = append(mine, n)
			shards = append(shards, &supervisor{gateway: g, where: where, starts: starts,
				shard: Shard{Number: n, Of: plan.Shards}})
		}
	}
	g.shards.Store(&shards)
	if g.Begin != nil {
		g.Begin(ctx, plan.Shards, mine)
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range shards {
		group.Go(func() error { return s.keep(ctx) })
	}
	return group.Wait()
}

// opened notes that a session is open.
func (g *Gateway) opened() {
	if g.Connected() {
		g.readied.Do(func() { g.Ready(len(g.Shards())) })
	}
}

// Shards returns how the sessions do, none before the number of shards is known.
func (g *Gateway) Shards() (list []Shard) {
	if shards := g.shards.Load(); shards != nil {
		for _, s := range *shards {
			list = append(list, s.now())
		}
	}
	return list
}

// mostShards is far more than any bot has, and few enough to be sane.
const mostShards = 4096

func (g *Gateway) ask(ctx context.Context) (plan discordgo.GatewayBotResponse, err error) {
	err = g.API.Ask(ctx, http.MethodGet, "gateway/bot", Content{}, &plan)
	return plan, err
}

// plan asks how many shards there are to be. A server that does not know the
// question has one; one that cannot answer now is asked again, because Discord
// takes no session of a large bot that has too few.
func (g *Gateway) plan(ctx context.Context) (plan discordgo.GatewayBotResponse, err error) {
	err = g.API.Until(ctx, g.Log, g.Luck, func(ctx context.Context) error {
		plan, err = g.ask(ctx)
		no := RefusalIn(err)
		if !errors.Is(err, errAnswer) && (no.Status == 0 || no.Passing() || errors.Is(err, ErrBadToken)) {
			return err
		}
		g.Log.Warn("the server does not say how many shards to run; taking one", "error", err)
		plan = discordgo.GatewayBotResponse{}
		return nil
	})
	plan.Shards = min(max(cmp.Or(g.Of, plan.Shards), 1), mostShards)
	return plan, err
}
