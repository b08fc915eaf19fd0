package bot

import (
	"testing"

	"holecard/bot/lang"
	"holecard/storage"
)

func TestBetsAreReadAsTheyAreMeant(t *testing.T) {
	const no storage.Chips = -99
	for text, want := range map[string]storage.Chips{
		"50": 50, "1k": 1000, "1.5k": 1500, "1,5k": 1500, "1.25K": 1250, "0.5k": 500,
		"2M":    2_000_000,
		"1,000": 1000, "1.000": 1000, "1 000": 1000,
		"1\u202f000\u00a0000": 1_000_000, "1'000": 1000,
		"1,000,000": 1_000_000, "1.000.000": 1_000_000, "１０": 10, "１，０００": 1000, "0": 0, "-5": -1,
		"99999999999999999999": tooMuch, "9999999999999999999m": tooMuch,
		// in doubt, or nothing that can be bet
		"1.500k": no, "1,000.00": no, "1.000,00": no, "1.5": no, "1,00": no, "1,0000": no,
		"0,5":      no,
		"1000,000": no, "k": no, "1kk": no, "1e3": no, "+5": no, "10²": no, "١٢": no, "": no,
		"1.k": no, ".5k": no, "-1k": no, "half": no, "5%": no,
	} {
		got, ok := parseBet(tidy(text))
		if !ok {
			got = no
		}
		if got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int64{
		"25%": 2500, "100 %": 10000, "0.5%": 50, "33,33%": 3333, "5.5％": 550,
		"0%": 0, "101%": 0, "-5%": 0, "25": 0, "%": 0, "1.234%": 0,
	} {
		if got, ok := parsePercent(tidy(text)); ok != (want > 0) || ok && got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, ok, want)
		}
	}
	if got := share(storage.MaxChips, 5000); got != storage.MaxChips/2 {
		t.Errorf("half of all chips there can be is %d", got)
	}
}

// The words of a bet are understood in English and in the reader's language.
func TestWordsOfBetsAreOnesOwn(t *testing.T) {
	books := lang.Must(lang.Load())
	for _, code := range lang.Codes {
		w := books.For(code)
		for _, word := range betWords {
			for _, text := range []string{word, w.Say("bet." + word)} {
				if got := betWord(w, tidy(text)); got != word {
					t.Errorf("%s: %q is %q, want %q", code, text, got, word)
				}
			}
		}
	}
}
