package draw

import (
	"fmt"
	"image"
	"strconv"
)

// Table is what a picture of a table shows.
type Table struct {
	Deck   Deck
	Line   string // written on the felt where there is one seat
	Dealer Hand
	Seats  []Seat // 1 to 7
}

// Seat is a player's.
type Seat struct {
	Name  string // shown where there are several seats; hostile text
	Place string // shown for a name of which no letter can be drawn, such as "Seat 2"
	Hands []Hand // none for one who is not in the round
	// of the side bets: chips, or what they won; empty for none
	Sides     string
	SidesTone Tone
}

// Hand is the cards of one hand, and what is said of it.
type Hand struct {
	Cards  []Card
	Total  string // the pill's words, such as "17" or "Bust 22"; empty for no pill
	Short  string // shorter words, for when these do not fit
	Tone   Tone
	Active bool  // whose turn it is
	Bet    int64 // chips, 0 for no chip
}

// Tone is how a hand stands.
type Tone uint8

// The tones.
const (
	Plain Tone = iota
	Winning
	Losing
	Even
)

// The sizes of pictures: for one seat, and for several in one to three rows. As wide as
// these Discord shows them at about half their size, on phones and beside chats.
const (
	OneWidth, OneHeight = 640, 360
	dealerTall, rowTall = 112, 164
)

// The widths of cards and chips.
const (
	large, medium, small         = 76, 62, 56
	bigChip, seatChip, smallChip = 56, 40, 38
)

const (
	margin    = 24 // from the edge of the picture to the cards
	pillSize  = 19 // of its letters
	pillTall  = 28
	pillGap   = 6 // between cards and pill
	lineSize  = 17
	leastSize = 17 // of letters
	nameSize  = 18
	between   = 10 // cards that do not overlap
	framePad  = 8  // around the active hand
	spread    = 5  // cards that lie side by side; the sixth overlaps
	beside    = 12 // seats and the edge of the picture
	nameGap   = 12 // between a name and the pill
)

// Table draws a table and returns it as a PNG file.
func (p *Painter) Table(t Table) []byte {
	if len(t.Seats) > 1 {
		return p.many(t)
	}
	c := p.canvas(OneWidth, OneHeight)
	w := table{p, c, t.Deck}
	w.block(t.Dealer, image.Rect(margin, 18, OneWidth-margin, OneHeight), large, 0)
	c.write(Label{lineFace.Cut(Line(t.Line), OneWidth-2*margin), lineFace, line, OneWidth / 2, 184,
		Centre})
	if len(t.Seats) == 1 {
		if t.Seats[0].Sides != "" {
			w.tag(t.Seats[0], image.Pt(OneWidth-margin, 184))
		}
		hands := t.Seats[0].Hands
		width, chip := large, bigChip
		if len(hands) > 1 {
			width, chip = medium, smallChip
		}
		top := 304 - tall(width)
		each := (OneWidth - 2*margin + 2*framePad) / max(1, len(hands))
		for i, h := range hands {
			left := margin + i*each
			w.block(h, image.Rect(left, top, left+each-2*framePad, OneHeight), width, chip)
		}
	}
	return p.done(c)
}

// Cards draws cards side by side and returns them as a PNG file.
func (p *Painter) Cards(cards []Card, deck Deck) []byte {
	c := p.canvas(OneWidth, tall(large)+2*margin)
	table{p, c, deck}.cards(cards, image.Pt(margin, margin), OneWidth-2*margin, large)
	return p.done(c)
}

var (
	lineFace = Typeface{Bold: true, Size: lineSize}
	pillFace = Typeface{Bold: true, Size: pillSize}
	nameFace = Typeface{Bold: true, Size: nameSize}
)

// table is a table while it is drawn.
type table struct {
	*Painter
	canvas *Canvas
	deck   Deck
}

// block draws a hand at the top of a box: its cards, below them its pill and its
// chip, and the frame around all of it when it is the hand's turn.
func (t table) block(h Hand, box image.Rectangle, width, chip int) {
	pill := image.Rect(box.Min.X, box.Min.Y+tall(width)+pillGap, box.Max.X,
		box.Min.Y+tall(width)+pillGap+pillTall)
	t.frame(h, image.Rect(box.Min.X, box.Min.Y, box.Max.X, pill.Max.Y))
	t.cards(h.Cards, box.Min, box.Dx(), width)
	t.foot(h, pill, chip)
}

