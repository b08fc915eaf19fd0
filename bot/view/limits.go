package view

import (
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/storage"
)

// The clicks of what players set for themselves.

// ShowLimits shows the limits of a scope.
type ShowLimits struct {
	In care.Scope `id:"ls" of:"limits"`
}

// AskLimit asks for a limit.
type AskLimit struct {
	In   care.Scope `id:"la" of:"limits"`
	What care.Kind
}

// Valid reports whether players set such a limit.
func (l AskLimit) Valid() bool { return slices.Contains(limitKinds, l.What) }

// EnterLimit sets a limit to what was entered.
type EnterLimit struct {
	In   care.Scope `id:"le" of:"limits"`
	What care.Kind
}

// Valid reports whether players set such a limit.
func (l EnterLimit) Valid() bool { return AskLimit(l).Valid() }

// KeepLimits takes back what is to become looser.
type KeepLimits struct {
	In care.Scope `id:"lk" of:"limits"`
}

// AskSpan asks for how long a player locks themselves out.
type AskSpan struct {
	In care.Scope `id:"ln" of:"limits"`
}

// AskLock asks whether a player really locks themselves out.
type AskLock struct {
	In   care.Scope `id:"lq" of:"limits"`
	Span guild.LockSpan
}

// LockOut locks a player out, which was asked by an interaction.
type LockOut struct {
	Asked storage.InteractionID `id:"ll" of:"itself"`
	In    care.Scope
	Span  guild.LockSpan
}

var (
	limitKeys = map[care.Kind]string{care.Loss: "loss", care.Bet: "bet", care.Rounds: "rounds",
		care.Remind: "remind", care.Lock: "lock"}
	limitKinds = []care.Kind{care.Loss, care.Bet, care.Rounds, care.Remind}
	spanKeys   = [guild.LockSpans]string{"day", "week", "month", "ever"}
)

// scopeKey ends the keys of where limits hold.
func scopeKey(in care.Scope, direct bool) string {
	switch {
	case in == care.Everywhere:
		return "all"
	case direct:
		return "direct"
	}
	return "here"
}

// limitAmount is a limit in chips, rounds or minutes.
func limitAmount(l storage.Limit, what care.Kind) int64 {
	switch what {
	case care.Loss:
		return int64(l.Loss)
	case care.Bet:
		return int64(l.Bet)
	case care.Rounds:
		return int64(l.Rounds)
	}
	return int64(l.Remind / time.Minute)
}

// limitValue is a limit in words.
func limitValue(w *lang.Printer, l storage.Limit, what care.Kind) string {
	n := limitAmount(l, what)
	switch {
	case n == 0:
		return w.Say("limits.none")
	case what == care.Rounds:
		return w.Number(n)
	case what == care.Remind:
		return w.Say("limits.every", n)
	}
	return w.Say("chips", n)
}

// minutes is how long something lasts, to the minute.
func minutes(w *lang.Printer, d time.Duration) string {
	hours, rest := int64(d/time.Hour), int64(d%time.Hour/time.Minute)
	switch {
	case hours == 0:
		return w.Say("time.minutes", rest)
	case rest == 0:
		return w.Say("time.hours", hours)
	}
	return w.And([]string{w.Say("time.hours", hours), w.Say("time.minutes", rest)})
}

// TimePlayed tells players how long they have played.
func TimePlayed(w *lang.Printer, d time.Duration) string {
	return w.Say("news.played", minutes(w, d))
}

// Limits shows what a player has set for themselves, with buttons to change it. Done is the
// click that changed something just now, nil for none.
func Limits(w *lang.Printer, l guild.LimitsOf, in care.Scope, done any) message.Reply {
	set := l.Limits[in]
	r := private(w.Say("limits.title")+" · "+w.Say("limits.scope."+scopeKey(in, l.Direct)),
		w.Say("limits.text."+scopeKey(in, l.Direct)))
	e := r.Embeds[0]
	for of := range care.Scope(care.Scopes) {
		if line := lockedOut(w, l, of); line != "" {
			e.Description = "🔒 **" + line + "**\n" + e.Description
		}
	}
	if l.Net != 0 && in == care.Here {
		e.Description += "\n" + w.Say("limits.today", lang.Net(l.Net))
	}
	if l.Cap > 0 && in == care.Here {
		e.Description += "\n" + w.Say("limits.cap", lang.Chips(l.Cap))
	}
	var ask []discordgo.Button
	var lines []string // names of fields are too long for a phone
	for _, what := range limitKinds {
		name, value := w.Say("limits."+limitKeys[what]), limitValue(w, set.Now, what)
		if from := limitTime(set.From, what); !from.IsZero() {
			value += "\n" + w.Say("limits.then", limitValue(w, set.Then, what), from)
		}
		value += tighter(w, l, in, what)
		lines = append(lines, "**"+name+"** · "+value)
		ask = append(ask, styled(discordgo.PrimaryButton, name, id(AskLimit{in, what})))
	}
	e.Description += "\n\n" + strings.Join(lines, "\n") + "\n\n" + w.Say("limits.help")
	locks := line(styled(discordgo.DangerButton, w.Say("limits.lock"), id(AskSpan{in})))
	locks[0].Disabled = set.Lock.Equal(storage.Forever())
	r.Text = changedLimits(w, set, done)
	if set.From != (storage.LimitTimes{}) {
		locks = append(locks,
			styled(discordgo.SuccessButton, w.Say("limits.keep"), id(KeepLimits{in})))
	}
	r.Rows = rows(scopes(w, in, l.Direct), ask, locks)
	return r
}

