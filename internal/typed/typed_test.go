package typed

import (
	"io"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"holecard/blackjack"
)

func TestAmountsAreReadAsTheyAreMeant(t *testing.T) {
	const no blackjack.Chips = -99
	for text, want := range map[string]blackjack.Chips{
		"1": 1, "10": 10, "0": 0, "-0": 0, "010": 10, "007": 7, "１２": 12, "1２": 12,
		"9007199254740991": TooMuch - 1, "9007199254740992": TooMuch,
		"9223372036854775808":  TooMuch,
		"18446744073709551617": TooMuch, // 1, if it wrapped
		"-1":                   -1, "-9223372036854775809": -1, "-1,000": -1,
		" 1": 1, "1 ": 1, "\t\u00a01\u3000\n": 1,

		"1,000": 1000, "1.000": 1000, "1 000": 1000, "1'000": 1000, "1’000": 1000, "1_000": 1000,
		"1\u2009000": 1000, "1\u202f000\u00a0000": 1_000_000, "12 345 678": 12_345_678,
		"1,000,000": 1_000_000, "1.000.000": 1_000_000, "１，０００": 1000,

		"1k": 1000, "1.5k": 1500, "1,5k": 1500, "1.25K": 1250, "0.5k": 500, "2M": 2_000_000,
		"1 k": 1000, "9999999999999999999m": TooMuch,

		// signs that nobody sees
		"1\u200b": 1, "\ufeff10": 10, "10\u200b\u2060": 10, "1\u200b,000": 1000, "\u200e5\u200f": 5,

		// two numbers, or in doubt
		"10 5": no, "10 0": no, "1 00": no, "1 0000": no, "1000 000": no, "1  000": no, "10\n5": no,
		"10'5": no, "1,00": no, "1,0000": no, "1000,000": no, "0,5": no, "0,500": no, "0 100": no,
		"1.5": no, "1.500k": no, "1 000k": no, "1,000.00": no, "1.000,00": no, "1,000.000": no,
		"1 000,000": no, "1_0": no, ",100": no, "100,": no, "'100": no,

		"": no, " ": no, "\u200b": no, "-": no, "--1": no, "- 1": no, "+5": no, "1e3": no,
		"0x10": no, "0b1": no, "١٢": no, "²": no, "10²": no, "1\x00": no, "\xff1": no, "ten": no,
		"10 chips": no, "NaN": no, "1/2": no, "k": no, "1kk": no, "1.k": no, ".5k": no, "-1k": no,
		"half": no, "5%": no,
	} {
		got, ok := Amount(text)
		if !ok {
			got = no
		}
		if got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}

func TestAByteOrderMarkBeforeATextIsIgnored(t *testing.T) {
	for text, want := range map[string]string{
		"":               "",
		"\n":             "\n",
		"10\n":           "10\n",
		"\ufeff":         "",
		"\ufeff10\n":     "10\n",
		"\ufeff\ufeff1":  "\ufeff1",
		"1\ufeff":        "1\ufeff",
		"\xef\xbb":       "\xef\xbb",
		"\xef\xbb\xbe 1": "\xef\xbb\xbe 1",
	} {
		if got := Text(text); got != want {
			t.Errorf("the text %q is %q, want %q", text, got, want)
		}
		for name, in := range map[string]io.Reader{
			"at once":     strings.NewReader(text),
			"bit by bit":  iotest.OneByteReader(strings.NewReader(text)),
			"with an end": iotest.DataErrReader(strings.NewReader(text)),
		} {
			if got, err := io.ReadAll(Input(in)); string(got) != want || err != nil {
				t.Errorf("the input %q, %s, is %q, %v; want %q", text, name, got, err, want)
			}
		}
	}
}

func TestWhoTypesALineIsNotAskedForMore(t *testing.T) {
	typed, person := io.Pipe()
	defer person.Close()
	go func() { _, _ = person.Write([]byte("\n")) }()
	line := make([]byte, 8)
	if n, err := Input(typed).Read(line); n != 1 || err != nil {
		t.Errorf("an empty line is %d bytes, %v", n, err)
	}
}

// FuzzAnAmountIsANumberOrNothing reads digits again in a slower way: nothing is read as a number
// that it is not.
func FuzzAnAmountIsANumberOrNothing(f *testing.F) {
	for _, text := range []string{"-1", "0", "9007199254740993", "1e3", " 1", "+5", "0x10", "",
		"-9223372036854775809", "010", "1.0", "٣", "10 5", "10 500", "1 000", "1,000,000"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, meant := slowAmount(text)
		if n, ok := Amount(text); meant && (n != want || !ok) {
			t.Errorf("%q is %d, %v; want %d", text, n, ok, want)
		} else if ok && len(text) < 8 && n > 0 && !strings.ContainsAny(text, "kKmM") &&
			regexp.MustCompile(`[0-9][ ,.'][0-9]{1,2}([^0-9]|$)`).MatchString(text) {
			t.Errorf("%q is two numbers, not %d", text, n)
		}
	})
}

var plainNumber = regexp.MustCompile(`^-?[0-9]+$`)

// slowAmount is Amount of plain digits by way of numbers of any size.
func slowAmount(text string) (blackjack.Chips, bool) {
	text = strings.TrimSpace(text)
	if !plainNumber.MatchString(text) {
		return 0, false
	}
	n, _ := new(big.Int).SetString(text, 10)
	switch {
	case n.Sign() < 0:
		return -1, true
	case n.Cmp(big.NewInt(int64(TooMuch))) > 0:
		return TooMuch, true
	}
	return blackjack.Chips(n.Int64()), true
}
