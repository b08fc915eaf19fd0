package chart

import (
	"math"
	"strings"
	"testing"

	"holecard/bot/draw"
)

func TestRareResultsAtTheEndsAreOneColumn(t *testing.T) {
	for _, c := range []struct {
		name string
		bars []Bar
		want string
	}{
		{"nothing is rare", []Bar{{-1, 0.5}, {1, 0.5}}, "−1|+1"},
		{"two rare results become one, one stays",
			[]Bar{{-3, 4e-4}, {-2, 4e-4}, {-1, 0.5}, {1, 0.5}, {2, 4e-4}}, "≤ −2|−1|+1|+2"},
		{"rare in the middle stays", []Bar{{-2, 0.4}, {-1, 1e-4}, {-0.5, 1e-4}, {1, 0.5}},
			"−2|−1|−0.5|+1"},
		{"a rare loss is no push", []Bar{{-1, 1e-5}, {0, 1e-5}, {1, 1}}, "−1|0|+1"},
		{"any order, twice", []Bar{{1, 0.25}, {-1, 0.5}, {1, 0.25}}, "−1|+1"},
		{"one result", []Bar{{1.5, 1}}, "+1.5"},
		{"none", nil, ""},
		{"too many", skewed(), "+10.25|+11.25|+12.25|+13.25|+14.25|+15.25|+16.25|+17.25|" +
			"+18.25|+19.25|+20.25|+21.25|+22.25|+23.25|≥ +24.25"},
	} {
		var got []string
		for _, column := range inEnglish(Distribution{Bars: c.bars}).columns() {
			got = append(got, column.label)
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

func TestNumbersInWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{stakes(english, -2), "−2"}, {stakes(english, 1.5), "+1.5"}, {stakes(english, 0), "0"},
		{stakes(english, 10), "+10"}, {stakes(english, 100), "+100"},
		{stakes(english, -0.001), "0"},
		{stakes(english, math.Copysign(0, -1)), "0"},
		{stakes(books.For("de"), -1.5), "−1,5"},
		{estimate(english, -0.00541, 0.00115), "−0.0054 ± 0.0011"},
		{estimate(english, 0.1, 0.03), "+0.100 ± 0.030"},
		{estimate(english, 1.5, 0), "+1.5 ± 0"}, {estimate(english, 0, 12), "0 ± 12"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// The letters of pictures are Latin: words of other scripts stay out of them.
func TestEveryLanguageCanBeDrawnAndHasRoom(t *testing.T) {
	for code, w := range books {
		for name, d := range distributions() {
			if d.Words = w; name == "nan" {
				continue // of nobody's rounds
			}
			c := newCanvas(Height)
			d.draw(c)
			for _, l := range c.Labels() {
				if plain := strings.Join(strings.Fields(l.Text), " "); draw.Line(l.Text) != plain {
					t.Errorf("%s, %s: %q cannot be drawn", code, name, l.Text)
				}
			}
			checkWords(t, d)
		}
	}
}

func TestTitleIsOneLineOfKnownLetters(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"vegas · basic", "vegas · basic"},
		{"  two\n lines\t", "two lines"},
		{"a 🂡 b", "a b"},
		{"a\u202eb\u0301", "ab"},
		{"", ""},
		{strings.Repeat("x", 300), strings.Repeat("x", 200) + "…"},
	} {
		if got := draw.Line(c.words); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestLongTitleEndsInAnEllipsisInsideThePanel(t *testing.T) {
	c := newCanvas(Height)
	c.heading(strings.Repeat("both(stopAt(19), ask) ", 20))
	l := c.Labels()[0]
	if box := l.Bounds(); !strings.HasSuffix(l.Text, "…") || box.Max.X > Width-margin ||
		box.Max.X < Width-4*margin {
		t.Errorf("%q ends at %d", l.Text, box.Max.X)
	}
}

func TestAltSaysWhatThePictureShows(t *testing.T) {
	for _, c := range []struct {
		picture Distribution
		want    string
	}{
		{
			Distribution{Title: "vegas", Rounds: 1000,
				Bars: []Bar{{-1, 0.5}, {0, 0.125}, {1.5, 0.375}}, Mean: 0.0625, StdErr: 0.035},
			"vegas: Lost 50.0% of rounds, pushed 12.5%, won 37.5%. Most frequent result: −1 bets " +
				"(50.0%). Mean: +0.062 ± 0.035 bets a round. Played: 1,000 rounds.",
		},
		{
			Distribution{Bars: []Bar{{1, 1}}, Mean: math.NaN()},
			"Lost 0% of rounds, pushed 0%, won 100%. Most frequent result: +1 bets (100%).",
		},
		{Distribution{Title: "vegas"}, "vegas: No rounds were played."},
		{Distribution{}, "No rounds were played."},
	} {
		if got := inEnglish(c.picture).Alt(); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
}
