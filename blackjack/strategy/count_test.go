package strategy_test

import (
	"errors"
	"strings"
	"testing"

	"holecard/blackjack/strategy"
)

func TestACountIsANameOrTenNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"hilo": "hilo", " HiLo ": "hilo", "halves": "halves", `"KO"`: "ko", "“zen”": "zen",
		"-1,1,1,1,1,1,0,0,0,-1":            "hilo",
		"0, 0.5, -0, 1, 1, 1, 1, 0, 0, -2": "0, 0.5, 0, 1, 1, 1, 1, 0, 0, -2",
	} {
		w, err := strategy.ParseCount(text)
		if err != nil || w.String() != want {
			t.Errorf("%q is %v, %v, want %s", text, w, err, want)
			continue
		}
		if again, err := strategy.ParseCount(w.String()); again != w || err != nil {
			t.Errorf("%v reads back as %v, %v", w, again, err)
		}
	}
	for text, column := range map[string]int{
		"": 1, "wong": 1, `"wong"`: 1, "hilo, 3": 5, "1, 2": 5, "1,2,3,4,5,6,7,8,9,10,11": 22,
		"count(hilo)": 1, "1,,": 3, "(": 1, strings.Repeat("1", 5000): 0,
	} {
		_, err := strategy.ParseCount(text)
		wrong, ok := errors.AsType[*strategy.SyntaxError](err)
		if !ok || wrong.Text != text || wrong.Column != column {
			t.Errorf("%.30q: %+v, want an error in column %d", text, err, column)
		}
	}
}
