package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"holecard/bot/view"
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
	// Ready is called once, when the bot is connected; it may be nil.
	Ready func(Connected)
}

// Connected is what the bot knows of itself when it is connected.
type Connected struct {
	Application string // its id
	Invite      string // the link that adds it to a server
	Shards      int
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

	jobs    *dispatcher
	closing atomic.Bool // no interaction is taken any more
}

// Connect returns a connection for b that waits for [Discord.Run]. The error is
// [ErrBadToken] for what cannot be a token, or that of a bad URL.
func Connect(b *Bot, o Options) (*Discord, error) {
	return newDiscord(b, Specs(), customID, o)
}

func newDiscord(h handler, specs []Spec, encode encodeCustomID, o Options) (*Discord, error) {
	token := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(o.Token)+" ", "Bot "))
	if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, ErrBadToken // a header cannot even carry it
	}
	if o.APIURL == "" {
		o.APIURL = DefaultAPIURL
	}
	base, err := parseAPIURL(o.APIURL)
	if err != nil {
		return nil, err
	}
	d := &Discord{
		token: token, base: base, dial: dialNetwork, log: slog.New(slog.DiscardHandler), now: time.Now, ready: func(Connected) {},
		handler: h, specs: specs, encode: encode, jobs: newDispatcher(),
	}
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

	err := d.serve(ctx, life, session, network)
	d.closing.Store(true)
	d.finish(cut)
	return err
}

// finish waits for what is under way, and cuts it off when that takes too long.
func (d *Discord) finish(cut context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	if d.jobs.drain(ctx) == nil {
		return
	}
	d.log.Warn("interactions under way are cut off")
	cut()
	ctx, cancel = context.WithTimeout(context.Background(), cutTime)
	defer cancel()
	if err := d.jobs.drain(ctx); err != nil {
		d.log.Error("a handler does not end when it is told to", "error", err)
	}
}

