package view_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/story"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/storage"
)

var day = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// somebody has played more than a thousand hands.
var somebody = wallet.Account{Player: storage.Player{Guild: 1, User: 2}, Name: "Ada_L*",
	Balance: 12345, Held: 10, Position: wallet.Position{At: 22, Of: 1000},
	Stats: storage.Stats{Hands: 1234, Wins: 530, Losses: 604, Pushes: 100, Naturals: 55,
		Busts: 201, Doubles: 120, Splits: 33, Surrenders: 41, Wagered: 123456, Net: -789,
		BiggestWin: 400, BiggestLoss: 800}}

// accounts are wallets, leaderboards, rules and the help.
func accounts(_ *testing.T, w *lang.Printer, _ view.Cards) []shown {
	broke := wallet.Account{Player: somebody.Player, Name: "Ada"}
	none := wallet.Account{Player: somebody.Player, Name: "Ada", Balance: 100, New: true}
	unlucky := someStory()
	unlucky.Tallies[storage.Ever].Known -= 500
	all := []shown{
		{"balance", view.Balance(w, somebody, true)},
		{"balance of another", view.Balance(w, somebody, false)},
		{"an empty wallet", view.Balance(w, broke, true)},
		{"no wallet yet", view.Balance(w, none, true)},
		{"transfers of no wallet yet", view.Transfers(w, none, nil)},
		{"daily chips", view.Daily(w, wallet.Daily{Collected: true, Chips: 55, Streak: 2,
			Next: day, NextChips: 60, Balance: 155})},
		{"daily chips too early", view.Daily(w, wallet.Daily{Chips: 55, Streak: 2,
			Next: day, NextChips: 60, Balance: 155})},
		{"stats", view.Stats(w, somebody, story.Story{}, true)},
		{"stats with a story", view.Stats(w, somebody, someStory(), true)},
		{"stats in text", view.Stats(w, somebody, unlucky, false)},
		{"profile", view.AtAGlance(w, somebody, someStory(), true)},
		{"somebody else's profile", view.AtAGlance(w, broke, story.Story{}, false)},
		{"stats of nobody yet", view.Stats(w, broke, story.Story{}, true)},
	}
	last := storage.Standing{Player: somebody.Player, Name: "Ada_L*", Position: 12, Balance: 1,
		Stats: storage.Stats{Hands: 10, Wins: 1}}
	board := story.Board{Page: 1, Pages: 3, Of: 22, Standings: []storage.Standing{
		{Player: storage.Player{Guild: 1, User: 3}, Name: "Bob", Position: 11, Balance: 900,
			Stats: somebody.Stats}, last}, You: last}
	board.You.Name = ""
	for by := range storage.Order(storage.Orders) {
		board.By = by
		all = append(all, shown{"leaderboard by " + view.OrderCodes[by],
			view.Board(w, board, "Ada_L*")})
	}
	board.You.Stats, board.By = storage.Stats{}, storage.ByChips // a line of one's own needs a hand
	all = append(all, shown{"leaderboard, read by who has played no hand",
		view.Board(w, board, "Ada_L*")}, shown{"an empty leaderboard",
		view.Board(w, story.Board{Pages: 1}, "Ada")})
	for _, table := range tables.All() {
		all = append(all, shown{"rules of " + table.Name,
			view.Rules(w, table, view.SideEdges{})})
	}
	edges := make([]view.HouseEdge, len(tables.All()))
	edges[0] = view.HouseEdge{Share: 0.0026, Known: true}
	edges[1] = view.HouseEdge{Share: -0.18, Known: true}
	const about = "v1.2.3 · English"
	for page := range view.HelpTogether + 1 {
		all = append(all, shown{fmt.Sprintf("help, page %d", page), view.Help(w, page,
			page != view.HelpTables, tables.All(), edges, newPainter, about)})
	}
	languages := []string{"English", "Español"}
	on := view.Instance{Version: "v1.2.3", Since: day, Backups: true}
	backed := on
	backed.Backup = day.Add(time.Hour)
	return append(all,
		shown{"help for players", view.Help(w, view.HelpHome, false, nil, nil, nil, about)},
		shown{"about", view.About(w, on, languages)},
		shown{"about, with a backup", view.About(w, backed, languages)},
		shown{"about, without backups",
			view.About(w, view.Instance{Version: "v1", Since: day}, languages)})
}

// boards are leaderboards of each order and period, with and without anybody on them.
func boards(_ *testing.T, w *lang.Printer, _ view.Cards) (all []shown) {
	you := storage.Standing{Player: somebody.Player, Name: "Ada", Position: 1, Balance: 7,
		Stats: somebody.Stats, Tally: storage.Tally{Rounds: 12, Wins: 5, Decisions: 200}}
	beginner := storage.Standing{Player: somebody.Player, Name: "Ada",
		Stats: storage.Stats{Hands: 1, Wins: 1}}
	for by := range storage.Order(storage.Orders) {
		for period := range story.Lately(story.Periods) {
			r := story.Ranking{By: by, In: period}
			if !r.Valid() {
				continue
			}
			name := fmt.Sprintf("%s of %s", view.OrderCodes[by], view.PeriodCodes[period])
			all = append(all,
				shown{name, view.Board(w, story.Board{Ranking: r, Pages: 1, You: beginner},
					"Ada")},
				shown{name, view.Board(w, story.Board{Ranking: r, Pages: 2, Of: 1,
					Standings: []storage.Standing{you}, You: you}, "Ada")})
		}
	}
	return all
}

// aReason is one of an admin's that needs escaping.
const aReason = "№ 7 *李小龙* <@1>"

