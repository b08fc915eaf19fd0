package bot

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Options say how to reach Discord.
type Options struct {
	// Token is the bot's token, with or without "Bot " before it.
	Token string
	// APIURL is the base of all REST requests, [DefaultAPIURL] when empty. The
	// gateway is what GET /gateway answers there.
	APIURL string
	// Dial opens all connections; nil dials the network.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Logger is told what happens; nil tells nobody. It never gets a token.
	Logger *slog.Logger
	// Now is the time, by which old interactions are refused; nil is [time.Now].
	Now func() time.Time
	// Allowance is how much one person may do; zero means [DefaultAllowance].
	Allowance Allowance
	// Ready is called once, when the bot is connected; it may be nil.
	Ready func(Connected)
}

// Connected is what the bot knows of itself when it is connected.
type Connected struct {
	Application string // its id
	Invite      string // the link that adds it to a server
	Shards      int
	Servers     int // about how many it is in, 0 where the server does not say
}

// Discord is the bot's connection to Discord.
type Discord struct {
	token   string
	base    *url.URL
	dial    dialFunc
	log     *slog.Logger
	now     func() time.Time
	ready   func(Connected)
	handler handler
	specs   []Spec
	encode  encodeCustomID
	luck    func() float64 // in [0, 1), of the back-offs

	gate    *gate
	copies  *copies
	jobs    *dispatcher // interactions
	work    *dispatcher // answers that take work
	steps   *dispatcher // replies that are shown step by step
	links   links       // the gateway sessions that are open
	closing atomic.Bool // no interaction is taken any more
	ending  context.Context
	end     context.CancelFunc // ends ending: the bot is to end, and long work with it
}

// Connect returns a connection for b that waits for [Discord.Run]. The error is
// [ErrBadToken] for what cannot be a token, or that of a bad URL.
func Connect(b *Bot, o Options) (*Discord, error) {
	return newDiscord(b, Specs(), customID, o)
}

// Check returns the error that [Connect] would return: what is wrong with the
// options as far as that shows without asking Discord.
func (o Options) Check() error {
	_, _, err := o.parse()
	return err
}

func (o Options) parse() (token string, base *url.URL, err error) {
	token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(o.Token)+" ", "Bot "))
	if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", nil, ErrBadToken // a header cannot even carry it
	}
	if o.APIURL == "" {
		o.APIURL = DefaultAPIURL
	}
	base, err = parseAPIURL(o.APIURL)
	return token, base, err
}

func newDiscord(h handler, specs []Spec, encode encodeCustomID, o Options) (*Discord, error) {
	token, base, err := o.parse()
	if err != nil {
		return nil, err
	}
	d := &Discord{
		token: token, base: base, dial: dialNetwork, log: slog.New(slog.DiscardHandler), now: time.Now, ready: func(Connected) {},
		handler: h, specs: specs, encode: encode, luck: anyLuck, gate: newGate(o.Allowance),
		jobs: newDispatcher(pressLimits), work: newDispatcher(workLimits), steps: newDispatcher(stepLimits),
	}
	d.ending, d.end = context.WithCancel(context.Background())
	if o.Dial != nil {
		d.dial = o.Dial
	}
	if o.Logger != nil {
		d.log = o.Logger
	}
	if o.Now != nil {
		d.now = o.Now
	}
	if o.Ready != nil {
		d.ready = o.Ready
	}
	d.copies = newCopies(d.log)
	return d, nil
}

// How long Run waits for what is under way when it is to end.
const (
	drainTime = 5 * time.Second
	cutTime   = time.Second // for handlers whose context has been ended
)

// Run connects to Discord and answers interactions until ctx ends; then it
// takes no more, finishes those under way and returns nil. It returns early
// with an error that wraps [ErrBadToken] or [ErrGatewayRefused] when there is no
// use in trying again; everything else is tried again for ever. It can be
// called once.
func (d *Discord) Run(ctx context.Context) error {
	// Answers under way go on when ctx ends, so they live by a context of their own.
	life, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	network := newNetwork(d.dial)
	defer network.CloseIdleConnections()
	answers := &transport{base: d.base, next: network, life: life}
	session := &rest{session: newSession(d.token, answers.client()), token: d.token}

	stop := context.AfterFunc(ctx, d.end)
	defer stop()
	err := d.serve(ctx, life, session, network)
	d.closing.Store(true)
	d.end()
	d.finish(cut)
	return err
}

// links counts the gateway sessions.
type links struct{ open, wanted atomic.Int64 }

// Connected reports whether all gateway sessions are open.
func (d *Discord) Connected() bool {
	wanted := d.links.wanted.Load()
	return wanted > 0 && d.links.open.Load() == wanted
}

// finish waits for what is under way, and cuts it off when that takes too long.
func (d *Discord) finish(cut context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	if d.drain(ctx) == nil {
		return
	}
	d.log.Warn("canceling interactions under way")
	cut()
	ctx, cancel = context.WithTimeout(context.Background(), cutTime)
	defer cancel()
	if err := d.drain(ctx); err != nil {
		d.log.Error("a handler goes on after its context ended", "error", err)
	}
}

// drain returns when nothing is under way, or ctx ends: in this order, because
// interactions lead to work, and work to steps.
func (d *Discord) drain(ctx context.Context) error {
	for _, under := range []*dispatcher{d.jobs, d.work, d.steps} {
		if err := under.drain(ctx); err != nil {
			return err
		}
	}
	return nil
}

// serve does all of Run but the end.
func (d *Discord) serve(ctx, life context.Context, r *rest, network http.RoundTripper) error {
	d.log.Info("connecting to Discord", "url", d.base.Redacted())
	me, err := d.whoAmI(ctx, r)
	if err != nil {
		return ended(ctx, err)
	}
	application := string(me.ID)
	invite := inviteLink(application)
	d.log.Info("invite the bot to a server", "link", invite)
	registrar := newRegistrar(r, application, d.specs, d.log)
	registration := registrar.register(ctx)
	if unauthorised(registration) {
		return ErrBadToken
	}
	if registration != nil && ctx.Err() == nil {
		d.log.Error("the commands are not registered; playing with those that are", "error", registration)
	}
	plan, err := d.planShards(ctx, r)
	if err != nil {
		return ended(ctx, err)
	}

	group, ctx := errgroup.WithContext(ctx)
	context.AfterFunc(ctx, func() { d.closing.Store(true) })
	if registration != nil {
		group.Go(func() error { return registrar.persist(ctx) })
	}
	sender := &sender{rest: r, log: d.log}
	where := &knownGateway{ask: (&transport{base: d.base, next: network, life: ctx}).client()}
	starts := newStarts(plan.Limit, plan.Shards, time.Now())
	d.links.wanted.Store(int64(plan.Shards))
	var open atomic.Int64
	for shard := range plan.Shards {
		var first atomic.Bool
		s := &supervisor{
			connect: func() *gateway {
				took := func(raw []byte, late time.Duration) { d.take(life, sender, application, raw, late) }
				return newGateway(d.token, where, d.dial, shard, plan.Shards, took)
			},
			starts: starts,
			shard:  shard,
			ready: func() {
				if first.CompareAndSwap(false, true) && open.Add(1) == int64(plan.Shards) {
					d.ready(Connected{Application: application, Invite: invite, Shards: plan.Shards, Servers: me.Servers})
				}
			},
			links: &d.links,
			luck:  d.luck,
			log:   d.log,
		}
		group.Go(func() error { return s.keep(ctx) })
	}
	return group.Wait()
}

// ended returns nil for an error that comes of ctx having ended.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
