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

// Parts returns a chart for each kind of hands that there are; a part has itself.
func (s Strategy) Parts() (list []Strategy) {
	for kind := range strategy.Kinds {
		part := s
		part.part = &kind
		if (s.part == nil || *s.part == kind) && len(part.listed()) > 0 {
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

// Measures of the keys, in pixels.
const (
	keyTop, keyLine                    = 66, 34
	keyBox, keyGap, keysApart, keySize = 30, 8, 24, 20
)

// moves are the letters that the signs of moves begin with, the actions that they stand for, and
// their colours.
var moves = []struct {
	letter, action string
	ink            draw.Ink
}{
	{"H", "hit", hitInk},
	{"S", "stand", standInk},
	{"D", "double", doubleInk},
	{"P", "split", splitInk},
	{"R", "surrender", surrenderInk},
}

func moveInk(m strategy.Move) draw.Ink {
	for _, known := range moves {
		if strings.HasPrefix(m.String(), known.letter) {
			return known.ink
		}
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
func (s Strategy) PNG() []byte { return s.canvas().PNG() }

// canvas draws the chart upon a canvas that has room for it.
func (s Strategy) canvas() canvas {
	s.Words = s.Words.Latin()
	parts := s.Parts()
	high := len(s.listed())*rowHigh + len(parts)*(rowHigh+rowsApart) + margin
	if s.part != nil {
		c := newCanvas(high)
		s.rows(c, 0)
		return c
	}
	legend := s.legend()
	y := keyTop + len(legend)*keyLine
	c := newCanvas(y + high)
	c.heading(s.Title)
	for i, line := range legend {
		s.drawKeys(c, line, keyTop+i*keyLine)
	}
	for _, part := range parts {
		y = part.rows(c, y)
	}
	return c
}

// key explains a letter, or is a remark without one.
type key struct {
	letter, words string
	ink           draw.Ink
	wide          int
}

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
	for _, m := range moves {
		if has(m.letter) {
			words := s.Words.Say("action." + m.action)
			keys = append(keys, key{letter: m.letter, words: words, ink: m.ink})
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
func (s Strategy) legend() (lines [][]key) {
	face := draw.Typeface{Size: keySize}
	room := 0
	for _, k := range s.keys() {
		if k.words = face.Cut(k.words, Width-2*margin); k.letter != "" {
			k.wide = keyBox + keyGap
		}
		k.wide += face.Width(k.words)
		if room -= k.wide + keysApart; room < 0 {
			lines = append(lines, nil)
			room = Width - 2*margin - k.wide
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], k)
	}
	return lines
}

func (s Strategy) drawKeys(c canvas, line []key, top int) {
	face, x, foot := draw.Typeface{Size: keySize}, margin, top+keyLine*2/3
	for _, k := range line {
		words := x
		if k.letter != "" {
			c.cell(image.Rect(x, top, x+keyBox, top+keyLine-6), k.ink, k.letter, keySize)
			words += keyBox + keyGap
		}
		c.Write(k.words, face, faint, words, foot, draw.Left)
		x += k.wide + keysApart
	}
}

// rows draws the rows of a part from y down, and returns where they end.
func (s Strategy) rows(c canvas, y int) int {
	columns, rows := s.Sketch.Columns(), s.listed()
	kind := s.Words.Say("chart.map." + [...]string{"hard", "soft", "pairs"}[*s.part])
	return c.grid(y, rowHigh, kind, names(columns, strategy.Heading), names(rows, rowName),
		func(x, y int) (draw.Ink, string) {
			move := rows[y].Moves[columns[x]]
			if s.mixed(rows[y], columns[x]) {
				return moveInk(move), move.String() + "*"
			}
			return moveInk(move), move.String()
		})
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
