package chart

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"sync"
	"testing"
	"unicode/utf8"

	"holecard/bot/draw"
	"holecard/bot/lang"

	"pgregory.net/rapid"
)

// decoded returns the picture as a reader of PNG files sees it.
func decoded(t *testing.T, p picture) image.Image {
	t.Helper()
	if d, ok := p.(Distribution); ok {
		p = inEnglish(d)
	}
	img, err := png.Decode(bytes.NewReader(p.PNG()))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func at(img image.Image, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
}

// where returns the box of all pixels of exactly the ink's colour in a part of
// the picture.
func where(img image.Image, part image.Rectangle, i draw.Ink) (box image.Rectangle) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if at(img, x, y) == colours[i] {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// plot is the part of a picture with neither legend nor words below the axis.
var plot = image.Rect(0, plotTop, Width, plotBottom-2)

func TestPictureIsSmallAndOfOneSize(t *testing.T) {
	for name, p := range distributions() {
		file := p.PNG()
		if len(file) > 30_000 {
			t.Errorf("%s has %d bytes", name, len(file))
		}
		if size := decoded(t, p).Bounds(); size != image.Rect(0, 0, Width, Height) {
			t.Errorf("%s is %v", name, size)
		}
	}
}

func TestSamePictureFromSameDataAtTheSameTime(t *testing.T) {
	for name, p := range distributions() {
		want := p.PNG()
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if !bytes.Equal(p.PNG(), want) {
					t.Errorf("%s differs", name)
				}
			})
		}
		all.Wait()
	}
}

func TestLossesAreRedLeftOfGreyPushesLeftOfGreenWins(t *testing.T) {
	img := decoded(t, distributions()["vegas"])
	loss, push, win := where(img, plot, red), where(img, plot, grey), where(img, plot, green)
	if loss.Empty() || push.Empty() || win.Empty() || loss.Max.X > push.Min.X ||
		push.Max.X > win.Min.X {
		t.Errorf("red %v, grey %v, green %v", loss, push, win)
	}
}

func TestColumnIsAsHighAsItsShare(t *testing.T) {
	img := decoded(t,
		Distribution{Rounds: 8, Bars: []Bar{{1, 0.25}, {-1, 0.5}, {0, 0.125}}, Mean: math.NaN()})
	loss, push, win := where(img, plot, red), where(img, plot, grey), where(img, plot, green)
	foot := loss.Max.Y
	high := func(r image.Rectangle) int { return foot - r.Min.Y + plotBottom - foot }
	if math.Abs(float64(high(loss)-2*high(win))) > 2 ||
		math.Abs(float64(high(win)-2*high(push))) > 2 {
		t.Errorf("heights %d, %d and %d for 1/2, 1/8 and 1/4", high(loss), high(push), high(win))
	}
}

func TestTinyShareCanBeSeenAndNoneCannot(t *testing.T) {
	tiny := decoded(t, Distribution{Rounds: 1e9, Bars: []Bar{{-1, 1 - 1e-9}, {1, 1e-9}}})
	if where(tiny, plot, green).Empty() {
		t.Error("one win of a thousand million leaves no trace")
	}
	none := decoded(t, Distribution{Rounds: 10, Bars: []Bar{{-1, 1}, {1, 0}}})
	if got := where(none, plot, green); !got.Empty() {
		t.Errorf("no win is drawn at %v", got)
	}
}

func TestMeanStandsAmongTheColumns(t *testing.T) {
	for _, c := range []struct{ mean, want float64 }{
		{-1, 0.25}, {0, 0.5}, {0.5, 0.625}, {1, 0.75},
	} {
		img := decoded(t, Distribution{Rounds: 8, Bars: []Bar{{-1, 0.5}, {1, 0.5}}, Mean: c.mean})
		pointer := where(img, image.Rect(0, plotBottom, Width, plotBottom+11), amber)
		axes := where(img, image.Rect(0, plotBottom, Width, plotBottom+1), axis)
		got := float64((pointer.Min.X+pointer.Max.X)/2-axes.Min.X) / float64(axes.Dx())
		if math.Abs(got-c.want) > 0.005 {
			t.Errorf("a mean of %v is at %.3f of the axis, want %v", c.mean, got, c.want)
		}
	}
}

func TestWordsCanBeReadOnThePanel(t *testing.T) {
	for i, least := range map[draw.Ink]float64{text: 7, faint: 7, amber: 7,
		red: 3, grey: 3, green: 3,
		axis: 3} {
		if got := contrast(colours[i], colours[panel]); got < least {
			t.Errorf("colour %v has a contrast of %.1f:1, want %v", colours[i], got, least)
		}
	}
}

