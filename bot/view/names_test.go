package view_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"holecard/bot/message"
	"holecard/bot/story"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/storage"
)

// hostileNames are names that people choose who want them to be read as
// something else: each alone, and within what may hide it.
func hostileNames() []string {
	seeds := []string{
		"", " ", "\u3000\u2003", "\u3164", "\u2800\u115f\u1160\uffa0", "\u200b\u200c\u200d\ufeff",
		"\u034f\u17b4\u17b5", "\U000e0041\U000e007f",
		"@everyone", "@here", "<@1>", "<@!1>", "<@&1>", "<#1>", "</daily:1>", "<id:customize>",
		"<t:1:R>", "<:a:1>", "<a:b:1>", ":smile:",
		"**b**", "*i*", "_i_", "__u__", "~~s~~", "||spoiler||", "`code`", "```\ncode\n```",
		"> quote", ">>> quote", "# title", "-# small", "- list",
		"1. list", "1) list", "[a](https://x.example)", "[a](<https://x.example>)",
		"https://x.example/?a=b&c", "<https://x.example>", "discord.gg/abc",
		"x@y.example", "\\", "\\*a\\*", "\\\\**b**", "a\nb\r\nc", "a\u2028b\u2029c\u0085d",
		"\u202eevil\u202c", "\u2066a\u2069\u200f", "Z\u0351\u0352\u0353\u0354algo",
		strings.Repeat("w", 90), strings.Repeat("👨‍👩‍👧‍👦", 20), "🏳️‍🌈🇩🇪", "\x00\x1b[31m",
		"a\xff\xfeb", "null", "${7*7}", "%s%!d(MISSING)", "שלום", "مرحبا", "Zoë", "名前",
	}
	within := []string{"%s", "**%s", "[%s](https://x.example)", "\u202e%s\n@everyone"}
	var names []string
	for _, w := range within {
		for _, s := range seeds {
			names = append(names, strings.ReplaceAll(w, "%s", s))
		}
	}
	return names
}

// misread returns what Discord would read in a text besides its letters: marks
// without a backslash before them, and characters that are not seen themselves
// but change how others are. Only a pair of marks around all of it may keep it
// apart from what is beside it.
func misread(text string) (found []string) {
	if inner, ok := strings.CutPrefix(text, "\u2068"); ok {
		if text, ok = strings.CutSuffix(inner, "\u2069"); !ok {
			found = append(found, "an isolate that does not end")
		}
	}
	literal, marks := false, 0
	for i, r := range text {
		switch {
		case literal:
			literal = false
		case r == '\\':
			literal = true
		case strings.ContainsRune("*_~`|<>#@:/[]()", r):
			found = append(found, fmt.Sprintf("%q at byte %d", r, i))
		case i == 0 && strings.ContainsRune("-+0123456789", r) && listItem(text):
			found = append(found, "a list")
		}
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) ||
			unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || r == utf8.RuneError {
			found = append(found, fmt.Sprintf("%U at byte %d", r, i))
		}
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		if marks > 2 {
			found = append(found, fmt.Sprintf("a pile at byte %d", i))
		}
	}
	if literal {
		found = append(found, "a backslash that takes what follows")
	}
	return found
}

// listItem reports whether a line begins as the item of a list does.
func listItem(line string) bool {
	after := strings.TrimLeft(line, "0123456789")
	return strings.HasPrefix(after, ".") || strings.HasPrefix(after, ")") || line[0] == '-' ||
		line[0] == '+'
}

