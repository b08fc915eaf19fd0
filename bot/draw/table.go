package draw

import (
	"image"
	"strconv"
)

// Table is what a picture of a table shows.
type Table struct {
	Deck   Deck
	Line   string // written on the felt
	Dealer Hand
	Seats  []Seat // 1 to 7
}

// Seat is a player's.
type Seat struct {
	Name  string // shown where there are several seats; hostile text
	Hands []Hand // none for one who is not in the round
}

// Hand is the cards of one hand, and what is said of it.
type Hand struct {
	Cards  []Card
	Total  string // the pill's words, such as "17" or "Bust 22"; empty for no pill
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

// The sizes of pictures: for one seat, and for up to seven.
const (
	OneWidth, OneHeight   = 640, 360
	ManyWidth, ManyHeight = 800, 520
)

// The widths of cards and chips.
const (
	large, medium, small = 76, 62, 56
	bigChip, smallChip   = 56, 38
)

const (
	margin    = 24 // from the edge of the picture to the cards
	pillSize  = 19 // of its letters
	pillTall  = 28
	pillGap   = 6 // between cards and pill
	lineSize  = 17
	nameSize  = 18
	between   = 10 // cards that do not overlap
	framePad  = 8  // around the active hand
	spread    = 5  // cards that lie side by side; the sixth overlaps
	mostBlock = 190
)

// Table draws a table and returns it as a PNG file.
func (p *Painter) Table(t Table) []byte {
	if len(t.Seats) > 1 {
		return p.many(t)
	}
	c := p.canvas(OneWidth, OneHeight)
	w := table{p, c, t.Deck}
	w.block(t.Dealer, image.Rect(margin, 18, OneWidth-margin, OneHeight), large, 0)
	c.Write(Label{p.faces.Cut(lineFace, p.faces.Line(t.Line), OneWidth-2*margin), lineFace, line,
		OneWidth / 2, 184, Centre})
	if len(t.Seats) == 1 {
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

// foot draws a hand's pill and chip.
func (t table) foot(h Hand, r image.Rectangle, chip int) {
	room := r.Dx()
	if h.Bet > 0 && chip > 0 {
		room -= chip + 2
		at := image.Pt(r.Max.X-chip, r.Min.Y+(pillTall-chip)/2)
		t.canvas.copy(at, t.sprite(spriteKey{chip: true, width: chip}))
		amount := short(h.Bet)
		face := Typeface{Bold: true, Size: chip * 4 / 10}
		for t.faces.Width(face, amount) > chip*66/100 {
			face.Size--
		}
		t.canvas.Write(Label{amount, face, words, at.X + chip/2, at.Y + chip/2 + face.Size*36/100,
			Centre})
	}
	if h.Total != "" {
		t.pill(h, r.Min, room)
	}
}

// pill draws what is said of a hand.
func (t table) pill(h Hand, at image.Point, room int) {
	const ends = 10
	face := pillFace
	for t.faces.Width(face, h.Total)+2*ends > room && face.Size > 15 {
		face.Size--
	}
	text := t.faces.Cut(face, h.Total, room-2*ends)
	box := image.Rectangle{at, at.Add(image.Pt(t.faces.Width(face, text)+2*ends, pillTall))}
	ground, ink := dark, words
	switch {
	case h.Active:
		ground, ink = yellow, black
	case h.Tone == Winning:
		ground, ink = won, black
	case h.Tone == Losing:
		ground = lost
	case h.Tone == Even:
		ground, ink = even, black
	}
	t.canvas.Fill(box, ground, func(p *Path) { p.Box(box, pillTall/2, pillTall/2) })
	t.canvas.Write(Label{text, face, ink, at.X + ends, at.Y + (pillTall+face.Size*3/4)/2 - 1, Left})
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
		apart = min(over, (room-width)/max(1, n-1))
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
			return strconv.FormatInt(whole, 10) + unit.name
		}
		return strconv.FormatInt(whole, 10) + "." + strconv.FormatInt(tenth, 10) +
			unit.name
	}
	return strconv.FormatInt(n, 10)
}

// many draws a table of several seats: the dealer in the middle above one or two
// rows of seats.
func (p *Painter) many(t Table) []byte {
	c := p.canvas(ManyWidth, ManyHeight)
	w := table{p, c, t.Deck}
	wide := min(len(t.Dealer.Cards), spread)*(medium+between) - between
	left := (ManyWidth - max(wide, 2*medium+between)) / 2
	w.block(t.Dealer, image.Rect(left, 20, ManyWidth-margin, ManyHeight), medium, 0)
	first := len(t.Seats)
	if first > 4 {
		first = (len(t.Seats) + 1) / 2
	}
	w.row(t.Seats[:first], 170)
	w.row(t.Seats[first:], 346)
	c.Write(Label{p.faces.Cut(lineFace, p.faces.Line(t.Line), left-2*margin), lineFace, line,
		margin, 40, Left})
	return p.done(c)
}

// row draws seats side by side, those with more hands wider.
func (t table) row(seats []Seat, top int) {
	if len(seats) == 0 {
		return
	}
	parts := 0 // each seat has two, and one more for each hand after the first
	for _, s := range seats {
		parts += 1 + max(1, len(s.Hands))
	}
	part := min((ManyWidth-2*margin+2*framePad)/parts, mostBlock/2)
	left := (ManyWidth-part*parts)/2 + framePad
	for _, s := range seats {
		wide := part * (1 + max(1, len(s.Hands)))
		t.seat(s, image.Rect(left, top, left+wide-2*framePad, ManyHeight))
		left += wide
	}
}

// seat draws a seat's hands side by side, and its name below them.
func (t table) seat(s Seat, box image.Rectangle) {
	base := box.Min.Y + tall(small) + nameSize + 4
	name := t.faces.Cut(nameFace, t.faces.Line(s.Name), box.Dx())
	const apart = 2*framePad - 2 // hands of a seat
	each := (box.Dx() + apart) / max(1, len(s.Hands))
	for i, h := range s.Hands {
		hand := image.Rect(box.Min.X+i*each, box.Min.Y, box.Min.X+(i+1)*each-apart, box.Max.Y)
		foot := image.Rect(hand.Min.X, base+8, hand.Max.X, base+8+pillTall)
		t.frame(h, image.Rect(hand.Min.X, hand.Min.Y, hand.Max.X, foot.Max.Y))
		t.cards(h.Cards, hand.Min, hand.Dx(), small)
		t.foot(h, foot, smallChip)
	}
	t.canvas.Write(Label{name, nameFace, words, box.Min.X, base, Left})
}