// contrast is that of the Web Content Accessibility Guidelines.
func contrast(a, b color.NRGBA) float64 {
	light := func(c color.NRGBA) (sum float64) {
		for i, v := range []uint8{c.R, c.G, c.B} {
			x := float64(v) / 255
			if x <= 0.04045 {
				x /= 12.92
			} else {
				x = math.Pow((x+0.055)/1.055, 2.4)
			}
			sum += x * []float64{0.2126, 0.7152, 0.0722}[i]
		}
		return sum
	}
	return (light(a) + 0.05) / (light(b) + 0.05)
}

// checkWords says whether any words overlap or leave the panel.
func checkWords(t rapid.TB, p picture) {
	t.Helper()
	c := newCanvas(Height)
	p.draw(c)
	checkLabels(t, c)
}

func checkLabels(t rapid.TB, c canvas) {
	t.Helper()
	inside := c.Size().Inset(8)
	for i, l := range c.Labels() {
		box := l.Bounds()
		if !box.In(inside) {
			t.Errorf("%q is at %v, outside the panel", l.Text, box)
		}
		for _, other := range c.Labels()[:i] {
			if box.Overlaps(other.Bounds()) {
				t.Errorf("%q at %v covers %q at %v", l.Text, box, other.Text, other.Bounds())
			}
		}
	}
}

func TestWordsOfSamplesKeepApart(t *testing.T) {
	for name, p := range distributions() {
		t.Run(name, func(t *testing.T) { checkWords(t, p) })
	}
}

// number is any number that a careless caller may pass, mostly sensible ones.
func number() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Map(rapid.IntRange(-40, 40), func(n int) float64 { return float64(n) / 4 }),
		rapid.Float64Range(-3, 3), rapid.Float64Range(-1e4, 1e4), rapid.Float64(),
		rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64,
			math.SmallestNonzeroFloat64, math.Copysign(0, -1), 1e4, -1e4, 1e9}),
	)
}

func TestDistributionsOfAnyNumbersAreDrawnInOrder(t *testing.T) {
	share := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64Range(0, 1e-3), number())
	bar := rapid.Custom(func(t *rapid.T) Bar {
		return Bar{number().Draw(t, "net"), share.Draw(t, "share")}
	})
	rapid.Check(t, func(t *rapid.T) {
		d := Distribution{
			Words:  english,
			Title:  rapid.String().Draw(t, "title"),
			Rounds: rapid.Int64().Draw(t, "rounds"),
			Bars:   rapid.SliceOfN(bar, 0, 40).Draw(t, "bars"),
			Mean:   number().Draw(t, "mean"), StdErr: number().Draw(t, "error"),
		}
		before := slices.Clone(d.Bars)
		checkWords(t, d)
		checkColumns(t, d)
		if alt := d.Alt(); alt == "" || !utf8.ValidString(alt) ||
			utf8.RuneCountInString(alt) > 1024 {
			t.Errorf("alt text %q", alt)
		}
		for i, b := range before {
			if math.Float64bits(b.Net) != math.Float64bits(d.Bars[i].Net) ||
				math.Float64bits(b.Share) != math.Float64bits(d.Bars[i].Share) {
				t.Fatal("drawing changed the bars")
			}
		}
	})
}

// checkColumns says whether the columns are few, in order, and lose no share of
// the bars, on any side of 0.
func checkColumns(t rapid.TB, d Distribution) {
	t.Helper()
	columns := d.columns()
	if len(columns) > mostBars {
		t.Errorf("%d columns", len(columns))
	}
	var together []Bar
	for i, c := range columns {
		if i > 0 && c.Net <= columns[i-1].Net {
			t.Errorf("column %q comes after %q", c.label, columns[i-1].label)
		}
		together = append(together, c.Bar)
	}
	loss, push, win := shares(d.bars())
	lost, pushed, won := shares(together)
	same := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, a) }
	if !same(loss, lost) || !same(push, pushed) || !same(win, won) {
		t.Errorf("columns have shares %v, %v, %v, bars %v, %v, %v", lost, pushed, won, loss, push,
			win)
	}
}

func TestAChartHasLettersThatCanBeDrawn(t *testing.T) {
	d := Distribution{Title: "vegas", Rounds: 100, Bars: []Bar{{-1, 0.5}, {1, 0.5}}}
	words := lang.Must(lang.Load())
	d.Words = words.For("en")
	want := d.PNG()
	if d.Words = words.For("ja"); !bytes.Equal(d.PNG(), want) {
		t.Error("a chart for Japanese is not drawn in English")
	}
	if d.Words = words.For("de"); bytes.Equal(d.PNG(), want) {
		t.Error("a chart for German is drawn in English")
	}
}
