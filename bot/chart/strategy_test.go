package chart

import (
	"image/color"
	"math"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/bot/draw"
	"holecard/bot/lang"
	"holecard/internal/long"

	"pgregory.net/rapid"
)

// downtown is the chart in print for the table.
func downtown(t *testing.T, w *lang.Printer) Strategy {
	t.Helper()
	text, err := os.ReadFile("../../blackjack/testdata/charts/downtown.txt")
	if err != nil {
		t.Fatal(err)
	}
	a, err := strategy.Parse(string(text), strategy.Env{})
	if err != nil {
		t.Fatal(err)
	}
	sketch, err := strategy.SketchOf(a, blackjack.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	return Strategy{Words: w, Title: "Downtown · " + w.Say("play.best"), Sketch: sketch}
}

func TestAChartOfAStrategyHasRoomInEveryLanguage(t *testing.T) {
	for code, w := range books {
		s := downtown(t, w)
		s.Sketch.Mixed = []strategy.Cell{{Kind: strategy.SoftRow, At: 18, Column: 10}}
		for _, part := range s.Parts() {
			checkLabels(t, part.canvas())
			// On a phone it is 300 pixels wide and letters are 10 pixels high.
			if size := part.canvas().Size(); size.Dy() > size.Dx() {
				t.Errorf("%s: a part of %v", code, size)
			}
		}
		c := s.canvas()
		checkLabels(t, c)
		for _, l := range c.Labels() {
			if strings.HasSuffix(l.Text, "…") || draw.Line(l.Text) != l.Text {
				t.Errorf("%s: %q", code, l.Text)
			}
		}
		file := s.PNG()
		if len(file) > 60_000 {
			t.Errorf("%s has %d bytes", code, len(file))
		}
	}
}

func TestAChartOfAnyMovesIsDrawn_long(t *testing.T) {
	long.Unraced(t)
	rapid.Check(t, func(t *rapid.T) {
		var c strategy.Chart
		for range rapid.IntRange(1, 300).Draw(t, "cells") {
			m := strategy.Move(rapid.IntRange(0, int(strategy.SurrenderElseSplit)).Draw(t, "move"))
			up := rapid.IntRange(0, strategy.Columns-1).Draw(t, "up")
			switch at := rapid.IntRange(0, strategy.Totals-1).Draw(t, "at"); {
			case rapid.Bool().Draw(t, "soft"):
				c.Soft[at][up] = m
			case at < strategy.Pairs && at > 0 && rapid.Bool().Draw(t, "pair"):
				c.Pair[at][up] = m
			default:
				c.Hard[at][up] = m
			}
		}
		s := Strategy{Words: english, Title: rapid.String().Draw(t, "title"),
			Sketch: strategy.Sketch{Chart: &c}}
		checkLabels(t, s.canvas())
		for _, part := range s.Parts() {
			checkLabels(t, part.canvas())
		}
		if alt := s.Alt(); utf8.RuneCountInString(alt) > 1024 || !utf8.ValidString(alt) {
			t.Errorf("alt text of %d characters: %q", utf8.RuneCountInString(alt), alt)
		}
	})
}

func TestAChartIsSaidInWordsForThoseWhoDoNotSeeIt(t *testing.T) {
	alt := downtown(t, english).Alt()
	for _, want := range []string{"Downtown · Best play: hard 5-8 H. ",
		"hard 16 S 2-6, H 7-8, Rh 9-A. ", "soft 19 S 2-5, Ds 6, S 7-A. ", "pair A P."} {
		if !strings.Contains(alt, want) {
			t.Errorf("no %q in %s", want, alt)
		}
	}
}

// Colours of moves are told apart by people who see all colours and by those who lack a kind
// of cones, and letters stand out from them.
func TestMovesDifferToPeopleWhoAreColourBlind(t *testing.T) {
	inks := []draw.Ink{hitInk, standInk, doubleInk, splitInk, surrenderInk}
	for kind, sees := range map[string]matrix{
		"all colours": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
			{-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
			{-0.011820, 0.042940, 0.968881}},
		"tritanopia": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
			{0.004733, 0.691367, 0.303900}},
	} {
		for i, a := range inks {
			for _, b := range inks[:i] {
				if d := distance(sees.lab(colours[a]), sees.lab(colours[b])); d < 25 {
					t.Errorf("%s: inks %d and %d are %.1f apart", kind, a, b, d)
				}
			}
		}
	}
	for _, i := range inks {
		if got := contrast(colours[i], colours[dark]); got < 7 {
			t.Errorf("letters on ink %d have a contrast of %.1f:1", i, got)
		}
	}
}

// matrix is how linear red, green and blue are seen: those of Machado, Oliveira and Fernandes,
// 2009, at full severity.
type matrix [3][3]float64

// lab returns the colour as it is seen, in CIELAB.
func (m matrix) lab(c color.NRGBA) (lab [3]float64) {
	var linear, seen [3]float64
	for i, v := range []uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if linear[i] = x / 12.92; x > 0.04045 {
			linear[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	for i, row := range m {
		for j, share := range row {
			seen[i] += share * linear[j]
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	f := func(r, g, b, white float64) float64 {
		x := (r*seen[0] + g*seen[1] + b*seen[2]) / white
		if x > 216.0/24389 {
			return math.Cbrt(x)
		}
		return (24389.0/27*x + 16) / 116
	}
	x := f(0.4124564, 0.3575761, 0.1804375, 0.95047)
	y := f(0.2126729, 0.7151522, 0.0721750, 1)
	z := f(0.0193339, 0.1191920, 0.9503041, 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
