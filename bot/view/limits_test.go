package view_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"holecard/bot/care"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// limits are what players set for themselves, and what they are told of it.
func limits(_ *testing.T, w *lang.Printer, _ view.Cards) (all []shown) {
	add := func(title string, r message.Reply) { all = append(all, shown{title, r}) }
	now := time.Unix(1_772_366_400, 0)
	set := storage.Limits{Now: storage.Limit{Loss: 100, Bet: 10, Rounds: 60,
		Remind: 90 * time.Minute}, Lock: now.Add(time.Hour), Locked: now}
	looser := storage.Limits{Now: set.Now, Then: storage.Limit{Remind: 2 * time.Hour},
		From: storage.LimitTimes{Loss: now.Add(time.Hour), Bet: now.Add(24 * time.Hour)},
		Lock: storage.Forever()}
	for _, direct := range []bool{false, true} {
		for in := range care.Scope(care.Scopes) {
			none := session.LimitsOf{Now: now, Direct: direct}
			one, both := none, none
			one.Limits[in] = set
			both.Limits = [care.Scopes]storage.Limits{looser, looser}
			both.Cap, both.Net = 500, -20
			for _, l := range []session.LimitsOf{none, one, both} {
				add("limits", view.Limits(w, l, in, nil))
				add("a limit set", view.Limits(w, l, in, view.EnterLimit{In: in, What: care.Bet}))
				add("limits kept", view.Limits(w, l, in, view.KeepLimits{In: in}))
			}
			add("how long", view.AskSpans(w, one, in))
			for span := range session.LockSpan(session.LockSpans) {
				add("sure", view.ConfirmLock(w, one, view.AskLock{In: in, Span: span}, 1))
			}
			for _, what := range []care.Kind{care.Loss, care.Bet, care.Rounds, care.Remind} {
				add("a limit to enter", view.EnterOne(w, one, view.AskLimit{In: in, What: what}))
				add("out of range", message.Note(view.OutOfRange(w,
					&session.RangeError{Kind: what, Most: 9})))
			}
			for kind := range care.Kinds {
				for _, until := range []time.Time{now, storage.Forever()} {
					add("stopped", message.Note(view.Stopped(w, &care.StopError{Kind: kind,
						Scope: in, Direct: direct, Most: 10, Left: 5, Since: now, Until: until})))
				}
			}
		}
	}
	return all
}

func TestLimitsShowWhatHoldsFromWhere(t *testing.T) {
	l := session.LimitsOf{Now: day}
	l.Limits[care.Everywhere].Now = storage.Limit{Loss: 25, Bet: 50}
	l.Limits[care.Here].Now.Bet = 10
	for in, lines := range map[care.Scope][]string{
		care.Here: {"**Daily loss** · No limit\n-# on all servers: 25 chips\n",
			"**Biggest bet** · 10 chips\n**"},
		care.Everywhere: {"50 chips\n-# on this server: 10 chips\n", "25 chips\n**"},
	} {
		for _, line := range lines {
			text := view.Limits(words, l, in, nil).Embeds[0].Text
			if !strings.Contains(text, line) {
				t.Errorf("%q is not in\n%s", line, text)
			}
		}
	}
}

// Each limit that is to come is told with its own time, and only what counts already is called
// saved.
func TestAPendingLimitTellsItsOwnTime(t *testing.T) {
	now := time.Unix(1_772_366_400, 0)
	l := session.LimitsOf{Now: now}
	l.Limits[care.Here] = storage.Limits{Now: storage.Limit{Loss: 25, Bet: 10, Rounds: 60},
		Then: storage.Limit{Loss: 50, Rounds: 60},
		From: storage.LimitTimes{Loss: now.Add(time.Hour), Bet: now.Add(24 * time.Hour)}}
	soon, later := "<t:1772370000:R>", "<t:1772452800:R>"
	shown := view.Limits(words, l, care.Here, nil).Embeds[0].Text
	for _, line := range []string{"25 chips\n→ 50 chips " + soon + "\n",
		"10 chips\n→ No limit " + later + "\n", "**Rounds an hour** · 60\n**"} {
		if !strings.Contains(shown, line) {
			t.Errorf("%q is not in\n%s", line, shown)
		}
	}
	for _, c := range []struct {
		done       view.Click
		says, none string
	}{
		{view.EnterLimit{What: care.Loss}, "Daily loss: the looser limit counts " + soon, "aved"},
		{view.EnterLimit{What: care.Bet}, "Biggest bet: the looser limit counts " + later, "aved"},
		{view.EnterLimit{What: care.Rounds}, "Saved. It counts from now on.", "<t:"},
		{view.LockOut{}, "Saved. It counts from now on.", "<t:"},
		{nil, "", "aved"},
	} {
		text := view.Limits(words, l, care.Here, c.done).Text
		if !strings.HasPrefix(text, c.says) || strings.Contains(text, c.none) {
			t.Errorf("after %#v: %q", c.done, text)
		}
	}
}

// A lock-out is never shortened, so a button for a shorter one would be a lie.
func TestOnlyLongerLockOutsAreOffered(t *testing.T) {
	now := time.Unix(1_772_366_400, 0)
	open := func(until time.Time) (spans []bool, lock bool) {
		l := session.LimitsOf{Now: now}
		l.Limits[care.Here].Lock = until
		for _, b := range view.AskSpans(words, l, care.Here).Rows[0] {
			spans = append(spans, !b.Disabled)
		}
		return spans, !view.Limits(words, l, care.Here, nil).Rows[2][0].Disabled
	}
	for _, c := range []struct {
		until time.Time
		spans []bool
		lock  bool
	}{
		{time.Time{}, []bool{true, true, true, true}, true},
		{now.Add(7 * 24 * time.Hour), []bool{false, false, true, true}, true},
		{storage.Forever(), []bool{false, false, false, false}, false},
	} {
		if spans, lock := open(c.until); !slices.Equal(spans, c.spans) || lock != c.lock {
			t.Errorf("locked out until %v: %v, %t", c.until, spans, lock)
		}
	}
}