// chips are gifts, and what admins change.
func chips(_ *testing.T, w *lang.Printer, _ view.Cards) []shown {
	gift := wallet.Gift{To: 3, ToName: "Gr_ace", Chips: 50, Asked: 7}
	after := wallet.Gave{Balance: 1120, Left: 950, Daily: 1000}
	one := wallet.Gift{To: 3, Chips: 1, Asked: 7}
	all := []shown{
		{"a gift asked for", view.AskGift(w, gift, after)},
		{"a gift of the last chip, to somebody without a name",
			view.AskGift(w, one, wallet.Gave{Daily: 1})},
		{"a gift given", view.Given(w, gift, after)},
		{"a gift, told", view.Told(w, "Ada_L*", gift)},
		{"declined", view.Declined(w)},
	}
	for _, f := range []struct {
		title string
		do    storage.Reason
		chips storage.Chips
		why   string
		would wallet.Adjusted
	}{
		{"a grant", wallet.Grant, 500, aReason, wallet.Adjusted{Before: 730, After: 1230}},
		{"a grant of one chip that opens a wallet", wallet.Grant, 1, "",
			wallet.Adjusted{Before: 100, After: 101, Opened: true}},
		{"chips to take", wallet.Take, 500, "", wallet.Adjusted{Before: 730, After: 230}},
		{"all to take, and some on the table", wallet.Take, 1, aReason,
			wallet.Adjusted{Before: 1, Held: 60}},
		{"a reset down", wallet.Reset, 0, aReason, wallet.Adjusted{Before: 73012, After: 100}},
		{"a reset up", wallet.Reset, 0, "", wallet.Adjusted{Before: 7, After: 100, Held: 5}},
		{"a reset of nothing", wallet.Reset, 0, "", wallet.Adjusted{Before: 100, After: 100}},
		{"delivered again", wallet.Take, 5, "", wallet.Adjusted{After: 230, Again: true}},
	} {
		c := wallet.Adjustment{Do: f.do, To: 3, ToName: "Gr_ace", Chips: f.chips, Why: f.why,
			Asked: 7}
		all = append(all, shown{f.title, view.AskAdjustment(w, c, f.would)},
			shown{f.title + ", done", view.AdjustmentDone(w, c, f.would)})
	}
	return all
}

// transfers are what changed a wallet other than by play.
func transfers(_ *testing.T, w *lang.Printer, _ view.Cards) []shown {
	account := wallet.Account{Player: storage.Player{Guild: 1, User: 3}, Name: "Gr_ace",
		Balance: 1230}
	var all []wallet.Transfer
	for _, reason := range []storage.Reason{storage.Opening, storage.DailyChips, storage.Refill,
		storage.Gift, storage.Grant, storage.Confiscation, storage.Reset} {
		of := wallet.Transfer{Chips: 1234567, Reason: reason, With: 2, At: day}
		back := of
		back.Chips, back.Why, back.At = -1, aReason, day.Add(-time.Hour)
		all = append(all, of, back)
	}
	open := account
	open.Held = 60
	return []shown{
		{"all kinds", view.Transfers(w, account, all)},
		{"as many as are shown", view.Transfers(w, account, all[:wallet.LastTransfers])},
		{"none, and a hand open", view.Transfers(w, open, nil)},
	}
}

// hostileReasons are what an admin may type, or paste.
var hostileReasons = []string{
	"", "plain", "a_b*c~d`e|f", `\`, `\\`, `a\`, `\*`,
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

// What a reason says is read as text, and as many as are shown have room.
func TestReasonsOfTransfersAreOnlyText(t *testing.T) {
	shows := func(why string) *discordgo.MessageEmbed {
		var list []wallet.Transfer
		for range wallet.LastTransfers {
			list = append(list, wallet.Transfer{Chips: 1, Reason: storage.Grant, With: 1<<64 - 1,
				Why: why, At: time.Unix(1<<33, 0)})
		}
		r := view.Transfers(words, wallet.Account{}, list)
		fits(t, why, r)
		return r.Embeds[0]
	}
	for _, why := range append(hostileNames(), hostileReasons...) {
		text := shows(why).Description
		first, _, _ := strings.Cut(text[strings.Index(text, ":R>")+len(":R>"):], "\n")
		if found := misread(strings.TrimPrefix(first, ": ")); len(found) > 0 {
			t.Errorf("%q is shown as %q, in which Discord reads %v", why, first, found)
		}
		if lines := strings.Count(text, "Granted by"); lines != wallet.LastTransfers &&
			utf8.RuneCountInString(why) <= 100 {
			t.Errorf("%q: only %d are shown", why, lines)
		}
	}
	e := shows(strings.Repeat("*", storage.MaxNote))
	if strings.Count(e.Description, "Granted by") != 4 ||
		!strings.Contains(e.Footer.Text, "newest 4.") {
		t.Errorf("of reasons of %d characters are shown\n%s\n%s", storage.MaxNote, e.Description,
			e.Footer.Text)
	}
}

// A name that is too long for a third of a phone would break the lines of all beside it.
func TestFiguresStandInLinesOfThreeOnAPhone(t *testing.T) {
	for _, code := range lang.Codes {
		w := lang.Must(lang.Load()).For(code)
		stats := view.Stats(w, somebody, story.Story{}, false)
		on := view.About(w, view.Instance{Version: "v1", Since: day}, nil)
		for _, f := range append(stats.Embeds[0].Fields[:12], on.Embeds[0].Fields[:2]...) {
			if !f.Inline {
				t.Errorf("%s: %q is too long", code, f.Name)
			}
		}
	}
}
