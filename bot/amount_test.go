package bot

import (
	"math/big"
	"regexp"
	"strings"
	"testing"

	"holecard/storage"
)

func TestAmountsAreReadInOneWay(t *testing.T) {
	const no storage.Chips = -99
	for text, want := range map[string]storage.Chips{
		"1":                       1,
		"10":                      10,
		"0":                       0,
		"-0":                      0,
		"010":                     10,
		"007":                     7,
		"2147483647":              1<<31 - 1,
		"2147483648":              1 << 31,
		"9007199254740990":        1<<53 - 2,
		"9007199254740991":        storage.MaxChips,
		"9007199254740992":        tooMuch,
		"9007199254740993":        tooMuch,
		"9223372036854775807":     tooMuch,
		"9223372036854775808":     tooMuch,
		"18446744073709551617":    tooMuch, // 1, if it wrapped
		"99999999999999999999999": tooMuch,
		"-1":                      -1,
		"-2147483648":             -1,
		"-9223372036854775808":    -1,
		"-9223372036854775809":    -1,
		" 1":                      1,
		"1 ":                      1,
		"\t\u00a01\u3000\n":       1,
		"":                        no,
		" ":                       no,
		"-":                       no,
		"--1":                     no,
		"- 1":                     no,
		"+5":                      no,
		"1e3":                     no,
		"1E3":                     no,
		"1_000":                   no,
		"1,000":                   no,
		"1.000":                   no,
		"1.0":                     no,
		"1 000":                   no,
		"0x10":                    no,
		"0b1":                     no,
		"0o7":                     no,
		"１２":                      no,
		"١٢":                      no,
		"1２":                      no,
		"²":                       no,
		"1\u200b":                 no,
		"1\x00":                   no,
		"\xff1":                   no,
		"ten":                     no,
		"10 chips":                no,
		"Infinity":                no,
		"NaN":                     no,
		"1/2":                     no,
	} {
		got, ok := parseAmount(text)
		if !ok {
			got = no
		}
		if got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}

// FuzzAnAmountIsANumberOrNothing reads amounts as people type them, and again in
// a slower way: what is no whole number in plain digits is refused, and nothing
// is read as a number that it is not.
func FuzzAnAmountIsANumberOrNothing(f *testing.F) {
	for _, text := range []string{"-1", "0", "9007199254740993", "1e3", "１２", " 1", "+5", "1_000",
		"0x10", "", "-5", "-9223372036854775809", "010", "1.0", "٣"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, meant := slowAmount(text)
		if n, ok := parseAmount(text); n != want || ok != meant {
			t.Errorf("%q is %d, %v; want %d, %v", text, n, ok, want, meant)
		}
	})
}

var plainNumber = regexp.MustCompile(`^-?[0-9]+$`)

// slowAmount is parseAmount by way of numbers of any size.
func slowAmount(text string) (storage.Chips, bool) {
	text = strings.TrimSpace(text)
	if !plainNumber.MatchString(text) {
		return 0, false
	}
	n, _ := new(big.Int).SetString(text, 10)
	switch {
	case n.Sign() < 0:
		return -1, true
	case n.Cmp(big.NewInt(int64(tooMuch))) > 0:
		return tooMuch, true
	}
	return storage.Chips(n.Int64()), true
}
