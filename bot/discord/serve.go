package discord

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/storage"
)

// oldest is the age at which Discord no longer takes an answer.
const oldest = 15 * time.Minute

// hear takes an interaction from the gateway, made up to late ago. It is called in the order of
// events, and never blocks.
func (d *Connection) hear(raw json.RawMessage, late time.Duration) {
	deadline := time.Now().Add(answerTime)
	in := d.read(raw)
	if in == nil {
		return
	}
	in.application = cmp.Or(in.application, d.application)
	_ = d.take(&exchange{sender: d.sender, first: d.sender, in: in, deadline: deadline},
		late) // why it is not answered is logged
}

// read reads an interaction, and returns nil for one that is not understood.
func (d *Connection) read(raw []byte) *interaction {
	in, err := parseInteraction(raw, d.now())
	if err != nil {
		d.log.Warn("interaction not understood", "error", err)
		if d.options.Observer != nil {
			d.options.Observer.Ended(End{Kind: unknown, Name: unknown, Outcome: Malformed})
		}
		return nil
	}
	return in
}

// Why an interaction is not answered.
var (
	errTooOld = errors.New("the interaction is too old to answer: delivered late, or this " +
		"machine's clock is ahead")
	errTooLate     = errors.New("the interaction was delivered too late to answer")
	errLate        = errors.New("the interaction waited too long in its queue")
	errStopping    = errors.New("the bot is stopping")
	errUnknownKind = errors.New("the interaction is of an unknown kind")
	errIgnored     = errors.New("the player far exceeds the rate limit, or it was refused before")
)

// take puts an interaction in its player's queue. It was made up to late ago, while there
// was no connection, as far as its id does not say otherwise. It never blocks; an error
// says why it is not going to be answered.
func (d *Connection) take(v *exchange, late time.Duration) error {
	in := v.in
	v.discord, v.to, v.handled = d, route{name: unknown}, make(chan struct{})
	v.log = d.log.With("interaction", in.Interaction, "guild", in.Player.Guild, "user",
		in.Player.User)
	if kinds[in.kind] == "" {
		return v.drop(Malformed, errUnknownKind)
	}
	if failure := v.guard(func() { v.to = d.routes.find(in) }); failure != nil {
		v.to.handle = no(failure)
	}
	age := in.Received.Sub(in.Interaction.Time())
	if age > oldest {
		return v.lose(Late, errTooOld)
	}
	// Whoever waited too long has read that the bot does not respond. Then
	// nothing is done: what they do next should not meet a hand that moved on.
	waited := max(min(late, age), d.delays.of(age, in.Received))
	if waited >= answerTime {
		return v.lose(Late, errTooLate)
	}
	v.deadline = v.deadline.Add(-waited)
	if d.closing.Load() {
		return v.drop(Stopping, errStopping)
	}
	switch d.gate.judge(in.Player.User, in.Interaction, in.kind, time.Now()) {
	case turnedAway:
		d.refused.note(in.Player.User)
		return v.turnAway(ErrTooMuch, Refused)
	case ignored:
		return v.drop(Ignored, errIgnored)
	}
	if waited > mostWaited {
		return v.busy(errTooLate)
	}
	err := d.jobs.submit(v.queue(), job{do: v.serve, by: in.Player.User,
		until: v.deadline.Add(waitTime - answerTime), late: func() { _ = v.busy(errLate) }})
	if err != nil {
		return v.busy(err)
	}
	return nil
}

// busy tells the player of an interaction that there is too much to do to answer it in time.
// It is not done when it is delivered again, either.
func (v *exchange) busy(why error) error {
	v.discord.overload.note(why)
	caller := v.in.Caller
	v.discord.gate.refuse(caller.Player.User, caller.Interaction)
	return v.turnAway(ErrOverload, Busy)
}

// turnAway tells the player that nothing was done, and why: beside everything that is done.
func (v *exchange) turnAway(why error, is Outcome) error {
	err := v.discord.refusals.submit(queue{of: v.in.Interaction},
		job{do: func(func()) { v.guard(func() { v.decline(why, is) }) }, until: v.deadline,
			late: func() { _ = v.lose(Dropped, errLate) }})
	if err != nil {
		return v.lose(Dropped, err)
	}
	return nil
}

