package chart

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack/strategy"
	"holecard/bot/draw"
	"holecard/bot/lang"
)

// Strategy is what a strategy does, by total, pair and upcard.
//
//	┌─────────────────────────────────┐
//	│ title                           │
//	│ [H] hit  [S] stand  [P] split … │
//	│ Hard       2  3  4  …  10 A     │  each kind of hands has its columns
//	│ 13–16      S  S  S  …  H  H     │
//	│ Soft       2  3  4  …           │
//	└─────────────────────────────────┘
//
// It is as high as it has rows. Discord draws no picture higher than 300 pixels, and on a
// phone none wider than that, so messages have a picture of each [Strategy.Parts]. Colours
// differ to people who are colour-blind, and every cell has its letter.
type Strategy struct {
	Words  *lang.Printer
	Title  string
	Sketch strategy.Sketch

	part *strategy.Kind // the only rows, without title and legend; nil for all
}

// Parts returns a chart for each kind of hands that there are.
func (s Strategy) Parts() (list []Strategy) {
	for kind := range strategy.Kinds {
		part := s
		part.part = &kind
		if len(part.listed()) > 0 {
			list = append(list, part)
		}
	}
	return list
}

// listed are the rows that are drawn.
func (s Strategy) listed() []strategy.Row {
	return slices.DeleteFunc(s.Sketch.Rows(), func(r strategy.Row) bool {
		return s.part != nil && r.Kind != *s.part
	})
}

// Measures of the picture, in pixels.
const (
	rowHigh    = 42
	cellSize   = 28 // of letters
	rowsLeft   = 124
	widestCell = 120
	keyTop     = 66
	keyLine    = 34
)

// moveInk returns the colour of a move, by the letter that its sign begins with.
func moveInk(m strategy.Move) draw.Ink {
	switch m.String()[0] {
	case 'H':
		return hitInk
	case 'S':
		return standInk
	case 'D':
		return doubleInk
	case 'P':
		return splitInk
	case 'R':
		return surrenderInk
	}
	return grid
}

// mostAlt is how many characters Discord takes to say what a picture shows.
const mostAlt = 1024

// Alt says in words what the picture shows, as far as there is room: each row by its
// moves, neighbours that agree as one.
func (s Strategy) Alt() string {
	alt := sentence(s.Title, "")
	for _, r := range s.listed() {
		line := r.String() + " " + strings.Join(runs(s.Sketch.Columns(), r), ", ") + ". "
		if len(alt)+len(line) > mostAlt {
			return alt + "…"
		}
		alt += line
	}
	return strings.TrimSpace(alt)
}

// Legend says what the letters of the chart mean, in a line.
func (s Strategy) Legend() string {
	var words []string
	s.Sketch.Mixed = nil // text marks no cells
	for _, k := range s.keys() {
		words = append(words, strings.TrimSpace(k.letter+" "+k.words))
	}
	return strings.Join(words, " · ")
}

// runs lists the moves of a row with the columns that they are in: "S 2-6".
func runs(columns []int, r strategy.Row) (list []string) {
	for from, to := 0, 0; from < len(columns); from = to {
		move := r.Moves[columns[from]]
		for to = from; to < len(columns) && r.Moves[columns[to]] == move; to++ {
		}
		text := move.String() + " " + strategy.Heading(columns[from])
		if to > from+1 {
			text += "-" + strategy.Heading(columns[to-1])
		}
		if to-from == len(columns) {
			text = move.String()
		}
		list = append(list, text)
	}
	return list
}

// PNG draws the chart.
func (s Strategy) PNG() []byte { return s.canvas().png() }

// canvas draws the chart upon a canvas that has room for it.
func (s Strategy) canvas() *canvas {
	s.Words = s.Words.Latin()
	rows := s.listed()
	kinds := 0
	for i, r := range rows {
		if i == 0 || rows[i-1].Kind != r.Kind {
			kinds++
		}
	}
	faces := draw.NewFaces()
	if s.part != nil {
		c := newCanvasOf((len(rows)+1)*rowHigh+rowsApart+margin, faces)
		s.rows(c, rows, 0)
		return c
	}
	legend := s.legend(faces)
	top := keyTop + len(legend)*keyLine
	c := newCanvasOf(top+(len(rows)+kinds)*rowHigh+kinds*rowsApart+margin, faces)
	c.heading(s.Title)
	for i, line := range legend {
		s.drawKeys(c, line, keyTop+i*keyLine)
	}
	s.rows(c, rows, top)
	return c
}

// rowsApart is the room above the columns of a kind.
const rowsApart = 10

// key explains a letter, or is a remark without one.
type key struct {
	letter, words string
	ink           draw.Ink
	wide          int
}

const keyBox, keyGap, keysApart, keySize = 30, 8, 24, 20

