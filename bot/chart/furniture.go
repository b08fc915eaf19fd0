package chart

import (
	"image"
	"strings"

	"holecard/bot/draw"
	"holecard/bot/lang"
)

// entry explains a colour.
type entry struct {
	ink  draw.Ink
	text string
}

// heading writes the title, cut where the panel ends, without a part of it that no letter can
// be drawn of.
func (c canvas) heading(words string) {
	face := draw.Typeface{Bold: true, Size: titleSize}
	words = face.Cut(strings.Trim(draw.Line(words), " ·"), Width-2*margin)
	c.Write(words, face, text, margin, titleLine, draw.Left)
}

// nothing says that there is nothing to draw.
func (c canvas) nothing(words string) {
	face := draw.Typeface{Size: titleSize}
	c.Write(words, face, faint, Width/2, Height/2+titleLine/2, draw.Centre)
}

// legend explains the colours, with a remark at the right; in smaller letters
// when they would not fit.
func (c canvas) legend(entries []entry, remark string) {
	const sample, gap, apart = 26, 8, 26
	face := draw.Typeface{Size: legendSize}.Largest(leastSize, func(t draw.Typeface) bool {
		wide := t.Width(remark)
		for _, e := range entries {
			wide += sample + gap + t.Width(e.text) + apart
		}
		return wide <= Width-2*margin
	})
	x, y := margin, legendLine-face.Size/3
	for _, e := range entries {
		square := image.Rect(x+5, y-8, x+sample-5, y+8)
		c.Fill(square, e.ink, func(p *draw.Path) { p.Box(square, 4, 4) })
		x += sample + gap
		c.Write(e.text, face, faint, x, legendLine, draw.Left)
		x += face.Width(e.text) + apart
	}
	if remark != "" {
		c.Write(remark, face, faint, Width-margin, legendLine, draw.Right)
	}
}

// shareAxis draws the upright axis of shares, and returns the plot beside it.
func (c canvas) shareAxis(w *lang.Printer, up scale) image.Rectangle {
	gap := step(0, up.high, 5)
	decimals := tickDecimals(gap * 100)
	return c.upAxis(up, ticks(0, up.high*1.05, gap), func(v float64) string {
		return w.Say("percent", w.Decimal(v*100, decimals, decimals))
	})
}

// upAxis draws the upright axis, a level line for each tick with its words at the left, and
// returns the plot beside it.
func (c canvas) upAxis(up scale, values []float64, say func(float64) string) image.Rectangle {
	face := draw.Typeface{Size: axisSize}
	words, wide := make([]string, len(values)), 0
	for i, v := range values {
		words[i] = say(v)
		wide = max(wide, face.Width(words[i]))
	}
	area := image.Rect(margin+wide+10, plotTop, Width-margin, plotBottom)
	for i, v := range values {
		y, line := int(up.at(v)), grid
		if v == 0 {
			line = axis
		}
		c.Rect(image.Rect(area.Min.X, y, area.Max.X, y+1), line)
		c.Write(words[i], face, faint, area.Min.X-10, y+axisSize*3/8, draw.Right)
	}
	return area
}

// nameAxis writes below the plot what the level axis counts: in smaller letters where that is long,
// such as the ten numbers of a count.
func (c canvas) nameAxis(area image.Rectangle, words string) {
	face := draw.Typeface{Size: axisSize}.Within(area.Dx(), leastSize, words)
	middle := (area.Min.X + area.Max.X) / 2
	c.Write(words, face, faint, middle, nameLine, draw.Centre)
}
