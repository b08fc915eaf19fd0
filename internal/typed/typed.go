// Package typed reads what people type and paste as they mean it: it is the one reader of amounts
// of chips, and takes away what nobody sees.
package typed

import (
	"bufio"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"holecard/blackjack"
)

// mark is the byte-order mark that editors and shells on Windows put before a text.
const mark = "\ufeff"

// Text returns a text without a byte-order mark before it.
func Text(text string) string { return strings.TrimPrefix(text, mark) }

// Input returns what in reads without a byte-order mark before it. It asks for no more bytes than
// it needs: somebody may be typing.
func Input(in io.Reader) io.Reader { return &input{Reader: bufio.NewReader(in)} }

type input struct {
	*bufio.Reader
	begun bool
}

func (i *input) Read(p []byte) (int, error) {
	for n := 1; !i.begun; n++ {
		got, err := i.Peek(n)
		if i.begun = err != nil || string(got) != mark[:n] || n == len(mark); string(got) == mark {
			if _, err := i.Discard(n); err != nil {
				return 0, err
			}
		}
	}
	return i.Reader.Read(p)
}

// Plain returns a text in small letters and narrow digits, with plain spaces, none of them around
// it, and without signs that nobody sees, such as a zero-width space.
func Plain(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return unicode.ToLower(r)
	}, width.Fold.String(text)))
}

// TooMuch stands for all amounts that no wallet can hold.
const TooMuch blackjack.Chips = 1 << 53

// The forms of amounts. What separates thousands is the same in the whole number and stands before
// three digits: there are no parts of chips. Before a k or an m a comma or a point is that of a
// decimal, and three digits behind it are in doubt.
var (
	whole   = regexp.MustCompile(`^(-?)([0-9]+)$`)
	grouped = regexp.MustCompile(
		`^(-?)([1-9][0-9]{0,2}(?:(?: [0-9]{3})+|(?:['’][0-9]{3})+|(?:_[0-9]{3})+|` +
			`(?:,[0-9]{3})+|(?:\.[0-9]{3})+))$`)
	short = regexp.MustCompile(`^([0-9]+)(?:[.,]([0-9]{1,2}))? ?([km])$`)
)

// Amount reads an amount of chips: "50", "1000", "1 000", "1,000", "1.000", "1'000", "1k", "1.5k",
// "2m". Amounts beyond what there can be come back as [TooMuch] and negative ones as -1, for the
// rules of what they are for to refuse. It is not ok with anything else, such as two numbers.
func Amount(text string) (n blackjack.Chips, ok bool) {
	text = Plain(text)
	f := whole.FindStringSubmatch(text)
	if f == nil {
		f = grouped.FindStringSubmatch(text)
	}
	if f != nil {
		return number(f[1] != "", digits(f[2])), true
	}
	if f = short.FindStringSubmatch(text); f == nil {
		return 0, false
	}
	zeros := map[string]int{"k": 3, "m": 6}[f[3]]
	return number(false, f[1]+f[2]+strings.Repeat("0", zeros-len(f[2]))), true
}

// digits returns a number without what separates its thousands.
func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, text)
}

func number(negative bool, digits string) blackjack.Chips {
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err == nil && n == 0:
		return 0
	case negative:
		return -1
	case err != nil: // too many digits
		return TooMuch
	}
	return min(blackjack.Chips(n), TooMuch)
}