// keys explain the letters there are.
func (s Strategy) keys() (keys []key) {
	rows := s.Sketch.Rows()
	has := func(part string) bool {
		return slices.ContainsFunc(rows, func(r strategy.Row) bool {
			return slices.ContainsFunc(r.Moves[:], func(m strategy.Move) bool {
				return strings.Contains(m.String(), part)
			})
		})
	}
	for _, k := range []key{
		{"H", s.Words.Say("action.hit"), hitInk, 0},
		{"S", s.Words.Say("action.stand"), standInk, 0},
		{"D", s.Words.Say("action.double"), doubleInk, 0},
		{"P", s.Words.Say("action.split"), splitInk, 0},
		{"R", s.Words.Say("action.surrender"), surrenderInk, 0},
	} {
		if has(k.letter) {
			keys = append(keys, k)
		}
	}
	if has("h") || has("s") || has("p") {
		keys = append(keys, key{words: s.Words.Say("chart.play.else")})
	}
	if len(s.Sketch.Mixed) > 0 {
		keys = append(keys, key{words: s.Words.Say("chart.play.mixed")})
	}
	return keys
}

// legend returns the lines of the keys.
func (s Strategy) legend(faces *draw.Faces) (lines [][]key) {
	face := draw.Typeface{Size: keySize}
	room := 0
	for _, k := range s.keys() {
		if k.words = faces.Cut(face, k.words, Width-2*margin); k.letter != "" {
			k.wide = keyBox + keyGap
		}
		k.wide += faces.Width(face, k.words)
		if room -= k.wide + keysApart; room < 0 {
			lines = append(lines, nil)
			room = Width - 2*margin - k.wide
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], k)
	}
	return lines
}

func (s Strategy) drawKeys(c *canvas, line []key, top int) {
	face, x, foot := draw.Typeface{Size: keySize}, margin, top+keyLine*2/3
	for _, k := range line {
		words := x
		if k.letter != "" {
			c.cell(image.Rect(x, top, x+keyBox, top+keyLine-6), k.ink, k.letter, keySize)
			words += keyBox + keyGap
		}
		c.say(label(k.words, face, faint, words, foot, draw.Left))
		x += k.wide + keysApart
	}
}

// cell draws a filled box with a letter in it.
func (c *canvas) cell(box image.Rectangle, i draw.Ink, letter string, size int) {
	c.Fill(box, i, func(p *draw.Path) { p.Box(box, 5, 5) })
	ink := dark
	if i == grid {
		ink = faint
	}
	c.say(label(letter, draw.Typeface{Bold: true, Size: size}, ink, (box.Min.X+box.Max.X)/2,
		(box.Min.Y+box.Max.Y)/2+size*3/8, draw.Centre))
}

// rows draws the rows below their headings.
func (s Strategy) rows(c *canvas, rows []strategy.Row, y int) {
	columns := s.Sketch.Columns()
	names := [...]string{s.Words.Say("chart.map.hard"), s.Words.Say("chart.map.soft"),
		s.Words.Say("chart.map.pairs")}
	wide := min((Width-margin-rowsLeft)/max(len(columns), 1), widestCell)
	left := func(i int) int { return rowsLeft + i*wide }
	for i, r := range rows {
		if i == 0 || rows[i-1].Kind != r.Kind {
			y += rowsApart
			foot := y + rowHigh*3/4
			face := draw.Typeface{Bold: true, Size: cellSize - 6}
			name := c.Cut(face, names[r.Kind], rowsLeft-margin-4)
			c.say(label(name, face, text, margin, foot, draw.Left))
			for j, up := range columns {
				c.say(label(strategy.Heading(up), draw.Typeface{Bold: true, Size: cellSize}, faint,
					left(j)+wide/2, foot, draw.Centre))
			}
			y += rowHigh
		}
		c.say(label(rowName(r), draw.Typeface{Size: cellSize}, text, rowsLeft-12,
			y+rowHigh*3/4, draw.Right))
		for j, up := range columns {
			box := image.Rect(left(j)+1, y+1, left(j)+wide-1, y+rowHigh-1)
			letter := r.Moves[up].String()
			if s.mixed(r, up) {
				letter += "*"
			}
			c.cell(box, moveInk(r.Moves[up]), letter, cellSize)
		}
		y += rowHigh
	}
}

// mixed reports whether a cell of the row has hands that are played otherwise.
func (s Strategy) mixed(r strategy.Row, up int) bool {
	return slices.ContainsFunc(s.Sketch.Mixed, func(c strategy.Cell) bool {
		return c.Column == up && c.In(r)
	})
}

// rowName is how a row is called below the name of its kind.
func rowName(r strategy.Row) string {
	name := strconv.Itoa
	if r.Kind == strategy.PairRow {
		name = strategy.Heading
	}
	if r.First == r.Last {
		return name(r.First)
	}
	return name(r.First) + "–" + name(r.Last)
}