// lose notes that nobody is told how an interaction ended, and returns why.
func (v *exchange) lose(is Outcome, why error) error {
	v.discord.lost.note(why)
	return v.drop(is, why)
}

// drop notes how an interaction ended of which nothing more is done, and returns why.
func (v *exchange) drop(is Outcome, why error) error {
	v.log.Debug("interaction dropped", v.named(), "outcome", is, "took",
		v.discord.now().Sub(v.in.Received), "error", why)
	v.end(is)
	return why
}

// delays knows how long interactions are on their way here. Where this machine is overloaded
// they wait before they are read. Its clock and Discord's differ by an unknown time, so the
// quickest of the last two minutes, in which no clock was set, counts as not delayed.
type delays struct {
	mu            sync.Mutex
	least, before time.Duration // of this minute, and of the minute before
	since         time.Time     // when this minute began
	late          time.Time     // when one was last delayed by lagTime
	lastLag       time.Duration // its delay
}

// lagTime is a delay after which interactions wait to be read, and how long that is taken to be
// so after one that was delayed. After longLag they are hardly answered in time.
const (
	lagTime = 100 * time.Millisecond
	longLag = 600 * time.Millisecond
)

// lag returns how late interactions are read, 0 where none waits.
func (d *delays) lag() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if time.Since(d.late) < lagTime {
		return d.lastLag
	}
	return 0
}

// of returns the delay of an interaction that was here at a time, at an age by the two clocks.
func (d *delays) of(age time.Duration, now time.Time) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	passed := now.Sub(d.since)
	set := now.Round(0).Sub(d.since.Round(0)) - passed // this machine's clock was, by so much
	switch {
	case passed >= 2*time.Minute, set.Abs() > 100*time.Millisecond:
		d.least, d.before, d.since = age, age, now
	case passed >= time.Minute:
		d.least, d.before, d.since = age, d.least, now
	}
	d.least = min(d.least, age)
	delay := age - min(d.least, d.before)
	if delay > lagTime {
		d.late, d.lastLag = time.Now(), delay
	}
	return delay
}

// queue returns the queue that the interaction waits in: its player's, or that of what
// several people share.
func (v *exchange) queue() queue {
	if v.to.queue != "" {
		return queue{player: storage.Player{Guild: v.in.Player.Guild}, shared: v.to.queue}
	}
	return queue{player: v.in.Player}
}

// hold keeps the next click about the same shared thing waiting until the function that it
// returns is called, and edits of the message as well: so the message shows the newest
// answer. An answer that hangs costs the next click sharedTime, and no more.
func (v *exchange) hold(pass func()) (release func(redrawn bool)) {
	if v.to.queue == "" {
		return func(bool) {}
	}
	answered := v.discord.editor.answering(v.in.At)
	impatient := time.AfterFunc(sharedTime, pass)
	var once sync.Once
	return func(redrawn bool) {
		once.Do(func() {
			impatient.Stop()
			answered(redrawn)
			pass()
		})
	}
}

// exchange is one interaction being answered.
type exchange struct {
	discord  *Connection
	sender   *sender   // of what follows the answer
	first    responder // of the answer itself
	in       *interaction
	to       route
	deadline time.Time // for the answer
	log      *slog.Logger

	began    time.Time          // when it had its turn
	release  func(redrawn bool) // lets the next click about the same shared thing go on
	said     bool               // it has an answer
	arrived  bool               // which is the handler's and has arrived: more may follow
	places   bool               // Discord is asked where the answer is
	handled  chan struct{}      // closed when the handler has returned
	answerIs Outcome            // when the answer is delivered, empty for Answered
	ended    bool               // the observer was told so
}

// serve has an interaction handled, and tells the player of a panic in place of an answer. Work
// begins when whatever was answered has arrived.
func (v *exchange) serve(pass func()) {
	defer close(v.handled)
	if failure := v.guard(func() { v.handle(pass) }); failure != nil && !v.said {
		v.decline(failure, Panicked)
	}
}

