package discord

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/backoff"
	"holecard/bot/message"
)

// Responder answers one call. A handler calls Answer, Post, Update, Keep or Ask once, each of which
// returns when the answer has arrived, or will not; or it begins [Responder.Work]. If it does
// neither and returns an error, the words for that error are the answer.
type Responder interface {
	Answer(message.Reply) // posts a message
	// Post is Answer, and returns where the message is, as far as Discord says.
	Post(message.Reply) (message.Place, bool)
	// Update redraws the message that was clicked. Where there is none, as of a command, it posts.
	Update(message.Reply)
	Keep() // leaves the clicked message as it is
	Ask(*discordgo.InteractionResponseData)

	// Follow posts another message if the answer has arrived. It does not wait.
	Follow(message.Reply)
	// Later returns what tells the person something in private, for as long as Discord takes
	// it; nil where the answer has not arrived.
	Later() (tell func(message.Reply))
	// Work makes the answer, which takes long, when the handler has returned. Few work at once,
	// so it must not sleep; it ends when its ctx does. The words for its error are shown as well.
	// Where Work returns an error, [ErrQueueFull] or [ErrBusy], nothing was answered yet.
	Work(Opening, func(context.Context, Shower) error) error
}

// Opening is what people see until work shows something.
type Opening uint8

// The openings.
const (
	Thinking  Opening = iota // that the bot is thinking
	Privately                // the same, only the person who asked
	Unchanged                // the clicked message, which work may redraw, or leave and say something
	Shown                    // what the handler answers after it has called Work
)

// Shower shows what work has made: in the place of the answer, beside it, or one after the
// other in its place, a moment apart, when work is done.
type Shower interface {
	Show(message.Reply)
	Follow(message.Reply)
	Steps([]message.Reply)
}

// errSilent is a mistake of a handler's: it has neither answered nor failed.
var errSilent = errors.New("the handler has not answered")

// Answer implements [Responder].
func (v *exchange) Answer(r message.Reply) {
	v.say(discordgo.InteractionResponseChannelMessageWithSource, r)
}

// Post implements [Responder].
func (v *exchange) Post(r message.Reply) (message.Place, bool) {
	v.places = true
	said, ok := v.say(discordgo.InteractionResponseChannelMessageWithSource, r)
	if !ok {
		return message.Place{}, false
	}
	ctx, cancel := context.WithTimeout(v.discord.life, followTime)
	defer cancel()
	at, err := v.sender.posted(ctx, v.in, said)
	if err != nil {
		v.log.Warn("Discord does not say where the answer is", "error", err)
	}
	return at, err == nil
}

// Update implements [Responder].
func (v *exchange) Update(r message.Reply) {
	if !v.clicked() {
		v.Answer(r)
		return
	}
	_, arrived := v.say(discordgo.InteractionResponseUpdateMessage, r)
	v.redrawn(r.Version, arrived)
}

// clicked reports whether there is a message to redraw. The modal of a command has none.
func (v *exchange) clicked() bool {
	return v.in.kind == discordgo.InteractionMessageComponent ||
		v.in.kind == discordgo.InteractionModalSubmit && v.in.At.Message != 0
}

// Keep implements [Responder].
func (v *exchange) Keep() {
	v.send(wireAnswer{Type: discordgo.InteractionResponseDeferredMessageUpdate})
}

// Ask implements [Responder].
func (v *exchange) Ask(m *discordgo.InteractionResponseData) {
	v.send(wireAnswer{discordgo.InteractionResponseModal, m})
}

// say answers with a message.
func (v *exchange) say(kind discordgo.InteractionResponseType, r message.Reply) ([]byte, bool) {
	private := kind == discordgo.InteractionResponseChannelMessageWithSource && r.Private
	return v.send(wireAnswer{Type: kind, Data: encodeMessage(r, private)}, r.Files...)
}

// send sends the answer, once, and returns what Discord says of it and whether it arrived. If it
// did not, the chips have moved all the same: the hand is as its player will find it next.
func (v *exchange) send(a wireAnswer, files ...message.File) (said []byte, arrived bool) {
	if v.said {
		v.log.Error("a handler answers more than once", v.named())
		return nil, false
	}
	if v.said = true; a.Type != discordgo.InteractionResponseUpdateMessage {
		v.release(false) // nobody waits for an answer that leaves the message as it is
	}
	ctx, cancel := context.WithDeadline(v.discord.life, v.deadline)
	defer cancel()
	said, err := v.first.answer(ctx, v.in, a, files, v.places)
	took := v.discord.now().Sub(v.in.Received)
	switch {
	case errors.Is(err, errAnsweredBefore):
		v.end(Elsewhere)
		v.log.Debug("another process has answered", v.named(), "took", took)
	case err != nil:
		_ = v.lose(Undelivered, err)
	default:
		v.end(cmp.Or(v.answerIs, Answered))
		v.log.Debug("answered", v.named(), "took", took)
		v.arrived = true
	}
	return said, v.arrived
}

