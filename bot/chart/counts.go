package chart

import (
	"image"
	"math"

	"holecard/bot/draw"
	"holecard/bot/lang"
)

// CountBar is what the rounds that began at a true count were worth.
type CountBar struct {
	Count int     // rounded down
	Edge  float64 // net result as a share of the bets
	Err   float64 // its standard error
	Share float64 // of all rounds
}

// Counts is what rounds were worth by true count, lowest count first. Counts of fewer than
// one round in a thousand are left out: chance is all that they show.
type Counts struct {
	Words  *lang.Printer
	Title  string
	Count  string // the name of the count
	Rounds int64
	Bars   []CountBar
	Most   int // the count that stands for all beyond it, and less it the lowest
}

// bars returns the bars that are drawn.
func (d Counts) bars() (list []CountBar) {
	for _, b := range d.Bars {
		if b.Share >= rareShare && sound(b.Edge) {
			b.Err = spread(b.Err)
			list = append(list, b)
		}
	}
	return list
}

// name writes a true count.
func (d Counts) name(count int) string {
	text := d.Words.Number(int64(count))
	switch count {
	case d.Most:
		return "≥" + text
	case -d.Most:
		return "≤" + text
	}
	return text
}

// Alt says in words what the picture shows.
func (d Counts) Alt() string {
	bars := d.bars()
	if len(bars) == 0 {
		return sentence(d.Title, d.Words.Say("chart.alt.none"))
	}
	list := ""
	for i, b := range bars {
		one := d.name(b.Count) + ": " + d.Words.Fact(lang.Gain(b.Edge))
		if i > 0 {
			one = d.Words.Say("list.more", list, one)
		}
		list = one
	}
	return sentence(d.Title, d.Words.Say("chart.count.alt", list))
}

// PNG draws a column for each count, green above 0 and red below, with its standard error.
func (d Counts) PNG() []byte {
	d.Words = d.Words.Latin()
	c := newCanvas(Height)
	d.draw(c)
	return c.PNG()
}

func (d Counts) draw(c canvas) {
	c.heading(d.Title)
	bars := d.bars()
	if len(bars) == 0 {
		c.nothing(d.Words.Say("chart.none"))
		return
	}
	w := d.Words
	c.legend([]entry{
		{red, w.Say("chart.count.loss")}, {green, w.Say("chart.count.win")},
		{amber, w.Say("chart.count.error")},
	}, w.Say("chart.rounds", d.Rounds))
	low, high := 0.0, leastScale
	s := slots{}
	for _, b := range bars {
		low, high = min(low, b.Edge-b.Err), max(high, b.Edge+b.Err)
		s.columns = append(s.columns, column{Bar{float64(b.Count), b.Share}, d.name(b.Count)})
	}
	gap := step(low, high, 6)
	low, high = math.Floor(low/gap)*gap, math.Ceil(high/gap)*gap
	up := scale{low, high, plotBottom, plotTop}
	digits := tickDecimals(gap * 100)
	s.area = c.upAxis(up, ticks(low, high, gap), func(v float64) string {
		return w.Say("percent", signed(w, v*100, digits, digits))
	})
	d.columns(c, s, up, bars)
	c.nameAxis(s.area, w.Say("chart.count.axis", d.Count))
}

// columns draws the columns from 0 up or down, with a line as long as the standard error to
// both sides.
func (d Counts) columns(c canvas, s slots, up scale, bars []CountBar) {
	half := math.Round(min(s.wide()*0.7, 72) / 2)
	face := s.labelFace()
	nought := int(math.Round(up.at(0)))
	for i, b := range bars {
		x := math.Round(s.middle(i))
		end, ink := int(math.Round(up.at(b.Edge))), green
		if b.Edge < 0 {
			ink = red
		}
		box := image.Rect(int(x-half), min(nought, end), int(x+half), max(nought, end))
		c.Rect(box, ink)
		c.Rect(image.Rect(int(x)-1, int(up.at(b.Edge+b.Err)), int(x)+1,
			int(up.at(b.Edge-b.Err))+1), amber)
		c.Write(s.columns[i].label, face, text, int(x), labelLine, draw.Centre)
	}
	c.Rect(image.Rect(s.area.Min.X, nought-1, s.area.Max.X, nought+1), axis)
}