// changedLimits says from when a change of limits counts, "" for none.
func changedLimits(w *lang.Printer, set storage.Limits, done any) string {
	if done == nil {
		return ""
	}
	if c, ok := done.(EnterLimit); ok {
		if from := limitTime(set.From, c.What); !from.IsZero() {
			return w.Say("limits.pending", w.Say("limits."+limitKeys[c.What]), from)
		}
	}
	return w.Say("limits.saved")
}

// limitTime is from when a limit changes, zero if it does not.
func limitTime(from storage.LimitTimes, what care.Kind) time.Time {
	switch what {
	case care.Loss:
		return from.Loss
	case care.Bet:
		return from.Bet
	case care.Rounds:
		return from.Rounds
	}
	return from.Remind
}

// tighter says what a limit of the other scope leaves of this one, "" for as much.
func tighter(w *lang.Printer, l guild.LimitsOf, in care.Scope, what care.Kind) (line string) {
	most := limitAmount(l.Limits[in].Now, what)
	for of := range care.Scope(care.Scopes) {
		other := l.Limits[of].Now
		if n := limitAmount(other, what); of != in && n > 0 && (most == 0 || n < most) {
			line += "\n-# " + w.Say("limits.tighter",
				w.Say("limits.where."+scopeKey(of, l.Direct)), limitValue(w, other, what))
		}
	}
	return line
}

// lockedOut says that a player is locked out, "" for one who is not.
func lockedOut(w *lang.Printer, l guild.LimitsOf, in care.Scope) string {
	until := l.Limits[in].Lock
	where := w.Say("limits.where." + scopeKey(in, l.Direct))
	switch {
	case !until.After(l.Now):
		return ""
	case until.Equal(storage.Forever()):
		return w.Say("limits.locked.ever", where)
	}
	return w.Say("limits.locked", where, lang.Date(until))
}

// scopes are the buttons that choose where limits hold.
func scopes(w *lang.Printer, in care.Scope, direct bool) (row []discordgo.Button) {
	for of := range care.Scope(care.Scopes) {
		b := button(w.Say("limits.scope."+scopeKey(of, direct)), id(ShowLimits{of}))
		b.Disabled = of == in
		row = append(row, b)
	}
	return row
}

// EnterOne asks for a limit.
func EnterOne(w *lang.Printer, l guild.LimitsOf, c AskLimit) *discordgo.InteractionResponseData {
	input := discordgo.TextInput{CustomID: InputAmount, Placeholder: w.Say("limits.none"),
		Label: w.Say("limits.enter." + limitKeys[c.What]), MaxLength: 20}
	if n := limitAmount(l.Limits[c.In].Now, c.What); n > 0 {
		input.Value = w.Number(n)
	}
	return form(id(EnterLimit(c)), w.Say("limits."+limitKeys[c.What]), input)
}

// AskSpans asks for how long a player locks themselves out.
func AskSpans(w *lang.Printer, l guild.LimitsOf, in care.Scope) message.Reply {
	r := private(w.Say("limits.lock"), w.Say("limits.lock.text",
		w.Say("limits.where."+scopeKey(in, l.Direct))))
	var row []discordgo.Button
	for span, key := range spanKeys {
		s := guild.LockSpan(span)
		b := button(w.Say("limits.span."+key), id(AskLock{in, s}))
		b.Disabled = !s.Until(l.Now).After(l.Limits[in].Lock) // it would change nothing
		row = append(row, b)
	}
	r.Rows = rows(row, line(button(w.Say("limits.back"), id(ShowLimits{in}))))
	return r
}

// ConfirmLock asks whether a player really locks themselves out.
func ConfirmLock(w *lang.Printer, l guild.LimitsOf, c AskLock,
	asked storage.InteractionID) message.Reply {
	where := w.Say("limits.where." + scopeKey(c.In, l.Direct))
	text := w.Say("limits.sure.ever", where)
	if until := c.Span.Until(l.Now); !until.Equal(storage.Forever()) {
		text = w.Say("limits.sure", where, lang.Date(until))
	}
	r := private(w.Say("limits.lock"), text+"\n"+w.Say("limits.sure.final"))
	r.Rows = rows(line(styled(discordgo.DangerButton, w.Say("limits.do."+spanKeys[c.Span]),
		id(LockOut{asked, c.In, c.Span})), button(w.Say("limits.back"), id(ShowLimits{c.In}))))
	return r
}