// redrawn notes that an answer has redrawn a message that several people share, and has it drawn
// again where that is not sure, or not the newest.
func (v *exchange) redrawn(version uint32, arrived bool) {
	d := v.discord
	sure := arrived && time.Since(v.began) < sharedTime // else the next answer may have been quicker
	v.release(true)
	if version == 0 {
		return
	}
	wanted := d.editor.answered(v.in.At, version, sure)
	if wanted == nil || !sure || !d.fleet.Knows(v.in.Player.Guild) {
		return
	}
	ctx, cancel := context.WithTimeout(d.life, thinkTime)
	defer cancel()
	if newest, ok := d.routes.Newest(ctx, *wanted); ok && newest.Version != version {
		d.Edit(newest)
	}
}

// Follow implements [Responder]. Later interactions of the player do not wait for it.
func (v *exchange) Follow(r message.Reply) {
	if v.arrived {
		v.later(func() { v.follow(r) })
	}
}

// Later implements [Responder].
func (v *exchange) Later() (tell func(message.Reply)) {
	if !v.arrived {
		return nil
	}
	return func(r message.Reply) {
		if v.discord.now().Sub(v.in.Interaction.Time()) < oldest-time.Minute {
			v.later(func() { v.follow(r) })
		}
	}
}

// later does something in the player's queue of words.
func (v *exchange) later(do func()) {
	err := v.discord.jobs.submit(queue{player: v.in.Player, after: true},
		job{do: func(func()) { v.guard(do) }})
	if err != nil {
		v.log.Warn("follow-up dropped", "error", err)
	}
}

// follow posts a message after the answer.
func (v *exchange) follow(r message.Reply) {
	ctx, cancel := context.WithTimeout(v.discord.life, followTime)
	defer cancel()
	if err := v.sender.follow(ctx, v.in, r); err != nil {
		v.log.Warn("follow-up message did not arrive", "error", err)
	}
}

// Work implements [Responder]. It takes a place among the work before anybody reads that the bot
// is thinking: who cannot be served is told so at once.
func (v *exchange) Work(opening Opening, do func(context.Context, Shower) error) error {
	err := v.discord.work.submit(userQueue(v.in.Player.User),
		job{do: func(func()) {
			if <-v.handled; v.arrived {
				v.work(opening, do)
			}
		}})
	if err != nil {
		v.log.Info("work is refused", "error", err)
		return err
	}
	switch {
	case opening == Shown:
	case opening == Unchanged && v.clicked():
		v.Keep()
	default:
		later := wireAnswer{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}
		if opening == Privately {
			later.Data = discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral}
		}
		v.send(later)
	}
	return nil
}

// work lets a handler make its answer, and shows what it shows, or why it has failed: beside a
// message that it leaves as it is, else in its place. When the bot is to end it ends at once, so
// that there is time to say so.
func (v *exchange) work(opening Opening, do func(context.Context, Shower) error) {
	ctx, cancel := context.WithTimeout(v.discord.life, workTime)
	defer cancel()
	stop := context.AfterFunc(v.discord.ending, cancel)
	defer stop()
	var err error
	if failure := v.guard(func() { err = do(ctx, worker{v}) }); failure != nil {
		err = failure
	}
	if err == nil {
		return
	}
	words, _ := v.discord.routes.Words(v.discord.life, &v.in.Call, err)
	if opening == Unchanged {
		v.follow(words)
	} else {
		worker{v}.Show(words)
	}
}

// worker is an exchange whose answer work makes.
type worker struct{ *exchange }

// Follow implements [Shower].
func (v worker) Follow(r message.Reply) { v.follow(r) }

// Show implements [Shower].
func (v worker) Show(r message.Reply) {
	ctx, cancel := context.WithTimeout(v.discord.life, followTime)
	defer cancel()
	if err := v.sender.edit(ctx, v.in, r); err != nil {
		v.log.Warn("answer could not be edited", "error", err)
	}
}

// Steps implements [Shower]. They are shown by those who have time. Where nobody has, or the bot
// is to end, the last is shown at once.
func (v worker) Steps(list []message.Reply) {
	last := list[len(list)-1]
	v.Show(list[0])
	show := func() {
		for _, step := range list[1:] {
			if backoff.Sleep(v.discord.ending, stepTime) != nil {
				v.Show(last)
				return
			}
			v.Show(step)
		}
	}
	err := v.discord.steps.submit(userQueue(v.in.Player.User),
		job{do: func(func()) { v.guard(show) }})
	if err != nil {
		v.Show(last)
	}
}