// serve does all of Run but the end.
func (d *Discord) serve(ctx, life context.Context, r *rest, network http.RoundTripper) error {
	application, err := d.whoAmI(ctx, r)
	if err != nil {
		return ended(ctx, err)
	}
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
	client := (&transport{base: d.base, next: network, life: ctx}).client()
	starts := newStarts(plan.Limit, time.Now())
	var open atomic.Int64
	for shard := range plan.Shards {
		var first atomic.Bool
		s := &supervisor{
			connect: func() *gateway {
				took := func(raw []byte) { d.take(life, sender, application, raw) }
				return newGateway(d.token, client, d.dial, shard, plan.Shards, took)
			},
			starts: starts,
			shard:  shard,
			ready: func() {
				if first.CompareAndSwap(false, true) && open.Add(1) == int64(plan.Shards) {
					d.ready(Connected{Application: application, Invite: invite, Shards: plan.Shards})
				}
			},
			log: d.log,
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

// inviteLink returns the link that adds the bot to a server. It asks for no
// permission: answers to interactions need none.
func inviteLink(application string) string {
	q := url.Values{"client_id": {application}, "scope": {"bot applications.commands"}, "permissions": {"0"}}
	return "https://discord.com/oauth2/authorize?" + q.Encode()
}

// whoAmI returns the id of the bot's application. It asks until it is told; the
// error is [ErrBadToken], or that ctx has ended.
func (d *Discord) whoAmI(ctx context.Context, r *rest) (string, error) {
	for try := 0; ; try++ {
		var errs []error
		refusals := 0
		// Not every server knows the first. The bot's user has the id of its
		// application unless it is as old as 2016.
		for _, path := range []string{"applications/@me", "users/@me"} {
			id, err := askID(ctx, r, path)
			if err == nil {
				return id, nil
			}
			if unauthorised(err) {
				refusals++
			}
			errs = append(errs, err)
		}
		if refusals == len(errs) {
			return "", ErrBadToken
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		wait := pause(try)
		d.log.Error("no answer to who the bot is; is the API URL right?", "url", d.base.Redacted(), "retry_in", wait, "error", errors.Join(errs...))
		if err := sleep(ctx, wait); err != nil {
			return "", err
		}
	}
}

func askID(ctx context.Context, r *rest, path string) (string, error) {
	body, err := r.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return "", err
	}
	var me wireThing
	if err := decode(body, &me); err != nil {
		return "", err
	}
	if id, err := me.ID.id(); err != nil || id == 0 {
		return "", fmt.Errorf("%s has no id", path)
	}
	return string(me.ID), nil
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

// planShards asks how many shards there are to be. A server that does not know
// the question has one; one that cannot answer now is asked again, because
// Discord takes no session of a large bot that has too few.
func (d *Discord) planShards(ctx context.Context, r *rest) (shardPlan, error) {
	for try := 0; ; try++ {
		body, err := r.request(ctx, http.MethodGet, "gateway/bot", nil)
		var no *refusal
		switch {
		case err == nil:
			var plan shardPlan
			if err := decode(body, &plan); err != nil {
				d.log.Warn("odd answer to the number of shards", "error", err)
				plan = shardPlan{}
			}
			plan.Shards = min(max(plan.Shards, 1), mostShards)
			return plan, nil
		case unauthorised(err):
			return shardPlan{}, ErrBadToken
		case errors.As(err, &no) && !no.passing():
			d.log.Debug("the server does not say how many shards; taking one", "error", err)
			return shardPlan{Shards: 1}, nil
		}
		wait := pause(try)
		d.log.Warn("no answer to how many shards", "retry_in", wait, "error", err)
		if err := sleep(ctx, wait); err != nil {
			return shardPlan{}, err
		}
	}
}

// oldest is the age at which Discord no longer takes an answer.
const oldest = 15 * time.Minute

// take takes an interaction from the gateway and puts it in its player's line.
// It is called in the order of events, and never blocks.
func (d *Discord) take(life context.Context, s *sender, application string, raw []byte) {
	deadline, received := time.Now().Add(answerTime), d.now()
	in, err := parseInteraction(raw, received)
	if err != nil {
		d.log.Warn("an interaction is not understood", "error", err)
		return
	}
	if in.application == "" {
		in.application = application
	}
	log := d.log.With("interaction", in.caller.Interaction, "guild", in.caller.Player.Guild, "user", in.caller.Player.User)
	if age := received.Sub(in.caller.Interaction.Time()); age > oldest {
		log.Warn("an interaction is too old to answer: delivered late, or this machine's clock is ahead", "age", age)
		return
	}
	if d.closing.Load() {
		log.Info("an interaction came while the bot is ending")
		return
	}
	v := &visit{discord: d, sender: s, in: in, life: life, deadline: deadline, log: log}
	err = d.jobs.submit(line{player: in.caller.Player}, job{id: in.caller.Interaction, do: v.serve, panicked: v.panicked})
	if err != nil {
		log.Warn("an interaction is dropped", "error", err)
	}
}

// visit is one interaction being answered.
type visit struct {
	discord  *Discord
	sender   *sender
	in       *interaction
	life     context.Context
	deadline time.Time // for the answer
	log      *slog.Logger
}

// serve asks the handler and delivers its answer.
func (v *visit) serve() {
	ctx, cancel := context.WithDeadline(v.life, v.deadline)
	defer cancel()
	if ctx.Err() != nil {
		v.log.Warn("an interaction has waited too long")
		return
	}
	answer, then, ok := v.think(ctx)
	if !ok {
		v.log.Debug("an interaction of a kind that the bot has no use for", "kind", int(v.in.kind))
		return
	}
	if !v.deliver(ctx, answer) || then == nil {
		return
	}
	// Later interactions of the player do not wait for this word, so it has a line of its own.
	follow := job{do: func() { v.follow(then) }, panicked: v.panicked}
	if err := v.discord.jobs.submit(line{player: v.in.caller.Player, follow: true}, follow); err != nil {
		v.log.Warn("a word after the answer is dropped", "error", err)
	}
}

// think returns the handler's answer, and what is to be said after it.
func (v *visit) think(ctx context.Context) (a wireAnswer, then *view.Reply, ok bool) {
	ctx, cancel := context.WithDeadline(ctx, v.deadline.Add(thinkTime-answerTime))
	defer cancel()
	d, in := v.discord, v.in
	switch in.kind {
	case pingKind:
		return wireAnswer{Type: pongAnswer}, nil, true
	case commandKind:
		r := d.handler.command(ctx, in.command())
		return replyAnswer(r, false, d.encode), r.Then, true
	case componentKind:
		r := d.handler.click(ctx, in.click())
		return replyAnswer(r, true, d.encode), r.Then, true
	case completionKind:
		kind := optionKind(d.specs, in.name, in.focused())
		choices := choicesOf(kind, d.handler.complete(ctx, in.command()))
		return wireAnswer{Type: choicesAnswer, Data: wireChoices{Choices: choices}}, nil, true
	}
	return wireAnswer{}, nil, false
}

// deliver delivers an answer and reports whether it arrived. If it did not, the
// chips have moved all the same: the hand is as its player will find it next.
func (v *visit) deliver(ctx context.Context, a wireAnswer) bool {
	err := v.sender.answer(ctx, v.in, a)
	took := v.discord.now().Sub(v.in.caller.Received)
	if err != nil {
		v.log.Warn("an answer did not arrive", "took", took, "error", err)
		return false
	}
	v.log.Debug("answered", "kind", int(v.in.kind), "took", took)
	return true
}

// follow posts what is to be said after the answer.
func (v *visit) follow(r *view.Reply) {
	ctx, cancel := context.WithTimeout(v.life, followTime)
	defer cancel()
	for ; r != nil; r = r.Then {
		if err := v.sender.follow(ctx, v.in.application, v.in, *r, v.discord.encode); err != nil {
			v.log.Warn("a word after the answer did not arrive", "error", err)
			return
		}
	}
}

// panicked logs a panic and tells the player a reference to it.
func (v *visit) panicked(value any, stack []byte) {
	reference := rand.Text()[:8]
	v.log.Error("a handler panicked", "reference", reference,
		"panic", redactText(fmt.Sprint(value), v.discord.token), "stack", redactText(string(stack), v.discord.token))
	ctx, cancel := context.WithDeadline(v.life, v.deadline)
	defer cancel()
	if v.in.kind == commandKind || v.in.kind == componentKind {
		v.deliver(ctx, replyAnswer(apology(reference), false, v.discord.encode))
	}
}

// apology is what a player is told of a mistake in the bot itself.
func apology(reference string) view.Reply {
	return view.Reply{Private: true, Text: fmt.Sprintf("Something went wrong. `/blackjack` shows how your hand stands. "+
		"If it goes on, give whoever runs me the reference %s.", reference)}
}
