package chart

import (
	"image"

	"holecard/bot/draw"
)

// Measures of a grid, in pixels.
const (
	rowHigh    = 42
	rowsApart  = 10  // the room above the names of columns
	rowsLeft   = 124 // of the cells
	widestCell = 120
	kindSize   = 22 // of letters
)

// grid draws the hands of a kind from y down, and returns where they end: the names of the kind
// and of the columns, then rows of a height, with their names and the ink and the letters of each
// cell.
func (c canvas) grid(y, high int, kind string, columns, rows []string,
	cell func(x, y int) (draw.Ink, string)) int {
	size, foot := high*2/3, high*3/4
	wide := min((Width-margin-rowsLeft)/max(len(columns), 1), widestCell)
	left := func(x int) int { return rowsLeft + x*wide }
	face, bold := draw.Typeface{Size: size}, draw.Typeface{Bold: true, Size: size}
	title := draw.Typeface{Bold: true, Size: kindSize}
	y += rowsApart
	c.Write(title.Cut(kind, rowsLeft-margin-4), title, text, margin, y+foot, draw.Left)
	for i, name := range columns {
		c.Write(name, bold, faint, left(i)+wide/2, y+foot, draw.Centre)
	}
	for j, name := range rows {
		y += high
		c.Write(name, face, text, rowsLeft-12, y+foot, draw.Right)
		for i := range columns {
			ink, letters := cell(i, j)
			c.cell(image.Rect(left(i)+1, y+1, left(i)+wide-1, y+high-1), ink, letters, size)
		}
	}
	return y + high
}

// cell draws a filled box with letters in it.
func (c canvas) cell(box image.Rectangle, i draw.Ink, letters string, size int) {
	c.Fill(box, i, func(p *draw.Path) { p.Box(box, 5, 5) })
	ink := dark
	if i == grid {
		ink = faint
	}
	c.Write(letters, draw.Typeface{Bold: true, Size: size}, ink, (box.Min.X+box.Max.X)/2,
		(box.Min.Y+box.Max.Y)/2+size*3/8, draw.Centre)
}

// names returns what each of a list is called.
func names[T any](list []T, name func(T) string) []string {
	called := make([]string, len(list))
	for i, of := range list {
		called[i] = name(of)
	}
	return called
}