// frame draws the frame of the hand in turn.
func (t table) frame(h Hand, box image.Rectangle) {
	if !h.Active {
		return
	}
	box = box.Inset(-framePad)
	const thick, round = 3, 12
	t.canvas.Fill(box, yellow, func(p *Path) { p.Box(box, round, round) })
	inner := box.Inset(thick)
	t.canvas.Fill(inner, felt, func(p *Path) { p.Box(inner, round-thick, round-thick) })
}

// foot draws a hand's pill and chip. If both do not fit, it draws no chip.
func (t table) foot(h Hand, r image.Rectangle, chip int) {
	if h.Bet == 0 {
		chip = 0
	}
	room := r.Dx()
	if chip > 0 {
		room -= chip + 2
	}
	if h.Short != "" && !t.fits(h.Total, room) {
		h.Total = h.Short
		if !t.fits(h.Total, room) {
			chip, room = 0, r.Dx()
		}
	}
	if chip > 0 {
		t.chip(h.Bet, image.Pt(r.Max.X-chip, r.Min.Y+(pillTall-chip)/2), chip)
	}
	if h.Total != "" {
		t.pill(h, r.Min, room)
	}
}

// chip draws a chip with an amount on it.
func (t table) chip(bet int64, at image.Point, size int) {
	t.canvas.copy(at, t.sprite(spriteKey{chip: true, width: size}))
	amount := short(bet)
	face := Typeface{Bold: true, Size: max(leastSize, size*4/10)}.Within(size*66/100, 1, amount)
	t.canvas.write(Label{amount, face, words, at.X + size/2, at.Y + size/2 + face.Size*36/100,
		Centre})
}

// pillEnds is the space beside the words of a pill.
const pillEnds = 10

// fits reports whether the words of a pill fit, in the smallest letters.
func (t table) fits(text string, room int) bool {
	return Typeface{Bold: true, Size: leastSize}.Width(text)+2*pillEnds <= room
}

// pill draws what is said of a hand.
func (t table) pill(h Hand, at image.Point, room int) {
	room -= 2 * pillEnds
	face := pillFace.Within(room, leastSize, h.Total)
	text := face.Cut(h.Total, room)
	box := image.Rectangle{at, at.Add(image.Pt(face.Width(text)+2*pillEnds, pillTall))}
	inks := toneInks[h.Tone]
	if h.Active {
		inks.ground, inks.words = yellow, black
	}
	t.canvas.Fill(box, inks.ground, func(p *Path) { p.Box(box, pillTall/2, pillTall/2) })
	t.canvas.write(Label{text, face, inks.words, at.X + pillEnds,
		at.Y + (pillTall+face.Size*3/4)/2 - 1, Left})
}

// toneInks are the colours of a pill and of its words.
var toneInks = [...]struct{ ground, words Ink }{
	Plain: {dark, words}, Winning: {won, black}, Losing: {lost, words}, Even: {even, black},
}

// cards draws cards side by side. Those that are there keep their places when
// another comes; where the room ends, all move together.
func (t table) cards(cards []Card, at image.Point, room, width int) {
	for i, card := range cards {
		x := at.X + offset(i, len(cards), room, width)
		t.canvas.copy(image.Pt(x, at.Y),
			t.sprite(spriteKey{card: card, deck: t.deck, width: width}))
	}
}

// offset returns where the card i of n begins.
func offset(i, n, room, width int) int {
	apart, over := width+between, width*42/100
	if spread*apart-between > room { // a narrow place: all overlap
		apart = max(0, min(over, (room-width)/max(1, n-1)))
		if n == 2 && 2*width+4 <= room {
			apart = width + 4
		}
		return i * apart
	}
	if i < spread {
		return i * apart
	}
	last := (spread - 1) * apart
	over = min(over, (room-width-last)/max(1, n-spread))
	return last + (i-spread+1)*over
}

// short writes an amount on a chip: "950", "1.2k", "3M".
func short(n int64) string {
	for _, unit := range []struct {
		of   int64
		name string
	}{{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if n < unit.of {
			continue
		}
		whole, tenth := n/unit.of, n%unit.of*10/unit.of
		if whole > 99 || tenth == 0 {
			return fmt.Sprintf("%d%s", whole, unit.name)
		}
		return fmt.Sprintf("%d.%d%s", whole, tenth, unit.name)
	}
	return strconv.FormatInt(n, 10)
}