// handle has an interaction handled, and answered where the handler has not done so.
func (v *exchange) handle(pass func()) {
	d := v.discord
	ctx, cancel := context.WithDeadline(d.life, v.deadline.Add(thinkTime-answerTime))
	defer cancel()
	if time.Until(v.deadline) <= 0 || d.life.Err() != nil {
		_ = v.lose(Late, errLate)
		return
	}
	v.began, v.release = time.Now(), v.hold(pass)
	defer func() { v.release(false) }()
	switch v.in.kind {
	case discordgo.InteractionPing:
		v.send(wireAnswer{Type: discordgo.InteractionResponsePong})
	case discordgo.InteractionApplicationCommandAutocomplete:
		var choices Choices
		if by := d.routes.commands[v.in.Name].Complete[v.in.Focused()]; by != nil {
			var err error
			if choices, err = by(ctx, &v.in.Call); err != nil {
				v.log.Warn("an option is not completed", v.named(), "error", err)
			}
		}
		v.send(completion(choices))
	default:
		err := v.to.handle(ctx, v, &v.in.Call)
		switch {
		case !v.said && err == nil:
			v.refuse(ctx, errSilent, Failed)
		case !v.said:
			v.refuse(ctx, err, "")
		case err != nil:
			v.log.Error("an interaction failed after its answer", v.named(), "error", err)
		}
	}
}

// refuse tells the player why nothing was done, or nothing is known to be. Of an option that is
// typed, nothing is offered.
func (v *exchange) refuse(ctx context.Context, why error, is Outcome) {
	v.answerIs = is
	switch v.in.kind {
	case discordgo.InteractionPing:
		v.send(wireAnswer{Type: discordgo.InteractionResponsePong})
		return
	case discordgo.InteractionApplicationCommandAutocomplete:
		v.send(completion(nil))
		return
	}
	words, fault := v.discord.routes.Words(ctx, &v.in.Call, why)
	if is == "" && fault {
		v.answerIs = Failed
	}
	v.say(discordgo.InteractionResponseChannelMessageWithSource, words)
	v.arrived = false // no work of a handler that failed begins
}

// decline tells the player why their interaction was not let in.
func (v *exchange) decline(why error, is Outcome) {
	v.release = func(bool) {}
	ctx, cancel := context.WithTimeout(v.discord.life, wordsTime)
	defer cancel()
	v.refuse(ctx, why, is)
	v.end(is)
}

// guard does something of an interaction, and logs and returns a panic.
func (v *exchange) guard(do func()) *PanicError { return v.discord.guard(v.log, do, v.named()) }

// guard does something, and returns a panic, which it logs under a reference. This is the one
// place that recovers: a panic in a handler must not end the process, in which others play.
func (d *Connection) guard(log *slog.Logger, do func(), what ...any) (failure *PanicError) {
	defer func() {
		value := recover()
		if value == nil {
			return
		}
		if d.options.Observer != nil {
			d.options.Observer.Panicked()
		}
		failure = &PanicError{rand.Text()[:8]}
		log.With(what...).Error("a handler panicked", "reference", failure.Reference,
			"panic", d.api.Redact(fmt.Sprint(value)), "stack", d.api.Redact(bareStack(debug.Stack())))
	}()
	do()
	return nil
}

// Guard does something, and logs a panic.
func (d *Connection) Guard(do func()) { d.guard(d.log, do) }

// PanicError tells of a mistake in the bot itself.
type PanicError struct{ Reference string } // by which it is in the log

func (e *PanicError) Error() string { return "a handler panicked: see the log for " + e.Reference }

// argumentsInStack finds the arguments of the functions in a stack, which a
// panic shows byte by byte: of an array, the first ten.
var argumentsInStack = regexp.MustCompile(`(?m)\((?:\{*0x|\{*\.\.\.)[^\n]*\)$`)

// bareStack returns the text of a stack without the functions' arguments.
func bareStack(stack []byte) string {
	return argumentsInStack.ReplaceAllString(string(stack), "(...)")
}
