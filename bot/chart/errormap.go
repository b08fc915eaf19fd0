package chart

import (
	"cmp"
	"image"
	"slices"
	"strconv"

	"holecard/bot/draw"
	"holecard/bot/lang"
)

// ErrorMap is how often a player decided wrongly, by what they had and what they saw.
type ErrorMap struct {
	Words *lang.Printer
	Title string
	Cells []Cell
}

// Cell counts decisions of one kind.
type Cell struct {
	Kind        CellKind
	Total       int // of the hand; of one card of a pair
	Upcard      int // its value, 1 for an ace; 0 where none is seen
	Seen, Wrong int
}

// CellKind is which of the maps a cell is in.
type CellKind uint8

// The kinds, from left to right.
const (
	HardCells CellKind = iota
	SoftCells
	PairCells
	cellKinds = 3
)

// The totals that each map has anyway, the least and the most.
var usualTotals = [cellKinds][2]int{{5, 20}, {13, 20}, {1, 10}}

const (
	mapTop     = 134 // of the first row
	mapBottom  = 384
	mapsApart  = 16
	totalsWide = 30 // of the words at the left of a map
)

// Alt says in words what the picture shows.
func (m ErrorMap) Alt() string {
	seen, wrong := 0, 0
	for _, c := range m.Cells {
		seen, wrong = seen+c.Seen, wrong+c.Wrong
	}
	return sentence(m.Title, m.Words.Say("chart.map.alt", wrong, seen))
}

// PNG draws a map for hard totals, one for soft ones and one for pairs, each with a row for
// a total and a column for a card of the dealer's.
func (m ErrorMap) PNG() []byte {
	m.Words = m.Words.Latin()
	c := newCanvas()
	m.draw(c)
	return c.png()
}

func (m ErrorMap) draw(c *canvas) {
	w := m.Words
	c.heading(m.Title)
	c.legend([]entry{{green, w.Say("chart.map.right")}, {amber, w.Say("chart.map.some")},
		{red, w.Say("chart.map.often")}}, "")
	upcards := m.upcards()
	wide := (Width - 2*margin - (cellKinds-1)*mapsApart) / cellKinds
	for kind, name := range [...]string{w.Say("chart.map.hard"), w.Say("chart.map.soft"),
		w.Say("chart.map.pairs")} {
		left := margin + kind*(wide+mapsApart)
		area := image.Rect(left+totalsWide, mapTop, left+wide, mapBottom)
		c.say(label(name, draw.Typeface{Bold: true, Size: axisSize}, text, area.Min.X, captionLine,
			draw.Left))
		m.drawMap(c, CellKind(kind), area, upcards)
	}
	c.say(label(w.Say("chart.map.axis"), draw.Typeface{Size: axisSize}, faint, Width/2,
		nameLine+2, draw.Centre))
}

// drawMap draws the cells of a kind, and the names of their rows and columns.
func (m ErrorMap) drawMap(c *canvas, kind CellKind, area image.Rectangle, upcards []int) {
	const size = 13
	face, digits := draw.Typeface{Size: size}, draw.Typeface{Bold: true, Size: size - 1}
	totals := m.totals(kind)
	dx, dy := float64(area.Dx())/float64(len(upcards)), float64(area.Dy())/float64(len(totals))
	for x, up := range upcards {
		c.say(label(valueName(up), face, faint, area.Min.X+int((float64(x)+0.5)*dx), mapTop-6,
			draw.Centre))
	}
	for y, total := range totals {
		name := strconv.Itoa(total)
		if kind == PairCells {
			name = valueName(total)
		}
		foot := area.Min.Y + int((float64(y)+0.5)*dy) + size*3/8
		c.say(label(name, face, faint, area.Min.X-5, foot, draw.Right))
		for x, up := range upcards {
			box := image.Rect(area.Min.X+int(float64(x)*dx), area.Min.Y+int(float64(y)*dy),
				area.Min.X+int(float64(x+1)*dx)-1, area.Min.Y+int(float64(y+1)*dy)-1)
			cell := m.cell(kind, total, up)
			c.Rect(box, cell.ink())
			if cell.Wrong > 0 {
				c.say(label(strconv.Itoa(min(cell.Wrong, 99)), digits, panel,
					(box.Min.X+box.Max.X)/2, foot, draw.Centre))
			}
		}
	}
}

// ink returns the colour of a cell.
func (c Cell) ink() draw.Ink {
	switch {
	case c.Seen == 0:
		return grid
	case c.Wrong == 0:
		return green
	case 2*c.Wrong < c.Seen:
		return amber
	}
	return red
}

func (m ErrorMap) cell(kind CellKind, total, up int) Cell {
	for _, c := range m.Cells {
		if c.Kind == kind && c.Total == total && c.Upcard == up {
			return c
		}
	}
	return Cell{}
}

// totals returns the rows of a map, the highest first; of pairs, aces come last.
func (m ErrorMap) totals(kind CellKind) (list []int) {
	least, most := usualTotals[kind][0], usualTotals[kind][1]
	for _, c := range m.Cells {
		if c.Kind == kind {
			least, most = min(least, c.Total), max(most, c.Total)
		}
	}
	for total := most; total >= least; total-- {
		list = append(list, total)
	}
	return list
}

// upcards returns the columns of the maps: from two to ten, the ace, and what else there is.
func (m ErrorMap) upcards() []int {
	list := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 1}
	for _, c := range m.Cells {
		if !slices.Contains(list, c.Upcard) {
			list = append(list, c.Upcard)
		}
	}
	slices.SortStableFunc(list[10:], func(a, b int) int { return cmp.Compare(a, b) })
	return list
}

// valueName is what a card of a value is called: as a number, but for these.
func valueName(value int) string {
	switch value {
	case 0:
		return "–"
	case 1:
		return "A"
	}
	return strconv.Itoa(value)
}
