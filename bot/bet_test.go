package bot

import (
	"strings"
	"testing"

	"holecard/bot/lang"
	"holecard/internal/typed"
	"holecard/storage"
)

func TestAmountsEndWhereWalletsDo(t *testing.T) {
	if typed.TooMuch != storage.MaxChips+1 {
		t.Errorf("%d is too much for a wallet of %d", typed.TooMuch, storage.MaxChips)
	}
}

func TestSharesOfTheWalletAreReadAsTheyAreMeant(t *testing.T) {
	for text, want := range map[string]int64{
		"25%": 2500, "100 %": 10000, "0.5%": 50, "33,33%": 3333, "5.5％": 550, "5\u200b%": 500,
		"0%": 0, "101%": 0, "-5%": 0, "25": 0, "%": 0, "1.234%": 0, "1 0%": 0,
	} {
		if got, ok := parsePercent(text); ok != (want > 0) || ok && got != want {
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
				if got := betWord(w, text); got != word {
					t.Errorf("%s: %q is %q, want %q", code, text, got, word)
				}
			}
		}
	}
}

func TestTheNamesOfChoicesAreBets(t *testing.T) {
	books := lang.Must(lang.Load())
	for _, code := range lang.Codes {
		w := books.For(code)
		for _, n := range []storage.Chips{1, 100, 1_234_567} {
			for _, bet := range []string{w.Say("bet.all"), "1k", "25%"} {
				name := w.Say("bet.offer", bet, lang.Chips(n))
				if got, ok := offeredBet(w, " "+name+"\u200b"); !ok || strings.TrimSpace(got) != bet {
					t.Errorf("%s: %q is %q, want %q", code, name, got, bet)
				}
			}
		}
		for _, text := range []string{"", "All", "All:", "10: 5", "10 5", ": 100 chips", "10 5 chips",
			w.Say("bet.all") + ": 10 5", "5 chips"} {
			if bet, ok := offeredBet(w, text); ok && bet != "" {
				t.Errorf("%s: %q is %q", code, text, bet)
			}
		}
	}
}
