package view_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

func TestTransfersReadWell(t *testing.T) {
	at := time.Unix(1_772_366_400, 0)
	account := session.Account{Player: storage.Player{Guild: 1, User: 3}, Name: "Gr_ace",
		Balance: 1230}
	all := []session.Transfer{
		{Chips: -72912, Reason: storage.Reset, With: 2, Why: "a new season",
			At: at},
		{Chips: 93, Reason: storage.Reset, With: 2, At: at.Add(-time.Hour)},
		{Chips: -1, Reason: storage.Confiscation, With: 2, Why: "two *accounts* @everyone <@1>",
			At: at},
		{Chips: 1234567, Reason: storage.Grant, With: 2, Why: "שלום 7", At: at},
		{Chips: -50, Reason: storage.Gift, With: 4, At: at},
		{Chips: 50, Reason: storage.Gift, With: 4, At: at},
		{Chips: 55, Reason: storage.DailyChips, At: at},
		{Chips: 100, Reason: storage.Opening, At: at},
	}
	var b strings.Builder
	show := func(title string, r message.Reply) { fmt.Fprintf(&b, "## %s\n%s\n", title, print(r)) }
	show("all kinds", view.Transfers(words, account, all))
	show("as many as are shown", view.Transfers(words, account, append(all[6:], all...)))
	account.Held = 60
	show("none, and a hand open", view.Transfers(words, account, nil))
	golden(t, "transfers", b.String())
}

// What a reason says is read as text, and as many as are shown have room.
func TestReasonsOfTransfersAreOnlyText(t *testing.T) {
	for _, why := range append(hostileNames(), hostileReasons...) {
		one := session.Transfer{Chips: 1, Reason: storage.Grant, With: 1<<64 - 1, Why: why,
			At: time.Unix(1<<33, 0)}
		line := view.Transfers(words, session.Account{}, []session.Transfer{one}).Embeds[0].Text
		_, shown, _ := strings.Cut(line, ":R>")
		shown = strings.TrimPrefix(shown, ": ")
		if found := misread(shown); len(found) > 0 {
			t.Errorf("%q is shown as %q, in which Discord reads %v", why, shown, found)
		}
		r := view.Transfers(words, session.Account{}, repeat(one))
		limits(t, r)
		if lines := strings.Count(r.Embeds[0].Text, "Granted by"); lines != session.LastTransfers &&
			utf8.RuneCountInString(why) <= 100 {
			t.Errorf("%q: only %d are shown", why, lines)
		}
	}
	long := session.Transfer{Chips: 1, Reason: storage.Grant, With: 2,
		Why: strings.Repeat("*", storage.MaxNote)}
	r := view.Transfers(words, session.Account{}, repeat(long))
	limits(t, r)
	if e := r.Embeds[0]; strings.Count(e.Text, "Granted by") != 4 ||
		!strings.Contains(e.Footer, "newest 4.") {
		t.Errorf("of reasons of %d characters are shown\n%s\n%s", storage.MaxNote, e.Text, e.Footer)
	}
}

// repeat returns as many transfers as are shown.
func repeat(one session.Transfer) (all []session.Transfer) {
	for range session.LastTransfers {
		all = append(all, one)
	}
	return all
}
