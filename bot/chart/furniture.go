package chart

import "image"

// mark is the sample beside an entry of the legend.
type mark uint8

const (
	square mark = iota
	band
	dashed
	solid
)

// entry explains a colour.
type entry struct {
	mark mark
	ink  ink
	text string
}

// heading writes the title, cut where the panel ends.
func (c *canvas) heading(words string) {
	face := typeface{true, titleSize}
	words = c.cut(face, title(words), Width-2*margin)
	c.labels = append(c.labels, label{words, face, text, margin, titleLine, leftAligned})
}

// nothing says that there is nothing to draw.
func (c *canvas) nothing() {
	c.labels = append(c.labels, label{"no rounds were played", typeface{false, titleSize}, faint, Width / 2, Height/2 + titleLine/2, centred})
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
	face := typeface{false, largest(legendSize, func(size int) bool { return wide(size) <= Width-2*margin })}
	x, y := margin, legendLine-face.size/3
	for _, e := range entries {
		c.sample(e, image.Rect(x, y-8, x+sample, y+8))
		x += sample + gap
		c.labels = append(c.labels, label{e.text, face, faint, x, legendLine, leftAligned})
		x += c.width(face, e.text) + apart
	}
	if remark != "" {
		c.labels = append(c.labels, label{remark, face, faint, Width - margin, legendLine, rightAligned})
	}
}

// sample draws the mark of an entry.
func (c *canvas) sample(e entry, box image.Rectangle) {
	left, right := float64(box.Min.X), float64(box.Max.X)
	y := (box.Min.Y + box.Max.Y) / 2
	switch e.mark {
	case square:
		c.fill(box, e.ink, shades, func(p *path) {
			p.box(left+5, float64(y-8), right-5, float64(y+8), 4, 4)
		})
	case band:
		c.rect(box, panel)
		c.fill(box, e.ink, bandShade, func(p *path) { p.box(left, float64(y-8), right, float64(y+8), 3, 3) })
	case dashed:
		c.dashes(box.Min.X, box.Max.X, y, e.ink)
	case solid:
		c.rect(image.Rect(box.Min.X, y-1, box.Max.X, y+2), e.ink)
	}
}

// dashes draws a level line of dashes.
func (c *canvas) dashes(left, right, y int, i ink) {
	const long, period = 10, 16
	for x := left; x < right; x += period {
		c.rect(image.Rect(x, y-1, min(x+long, right), y+1), i)
	}
}

// uprightAxis draws a level line for each tick with its words at the left, and
// returns the plot.
func (c *canvas) uprightAxis(up scale, values []float64, words []string) image.Rectangle {
	face := typeface{false, axisSize}
	wide := 0
	for _, w := range words {
		wide = max(wide, c.width(face, w))
	}
	area := frame(wide)
	for i, w := range words {
		y := int(up.at(values[i]))
		line := grid
		if values[i] == 0 {
			line = axis
		}
		c.rect(image.Rect(area.Min.X, y, area.Max.X, y+1), line)
		c.labels = append(c.labels, label{w, face, faint, area.Min.X - 10, y + axisSize*3/8, rightAligned})
	}
	return area
}

// nameAxis writes below the plot what the level axis counts.
func (c *canvas) nameAxis(area image.Rectangle, words string) {
	c.labels = append(c.labels, label{words, typeface{false, axisSize}, faint, (area.Min.X + area.Max.X) / 2, nameLine, centred})
}
