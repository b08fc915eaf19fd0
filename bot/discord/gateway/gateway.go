package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"holecard/bot/discord/backoff"
)

// Gateway is the bot's sessions on Discord's gateway, one for each shard that this
// process has.
type Gateway struct {
	API   *API
	Of    int   // how many shards there are in all, 0 for as many as Discord recommends
	Mine  []int // those of this process, nil for all
	Took  Took
	Begin func(ctx context.Context, of int, mine []int) // called before any connection
	Ready func(shards int)                              // called once, when all sessions are open
	Log   *slog.Logger
	Luck  func() float64 // in [0, 1), of the backoffs
	// Identify waits until a shard may say IDENTIFY in its bucket, where other processes
	// have shards, too; and is told then whether it did. Nil where there is no other.
	Identify func(ctx context.Context, bucket, shard int) (done func(said bool), _ error)

	shards  atomic.Pointer[[]*shard]
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
	where := &address{api: g.API}
	starts := newStarts(plan.Limit, plan.Shards, time.Now())
	if g.Identify != nil {
		starts.ask = func(ctx context.Context) (limit startLimit, err error) {
			plan, err := g.ask(ctx)
			return plan.Limit, err
		}
	}
	shards := g.share(plan.Shards)
	g.shards.Store(&shards)
	if g.Begin != nil {
		mine := make([]int, len(shards))
		for i, s := range shards {
			mine[i] = s.number
		}
		g.Begin(ctx, plan.Shards, mine)
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, shard := range shards {
		took := func(raw json.RawMessage, late time.Duration) {
			shard.interactions.Add(1)
			g.Took(raw, late)
		}
		s := &supervisor{gateway: g, shard: shard, starts: starts, begin: func() *session {
			return &session{api: g.API, where: where, shard: shard.number, shards: plan.Shards,
				took: took}
		}}
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

// share returns the shards of this process.
func (g *Gateway) share(of int) (shards []*shard) {
	for n := range of {
		if g.Mine == nil || slices.Contains(g.Mine, n) {
			shards = append(shards, &shard{number: n, of: of})
		}
	}
	return shards
}

// shardPlan is how many gateway sessions there are to be.
type shardPlan struct {
	Shards int        `json:"shards"`
	Limit  startLimit `json:"session_start_limit"`
}

// startLimit is how often sessions may be started.
type startLimit struct {
	Total          int `json:"total"`
	Remaining      int `json:"remaining"`
	ResetAfter     int `json:"reset_after"` // milliseconds
	MaxConcurrency int `json:"max_concurrency"`
}

// mostShards is far more than any bot has, and few enough to be sane.
const mostShards = 4096

func (g *Gateway) ask(ctx context.Context) (plan shardPlan, err error) {
	err = g.API.Get(ctx, "gateway/bot", &plan)
	return plan, err
}

// plan asks how many shards there are to be. A server that does not know the
// question has one; one that cannot answer now is asked again, because Discord
// takes no session of a large bot that has too few.
func (g *Gateway) plan(ctx context.Context) (shardPlan, error) {
	began := time.Now()
	for {
		plan, err := g.ask(ctx)
		no := RefusalIn(err)
		switch {
		case errors.Is(err, ErrBadToken):
			return plan, ErrBadToken
		case err == nil, no.Status != 0 && !no.Passing(), errors.Is(err, errAnswer):
			if err != nil {
				g.Log.Warn("the server does not say how many shards to run; taking one", "error",
					err)
				plan = shardPlan{}
			}
			plan.Shards = min(max(cmp.Or(g.Of, plan.Shards), 1), mostShards)
			return plan, nil
		}
		wait := backoff.Asked(backoff.Dial(time.Since(began), backoff.LongestAsk, g.Luck()), err)
		g.Log.Warn("Discord does not say how many shards to run", "retry_in", wait, "error", err)
		if err := backoff.Sleep(ctx, wait); err != nil {
			return plan, err
		}
	}
}
