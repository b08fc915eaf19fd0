package bot

import (
	"context"
	"crypto/rand"
	"errors"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/refuse"
	"holecard/bot/view"
	"holecard/storage"
)

// errHandNumber refuses a text that is not the number of a hand.
var errHandNumber = refuse.New("hand.number", "not the number of a hand")

// words turns any error into words for the player, and says whether it is a fault of ours, or of
// the machine's. What it does not know is logged under a reference that the player is told.
func (b *Bot) words(ctx context.Context, c *call, err error) (_ message.Reply, fault bool) {
	w := b.own(ctx, c)
	if r, fault, ok := words(w, err, c.Player.User); ok {
		b.alarm.ring(err)
		return r, fault
	}
	reference := rand.Text()[:8]
	b.log.Error("an interaction failed", "error", err, "reference", reference,
		"interaction", c.Interaction, "guild", c.Player.Guild, "user", c.Player.User)
	return message.Note(w.Say("error.unknown", reference)), true
}

// refuse says to a player why their interaction was not handled. A refusal by the wire is
// remembered, so that the interaction is not done when it is delivered again; but under
// overload, which the store may be the reason of, it is asked for nothing.
func (b *Bot) refuse(ctx context.Context, c *call, why error) (_ message.Reply, fault bool) {
	if errors.Is(why, discord.ErrOverload) {
		return message.Note(b.books.For(c.Locale).Say("error.overload")), false
	}
	if e, ok := errors.AsType[*discord.PanicError](why); ok {
		return message.Note(b.own(ctx, c).Say("error.panic", e.Reference)), true
	}
	if e, ok := errors.AsType[*discord.NoCommandError](why); ok {
		return b.unknown(ctx, c, e.Name), false
	}
	if errors.Is(why, discord.ErrTooMuch) || errors.Is(why, discord.ErrQueueFull) ||
		errors.Is(why, discord.ErrBusy) {
		b.remember(ctx, c.by)
	}
	return b.words(ctx, c, why)
}

// words returns what a player is told of an error, as long as it is one that a
// player can do something about, and whether it is a fault of ours, or of the machine's.
func words(w *lang.Printer, err error, who storage.UserID) (r message.Reply, fault, ok bool) {
	if e, ok := errors.AsType[*optionError](err); ok {
		r, fault, ok := words(w, e.error, who)
		r.Text = w.Say("error.option", e.option, r.Text)
		return r, fault, ok
	}
	if text, rows, ok := view.Refusal(w, err, who); ok {
		r = message.Note(text)
		r.Rows = rows
		return r, false, true
	}
	for _, known := range belowHere {
		if errors.Is(err, known.err) {
			return message.Note(w.Say("error." + known.key)), known.fault, true
		}
	}
	return r, false, false
}

// optionError is an error about what was typed into an option.
type optionError struct {
	option string
	error
}

func (e *optionError) Unwrap() error { return e.error }

// inOption adds to an error about a text the option that has it.
func inOption(c *discord.Call, err error) error {
	text := ""
	if e, ok := errors.AsType[*strategy.SyntaxError](err); ok {
		text = e.Text
	} else if e, ok := errors.AsType[*refuse.Refusal](err); ok &&
		(e.Kind == errBet || e.Kind == errAmount) {
		text, _ = e.Facts[0].(string)
	}
	for _, o := range c.Options {
		if text != "" && c.Option(o.Name) == text {
			return &optionError{o.Name, err}
		}
	}
	return err
}

// belowHere are the sentinels of lower floors that have words here.
var belowHere = []struct {
	err   error
	key   string
	fault bool
}{
	{strategy.ErrNobody, "ask", false},
	{odds.ErrPerson, "ask", false},
	{odds.ErrExtras, "odds.extras", false},
	{odds.ErrEndless, "gone.endless", false},
	{odds.ErrFew, "gone.few", false},
	{storage.ErrNoSpace, "disk.full", true},
	{storage.ErrBroken, "disk.failed", true},
	{storage.ErrUnconfirmed, "unconfirmed", true},
	{storage.ErrReplaced, "replaced", true},
	{storage.ErrCorrupt, "corrupt", true},
	{storage.ErrPlaying, "erase.playing", false},
	{context.Canceled, "restart", false},
	{figures.ErrPending, "pending", false},
	{figures.ErrBusy, "odds.busy", false},
	{blackjack.ErrOver, "over", false},
	{context.DeadlineExceeded, "slow", true}, // last: other errors wrap it
}
