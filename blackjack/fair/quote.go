package fair

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// blank is a letter of braille that shows nothing.
const blank = '\u2800'

// Quote returns a text as a string of JSON that is safe in a block of code and
// survives copying: what cannot be seen, changes the direction, joins the
// character before it, or is a backtick, is escaped.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case plain(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func plain(r rune) bool {
	return unicode.IsPrint(r) && r != '`' && r != blank &&
		!unicode.Is(unicode.M, r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
