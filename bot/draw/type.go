package draw

import (
	"image"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Typeface is a font in a size.
type Typeface struct {
	Bold bool
	Size int // pixels
}

// Align says which part of a label is at its place.
type Align uint8

// The alignments: each is how many halves of a label are left of its place.
const (
	Left Align = iota
	Centre
	Right
)

// Label is a line of words on the picture.
type Label struct {
	Text  string
	Face  Typeface
	Ink   Ink
	X, Y  int // of the baseline
	Align Align
}

// faces are the letters in all sizes. Many canvases use them at once.
type faces struct {
	regular, bold *opentype.Font
	buffers       buffers

	mu     sync.Mutex
	glyphs map[glyphKey]glyph
	faces  map[Typeface]*opentype.Face
}

// letters parses the fonts, which takes some time, once.
var letters = sync.OnceValue(func() *faces {
	return &faces{
		regular: parse(goregular.TTF), bold: parse(gobold.TTF),
		glyphs: make(map[glyphKey]glyph), faces: make(map[Typeface]*opentype.Face),
	}
})

func parse(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("draw: the font is part of the program: " + err.Error())
	}
	return f
}

// glyphKey names a letter in a size. Letters begin on whole pixels, so that each
// is drawn once.
type glyphKey struct {
	face   Typeface
	letter rune
}

// glyph is a drawn letter.
type glyph struct {
	mask    *image.Alpha
	box     image.Rectangle // of the mask, from the dot
	advance fixed.Int26_6
}

// mostGlyphs bounds the letters that are kept: names can have any.
const mostGlyphs = 2000

// glyph returns a letter, or a question mark for one that the font lacks.
func (f *faces) glyph(t Typeface, letter rune) glyph {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := glyphKey{t, letter}
	g, ok := f.glyphs[key]
	if ok {
		return g
	}
	face := f.face(t)
	box, mask, at, advance, _ := face.Glyph(fixed.Point26_6{}, letter)
	g = glyph{mask: image.NewAlpha(box.Sub(box.Min)), box: box, advance: advance}
	if drawn, isAlpha := mask.(*image.Alpha); isAlpha {
		for y := range box.Dy() { // the face draws the next letter into the same memory
			copy(g.mask.Pix[y*g.mask.Stride:][:box.Dx()], drawn.Pix[drawn.PixOffset(at.X, at.Y+y):])
		}
	}
	if len(f.glyphs) < mostGlyphs {
		f.glyphs[key] = g
	}
	return g
}

func (f *faces) face(t Typeface) *opentype.Face {
	if face, ok := f.faces[t]; ok {
		return face
	}
	from := f.regular
	if t.Bold {
		from = f.bold
	}
	made, err := opentype.NewFace(from, &opentype.FaceOptions{
		Size: float64(t.Size), DPI: 72, Hinting: font.HintingNone,
	})
	if err != nil {
		panic("draw: a face of a sound font in a fixed size: " + err.Error())
	}
	f.faces[t] = made.(*opentype.Face)
	return f.faces[t]
}

// Width returns how many pixels wide the words are.
func (t Typeface) Width(words string) int {
	var sum fixed.Int26_6
	for _, r := range words {
		sum += letters().glyph(t, r).advance
	}
	return sum.Ceil()
}

// Largest returns the font in the largest size, from its own down, at which fits holds, or in the
// least size.
func (t Typeface) Largest(least int, fits func(Typeface) bool) Typeface {
	for t.Size > least && !fits(t) {
		t.Size--
	}
	return t
}

// Within is [Typeface.Largest] for words that are to be no wider than so many pixels.
func (t Typeface) Within(width, least int, words string) Typeface {
	return t.Largest(least, func(t Typeface) bool { return t.Width(words) <= width })
}

// Bounds returns the box of a label: its line from the highest letter to the
// deepest.
func (l Label) Bounds() image.Rectangle {
	width := l.Face.Width(l.Text)
	left := l.X - width*int(l.Align)/2
	return image.Rect(left, l.Y-l.Face.Size*3/4, left+width, l.Y+l.Face.Size/5)
}

// write draws a label at once.
func (c *Canvas) write(l Label) {
	dot := fixed.P(l.Bounds().Min.X, 0)
	for _, r := range l.Text {
		g := letters().glyph(l.Face, r)
		c.stamp(g.box.Add(image.Pt(dot.X.Round(), l.Y)), g.mask, l.Ink)
		dot.X += g.advance
	}
}

// longest is the most letters of a line that are looked at.
const longest = 200

// Line makes one line of any words, with an ellipsis if there are too many. In place of a letter
// that the font lacks stands the letter without its marks, or else nothing.
func Line(words string) string {
	var line []rune
	var buffer sfnt.Buffer
	has := func(r rune) bool {
		index, err := letters().bold.GlyphIndex(&buffer, r)
		return err == nil && index != 0
	}
	for _, r := range norm.NFC.String(words) {
		if len(line) == longest {
			line = append(line, '…')
			break
		}
		base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
		switch {
		case unicode.IsSpace(r):
			if n := len(line); n > 0 && line[n-1] != ' ' {
				line = append(line, ' ')
			}
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc):
			// What has no width of its own is nothing without its letter.
		case has(r):
			line = append(line, r)
		case has(base):
			line = append(line, base)
		}
	}
	return strings.TrimSpace(string(line))
}

// Cut shortens words to the width, with an ellipsis at the end.
func (t Typeface) Cut(words string, width int) string {
	if t.Width(words) <= width {
		return words
	}
	runes := []rune(strings.TrimSuffix(words, "…"))
	for len(runes) > 0 {
		runes = runes[:len(runes)-1]
		if short := strings.TrimRight(string(runes), " ") + "…"; t.Width(short) <= width {
			return short
		}
	}
	return ""
}