// everywhere shows a name in every view that has one.
func everywhere(t *testing.T, name string) []message.Reply {
	me := storage.Player{Guild: 7, User: 9}
	line := storage.Standing{Player: me, Name: name, Position: 1, Balance: 90,
		Stats: storage.Stats{Hands: 1}}
	other := line
	other.Player.User, other.Position = 10, 2
	hand := hand(t, "vegas", "T♠ T♣ 7♦ T♥", 10, 90)
	return []message.Reply{
		view.Hand(hand, view.Frame{Words: words, Name: name}),
		view.Board(words, story.Board{Pages: 1, You: line, Of: 2,
			Standings: []storage.Standing{line, other}}, name),
		view.Balance(words, wallet.Account{Player: me, Name: name, Balance: 90}, false),
		view.Stats(words, wallet.Account{Player: me, Name: name, Balance: 90},
			story.Story{}, true),
		view.History(words, story.HistoryPage{Name: name}, view.Past{}),
		view.AskGift(words, wallet.Gift{To: 10, ToName: name, Chips: 5},
			wallet.Gave{Balance: 85, Left: 5, Daily: 10}),
		view.Told(words, name, wallet.Gift{To: 10, ToName: name, Chips: 5}),
		view.AskAdjustment(words, wallet.Adjustment{Do: wallet.Grant, To: 10, ToName: name,
			Chips: 5, Why: name}, wallet.Adjusted{Before: 1, After: 6}),
		view.AdjustmentDone(words, wallet.Adjustment{Do: wallet.Grant, To: 10, ToName: name,
			Chips: 5, Why: name}, wallet.Adjusted{Before: 1, After: 6}),
		view.Transfers(words, wallet.Account{Player: me, Name: name, Balance: 90},
			[]wallet.Transfer{{Chips: 90, Reason: storage.Gift, With: 10}}),
	}
}

func TestNoNameIsReadAsAnythingElse(t *testing.T) {
	const plain = "Bob"
	benign := everywhere(t, plain)
	for _, name := range hostileNames() {
		shown := view.Name(words, name)
		if found := misread(shown); len(found) > 0 {
			t.Errorf("%q is shown as %q, in which Discord reads %v", name, shown, found)
		}
		if strings.TrimFunc(shown, unicode.IsSpace) != shown || shown == "" ||
			utf8.RuneCountInString(shown) > 2*33 {
			t.Errorf("%q is shown as %q", name, shown)
		}
		for i, r := range everywhere(t, name) {
			fits(t, name, r)
			got := strings.Join(texts(r), "\n")
			want := strings.Join(texts(benign[i]), "\n")
			if len(view.EscapeText(name)) == 0 { // a reason that nobody sees is none
				want = strings.Replace(want, "\nReason\n"+plain, "", 1)
			}
			if name == "" { // Discord has told of none
				want = strings.Replace(want, "\nPlayer\n"+plain, "", 1)
			}
			// The name is where it belongs as Escape shows it, a reason in full.
			reason := strings.Replace(want, "\nReason\n"+plain, "\nReason\n"+view.EscapeText(name),
				1)
			if want = strings.ReplaceAll(reason, plain, shown); got != want {
				t.Errorf("view %d says of %q\n%s\nwant\n%s", i, name, got, want)
			}
			if len(r.Embeds) > 0 && r.Embeds[0].Author != nil {
				author := r.Embeds[0].Author // a place without markdown
				who, ours := strings.CutSuffix(author.Name, " · Vegas")
				if !ours || who == "" || strings.ContainsFunc(who, unicode.IsControl) ||
					utf8.RuneCountInString(who) > 2*33 {
					t.Errorf("view %d is by %q, of %q", i, author.Name, name)
				}
			}
		}
	}
}

func TestNamesAreShownAsTheyAreButForWhatIsReadInThem(t *testing.T) {
	for name, want := range map[string]string{
		"Ada": "Ada", "Zoë": "Zoë", "名前": "名前", "7": "7", "李小龙 🃏": "李小龙 🃏",
		"\u200b\u202e":                    "Someone",
		"**bold** _it_":                   `\*\*bold\*\* \_it\_`,
		"[x](https://e.x)":                `\[x\]\(https\:\/\/e.x\)`,
		"a\nb\t c":                        "a b c",
		"Z\u0301\u0301\u0301\u0301\u0301": "Z\u0301\u0301",
		strings.Repeat("é", 40):           strings.Repeat("é", 32) + "…",
		// An isolate keeps the digits beside a name from right to left in their place.
		"שלום": "\u2068שלום\u2069", "Bob שלום": "\u2068Bob שלום\u2069",
		"7 مرحبا": "\u20687 مرحبا\u2069", "٧": "\u2068٧\u2069", "ߊߋ": "\u2068ߊߋ\u2069",
		"𞤀𞤣": "\u2068𞤀𞤣\u2069",
	} {
		if got := view.Name(words, name); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}
