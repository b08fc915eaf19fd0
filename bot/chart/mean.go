package chart

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
)

// Point is what the mean was after some rounds.
type Point struct {
	Rounds int64
	Mean   float64 // net result of a round in first stakes
	StdErr float64 // standard error of the mean
}

// RunningMean is how the mean settled while rounds were played.
type RunningMean struct {
	Title  string
	Points []Point
	Exact  *float64 // what the mean tends to, nil where it is not known
}

const (
	bandErrors = 2 // standard errors to each side of the mean
	bandShade  = 5

	// settled is the part of the rounds after which the mean decides the range
	// of the upright axis: before, it swings so widely that what it settles to
	// could not be read.
	settled = 0.04
)

// points returns what can be drawn, in order, each number of rounds once.
func (m RunningMean) points() []Point {
	var all []Point
	for _, p := range m.Points {
		if p.Rounds > 0 && sound(p.Mean) {
			all = append(all, Point{p.Rounds, p.Mean, spread(p.StdErr)})
		}
	}
	slices.SortStableFunc(all, func(a, b Point) int { return cmp.Compare(a.Rounds, b.Rounds) })
	return slices.CompactFunc(all, func(a, b Point) bool { return a.Rounds == b.Rounds })
}

// exact returns the exact value, if it is known.
func (m RunningMean) exact() (float64, bool) {
	if m.Exact == nil || !sound(*m.Exact) {
		return 0, false
	}
	return *m.Exact, true
}

// Alt says in words what the picture shows.
func (m RunningMean) Alt() string {
	points := m.points()
	if len(points) == 0 {
		return sentence(m.Title, "no rounds were played.")
	}
	last := points[len(points)-1]
	words := fmt.Sprintf("after %s the mean is %s stakes a round", rounds(last.Rounds), estimate(last.Mean, last.StdErr))
	exact, known := m.exact()
	if known {
		words += fmt.Sprintf("; the exact value is %s", signed(exact, max(decimals(last.StdErr), 4)))
	}
	if known && last.StdErr > 0 {
		words += fmt.Sprintf(", %.1f standard errors away", math.Abs(last.Mean-exact)/last.StdErr)
	}
	return sentence(m.Title, words+".")
}

// PNG draws the mean after each number of rounds in a band of two standard
// errors to each side, and the exact value as a dashed line.
func (m RunningMean) PNG() []byte {
	c := newCanvas()
	m.draw(c)
	return c.png()
}

func (m RunningMean) draw(c *canvas) {
	c.heading(m.Title)
	points := m.points()
	if len(points) == 0 {
		c.nothing()
		return
	}
	last := points[len(points)-1]
	exact, known := m.exact()
	entries := []entry{
		{solid, blue, "mean " + estimate(last.Mean, last.StdErr)},
		{band, blue, "±2 standard errors"},
	}
	if known {
		entries = append(entries, entry{dashed, amber, "exact " + signed(exact, max(decimals(last.StdErr), 4))})
	}
	c.legend(entries, "")

	low, high := m.span(points)
	up := scale{low, high, plotBottom, captionLine}
	area := c.meanAxis(up)
	area.Min.Y = captionLine
	along := scale{0, float64(last.Rounds), float64(area.Min.X), float64(area.Max.X)}
	c.roundsAxis(along, area)
	c.band(points, along, up, area)
	if known {
		c.dashes(area.Min.X, area.Max.X, int(up.at(exact)), amber)
	}
	c.means(points, along, up, area)
	c.nameAxis(area, "rounds, "+grouped(last.Rounds)+" in all")
}

// span returns the range of the upright axis: the settled part of the band and
// the exact value, with some room.
func (m RunningMean) span(points []Point) (low, high float64) {
	last := points[len(points)-1]
	low, high = last.Mean, last.Mean
	if exact, known := m.exact(); known {
		low, high = min(low, exact), max(high, exact)
	}
	for _, p := range points {
		if float64(p.Rounds) >= settled*float64(last.Rounds) {
			low = min(low, p.Mean-bandErrors*p.StdErr)
			high = max(high, p.Mean+bandErrors*p.StdErr)
		}
	}
	room := (high - low) * 0.06
	// Values that are all the same need a range too, one whose ticks can be told
	// apart in a few digits.
	room = max(room, 0.001*max(math.Abs(low), math.Abs(high), 1))
	return low - room, high + room
}

// meanAxis draws the upright axis of means and returns the plot.
func (c *canvas) meanAxis(up scale) image.Rectangle {
	gap := step(up.low, up.high, 6)
	values := ticks(up.low, up.high, gap)
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = signed(v, places(gap))
	}
	return c.uprightAxis(up, values, words)
}

// roundsAxis draws the level axis.
func (c *canvas) roundsAxis(along scale, area image.Rectangle) {
	c.rect(image.Rect(area.Min.X, area.Max.Y, area.Max.X, area.Max.Y+2), axis)
	for _, v := range ticks(0, along.high, max(step(0, along.high, 6), 1)) {
		x := int(along.at(v))
		c.rect(image.Rect(x, area.Max.Y, x+1, area.Max.Y+6), axis)
		word := label{short(v), typeface{false, axisSize}, faint, x, labelLine, centred}
		half := c.width(word.face, word.text)/2 + 1
		word.x = min(x, Width-margin/2-half)
		c.labels = append(c.labels, word)
	}
}

// outline returns where the points are, no more than one for a column of pixels,
// shifted up by so many standard errors.
func outline(points []Point, along, up scale, errors float64) []point {
	var all []point
	for i, p := range points {
		at := point{along.at(float64(p.Rounds)), up.at(p.Mean + errors*p.StdErr)}
		at.y = min(max(at.y, -Height), 2*Height) // far out is out
		if n := len(all); n > 0 && i < len(points)-1 && at.x-all[n-1].x < 1 {
			continue
		}
		all = append(all, at)
	}
	return all
}

// band draws the band of standard errors.
func (c *canvas) band(points []Point, along, up scale, area image.Rectangle) {
	edge := outline(points, along, up, bandErrors)
	under := outline(points, along, up, -bandErrors)
	if len(edge) == 1 { // a band needs a width
		edge = append(edge, point{edge[0].x - 6, edge[0].y})
		under = append(under, point{under[0].x - 6, under[0].y})
	}
	slices.Reverse(under)
	c.fill(area, blue, bandShade, func(p *path) { p.polygon(append(edge, under...)...) })
}

// means draws the line of means, and a dot where it ends.
func (c *canvas) means(points []Point, along, up scale, area image.Rectangle) {
	line := outline(points, along, up, 0)
	c.fill(area, blue, shades, func(p *path) { p.stroke(line, 2.5) })
	end := line[len(line)-1]
	around := image.Rect(int(end.x)-8, int(end.y)-8, int(end.x)+9, int(end.y)+9)
	c.fill(around, blue, shades, func(p *path) { p.disc(end, 5) })
}
