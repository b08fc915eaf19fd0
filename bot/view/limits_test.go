package view_test

import (
	"testing"
	"time"

	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/view"
	"holecard/storage"
)

// limits are what players set for themselves, and what they are told of it.
func limits(t *testing.T, w *lang.Printer, _ view.Cards) (all []shown) {
	add := func(title string, r message.Reply) { all = append(all, shown{title, r}) }
	now := time.Unix(1_772_366_400, 0)
	set := storage.Limits{Now: storage.Limit{Loss: 100, Bet: 10, Rounds: 60,
		Remind: 90 * time.Minute}, Lock: now.Add(time.Hour), Locked: now}
	looser := storage.Limits{Now: set.Now, Then: storage.Limit{Remind: 2 * time.Hour},
		From: storage.LimitTimes{Loss: now.Add(time.Hour), Bet: now.Add(24 * time.Hour)},
		Lock: storage.Forever()}
	for _, direct := range []bool{false, true} {
		for in := range care.Scope(care.Scopes) {
			none := guild.LimitsOf{Now: now, Direct: direct}
			one, both := none, none
			one.Limits[in] = set
			both.Limits = [care.Scopes]storage.Limits{looser, looser}
			both.Cap, both.Net = 500, -20
			for _, l := range []guild.LimitsOf{none, one, both} {
				add("limits", view.Limits(w, l, in, nil))
				add("a limit set", view.Limits(w, l, in, view.EnterLimit{In: in, What: care.Bet}))
				add("limits kept", view.Limits(w, l, in, view.KeepLimits{In: in}))
			}
			add("how long", view.AskSpans(w, one, in))
			for span := range guild.LockSpan(guild.LockSpans) {
				add("sure", view.ConfirmLock(w, one, view.AskLock{In: in, Span: span}, 1))
			}
			for _, what := range []care.Kind{care.Loss, care.Bet, care.Rounds, care.Remind} {
				add("a limit to enter",
					form(t, view.EnterOne(w, one, view.AskLimit{In: in, What: what})))
				no := guild.ErrRange.With(what, int64(9))
				if what == care.Loss {
					no = guild.ErrLossRange.With(what, int64(9), care.Lock)
				}
				add("out of range", refused(w, no))
			}
			for kind := range care.Kinds {
				for _, until := range []time.Time{now, storage.Forever()} {
					add("stopped", refused(w, &care.StopError{Kind: kind,
						Scope: in, Direct: direct, Most: 10, Left: 5, Since: now, Until: until}))
				}
			}
		}
	}
	return all
}

// ownLimits are those of here and of everywhere, those to come, and lock-outs. A looser limit is
// told with its own time, and called saved by nothing; a shorter lock-out cannot be pressed.
func ownLimits(_ *testing.T, w *lang.Printer, _ view.Cards) []shown {
	both, coming := guild.LimitsOf{Now: day}, guild.LimitsOf{Now: day}
	both.Limits[care.Everywhere].Now = storage.Limit{Loss: 25, Bet: 50}
	both.Limits[care.Here].Now.Bet = 10
	coming.Limits[care.Here] = storage.Limits{
		Now:  storage.Limit{Loss: 25, Bet: 10, Rounds: 60},
		Then: storage.Limit{Loss: 50, Rounds: 60},
		From: storage.LimitTimes{Loss: day.Add(time.Hour), Bet: day.Add(24 * time.Hour)}}
	locked := func(until time.Time) (l guild.LimitsOf) {
		l.Now, l.Limits[care.Here].Lock = day, until
		return l
	}
	week, ever := locked(day.Add(7*24*time.Hour)), locked(storage.Forever())
	done := func(l guild.LimitsOf, c any) message.Reply {
		return message.Note(view.Limits(w, l, care.Here, c).Text)
	}
	return []shown{
		{"here, some stricter on all servers", view.Limits(w, both, care.Here, nil)},
		{"on all servers, some stricter here", view.Limits(w, both, care.Everywhere, nil)},
		{"looser limits to come", view.Limits(w, coming, care.Here, nil)},
		{"a looser loss was entered", done(coming, view.EnterLimit{What: care.Loss})},
		{"a looser bet was entered", done(coming, view.EnterLimit{What: care.Bet})},
		{"a limit that counts was entered", done(coming, view.EnterLimit{What: care.Rounds})},
		{"locked out just now", done(week, view.LockOut{})},
		{"lock-outs", view.AskSpans(w, both, care.Here)},
		{"lock-outs longer than a week", view.AskSpans(w, week, care.Here)},
		{"none is longer than for ever", view.AskSpans(w, ever, care.Here)},
		{"locked out for ever", view.Limits(w, ever, care.Here, nil)},
	}
}
