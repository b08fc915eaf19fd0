package view

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"holecard/blackjack"
	"holecard/storage"
)

// Number writes a whole number with commas: 1,234,567.
func Number[N ~int | ~int64](n N) string {
	digits := fmt.Sprintf("%d", n)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	return sign + strings.Join(append([]string{digits}, groups...), ",")
}

// Chips writes an amount: "1 chip", "1,234 chips".
func Chips[N ~int64](n N) string {
	if n == 1 {
		return "1 chip"
	}
	return Number(n) + " chips"
}

// Percent writes a share in percent, with the sign it has: "0.33%", "-1.2%".
func Percent(share float64) string {
	text := strconv.FormatFloat(100*share, 'f', 2, 64)
	return text + "%"
}

// count writes a number of things: "1 hand", "7 hands".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Number(n) + " " + thing + "s"
}

// cards writes cards as code spans, which every client shows alike. Where there
// is no deck a card is a number.
func cards(r blackjack.Rules, list []blackjack.Card, hidden int) string {
	if len(list)+hidden == 0 {
		return "no card yet"
	}
	spans := make([]string, 0, len(list)+hidden)
	for _, c := range list {
		face := c.String()
		if r.Infinite {
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
func total(n int, soft, natural bool) string {
	switch {
	case natural:
		return "blackjack"
	case n > 21:
		return fmt.Sprintf("%d, bust", n)
	case soft && n < 21:
		return fmt.Sprintf("soft %d", n)
	}
	return fmt.Sprint(n)
}

// Mention writes a user so that clients show the name. Replies never ping.
func Mention(id storage.UserID) string { return fmt.Sprintf("<@%d>", id) }

// longestName is how many characters of a name are shown.
const longestName = 32

// Escape makes a name safe to show: no markdown, mention or link comes of it,
// and no character that reorders, hides or piles up the text around it.
func Escape(name string) string {
	escaped := escape(name, longestName)
	if escaped == "" {
		return "Someone"
	}
	return escaped
}

// EscapeText makes a sentence that quotes what people typed safe to show.
func EscapeText(text string) string { return escape(text, 1000) }

func escape(text string, longest int) string {
	var b strings.Builder
	shown, marks := 0, 0
	for _, r := range strings.Join(strings.Fields(text), " ") {
		switch {
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) || r == unicode.ReplacementChar:
			continue
		case unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks > 2 {
				continue
			}
		default:
			marks = 0
			if shown++; shown > longest {
				b.WriteRune('…')
				return b.String()
			}
		}
		if strings.ContainsRune("\\*_~`|<>#@:/[]()-+=&!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
