package chart

import (
	"fmt"
	"image"
)

// entry explains a colour.
type entry struct {
	ink  ink
	text string
}

// heading writes the title, cut where the panel ends.
func (c *canvas) heading(words string) {
	face := typeface{true, titleSize}
	words = c.cut(face, title(words), Width-2*margin)
	c.say(label{words, face, text, margin, titleLine, leftAligned})
}

// nothing says that there is nothing to draw.
func (c *canvas) nothing() {
	face := typeface{false, titleSize}
	c.say(label{"no rounds were played", face, faint, Width / 2, Height/2 + titleLine/2, centred})
}

// legend explains the colours, with a remark at the right; in smaller letters
// when they would not fit.
func (c *canvas) legend(entries []entry, remark string) {
	const sample, gap, apart = 26, 8, 26
	wide := func(size int) int {
		t := typeface{false, size}
		sum := c.width(t, remark)
		for _, e := range entries {
			sum += sample + gap + c.width(t, e.text) + apart
		}
		return sum
	}
	face := typeface{size: largest(legendSize, func(size int) bool {
		return wide(size) <= Width-2*margin
	})}
	x, y := margin, legendLine-face.size/3
	for _, e := range entries {
		square := image.Rect(x+5, y-8, x+sample-5, y+8)
		c.fill(square, e.ink, func(p *path) { p.box(square, 4, 4) })
		x += sample + gap
		c.say(label{e.text, face, faint, x, legendLine, leftAligned})
		x += c.width(face, e.text) + apart
	}
	if remark != "" {
		c.say(label{remark, face, faint, Width - margin, legendLine, rightAligned})
	}
}

// shareAxis draws the upright axis of shares, a level line for each tick with its
// words at the left, and returns the plot beside it.
func (c *canvas) shareAxis(up scale) image.Rectangle {
	face, gap := typeface{false, axisSize}, step(0, up.high, 5)
	values := ticks(0, up.high*1.05, gap)
	words, wide := make([]string, len(values)), 0
	for i, v := range values {
		words[i] = fmt.Sprintf("%.*f%%", tickDecimals(gap*100), v*100)
		wide = max(wide, c.width(face, words[i]))
	}
	area := image.Rect(margin+wide+10, plotTop, Width-margin, plotBottom)
	for i, v := range values {
		y, line := int(up.at(v)), grid
		if v == 0 {
			line = axis
		}
		c.rect(image.Rect(area.Min.X, y, area.Max.X, y+1), line)
		c.say(label{words[i], face, faint, area.Min.X - 10, y + axisSize*3/8, rightAligned})
	}
	return area
}

// nameAxis writes below the plot what the level axis counts.
func (c *canvas) nameAxis(area image.Rectangle, words string) {
	middle := (area.Min.X + area.Max.X) / 2
	c.say(label{words, typeface{false, axisSize}, faint, middle, nameLine, centred})
}
