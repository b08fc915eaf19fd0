package chart

import (
	"image"
	"math"

	"holecard/bot/draw"
	"holecard/bot/lang"
)

// slots divides the plot into equal parts, one for each column: results that
// are close, such as 1 and 1.2, get as much room as any others.
type slots struct {
	columns []column
	area    image.Rectangle
}

func (s slots) wide() float64        { return float64(s.area.Dx()) / float64(len(s.columns)) }
func (s slots) middle(i int) float64 { return float64(s.area.Min.X) + (float64(i)+0.5)*s.wide() }
func (s slots) clip(x float64) float64 {
	return min(max(x, float64(s.area.Min.X)+1), float64(s.area.Max.X)-1)
}

// at returns where a result is among the columns: in the middle of its own, or
// between those of its neighbours, or beyond the last by a slot for a stake.
func (s slots) at(net float64) float64 {
	last := len(s.columns) - 1
	switch {
	case net <= s.columns[0].Net:
		return s.clip(s.middle(0) - (s.columns[0].Net-net)*s.wide())
	case net >= s.columns[last].Net:
		return s.clip(s.middle(last) + (net-s.columns[last].Net)*s.wide())
	}
	i := 0
	for s.columns[i+1].Net < net {
		i++
	}
	return scale{s.columns[i].Net, s.columns[i+1].Net, s.middle(i), s.middle(i + 1)}.at(net)
}

// columns draws the columns, their shares above and their results below. A
// share that is not 0 is at least a stripe.
func (c canvas) columns(w *lang.Printer, s slots, up scale) {
	const stripe = 3
	half := math.Round(min(s.wide()*0.74, 96) / 2)
	shares := s.largest(draw.Typeface{Bold: true, Size: axisSize},
		func(col column) string { return percent(w, col.Share) })
	results := s.labelFace()
	for i, col := range s.columns {
		middle := math.Round(s.middle(i))
		top := math.Round(up.at(col.Share))
		if col.Share > 0 {
			top = min(top, plotBottom-stripe)
		}
		if top < plotBottom {
			box := image.Rect(int(middle-half), int(top), int(middle+half), plotBottom)
			c.Fill(box, col.ink(), func(p *draw.Path) {
				p.Box(box, min(4, float64(box.Dy())/2), 0)
			})
		}
		share := c.Write(percent(w, col.Share), shares, text, int(middle), int(top)-7, draw.Centre)
		behind := share.Inset(-2) // the grid and the line of the mean stop at the words
		behind.Max.Y = int(top)
		c.Rect(behind, panel)
		c.Write(col.label, results, text, int(middle), labelLine, draw.Centre)
	}
}

// labelFace returns the font of the labels below columns.
func (s slots) labelFace() draw.Typeface {
	return s.largest(draw.Typeface{Size: axisSize + 1}, func(col column) string { return col.label })
}

// largest returns the largest font in which the words of neighbouring columns keep apart, and all
// stay in the plot.
func (s slots) largest(t draw.Typeface, words func(column) string) draw.Typeface {
	return t.Largest(leastSize, func(t draw.Typeface) bool {
		const apart = 5
		end := float64(s.area.Min.X) - apart
		for i, col := range s.columns {
			half := float64(t.Width(words(col))) / 2
			if s.middle(i)-half < end+apart {
				return false
			}
			end = s.middle(i) + half
		}
		return end <= float64(s.area.Max.X)
	})
}

// meanLine draws where the mean is: a line, to lie behind the columns, and what
// it is on top.
func (d Distribution) meanLine(c canvas, s slots) {
	if !sound(d.Mean) {
		return
	}
	at := int(math.Round(s.at(d.Mean)))
	c.Rect(image.Rect(at-1, captionLine+6, at+1, s.area.Max.Y), amber)
	words := d.Words.Say("chart.mean", estimate(d.Words, d.Mean, spread(d.StdErr)))
	face := draw.Typeface{Bold: true, Size: axisSize}
	half := face.Width(words)/2 + 1
	c.Write(words, face, amber, min(max(at, margin+half), Width-margin-half), captionLine, draw.Centre)
}

// meanPoint draws the mean on the axis: a pointer, and a stripe as wide as the
// standard error to both sides.
func (d Distribution) meanPoint(c canvas, s slots) {
	if !sound(d.Mean) {
		return
	}
	err := spread(d.StdErr)
	x, left, right := s.at(d.Mean), s.at(d.Mean-err), s.at(d.Mean+err)
	c.Rect(image.Rect(int(left), plotBottom-1, int(right)+1, plotBottom+3), amber)
	at := int(x)
	c.Fill(image.Rect(at-9, plotBottom, at+9, plotBottom+12), amber, func(p *draw.Path) {
		p.Polygon(x, plotBottom+1, x+6, plotBottom+10, x-6, plotBottom+10)
	})
}
