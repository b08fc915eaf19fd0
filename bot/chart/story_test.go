package chart

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"holecard/internal/long"
)

// picture is any of the pictures of a player's own story.
type picture interface {
	Alt() string
	PNG() []byte
	draw(canvas)
}

// pictured are the samples, by name, in a language.
func pictured(language string) map[string]picture {
	all := make(map[string]picture)
	for name, b := range bankrolls() {
		b.Words = books.For(language)
		all[name] = b
	}
	for name, d := range counts() {
		d.Words = books.For(language)
		all["counts, "+name] = d
	}
	return all
}

func TestPicturesOfAStoryAreSmallAndTheirWordsKeepApart(t *testing.T) {
	long.Unraced(t)
	for code := range books {
		for name, p := range pictured(code) {
			file := p.PNG()
			img, err := png.Decode(bytes.NewReader(file))
			if err != nil || len(file) > 30_000 || img.Bounds() != image.Rect(0, 0, Width, Height) {
				t.Errorf("%s: %d bytes, %v", name, len(file), err)
			}
			if n := utf8.RuneCountInString(p.Alt()); n == 0 || n > 1024 {
				t.Errorf("%s is said in %d characters", name, n)
			}
			checkWords(t, p)
		}
	}
}

func TestCountsAreRedBelowNoughtAndGreenAbove(t *testing.T) {
	d := Counts{Words: english, Rounds: 100, Most: 10, Bars: []CountBar{{-3, -0.02, 0.001, 0.5},
		{4, 0.03, 0.001, 0.5}}}
	img := decoded(t, d)
	plot := image.Rect(0, plotTop-2, Width, plotBottom+2)
	loss, win := where(img, plot, red), where(img, plot, green)
	switch {
	case loss.Empty() || win.Empty():
		t.Fatalf("a loss at %v, a win at %v", loss, win)
	case loss.Max.X > win.Min.X || win.Max.Y > loss.Min.Y+2:
		t.Errorf("a loss at %v, a win of a higher count at %v", loss, win)
	case win.Dy() <= loss.Dy():
		t.Errorf("a loss of 2%% is %d high, a win of 3%% %d", loss.Dy(), win.Dy())
	}
	if want := "Expected result by true count: −3: −2.00%, 4: +3.00%."; d.Alt() != want {
		t.Errorf("%q, want %q", d.Alt(), want)
	}
}

func TestBankrollsOfAnyChipsAreDrawnWithinThePlot(t *testing.T) {
	long.Unraced(t)
	rapid.Check(t, func(t *rapid.T) {
		b := Bankroll{Words: english, Balances: rapid.SliceOfN(rapid.Int64Range(0, 1<<53), 1,
			200).Draw(t, "balances")}
		checkWords(t, b)
		img, err := png.Decode(bytes.NewReader(b.PNG()))
		if err != nil {
			t.Fatal(err)
		}
		box := where(img, image.Rect(0, plotTop-8, Width, Height), blue)
		if box.Empty() || box.Max.Y > plotBottom+7 {
			t.Errorf("the line is at %v", box)
		}
	})
}

func TestALineRisesWithTheChips(t *testing.T) {
	img := decoded(t, Bankroll{Words: english, Balances: []int64{0, 50, 100}})
	left := where(img, image.Rect(0, plotTop-8, Width/3, Height), blue)
	right := where(img, image.Rect(2*Width/3, plotTop-8, Width, Height), blue)
	if left.Min.Y < right.Max.Y {
		t.Errorf("the line goes from %v to %v", left, right)
	}
}

// A cell is as its decisions were: none, all right, some wrong, half or more.
func TestAMapShowsWhereMistakesAre(t *testing.T) {
	for _, c := range []struct {
		seen, wrong int
		want        string
	}{{0, 0, "grid"}, {3, 0, "green"}, {3, 1, "amber"}, {2, 1, "red"}, {5, 5, "red"}} {
		ink := Cell{Seen: c.seen, Wrong: c.wrong}.ink()
		if names := map[string]bool{"grid": ink == grid, "green": ink == green,
			"amber": ink == amber, "red": ink == red}; !names[c.want] {
			t.Errorf("%d of %d wrong is drawn in ink %d, want %s", c.wrong, c.seen, ink, c.want)
		}
	}
	m := ErrorMap{Words: english, Cells: []Cell{{HardCells, 16, 10, 4, 3}}}
	parts := m.Parts()
	if len(parts) != 1 || parts[0].Kind != HardCells {
		t.Fatalf("its parts are %+v", parts)
	}
	img, err := png.Decode(bytes.NewReader(parts[0].PNG()))
	if err != nil {
		t.Fatal(err)
	}
	box := where(img, img.Bounds(), red)
	if box.Empty() || box.Min.X < Width*3/4 || box.Dx() > Width/10 || box.Min.Y < 4*rowHigh {
		t.Errorf("a mistake with hard 16 is at %v", box)
	}
	if alt := m.Alt(); !strings.Contains(alt, "3 of 4") {
		t.Error(alt)
	}
	if alt := parts[0].Alt(); !strings.Contains(alt, "Hard") || !strings.Contains(alt, "3 of 4") {
		t.Error(alt)
	}
}

// On a phone a picture is 300 pixels wide, and no higher: letters are 8 pixels high there.
func TestAMapIsReadOnAPhone(t *testing.T) {
	for code, w := range books {
		for name, m := range errorMaps() {
			m.Words = w
			if strings.Count(m.Legend(), " · ") != 3 {
				t.Errorf("%s: the legend is %q", code, m.Legend())
			}
			for _, part := range m.Parts() {
				c := part.canvas()
				checkLabels(t, c)
				if size := c.Size(); size.Dy() > size.Dx() {
					t.Errorf("%s: a part of %s is %v", code, name, size)
				}
				for _, l := range c.Labels() {
					if l.Face.Size*300 < 8*Width || strings.HasSuffix(l.Text, "…") {
						t.Errorf("%s: %s has %q of %d pixels", code, name, l.Text, l.Face.Size)
					}
				}
				file := part.PNG()
				if len(file) > 30_000 {
					t.Errorf("%s has %d bytes", name, len(file))
				}
			}
		}
	}
}
