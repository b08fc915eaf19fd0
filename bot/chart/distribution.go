package chart

import (
	"strings"

	"cmp"
	"image"
	"slices"

	"holecard/bot/draw"
	"holecard/bot/lang"
)

// Bar is how often a round ended with a result.
type Bar struct {
	Net   float64 // result in first stakes, negative when lost
	Share float64 // of all rounds, from 0 to 1
}

// Distribution is how often rounds ended with which result. Bars may come in
// any order; rare results at either end are drawn as one bar.
type Distribution struct {
	Words  *lang.Printer
	Title  string
	Rounds int64 // how many were played, 0 where the shares are exact
	Bars   []Bar
	Mean   float64 // net result of a round in first stakes
	StdErr float64 // standard error of the mean
}

const (
	mostBars  = 15
	rareShare = 0.001 // of all rounds, below which the results at an end are one bar
	headroom  = 26    // pixels above the highest bar, for its label

	leastScale = 1e-5 // a share that the axis reaches at least: its ticks must stay short
)

// column is a bar as it is drawn.
type column struct {
	Bar
	label string
}

// shares returns how many rounds were lost, neither lost nor won, and won.
func shares(bars []Bar) (loss, push, win float64) {
	for _, b := range bars {
		switch {
		case b.Net < 0:
			loss += b.Share
		case b.Net > 0:
			win += b.Share
		default:
			push += b.Share
		}
	}
	return loss, push, win
}

// bars returns what can be drawn, lowest result first, each result once.
func (d Distribution) bars() []Bar {
	var all []Bar
	for _, b := range d.Bars {
		if sound(b.Net) && sound(b.Share) {
			all = append(all, Bar{b.Net, min(max(b.Share, 0), 1)})
		}
	}
	slices.SortStableFunc(all, func(a, b Bar) int { return cmp.Compare(a.Net, b.Net) })
	var once []Bar
	for _, b := range all {
		if n := len(once); n > 0 && once[n-1].Net == b.Net {
			once[n-1].Share += b.Share
		} else {
			once = append(once, b)
		}
	}
	return once
}

// columns returns the bars with the rare ones at the ends as one. A loss is
// never put together with a push, nor a push with a win.
func (d Distribution) columns() []column {
	bars := d.bars()
	low, high := 0, len(bars)-1 // the outermost that stay
	for low < high {
		lowNext, highNext := never, never
		if bars[low+1].Net < 0 {
			lowNext = bars[low].Share + bars[low+1].Share
		}
		if bars[high-1].Net > 0 {
			highNext = bars[high].Share + bars[high-1].Share
		}
		next := min(lowNext, highNext)
		if next == never || next >= rareShare && high-low < mostBars {
			break
		}
		if next == lowNext {
			low++
			bars[low].Share = next
		} else {
			high--
			bars[high].Share = next
		}
	}
	var all []column
	for i := low; i <= high; i++ {
		c := column{bars[i], stakes(d.Words, bars[i].Net)}
		if i == low && low > 0 {
			c.label = "≤ " + c.label
		}
		if i == high && high < len(bars)-1 {
			c.label = "≥ " + c.label
		}
		all = append(all, c)
	}
	return all
}

// never is a share that no bars reach.
const never = 1e300

// ink returns the colour of a bar.
func (b Bar) ink() draw.Ink {
	switch {
	case b.Net < 0:
		return red
	case b.Net > 0:
		return green
	}
	return grey
}

// Alt says in words what the picture shows.
func (d Distribution) Alt() string {
	bars := d.bars()
	if len(bars) == 0 {
		return sentence(d.Title, d.Words.Say("chart.alt.none"))
	}
	loss, push, win := shares(bars)
	most := slices.MaxFunc(bars, func(a, b Bar) int { return cmp.Compare(a.Share, b.Share) })
	w := d.Words
	words := w.Say("chart.alt", percent(w, loss), percent(w, push), percent(w, win),
		stakes(w, most.Net), percent(w, most.Share))
	if sound(d.Mean) {
		words += " " + w.Say("chart.alt.mean", estimate(w, d.Mean, spread(d.StdErr)))
	}
	if d.Rounds > 0 {
		words += " " + w.Say("chart.alt.played", w.Say("rounds", d.Rounds))
	}
	return sentence(d.Title, words)
}

// sentence puts the heading before the words, as it is and not as the font can draw it.
func sentence(heading, words string) string {
	if heading = strings.Join(strings.Fields(heading), " "); heading == "" {
		return words
	}
	return heading + ": " + words
}

// PNG draws the bars, red for losses, grey for pushes and green for wins, with
// the mean across them and its standard error on the axis.
func (d Distribution) PNG() []byte {
	d.Words = d.Words.Latin()
	c := newCanvas(Height)
	d.draw(c)
	return c.PNG()
}

func (d Distribution) draw(c canvas) {
	c.heading(d.Title)
	columns := d.columns()
	if len(columns) == 0 {
		c.nothing(d.Words.Say("chart.none"))
		return
	}
	loss, push, win := shares(d.bars())
	w, remark := d.Words, ""
	if d.Rounds > 0 {
		remark = w.Say("chart.rounds", d.Rounds)
	}
	c.legend([]entry{
		{red, w.Say("chart.loss", percent(w, loss))},
		{grey, w.Say("chart.push", percent(w, push))},
		{green, w.Say("chart.win", percent(w, win))},
	}, remark)

	highest := slices.MaxFunc(columns,
		func(a, b column) int { return cmp.Compare(a.Share, b.Share) }).Share
	if highest == 0 {
		highest = 1
	}
	highest = max(highest, leastScale)
	up := scale{0, highest, plotBottom, plotTop + headroom}
	area := c.shareAxis(w, up)
	slots := slots{columns, area}
	d.meanLine(c, slots)
	c.columns(w, slots, up)
	c.Rect(image.Rect(area.Min.X, area.Max.Y, area.Max.X, area.Max.Y+2), axis)
	d.meanPoint(c, slots)
	c.nameAxis(area, w.Say("chart.axis"))
}
