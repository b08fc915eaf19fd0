package discord

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/backoff"
	"holecard/bot/message"
	"holecard/storage"
)

// oldest is the age at which Discord no longer takes an answer.
const oldest = 15 * time.Minute

// hear takes an interaction from the gateway, made up to late ago. It is called in the
// order of events, and never blocks.
func (d *Connection) hear(application string, raw []byte, late time.Duration) {
	deadline, received := time.Now().Add(answerTime), d.now()
	in, err := parseInteraction(raw, received)
	if err != nil {
		d.log.Warn("interaction not understood", "error", err)
		d.malformed()
		return
	}
	in.application = cmp.Or(in.application, application)
	_ = d.take(&exchange{sender: d.sender, first: d.sender, in: in, deadline: deadline},
		late) // why it is not answered is logged
}

// Why an interaction is not answered.
var (
	errTooOld = errors.New("the interaction is too old to answer: delivered late, or this " +
		"machine's clock is ahead")
	errTooLate  = errors.New("the interaction was delivered too late to answer")
	errLate     = errors.New("the interaction waited too long in its queue")
	errStopping = errors.New("the bot is stopping")
)

// take puts an interaction in its player's queue. It was made up to late ago, while there
// was no connection, as far as its id does not say otherwise. It never blocks; an error
// says why it is not going to be answered.
func (d *Connection) take(v *exchange, late time.Duration) error {
	in := v.in
	log := d.log.With("interaction", in.caller.Interaction, "guild", in.caller.Player.Guild, "user",
		in.caller.Player.User)
	v.discord, v.log, v.to = d, log, d.routes.find(in)
	age := in.caller.Received.Sub(in.caller.Interaction.Time())
	if age > oldest {
		return v.lose(Late, errTooOld)
	}
	// Whoever waited too long has read that the bot does not respond. Then
	// nothing is done: what they do next should not meet a hand that moved on.
	waited := min(late, age)
	if waited >= answerTime {
		return v.lose(Late, errTooLate)
	}
	delay := d.delays.of(age, in.caller.Received)
	if delay >= answerTime {
		return v.lose(Late, errTooLate)
	}
	waited = max(waited, delay)
	v.deadline = v.deadline.Add(-max(0, waited))
	if d.closing.Load() {
		log.Info("interaction dropped: the bot is stopping")
		v.end(Stopping)
		return errStopping
	}
	switch d.gate.judge(in.caller.Player.User, in.caller.Interaction, in.kind, time.Now()) {
	case turnedAway:
		d.refused.note(in.caller.Player.User)
		return v.turnAway(ErrTooMuch, Refused)
	case ignored:
		log.Debug("interaction ignored: the player far exceeds the rate limit, or it was " +
			"refused before")
		v.end(Ignored)
		return ErrTooMuch
	}
	if waited > mostWaited {
		return v.busy(errTooLate)
	}
	err := d.jobs.submit(v.queue(), job{id: in.caller.Interaction, do: v.serve,
		by: in.caller.Player.User, panicked: v.panicked, until: v.deadline.Add(waitTime - answerTime),
		late: func() { _ = v.busy(errLate) }})
	if errors.Is(err, errUnderWay) {
		log.Debug("interaction dropped", "error", err)
		v.end(Repeated)
		return err
	}
	if err != nil {
		return v.busy(err)
	}
	return nil
}

// busy tells the player of an interaction that there is too much to do to answer it in time.
// It is not done when it is delivered again, either.
func (v *exchange) busy(why error) error {
	v.discord.overload.note(why)
	caller := v.in.caller
	v.discord.gate.refuse(caller.Player.User, caller.Interaction, time.Now())
	return v.turnAway(ErrOverload, Busy)
}

// turnAway tells the player that nothing was done, and why: beside everything that is done.
func (v *exchange) turnAway(why error, is Outcome) error {
	err := v.discord.refusals.submit(queue{after: refusalOf, of: v.in.caller.Interaction},
		job{do: func(func()) { v.refuse(why, is) }, panicked: v.logPanic, until: v.deadline,
			late: func() { _ = v.lose(Dropped, errLate) }})
	if err != nil {
		return v.lose(Dropped, err)
	}
	return nil
}

