package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/refuse"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// errHandNumber refuses a text that is not the number of a hand.
var errHandNumber = refuse.New("hand.number", "not the number of a hand")

// words turns any error into words for the player, and says whether it is a fault of ours, or of
// the machine's. What it does not know is logged under a reference that the player is told.
func (b *Bot) words(ctx context.Context, c *call, err error) (_ message.Reply, fault bool) {
	w := b.own(ctx, c)
	if text, fault, ok := words(w, err); ok {
		b.alarm.ring(err)
		r := message.Note(text)
		if e, ok := errors.AsType[*session.ShortError](err); ok {
			r.Rows = view.Remedies(w, e, c.Player.User)
		}
		if e, ok := errors.AsType[*session.BoldError](err); ok {
			r.Rows = view.SureOf(w, e, c.Player.User)
		}
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
	if slices.ContainsFunc([]error{discord.ErrTooMuch, discord.ErrQueueFull, discord.ErrBusy},
		func(full error) bool { return errors.Is(why, full) }) {
		b.remember(ctx, c.by)
	}
	return b.words(ctx, c, why)
}

// words returns what a player is told of an error, as long as it is one that a
// player can do something about, and whether it is a fault of ours, or of the machine's.
func words(w *lang.Printer, err error) (text string, fault, ok bool) {
	if e, ok := errors.AsType[*optionError](err); ok {
		text, fault, ok := words(w, e.error)
		return w.Say("error.option", e.option, text), fault, ok
	}
	for _, of := range tellers {
		if text, ok := of(w, err); ok {
			return text, false, true
		}
	}
	if text, ok := view.Refusal(w, err); ok {
		return text, false, true
	}
	for _, known := range belowHere {
		if errors.Is(err, known.err) {
			return w.Say("error." + known.key), known.fault, true
		}
	}
	return "", false, false
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
	} else if e, ok := errors.AsType[*betError](err); ok {
		text = e.text
	} else if e, ok := errors.AsType[*amountError](err); ok {
		text = e.text
	}
	for _, o := range c.Options {
		if text != "" && c.Option(o.Name) == text {
			return &optionError{o.Name, err}
		}
	}
	return err
}

// teller says what a player is told of an error of its type.
type teller func(*lang.Printer, error) (string, bool)

func of[E error](say func(*lang.Printer, E) string) teller {
	return func(w *lang.Printer, err error) (string, bool) {
		e, ok := errors.AsType[E](err)
		if !ok {
			return "", false
		}
		text := say(w, e)
		return text, text != ""
	}
}

// tellers are for errors whose words take more than a key.
var tellers = []teller{
	of(view.BadSide), of(view.Short), of(view.Bold), of(view.Illegal), of(view.NoTable),
	of(func(w *lang.Printer, e *permissionsError) string { return e.words(w) }),
	of(func(w *lang.Printer, e *elsewhereError) string { return e.words(w) }),
	of(func(w *lang.Printer, e *strategy.SyntaxError) string {
		if e.Cause != nil && e.Fault != strategy.WrongChart { // it has words of its own
			return ""
		}
		return view.Misread(w, e)
	}),
	of(view.NoDrill), of(view.WeakHouse), of(view.BadLimit), of(view.BadSetting), of(view.BadRule),
	of(view.BadRules), of(view.BadClientSeed), of(view.Stopped), of(view.OutOfRange),
	of(func(w *lang.Printer, e *odds.LimitError) string { return tooComplex(w, e.Question) }),
	of(func(w *lang.Printer, e *figures.TimeError) string { return tooComplex(w, e.Question) }),
}

// tooComplex says what takes too much to compute.
func tooComplex(w *lang.Printer, q odds.Question) string {
	return w.Say("error.complex." + map[odds.Question]string{odds.OfHint: "hint",
		odds.OfBasic: "basic", odds.OfBest: "rules", odds.OfStrategy: "strategy"}[q])
}

// belowHere are the errors of lower floors and of the wire that have words here.
var belowHere = []struct {
	err   error
	key   string
	fault bool
}{
	{discord.ErrTooMuch, "fast", false},
	{discord.ErrNoButton, "button", false},
	{discord.ErrQueueFull, "queue", false},
	{discord.ErrBusy, "busy", false},
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
