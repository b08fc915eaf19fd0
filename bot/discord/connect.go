package discord

import (
	"context"
	"encoding/hex"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"holecard/bot/discord/backoff"
	"holecard/bot/discord/gateway"
	"holecard/bot/fleet"
)

// Options say how to reach Discord.
type Options struct {
	// Token is the bot's token, with or without "Bot " before it.
	Token string
	// APIURL is the base of all REST requests, [gateway.DefaultURL] when empty. The
	// gateway is what GET /gateway answers there.
	APIURL string
	// Dial opens all connections; nil dials the network.
	Dial gateway.DialFunc
	// Logger is told what happens; nil tells nobody. It never gets a token.
	Logger *slog.Logger
	// Now is the time, by which old interactions are refused; nil is [time.Now].
	Now func() time.Time
	// Allowance is how much one person may do; zero means [DefaultAllowance].
	Allowance Allowance
	// Ready is called once, when the bot is connected; it may be nil.
	Ready func(Connected)
	// Beside runs while the bot does, until its ctx ends; it may be nil. What it edits then
	// is still sent.
	Beside func(context.Context, *Connection)
	// Endpoint takes interactions over HTTP; nil takes them from the gateway.
	Endpoint *Endpoint
	// Emojis are uploaded while the bot runs.
	Emojis EmojiSet
	// Registered is called with the ids by name of the commands when they are
	// registered; it may be nil.
	Registered func(ids map[string]string)
	// Fleet is this process among those on its database; nil where it is alone.
	Fleet *fleet.Fleet
	// Shards is how many shards there are, 0 for as many as Discord recommends. Mine are
	// those of this process, nil for all.
	Shards int
	Mine   []int
	// Observer is told how interactions end; nil tells nobody.
	Observer Observer
}

// Connected is what the bot knows of itself when it is connected.
type Connected struct {
	Application
	Shards int // 0 with an endpoint
}

// Connection is the bot's connection to Discord.
type Connection struct {
	api     *gateway.API
	sender  *sender
	gateway *gateway.Gateway // not run where there is an endpoint
	served  *endpoint        // nil with a gateway
	routes  *routes
	options Options // with those that may be nil
	fleet   *fleet.Fleet
	log     *slog.Logger
	now     func() time.Time
	luck    func() float64 // in [0, 1), of the backoffs

	application string // known before what runs beside does

	gate     *gate
	refused  refusals // by the gate
	overload refusals // because there is too much to do
	lost     refusals // and nobody was told
	delays   delays
	jobs     *dispatcher // interactions
	refusals *dispatcher // of interactions
	work     *dispatcher // answers that take work
	steps    *dispatcher // replies that are shown step by step
	editor   *editor     // what the bot edits by itself
	closing  atomic.Bool // no interaction is taken any more
	ending   context.Context
	end      context.CancelFunc // ends ending: the bot is to end, and long work with it
	life     context.Context
	cut      context.CancelFunc // ends life, by which answers under way live
}

// Check returns the error that [Connect] would return: what is wrong with the
// options as far as that shows without asking Discord.
func (o Options) Check() error {
	_, err := gateway.NewAPI(o.Token, o.APIURL, o.Dial)
	return err
}