// lose notes that nobody is told how an interaction ended, and returns why.
func (v *exchange) lose(is Outcome, why error) error {
	v.log.Debug("interaction lost", v.named(), "outcome", is, "took",
		v.discord.now().Sub(v.in.caller.Received), "error", why)
	v.discord.lost.note(why)
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
		return queue{player: storage.Player{Guild: v.in.caller.Player.Guild}, shared: v.to.queue}
	}
	return queue{player: v.in.caller.Player}
}

// hold keeps the next click about the same shared thing waiting until the function that it
// returns is called, and edits of the message as well: so the message shows the newest
// answer. An answer that hangs costs the next click sharedTime, and no more.
func (v *exchange) hold(pass func()) (answered func(redrawn bool)) {
	if v.to.queue == "" {
		return func(bool) {}
	}
	release := v.discord.editor.answering(v.in.click().Place())
	impatient := time.AfterFunc(sharedTime, pass)
	var once sync.Once
	return func(redrawn bool) {
		once.Do(func() {
			impatient.Stop()
			release(redrawn)
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
	redraws  bool      // work redraws the message whose button was pressed
	log      *slog.Logger
	answerIs Outcome // when the answer is delivered, empty for Answered
	ended    bool    // the observer was told so
}

// serve asks the handler and delivers its answer.
func (v *exchange) serve(pass func()) {
	d := v.discord
	ctx, cancel := context.WithDeadline(v.discord.life, v.deadline)
	defer cancel()
	if ctx.Err() != nil {
		_ = v.lose(Late, errLate)
		return
	}
	began, redraws := time.Now(), false
	answered := v.hold(pass)
	defer func() { answered(redraws) }()
	answer, reply, ok := v.think(ctx)
	if !ok {
		v.log.Debug("interaction of an unknown kind", v.named())
		v.end(Malformed)
		return
	}
	arrived := false
	v.redraws = answer.Type == discordgo.InteractionResponseDeferredMessageUpdate
	if reply.Work != nil {
		said := make(chan struct{})
		defer close(said)
		if err := v.undertake(reply.Work, said, &arrived); err != nil {
			v.log.Info("work is refused", "error", err)
			instead := reply.Instead
			if reply = (message.Reply{}); instead == nil {
				refusal := v.words(ctx, err)
				instead = &refusal
			}
			answer = replyAnswer(*instead,
				answer.Type == discordgo.InteractionResponseUpdateMessage)
		}
	}
	redraws = answer.Type == discordgo.InteractionResponseUpdateMessage
	if !redraws {
		answered(false) // nobody waits for an answer that leaves the message as it is
	}
	if reply.Failed {
		v.answerIs = Failed
	}
	arrived = v.deliver(ctx, answer, reply)
	if redraws && reply.Live != nil {
		late := !arrived || time.Since(began) >= sharedTime
		if !late && d.fleet.Knows(v.in.caller.Player.Guild) {
			answered(true)
			late = v.stale(reply.Live)
		}
		if late {
			d.Edit(v.in.click().Place(), *reply.Live)
		}
	}
	for _, also := range reply.Also {
		d.Edit(also.At, also.Live)
	}
	// Later interactions of the player do not wait for words.
	if arrived && reply.Then != nil {
		v.later(wordAfter, v.logPanic, func() { v.follow(reply.Then) })
	}
	if arrived && reply.Later != nil {
		reply.Later(v.tell)
	}
}

// stale reports whether the message has changed since it was drawn: two processes that
// answer clicks on it do not know which answer Discord takes last.
func (v *exchange) stale(l *message.Live) bool {
	if l.Stale == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(v.discord.life, thinkTime)
	defer cancel()
	return l.Stale(ctx)
}

// undertake puts work into its user's queue, before anybody reads that the bot is
// thinking: who cannot be served is told so at once. It begins when said is
// closed, if the answer has arrived. The error is that of [dispatcher.submit].
func (v *exchange) undertake(do message.Work, said <-chan struct{}, arrived *bool) error {
	return v.discord.work.submit(userQueue(v.in.caller.Player.User),
		job{panicked: v.workPanicked, do: func(func()) {
			if <-said; *arrived {
				v.work(do)
			}
		}})
}

// refuse tells the player why nothing was done. Of an option that is typed, nothing is
// offered.
func (v *exchange) refuse(why error, is Outcome) {
	v.answerIs = is
	ctx, cancel := context.WithDeadline(v.discord.life, v.deadline)
	defer cancel()
	switch v.in.kind {
	case discordgo.InteractionPing:
		v.deliver(ctx, wireAnswer{Type: discordgo.InteractionResponsePong}, message.Reply{})
	case discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent,
		discordgo.InteractionModalSubmit:
		v.deliver(ctx, replyAnswer(v.words(ctx, why), false), message.Reply{})
	case discordgo.InteractionApplicationCommandAutocomplete:
		v.deliver(ctx, completion(nil), message.Reply{})
	}
	v.end(is)
}

// words returns what a player reads of why something was not done.
func (v *exchange) words(ctx context.Context, why error) message.Reply {
	ctx, cancel := context.WithTimeout(ctx, wordsTime)
	defer cancel()
	return v.discord.routes.words(ctx, v.in.caller, why)
}

func (v *exchange) later(after aftermath, panicked func(any, []byte), do func()) {
	err := v.discord.jobs.submit(queue{player: v.in.caller.Player, after: after},
		job{do: func(func()) { do() }, panicked: panicked})
	if err != nil {
		v.log.Warn("follow-up dropped", "error", err)
	}
}

// think returns the handler's answer, and the reply that it was made of.
func (v *exchange) think(ctx context.Context) (a wireAnswer, r message.Reply, ok bool) {
	ctx, cancel := context.WithDeadline(ctx, v.deadline.Add(thinkTime-answerTime))
	defer cancel()
	d, in := v.discord, v.in
	switch in.kind {
	case discordgo.InteractionPing:
		return wireAnswer{Type: discordgo.InteractionResponsePong}, r, true
	case discordgo.InteractionApplicationCommandAutocomplete:
		choices, err := d.routes.complete(ctx, in)
		if err != nil {
			v.log.Warn("an option is not completed", v.named(), "error", err)
		}
		return completion(choices), r, true
	case discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent,
		discordgo.InteractionModalSubmit:
		r, err := v.to.answer(ctx)
		if err != nil {
			r = d.routes.words(ctx, in.caller, err)
		}
		return replyAnswer(r, in.kind != discordgo.InteractionApplicationCommand), r, true
	}
	return wireAnswer{}, r, false
}

// deliver delivers the answer that a reply is, and reports whether it arrived. If it did
// not, the chips have moved all the same: the hand is as its player will find it next.
func (v *exchange) deliver(ctx context.Context, a wireAnswer, r message.Reply) bool {
	told := r.Posted != nil && (a.Type == discordgo.InteractionResponseChannelMessageWithSource ||
		a.Type == discordgo.InteractionResponseDeferredChannelMessageWithSource)
	said, err := v.first.answer(ctx, v.in, a, r.Files, told)
	took := v.discord.now().Sub(v.in.caller.Received)
	switch {
	case errors.Is(err, errAnsweredBefore):
		v.end(Elsewhere)
		v.log.Debug("another process has answered", v.named(), "took", took)
		return false
	case err != nil:
		_ = v.lose(Undelivered, err)
		return false
	}
	v.end(cmp.Or(v.answerIs, Answered))
	v.log.Debug("answered", v.named(), "took", took)
	if told {
		v.posted(said, r.Posted)
	}
	return true
}

// posted tells where the message is that the answer has become.
func (v *exchange) posted(said []byte, tell func(context.Context, message.Place)) {
	ctx, cancel := context.WithTimeout(v.discord.life, followTime)
	defer cancel()
	at, err := v.sender.posted(ctx, v.in.application, v.in, said)
	if err != nil {
		v.log.Warn("Discord does not say where the answer is", "error", err)
		return
	}
	tell(ctx, at)
}

// tell posts a word that comes long after the answer, unless Discord takes none any more.
func (v *exchange) tell(r message.Reply) {
	if v.discord.now().Sub(v.in.caller.Interaction.Time()) < oldest-time.Minute {
		v.later(wordAfter, v.logPanic, func() { v.follow(&r) })
	}
}

// follow posts what is to be said after the answer.
func (v *exchange) follow(r *message.Reply) {
	ctx, cancel := context.WithTimeout(v.discord.life, followTime)
	defer cancel()
	for ; r != nil; r = r.Then {
		if err := v.sender.follow(ctx, v.in.application, v.in, *r); err != nil {
			v.log.Warn("follow-up message did not arrive", "error", err)
			return
		}
	}
}

// work lets a handler make its answer, and shows what it shows. When the bot is
// to end it ends at once, so that there is time to say so.
func (v *exchange) work(do message.Work) {
	ctx, cancel := context.WithTimeout(v.discord.life, workTime)
	defer cancel()
	stop := context.AfterFunc(v.discord.ending, cancel)
	defer stop()
	do(ctx, v.show)
}

// show puts a reply in the place of the answer, and leaves its steps to those
// who have time. Where nobody has, or the bot is to end, the last is shown at once.
func (v *exchange) show(r message.Reply) {
	if v.redraws && !r.Update { // the message stays as it is
		v.follow(&r)
		return
	}
	v.edit(r)
	for _, also := range r.Also {
		v.discord.Edit(also.At, also.Live)
	}
	v.follow(r.Then)
	if len(r.Steps) == 0 {
		return
	}
	err := v.discord.steps.submit(userQueue(v.in.caller.Player.User),
		job{panicked: v.logPanic, do: func(func()) {
			for _, step := range r.Steps {
				if backoff.Sleep(v.discord.ending, stepTime) != nil {
					v.edit(r.Steps[len(r.Steps)-1])
					return
				}
				v.edit(step)
			}
		}})
	if err != nil {
		v.edit(r.Steps[len(r.Steps)-1])
	}
}

// edit puts a reply in the place of the answer.
func (v *exchange) edit(r message.Reply) {
	ctx, cancel := context.WithTimeout(v.discord.life, followTime)
	defer cancel()
	if err := v.sender.edit(ctx, v.in.application, v.in, r); err != nil {
		v.log.Warn("answer could not be edited", "error", err)
	}
}

// panicked tells the player of a panic in place of an answer.
func (v *exchange) panicked(value any, stack []byte) {
	failure := v.logged(value, stack)
	v.answerIs = Panicked
	ctx, cancel := context.WithDeadline(v.discord.life, v.deadline)
	defer cancel()
	switch v.in.kind {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent,
		discordgo.InteractionModalSubmit:
		v.deliver(ctx, replyAnswer(v.words(ctx, failure), false), message.Reply{})
	}
	v.end(Panicked)
}

// workPanicked tells the player of a panic where the answer was to be.
func (v *exchange) workPanicked(value any, stack []byte) {
	failure := v.logged(value, stack)
	v.show(v.words(v.discord.life, failure))
}

func (v *exchange) logPanic(value any, stack []byte) { v.logged(value, stack) }

// logged logs a panic under a reference.
func (v *exchange) logged(value any, stack []byte) *PanicError {
	return v.discord.panicked(v.log.With(v.named()), value, stack)
}

// panicked logs a panic under a reference.
func (d *Connection) panicked(log *slog.Logger, value any, stack []byte) *PanicError {
	if d.observer != nil {
		d.observer.Panicked()
	}
	reference := rand.Text()[:8]
	log.Error("a handler panicked", "reference", reference,
		"panic", d.api.Redact(fmt.Sprint(value)), "stack", d.api.Redact(bareStack(stack)))
	return &PanicError{reference}
}

// Guard does something, and logs a panic.
func (d *Connection) Guard(do func()) {
	recovering(do, func(value any, stack []byte) { d.panicked(d.log, value, stack) })
}

// PanicError tells of a mistake in the bot itself.
type PanicError struct{ Reference string } // by which it is in the log

func (e *PanicError) Error() string { return "a handler panicked: see the log for " + e.Reference }
