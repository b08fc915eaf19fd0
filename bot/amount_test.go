package bot

import (
	"strconv"
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

func FuzzAnAmountIsANumberOrNothing(f *testing.F) {
	for _, text := range []string{"-1", "0", "9007199254740993", "1e3", "１２", " 1", "+5", "1_000", "0x10", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, ok := parseAmount(text)
		if n < -1 || n > tooMuch || !ok && n != 0 {
			t.Errorf("%q is %d, %v", text, n, ok)
		}
		if ok && n > 0 && n < tooMuch {
			if again, ok := parseAmount(strconv.FormatInt(int64(n), 10)); !ok || again != n {
				t.Errorf("%d is read as %d, %v", n, again, ok)
			}
		}
	})
}
