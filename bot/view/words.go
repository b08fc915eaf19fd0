package view

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"

	"holecard/blackjack"
	"holecard/bot/lang"
	"holecard/storage"
)

// HouseEdge is the share of the first stake that the house wins at a table, of
// best play, in the mean: below zero where players have the edge.
type HouseEdge struct {
	Share float64
	Known bool
}

// Words says whose edge it is, and how much: "house edge 0.26%", "player's edge
// 18.31%".
func (e HouseEdge) Words(w *lang.Printer) string {
	switch {
	case !e.Known:
		return w.Say("edge.unknown")
	case e.Players():
		return w.Say("edge.player", lang.Share(-e.Share))
	}
	return w.Say("edge.house", lang.Share(max(e.Share, 0)))
}

// Players reports whether players have an edge that shows.
func (e HouseEdge) Players() bool { return e.Known && e.Share < -0.00005 }

// cards writes cards as code spans, which every client shows alike. Where there
// is no deck a card is a number.
func cards(w *lang.Printer, r blackjack.Rules, list []blackjack.Card, hidden int) string {
	if len(list)+hidden == 0 {
		return w.Say("cards.none")
	}
	spans := make([]string, 0, len(list)+hidden)
	for _, c := range list {
		face := c.String()
		if !r.Suits() {
			face = strconv.Itoa(c.Value())
		}
		spans = append(spans, "`"+face+"`")
	}
	for range hidden {
		spans = append(spans, "`?`")
	}
	return strings.Join(spans, " ")
}

// total writes what a hand counts: "soft 17", "24, bust".
func total(w *lang.Printer, n int, soft, natural bool) string {
	switch {
	case natural:
		return w.Say("total.natural")
	case n > 21:
		return w.Say("total.bust", n)
	case soft && n < 21:
		return w.Say("total.soft", n)
	}
	return w.Say("total", n)
}

// Mention writes a user so that clients show the name. Replies never ping.
func Mention(id storage.UserID) string { return fmt.Sprintf("<@%d>", id) }

// Person is Mention for somebody whose data may have been erased since.
func Person(w *lang.Printer, id storage.UserID) string {
	if id == 0 || id.Erased() {
		return w.Say("someone")
	}
	return Mention(id)
}

// How many characters are shown of a name, and of a sentence that people typed.
const (
	longestName = 32
	longestText = 1000
)

// Escape makes a name safe to show: it makes no markdown, mention or link,
// and nothing in it reorders, hides or piles up the text around it.
func Escape(name string) string { return isolate(escape(name, longestName)) }

// Name is what a person is called, safe to show.
func Name(w *lang.Printer, name string) string {
	return cmp.Or(Escape(name), w.Say("someone"))
}

// What stands between these two marks, which nobody sees, is laid out by itself.
const (
	firstStrongIsolate    = '\u2068'
	popDirectionalIsolate = '\u2069'
)

// isolate keeps a text that is written from right to left from reordering the
// digits beside it. Any other text stays as it is.
func isolate(text string) string {
	leftwards := strings.ContainsFunc(text, func(r rune) bool {
		properties, _ := bidi.LookupRune(r)
		switch properties.Class() {
		case bidi.R, bidi.AL, bidi.AN:
			return true
		}
		return false
	})
	if !leftwards {
		return text
	}
	return string(firstStrongIsolate) + text + string(popDirectionalIsolate)
}

// EscapeText makes a sentence that quotes what people typed safe to show.
func EscapeText(text string) string { return escape(text, longestText) }

// Plain returns a sentence that people typed as it is shown: on one line, with
// no character that reorders, hides or piles up the text around it.
func Plain(text string) string { return plain(text, longestText) }

func escape(text string, longest int) string {
	var b strings.Builder
	for _, r := range plain(text, longest) {
		if strings.ContainsRune("\\*_~`|<>#@:/[]()-+=&!", r) || r == '.' && number(b.String()) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// brailleBlank is a symbol that nobody sees.
const brailleBlank = '\u2800'

// number reports whether a text is digits, with which and a full stop a list begins.
func number(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

func plain(text string, longest int) string {
	var b strings.Builder
	shown, marks := 0, 0
	for _, r := range oneLine(text) {
		switch {
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs,
			unicode.Other_Default_Ignorable_Code_Point),
			r == unicode.ReplacementChar, r == brailleBlank:
			continue
		case unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks > 2 {
				continue
			}
		default:
			marks = 0
			if shown++; shown > longest {
				return oneLine(b.String()) + "…"
			}
		}
		b.WriteRune(r)
	}
	return oneLine(b.String()) // what is left out may leave two spaces
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
