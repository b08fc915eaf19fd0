package view_test

import (
	"fmt"
	"strings"
	"testing"

	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

func TestGiftsAndCorrectionsReadWell(t *testing.T) {
	gift := session.Gift{To: 3, ToName: "Grace", Chips: 50, Asked: 7}
	after := session.Gave{Balance: 1120, Left: 950, Daily: 1000}
	one := session.Gift{To: 3, Chips: 1, Asked: 7}
	correction := func(do storage.Reason, chips storage.Chips, why string) session.Adjustment {
		return session.Adjustment{Do: do, To: 3, ToName: "Gr_ace", Chips: chips, Why: why, Asked: 7}
	}
	var b strings.Builder
	show := func(title string, r message.Reply) { fmt.Fprintf(&b, "## %s\n%s\n", title, print(r)) }
	show("a gift asked for", view.AskGift(words, gift, after))
	show("a gift of the last chip, to somebody without a name",
		view.AskGift(words, one, session.Gave{Daily: 1}))
	show("a gift given", view.Given(words, words, "Ada_L*", gift, after))
	show("declined", view.Declined(words))
	for _, f := range []struct {
		title string
		c     session.Adjustment
		would session.Adjusted
	}{
		{"a grant", correction(session.Grant, 500, "won the quiz"),
			session.Adjusted{Before: 730, After: 1230}},
		{"a grant of one chip that opens a wallet", correction(session.Grant, 1, ""),
			session.Adjusted{Before: 100, After: 101, Opened: true}},
		{"chips to take", correction(session.Take, 500, "two accounts"),
			session.Adjusted{Before: 730, After: 230}},
		{"all to take, and some on the table", correction(session.Take, 1,
			"a *bet* @everyone <@1>"), session.Adjusted{Before: 1, Held: 60}},
		{"a reset down", correction(session.Reset, 0, "a new season"),
			session.Adjusted{Before: 73012, After: 100}},
		{"a reset up", correction(session.Reset, 0, ""),
			session.Adjusted{Before: 7, After: 100, Held: 5}},
		{"a reset of nothing", correction(session.Reset, 0, ""),
			session.Adjusted{Before: 100, After: 100}},
	} {
		show(f.title, view.AskAdjustment(words, f.c, f.would))
		show(f.title+", done", view.AdjustmentDone(words, f.c, f.would))
	}
	show("delivered again", view.AdjustmentDone(words, correction(session.Take, 5, ""),
		session.Adjusted{After: 230, Again: true}))
	golden(t, "chips", b.String())
}

// hostileReasons are what an admin may type, or paste.
var hostileReasons = []string{
	"", "plain", "two accounts", "a_b*c~d`e|f", `\`, `\\`, `a\`, `\*`,
	"@everyone @here <@1> <#2> <:x:3>", "[win](https://evil.example)",
	"  spaces   all\tround \n", "a \u200b b", "\u202egnp.exe\u202c",
	"Z\u0301\u0301\u0301\u0301 \u0301", "李小龙 🃏 👨‍👩‍👧 ❤️", "\xff\x00a", "\ufffd",
	strings.Repeat("é", 100), strings.Repeat(`\`, 100), strings.Repeat("𝔸\u0301", 50), "-5 + 3 = !",
	"# Heading", "> quote", "1. list", "…",
}

// A reason is stored as it is shown, and has room in the ledger.
func TestAReasonIsPlainAndHasRoomInTheLedger(t *testing.T) {
	for _, typed := range hostileReasons {
		why := view.Plain(typed)
		if again := view.Plain(why); again != why {
			t.Errorf("%q is %q, and that is %q", typed, why, again)
		}
		if len(why) > storage.MaxNote {
			t.Errorf("%q has %d bytes", typed, len(why))
		}
	}
}
