package view_test

import (
	"testing"
	"time"

	"holecard/bot/care"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

func TestLimitsAreInTheLanguageOfTheirPlayer(t *testing.T) {
	now := time.Unix(1_772_366_400, 0)
	set := storage.Limits{Now: storage.Limit{Loss: 100, Bet: 10, Rounds: 60,
		Remind: 90 * time.Minute}, Lock: now.Add(time.Hour), Locked: now}
	looser := storage.Limits{Now: set.Now, Then: storage.Limit{Remind: 2 * time.Hour},
		From: now.Add(time.Hour), Lock: storage.Forever()}
	inEachLanguage(t, func(w *lang.Printer) (all []message.Reply) {
		for _, direct := range []bool{false, true} {
			for in := range care.Scope(care.Scopes) {
				none := session.LimitsOf{Now: now, Direct: direct}
				one, both := none, none
				one.Limits[in] = set
				both.Limits = [care.Scopes]storage.Limits{looser, looser}
				both.Cap, both.Net = 500, -20
				for _, l := range []session.LimitsOf{none, one, both} {
					all = append(all, view.Limits(w, l, in, false), view.Limits(w, l, in, true))
				}
				all = append(all, view.AskSpans(w, one, in))
				for span := range session.LockSpan(session.LockSpans) {
					all = append(all, view.ConfirmLock(w, one, view.AskLock{In: in, Span: span}, 1))
				}
				for _, what := range []care.Kind{care.Loss, care.Bet, care.Rounds, care.Remind} {
					all = append(all,
						view.EnterOne(w, one, view.AskLimit{In: in, What: what}),
						message.Note(view.OutOfRange(w, &session.RangeError{Kind: what, Most: 9})))
				}
				for kind := range care.Kinds {
					for _, until := range []time.Time{now, storage.Forever()} {
						all = append(all, message.Note(view.Stopped(w, &care.StopError{Kind: kind,
							Scope: in, Direct: direct, Most: 10, Left: 5, Since: now,
							Until: until})))
					}
				}
			}
		}
		return all
	})
}
