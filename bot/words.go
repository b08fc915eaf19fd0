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
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// errHandNumber refuses a text that is not the number of a hand.
var errHandNumber = errors.New("not the number of a hand")

// words turns any error into words for the player, and says whether it is a fault of ours, or of
// the machine's. What it does not know is logged under a reference that the player is told.
func (b *Bot) words(ctx context.Context, c *call, err error) (_ message.Reply, fault bool) {
	w := b.own(ctx, c)
	if text, ok := words(w, err); ok {
		b.alarm.ring(err)
		r := message.Note(text)
		if e, ok := errors.AsType[*session.ShortError](err); ok {
			r.Rows = view.Remedies(w, e, c.Player.User)
		}
		if e, ok := errors.AsType[*session.BoldError](err); ok {
			r.Rows = view.SureOf(w, e, c.Player.User)
		}
		return r, isFault(err)
	}
	reference := rand.Text()[:8]
	b.log.Error("an interaction failed", "error", err, "reference", reference,
		"interaction", c.Interaction, "guild", c.Player.Guild, "user", c.Player.User)
	return message.Note(w.Say("error.unknown", reference)), true
}

// isFault reports whether an error that has words is not the player's doing.
func isFault(err error) bool {
	return slices.ContainsFunc([]error{storage.ErrNoSpace, storage.ErrBroken,
		storage.ErrUnconfirmed, storage.ErrReplaced, storage.ErrCorrupt, context.DeadlineExceeded},
		func(fault error) bool { return errors.Is(err, fault) })
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
// player can do something about.
func words(w *lang.Printer, err error) (string, bool) {
	if e, ok := errors.AsType[*optionError](err); ok {
		text, ok := words(w, e.error)
		return w.Say("error.option", e.option, text), ok
	}
	for _, of := range slices.Concat(wordsOfPlay, wordsOfTables, wordsOfRules, wordsOfChips) {
		if text, ok := of(w, err); ok {
			return text, true
		}
	}
	for _, known := range plainWords {
		if errors.Is(err, known.err) {
			return w.Say("error."+known.key, known.facts...), true
		}
	}
	return "", false
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

// sentence is what a player is told of an error, if it is of the sentence's type.
type sentence func(*lang.Printer, error) (string, bool)

func of[E error](say func(*lang.Printer, E) string) sentence {
	return func(w *lang.Printer, err error) (string, bool) {
		e, ok := errors.AsType[E](err)
		if !ok {
			return "", false
		}
		text := say(w, e)
		return text, text != ""
	}
}

// wordsOfPlay are for errors of hands.
var wordsOfPlay = []sentence{
	of(func(w *lang.Printer, e *blackjack.StakeError) string {
		return w.Say("error.limits", int64(e.Min), int64(e.Max))
	}),
	of(func(w *lang.Printer, e *odds.WordError) string {
		return w.Say("error.gone.card", view.Escape(e.Word))
	}),
	of(func(w *lang.Printer, e *odds.LackError) string {
		return w.Say("error.gone.lack", int64(e.Has), view.Escape(e.Card))
	}),
	of(view.BadSide),
	of(view.Short),
	of(view.Bold),
	of(func(w *lang.Printer, e *session.ForgottenError) string {
		if e.Until.IsZero() {
			return w.Say("error.erasing")
		}
		return w.Say("error.forgotten", e.Until)
	}),
	of(func(w *lang.Printer, e *session.NotYoursError) string {
		if e.Owner.User.Erased() {
			return w.Say("error.erased")
		}
		return w.Say("error.not.yours", view.Mention(e.Owner.User))
	}),
	of(view.Illegal),
	of(func(w *lang.Printer, e *betError) string {
		return w.Say("error.bet", view.Escape(e.text))
	}),
	of(view.NoTable),
	of(func(w *lang.Printer, e *session.ClosedError) string {
		where := "server"
		if e.Guild.Direct() {
			where = "direct"
		}
		return w.Say("error.closed."+where, e.Title, lang.Share(e.Edge))
	}),
}

// wordsOfTables are for errors of tables of several people.
var wordsOfTables = []sentence{
	of(func(w *lang.Printer, e *session.NotTurnError) string {
		return w.Say("error.not.turn", view.Escape(e.Name), e.Until)
	}),
	of(func(w *lang.Printer, e *session.LimitsError) string {
		if e.Max > 0 && e.Min > e.Max {
			return w.Say("error.seating.crossed")
		}
		return w.Say("error.seating.limits", int64(e.TableMin), int64(e.TableMax))
	}),
	of(func(w *lang.Printer, e *session.TablesError) string {
		if e.Here {
			return w.Say("error.seating.channel", e.Most)
		}
		return w.Say("error.seating.most", e.Most)
	}),
	of(func(w *lang.Printer, e *permissionsError) string { return e.words(w) }),
	of(func(w *lang.Printer, e *elsewhereError) string { return e.words(w) }),
}

// wordsOfRules are for errors of rules, strategies and seeds.
var wordsOfRules = []sentence{
	of(func(w *lang.Printer, e *session.LimitError) string {
		return w.Say("error.most", int64(e.Most))
	}),
	of(func(w *lang.Printer, e *strategy.SyntaxError) string {
		if e.Cause != nil && e.Fault != strategy.WrongChart { // it has words of its own
			return ""
		}
		return view.Misread(w, e)
	}),
	of(func(w *lang.Printer, e *session.FixedDealerError) string {
		return w.Say("error.fixed.dealer", e.Title)
	}),
	of(view.NoDrill),
	of(view.WeakHouse),
	of(view.BadLimit),
	of(view.BadSetting),
	of(view.BadRule),
	of(view.BadRules),
	of(view.BadClientSeed),
	of(func(w *lang.Printer, e *odds.LimitError) string { return tooComplex(w, e.Question) }),
	of(func(w *lang.Printer, e *figures.TimeError) string { return tooComplex(w, e.Question) }),
}

// wordsOfChips are for errors of gifts and of admins.
var wordsOfChips = []sentence{
	of(view.Stopped),
	of(view.OutOfRange),
	of(func(w *lang.Printer, e *amountError) string {
		return w.Say("error.amount", view.Escape(e.text))
	}),
	of(func(w *lang.Printer, e *session.CapError) string {
		if e.Left == 0 {
			return w.Say("error.cap.reached", lang.Chips(e.Daily), e.Next)
		}
		return w.Say("error.cap", lang.Chips(e.Left), int64(e.Daily), e.Next)
	}),
	of(func(w *lang.Printer, e *session.YoungError) string {
		return w.Say("error.young", e.Until)
	}),
	of(func(w *lang.Printer, e *session.TakeError) string {
		if e.Held > 0 {
			return w.Say("error.take.held", lang.Chips(e.Balance), int64(e.Held))
		}
		return w.Say("error.take", lang.Chips(e.Balance))
	}),
	of(func(w *lang.Printer, e *session.AnsweredError) string {
		if e.Moved {
			return w.Say("error.done")
		}
		return w.Say("error.answered")
	}),
}

// tooComplex says what takes too much to compute.
func tooComplex(w *lang.Printer, q odds.Question) string {
	return w.Say("error.complex." + map[odds.Question]string{odds.OfHint: "hint",
		odds.OfBasic: "basic", odds.OfBest: "rules", odds.OfStrategy: "strategy"}[q])
}

// plainWord is the text for an error without facts of its own.
type plainWord struct {
	err   error
	key   string
	facts []any
}

var plainWords = []plainWord{
	{discord.ErrTooMuch, "fast", nil},
	{discord.ErrNoButton, "button", nil},
	{errNeedsServer, "server", nil},
	{session.ErrNoGuild, "server", nil},
	{errNotAdmin, "admin", nil},
	{discord.ErrQueueFull, "queue", nil},
	{discord.ErrBusy, "busy", nil},
	{errNoStrategy, "strategy.none", nil},
	{strategy.ErrNobody, "ask", nil},
	{odds.ErrPerson, "ask", nil},
	{session.ErrHouseBasic, "house.basic", nil},
	{session.ErrNoLimit, "bet.limit", nil},
	{odds.ErrExtras, "odds.extras", nil},
	{odds.ErrEndless, "gone.endless", nil},
	{odds.ErrFew, "gone.few", nil},
	{errRounds, "rounds", []any{mostRounds}},
	{errPenetration, "penetration", []any{leastPenetration, mostPenetration}},
	{storage.ErrNoSpace, "disk.full", nil},
	{storage.ErrBroken, "disk.failed", nil},
	{storage.ErrUnconfirmed, "unconfirmed", nil},
	{storage.ErrReplaced, "replaced", nil},
	{storage.ErrCorrupt, "corrupt", nil},
	{errNobodyNamed, "player.none", nil},
	{errToBot, "bot", nil},
	{errToOutsider, "outsider", nil},
	{errOutsider, "outsider.you", nil},
	{session.ErrHidden, "hidden", nil},
	{session.ErrDropped, "dropped", nil},
	{storage.ErrPlaying, "erase.playing", nil},
	{session.ErrNotAsked, "not.asked", nil},
	{errLongReason, "reason", []any{longestReason}},
	{session.ErrNoGifts, "gifts.never", nil},
	{session.ErrGiftsOff, "gifts.off", nil},
	{session.ErrSelf, "self", nil},
	{session.ErrNoTable, "no.table", nil},
	{session.ErrNoChips, "no.chips", nil},
	{session.ErrTheirsFull, "theirs.full", nil},
	{session.ErrExpired, "expired", nil},
	{session.ErrElsewhere, "elsewhere", nil},
	{session.ErrRepeated, "repeated", nil},
	{session.ErrNotReady, "not.ready", nil},
	{context.Canceled, "restart", nil},
	{figures.ErrPending, "pending", nil},
	{figures.ErrBusy, "odds.busy", nil},
	{errHandNumber, "hand.number", nil},
	{session.ErrUnproven, "unproven", nil},
	{session.ErrNoHand, "hand.none", nil},
	{session.ErrUnplayed, "unplayed", nil},
	{session.ErrNoPlayer, "player.new", nil},
	{session.ErrNoDrill, "drill.gone", nil},
	{session.ErrNotOver, "not.over", nil},
	{session.ErrHandOpen, "hand.open", nil},
	{session.ErrFull, "full", nil},
	{blackjack.ErrOver, "over", nil},
	{session.ErrNoSeating, "seating.closed", nil},
	{session.ErrSeatsTaken, "seats.taken", nil},
	{session.ErrNotInvited, "not.invited", nil},
	{session.ErrNotSeated, "not.seated", nil},
	{session.ErrRoundOpen, "round.open", nil},
	{session.ErrNotDealt, "not.dealt", nil},
	{session.ErrNoRound, "round.none", nil},
	{session.ErrTurnPassed, "turn.passed", nil},
	{session.ErrStale, "turn.passed", nil}, // of a hint
	{session.ErrAnswered, "seat.answered", nil},
	{session.ErrNoBets, "no.bets", nil},
	{session.ErrNotOpener, "not.opener", nil},
	{session.ErrInvited, "invited", []any{session.MostInvited}},
	{errNoTableHere, "seating.none", nil},
	{context.DeadlineExceeded, "slow", nil}, // last: other errors wrap it
}
