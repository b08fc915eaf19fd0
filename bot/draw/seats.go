package draw

import (
	"image"
	"slices"
	"strings"
	"unicode"
)

// A row has so many seats and hands at most.
const mostSeats, mostHands = 3, 8

// many draws a table of several seats: the dealer in the middle above up to three rows.
func (p *Painter) many(t Table) []byte {
	seats := slices.Clone(t.Seats)
	for i := range seats {
		s := &seats[i]
		if s.Name = Line(s.Name); strings.IndexFunc(s.Name, named) < 0 {
			s.Name = Line(s.Place)
		}
	}
	rows := inRows(seats)
	c := p.canvas(OneWidth, dealerTall+rowTall*len(rows))
	w := table{p, c, t.Deck}
	w.dealer(t.Dealer)
	for i, seats := range rows {
		w.row(seats, dealerTall+rowTall*i)
	}
	return p.done(c)
}

// named reports whether people can be told apart by a sign.
func named(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// dealer draws the dealer's cards in the middle, and the pill beside them.
func (t table) dealer(h Hand) {
	const top, pillRoom = 18, 210
	room := OneWidth - 2*margin - pillRoom
	n := len(h.Cards)
	wide := offset(max(n, 2)-1, max(n, 2), room, small) + small
	left := max(margin, (OneWidth-wide-between-pillFace.Width(h.Total)-2*pillEnds)/2)
	t.cards(h.Cards, image.Pt(left, top), room, small)
	if h.Total != "" {
		t.pill(h, image.Pt(left+wide+between, top+(tall(small)-pillTall)/2),
			OneWidth-margin-left-wide-between)
	}
}

// inRows spreads seats over rows, about as many in each.
func inRows(seats []Seat) (rows [][]Seat) {
	for len(seats) > 0 {
		n := (len(seats) + mostSeats - 1) / mostSeats // rows to fill
		take := (len(seats) + n - 1) / n
		for take > 1 && hands(seats[:take]) > mostHands {
			take--
		}
		rows = append(rows, seats[:take])
		seats = seats[take:]
	}
	return rows
}

// hands counts the places that hands of seats take.
func hands(seats []Seat) (n int) {
	for _, s := range seats {
		n += max(1, len(s.Hands))
	}
	return n
}

// row draws seats side by side, those with more hands wider.
func (t table) row(seats []Seat, top int) {
	parts := len(seats) + hands(seats) // each seat has two, and one more for each other hand
	const most = 110
	part := min((OneWidth-2*beside+2*framePad)/parts, most)
	left := (OneWidth-part*parts)/2 + framePad
	for _, s := range seats {
		wide := part * (1 + max(1, len(s.Hands)))
		t.seat(s, image.Rect(left, top, left+wide-2*framePad, top+rowTall))
		left += wide
	}
}

// seat draws a seat's hands side by side, and its name below them.
func (t table) seat(s Seat, box image.Rectangle) {
	const apart = 2*framePad - 2 // hands of a seat
	base := box.Min.Y + tall(small) + nameSize + 4
	each := (box.Dx() + apart) / max(1, len(s.Hands))
	for i, h := range s.Hands {
		hand := image.Rect(box.Min.X+i*each, box.Min.Y, box.Min.X+(i+1)*each-apart, box.Max.Y)
		foot := image.Rect(hand.Min.X, base+nameGap, hand.Max.X, base+nameGap+pillTall)
		t.frame(h, image.Rect(hand.Min.X, hand.Min.Y, hand.Max.X, foot.Max.Y))
		t.cards(h.Cards, hand.Min, hand.Dx(), small)
		t.foot(h, foot, seatChip)
	}
	room := box.Dx()
	if len(s.Hands) > 1 {
		room = each - apart // it does not cross the frame of a hand
	}
	if s.Sides != "" {
		room = min(room, box.Dx()-between-t.tag(s, image.Pt(box.Max.X, base)))
	}
	name := nameFace.Cut(s.Name, room)
	t.canvas.write(Label{name, nameFace, words, box.Min.X, base, Left})
}

// tag draws what a seat has on side bets, ending at a place on the line of its name. It
// returns how wide that is.
func (t table) tag(s Seat, end image.Point) int {
	const ends, above, below = 7, 17, 5
	wide := lineFace.Width(s.Sides) + 2*ends
	box := image.Rect(end.X-wide, end.Y-above, end.X, end.Y+below)
	inks := toneInks[s.SidesTone]
	t.canvas.Fill(box, inks.ground, func(p *Path) { p.Box(box, 6, 6) })
	t.canvas.write(Label{s.Sides, lineFace, inks.words, box.Min.X + ends, end.Y, Left})
	return wide
}
