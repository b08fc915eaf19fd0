package chart

import (
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

// Alt says in words what the picture shows.
func (m ErrorMap) Alt() string {
	seen, wrong := 0, 0
	for _, c := range m.Cells {
		seen, wrong = seen+c.Seen, wrong+c.Wrong
	}
	return sentence(m.Title, m.Words.Say("chart.map.alt", wrong, seen))
}

// Legend says what the colours mean, in a line.
func (m ErrorMap) Legend() string {
	w := m.Words
	return "🟩 " + w.Say("chart.map.right") + " · 🟨 " + w.Say("chart.map.some") + " · 🟥 " +
		w.Say("chart.map.often") + " · " + w.Say("chart.map.axis")
}

// Parts returns a map for each kind of decisions that there are. Discord draws no picture
// higher than 300 pixels, so messages have a picture of each: see [Strategy].
func (m ErrorMap) Parts() (list []KindMap) {
	for kind := range CellKind(cellKinds) {
		if slices.ContainsFunc(m.Cells, func(c Cell) bool { return c.Kind == kind }) {
			list = append(list, KindMap{m, kind})
		}
	}
	return list
}

// KindMap is the part of a map that is of one kind: a row for a total and a column for a card
// of the dealer's.
type KindMap struct {
	ErrorMap
	Kind CellKind
}

// Alt says in words what the picture shows.
func (k KindMap) Alt() string {
	k.Cells = slices.DeleteFunc(slices.Clone(k.Cells),
		func(c Cell) bool { return c.Kind != k.Kind })
	k.Title += " · " + k.name()
	return k.ErrorMap.Alt()
}

func (k KindMap) name() string {
	return k.Words.Say("chart.map." + [...]string{"hard", "soft", "pairs"}[k.Kind])
}

// PNG draws the map. It is as high as it has rows, and no higher than wide.
func (k KindMap) PNG() []byte { return k.canvas().PNG() }

func (k KindMap) canvas() canvas {
	k.Words = k.Words.Latin()
	totals, upcards := k.totals(), k.upcards()
	high := min(rowHigh, (Width-margin-rowsApart)/(len(totals)+1))
	c := newCanvas((len(totals)+1)*high + rowsApart + margin)
	name := strconv.Itoa
	if k.Kind == PairCells {
		name = ValueName
	}
	c.grid(0, high, k.name(), names(upcards, ValueName), names(totals, name),
		func(x, y int) (ink draw.Ink, wrong string) {
			cell := k.cell(totals[y], upcards[x])
			if cell.Wrong > 0 {
				wrong = strconv.Itoa(min(cell.Wrong, 99))
			}
			return cell.ink(), wrong
		})
	return c
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

func (k KindMap) cell(total, up int) Cell {
	for _, c := range k.Cells {
		if c.Kind == k.Kind && c.Total == total && c.Upcard == up {
			return c
		}
	}
	return Cell{}
}

// totals returns the rows of the map, the highest first; of pairs, aces come last.
func (k KindMap) totals() (list []int) {
	least, most := usualTotals[k.Kind][0], usualTotals[k.Kind][1]
	for _, c := range k.Cells {
		if c.Kind == k.Kind {
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
	slices.Sort(list[10:])
	return list
}

// ValueName is what an upcard, or a card of a hand, is called: by its value, but for an ace and
// for none.
func ValueName(value int) string {
	switch value {
	case 0:
		return "–"
	case 1:
		return "A"
	}
	return strconv.Itoa(value)
}
