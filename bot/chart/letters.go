package chart

import (
	"image"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The fonts are parsed once and only read afterwards.
var (
	regular = parse(goregular.TTF)
	bold    = parse(gobold.TTF)
)

func parse(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("chart: the font is part of the program: " + err.Error())
	}
	return f
}

// typeface is a font in a size.
type typeface struct {
	bold bool
	size int // pixels
}

func (t typeface) font() *opentype.Font {
	if t.bold {
		return bold
	}
	return regular
}

// label is a line of words on the picture.
type label struct {
	text  string
	face  typeface
	ink   ink
	x, y  int // of the baseline
	align align
}

// align says which part of a label is at its x.
type align uint8

const (
	leftAligned align = iota
	centred
	rightAligned
)

// say notes a label, which is drawn last.
func (c *canvas) say(l label) { c.labels = append(c.labels, l) }

// face returns the letters of a typeface. Letters are drawn from their outlines
// each time: a picture has some hundred.
func (c *canvas) face(t typeface) *opentype.Face {
	if f, ok := c.faces[t]; ok {
		return f
	}
	made, err := opentype.NewFace(t.font(), &opentype.FaceOptions{
		Size: float64(t.size), DPI: 72, Hinting: font.HintingNone,
	})
	if err != nil {
		panic("chart: a face of a sound font in a fixed size: " + err.Error())
	}
	f := made.(*opentype.Face)
	c.faces[t] = f
	return f
}

// width returns how many pixels wide the words are.
func (c *canvas) width(t typeface, words string) int {
	return font.MeasureString(c.face(t), words).Ceil()
}

// bounds returns the box of a label: its line from the highest letter to the
// deepest.
func (c *canvas) bounds(l label) image.Rectangle {
	width := c.width(l.face, l.text)
	left := l.x
	switch l.align {
	case centred:
		left -= width / 2
	case rightAligned:
		left -= width
	}
	return image.Rect(left, l.y-l.face.size*3/4, left+width, l.y+l.face.size/5)
}

// write draws a label.
func (c *canvas) write(l label) {
	face := c.face(l.face)
	dot := fixed.P(c.bounds(l).Min.X, l.y)
	for _, r := range l.text {
		box, mask, at, advance, ok := face.Glyph(dot, r)
		if letter, isAlpha := mask.(*image.Alpha); ok && isAlpha {
			c.stamp(box, letter.SubImage(box.Sub(box.Min).Add(at)).(*image.Alpha), l.ink)
		}
		dot.X += advance
	}
}

// largest returns the largest of the sizes from most down at which fits holds,
// or the least there is.
func largest(most int, fits func(size int) bool) int {
	for size := most; size > leastSize; size-- {
		if fits(size) {
			return size
		}
	}
	return leastSize
}

// longest is the most letters of a title that are looked at.
const longest = 200

// title makes one line of the words, with a question mark for each letter that
// the font lacks and an ellipsis if there are too many.
func title(words string) string {
	var line []rune
	var buffer sfnt.Buffer
	for _, r := range words {
		if len(line) == longest {
			line = append(line, '…')
			break
		}
		index, err := bold.GlyphIndex(&buffer, r)
		switch {
		case unicode.IsSpace(r):
			if n := len(line); n > 0 && line[n-1] != ' ' {
				line = append(line, ' ')
			}
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc):
			// What has no width of its own is nothing without its letter.
		case err != nil || index == 0:
			line = append(line, '?')
		default:
			line = append(line, r)
		}
	}
	return strings.TrimSpace(string(line))
}

// cut shortens words to the width, with an ellipsis at the end.
func (c *canvas) cut(t typeface, words string, width int) string {
	if c.width(t, words) <= width {
		return words
	}
	runes := []rune(strings.TrimSuffix(words, "…"))
	for len(runes) > 0 {
		runes = runes[:len(runes)-1]
		if short := strings.TrimRight(string(runes), " ") + "…"; c.width(t, short) <= width {
			return short
		}
	}
	return ""
}