// Connect returns a connection that waits for [Connection.Run], with those who answer what it
// hears, and the commands that it is to register. The error is
// [gateway.ErrMalformedToken], or that of a bad URL.
func Connect(to Routes, o Options) (*Connection, error) {
	api, err := gateway.NewAPI(o.Token, o.APIURL, o.Dial)
	if err != nil {
		return nil, err
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Ready == nil {
		o.Ready = func(Connected) {}
	}
	c := &Connection{
		api: api, sender: &sender{api: api, log: o.Logger}, routes: newRoutes(to), options: o,
		fleet: o.Fleet, log: o.Logger, now: o.Now, luck: backoff.Luck, gate: newGate(o.Allowance),
		refused: refusals{log: o.Logger,
			text: "interactions refused: a player exceeds the rate limit"},
		overload: refusals{log: o.Logger, level: slog.LevelWarn,
			text: "interactions refused: there is too much to do to answer them in time"},
		lost: refusals{log: o.Logger, level: slog.LevelWarn,
			text: "interactions lost: no answer arrived"},
		jobs: newDispatcher(pressLimits), refusals: newDispatcher(refusalLimits),
		work: newDispatcher(workLimits), steps: newDispatcher(stepLimits),
	}
	c.jobs.lag, c.refusals.lag = c.delays.lag, c.delays.lag
	c.ending, c.end = context.WithCancel(context.Background())
	c.life, c.cut = context.WithCancel(context.Background())
	c.gateway = &gateway.Gateway{API: api, Log: c.log, Of: o.Shards, Mine: o.Mine, Took: c.hear,
		Luck: func() float64 { return c.luck() }}
	if o.Endpoint != nil {
		c.served = newEndpoint(*o.Endpoint, c)
	}
	if c.fleet == nil {
		c.fleet = fleet.New(nil, c.log)
	} else {
		c.gateway.Identify = c.fleet.Identify
		c.gateway.Begin = func(ctx context.Context, of int, mine []int) {
			c.fleet.Join(ctx, fleet.Parts{Of: of, Numbers: mine})
		}
	}
	c.editor = &editor{discord: c, pace: rate.NewLimiter(editRate, editRate/4),
		rooms: make(map[uint64]*room)}
	return c, nil
}

// How long Run waits for what is under way when it is to end.
const (
	drainTime = 5 * time.Second
	cutTime   = time.Second // for handlers whose context has been ended
)

// Run connects to Discord and answers interactions until ctx ends; then it
// takes no more, finishes those under way and returns nil. It returns early
// with an error that wraps [gateway.ErrBadToken] or [gateway.ErrRefused] when
// there is no use in trying again; everything else is tried again for ever. It
// can be called once.
func (c *Connection) Run(ctx context.Context) error {
	defer c.cut()
	defer c.api.Close()
	stop := context.AfterFunc(ctx, c.end)
	defer stop()
	others, leave := context.WithCancel(context.Background())
	var together sync.WaitGroup // others know this process until its last answer
	together.Go(func() { c.fleet.Run(others) })
	defer together.Wait()
	defer leave()
	err := c.serve(ctx)
	c.closing.Store(true)
	c.end()
	c.finish()
	return err
}

// Connected reports whether all gateway sessions are open, or the endpoint is.
func (c *Connection) Connected() bool {
	if c.served != nil {
		return c.served.open.Load()
	}
	return c.gateway.Connected()
}

// httpParts are what a process with an endpoint serves: all guilds, in parts of which each
// of several processes has some.
var httpParts = fleet.All(16)

// Sessions returns the shards of this process, and those of them that are connected.
func (c *Connection) Sessions() (mine, open fleet.Parts) {
	for _, s := range c.Shards() {
		mine.Of, mine.Numbers = s.Of, append(mine.Numbers, s.Number)
		if s.Open {
			open.Of, open.Numbers = s.Of, append(open.Numbers, s.Number)
		}
	}
	return mine, open
}

// Served returns the parts of all guilds whose people the bot answers now.
func (c *Connection) Served() fleet.Parts {
	if c.served != nil && c.served.open.Load() {
		return httpParts
	}
	_, open := c.Sessions()
	return open
}

// finish waits for what is under way, and cuts it off when that takes too long.
func (c *Connection) finish() {
	defer c.refused.flush()
	defer c.overload.flush()
	defer c.lost.flush()
	ctx, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	if c.drain(ctx) == nil {
		return
	}
	c.log.Warn("canceling interactions under way")
	c.cut()
	ctx, cancel = context.WithTimeout(context.Background(), cutTime)
	defer cancel()
	if err := c.drain(ctx); err != nil {
		c.log.Error("a handler goes on after its context ended", "error", err)
	}
}

// drain returns when nothing is under way, or ctx ends: in this order, because
// interactions lead to refusals and work, work to steps, and all to edits.
func (c *Connection) drain(ctx context.Context) error {
	for _, left := range []func() int{c.jobs.left, c.refusals.left, c.work.left, c.steps.left,
		c.editor.left} {
		if err := drained(ctx, left); err != nil {
			return err
		}
	}
	return nil
}

// serve does all of Run but the end. Its error is nil when ctx has ended.
func (c *Connection) serve(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	if c.served != nil { // answers need nothing of what follows
		c.fleet.Join(ctx, httpParts)
		group.Go(func() error { return c.served.run(ctx) })
	} else {
		context.AfterFunc(ctx, func() { c.closing.Store(true) })
	}
	group.Go(func() error { return c.start(ctx, group) })
	return group.Wait()
}

// start registers the commands, and starts what runs besides. Its error is nil when ctx has
// ended.
func (c *Connection) start(ctx context.Context, group *errgroup.Group) error {
	c.log.Info("connecting to Discord", "url", c.api.URL())
	me, err := c.whoAmI(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	if c.served != nil && me.VerifyKey != "" &&
		!strings.EqualFold(me.VerifyKey, hex.EncodeToString(c.served.Key)) {
		return ErrOtherKey
	}
	c.log.Info("invite the bot to a server", "link", me.Invite)
	err = c.register(ctx)
	if errors.Is(err, ErrBadToken) {
		return ErrBadToken
	}
	group.Go(func() error {
		return c.persist(ctx, "the commands are not registered; playing with those that are", err,
			c.register)
	})
	if c.options.Emojis.IDs != nil {
		group.Go(func() error { return c.keepEmojis(ctx) })
	}
	if c.options.Beside != nil {
		group.Go(func() error {
			c.options.Beside(ctx, c)
			return nil
		})
	}
	if c.served != nil {
		c.options.Ready(Connected{Application: me})
		return nil
	}
	c.gateway.Ready = func(shards int) { c.options.Ready(Connected{me, shards}) }
	return c.gateway.Run(ctx)
}
