package draw

import "image"

// Suit is what a card shows besides its rank.
type Suit uint8

// The suits, none where a table's cards are numbers, and the jokers' star.
const (
	NoSuit Suit = iota
	Clubs
	Diamonds
	Hearts
	Spades
	Star
)

// Card is the face of a card. The zero card is a back.
type Card struct {
	Rank string // such as "10" or "K"; empty for a joker
	Suit Suit
}

// Deck is how suits are told apart by colour.
type Deck uint8

// The decks.
const (
	TwoColours  Deck = iota // black and red
	FourColours             // clubs green, diamonds blue
)

// suitInks are the colours of suits. A number is black.
var suitInks = [...][Star + 1]Ink{
	TwoColours:  {black, Clubs: black, Diamonds: red, Hearts: red, Spades: black, Star: black},
	FourColours: {black, Clubs: green, Diamonds: blue, Hearts: red, Spades: black, Star: black},
}

func (d Deck) ink(s Suit) Ink { return suitInks[d][s] }

// suit adds a suit of a width and height of 2r around a place.
func (p *Path) suit(s Suit, x, y, r float64) {
	switch s {
	case Diamonds:
		p.Polygon(x, y-r, x+0.76*r, y, x, y+r, x-0.76*r, y)
	case Hearts:
		p.heart(x, y, r, 1)
	case Spades:
		p.heart(x, y-0.08*r, 0.96*r, -1)
		p.stem(x, y, r)
	case Clubs:
		p.Circle(x, y-0.5*r, 0.46*r)
		p.Circle(x-0.5*r, y+0.22*r, 0.46*r)
		p.Circle(x+0.5*r, y+0.22*r, 0.46*r)
		p.Polygon(x, y-0.4*r, x+0.4*r, y+0.3*r, x-0.4*r, y+0.3*r)
		p.stem(x, y, r)
	case Star:
		places := starTips
		for i := 0; i < len(places); i += 2 {
			places[i], places[i+1] = x+r*places[i], y+r*places[i+1]
		}
		p.Polygon(places[:]...)
	}
}

// starTips are the tips and notches of a star of five, clockwise from the top.
var starTips = [...]float64{
	0, -1, 0.225, -0.309, 0.951, -0.309, 0.363, 0.118, 0.588, 0.809,
	0, 0.382, -0.588, 0.809, -0.363, 0.118, -0.951, -0.309, -0.225, -0.309,
}

// heart adds a heart, or for way −1 one that stands on its head.
func (p *Path) heart(x, y, r, way float64) {
	at := func(a, b float64) (float64, float64) { return x + a*r*way, y + b*r*way }
	curve := func(ax, ay, bx, by, cx, cy float64) {
		ax, ay = at(ax, ay)
		bx, by = at(bx, by)
		cx, cy = at(cx, cy)
		p.Curve(ax, ay, bx, by, cx, cy)
	}
	p.Move(at(0, 0.95))
	curve(-0.25, 0.55, -1, 0.2, -1, -0.36)
	curve(-1, -0.72, -0.76, -0.92, -0.5, -0.92)
	curve(-0.26, -0.92, -0.07, -0.78, 0, -0.52)
	curve(0.07, -0.78, 0.26, -0.92, 0.5, -0.92)
	curve(0.76, -0.92, 1, -0.72, 1, -0.36)
	curve(1, 0.2, 0.25, 0.55, 0, 0.95)
	p.Close()
}

// stem adds the foot of a spade or a club.
func (p *Path) stem(x, y, r float64) {
	p.Move(x+0.07*r, y+0.3*r)
	p.Curve(x+0.07*r, y+0.7*r, x+0.18*r, y+0.9*r, x+0.36*r, y+r)
	p.Line(x-0.36*r, y+r)
	p.Curve(x-0.18*r, y+0.9*r, x-0.07*r, y+0.7*r, x-0.07*r, y+0.3*r)
	p.Close()
}

// face draws a card into the canvas, which is as large as the card: the index
// at the top left, which stays visible where cards overlap, and one large suit.
func (c *Canvas) face(card Card, deck Deck) {
	size := c.Size()
	w := float64(size.Dx())
	round := w * 0.1
	c.Fill(size, edge, func(p *Path) { p.Box(size, round, round) })
	white := size.Inset(1)
	c.Fill(white, paper, func(p *Path) { p.Box(white, round-1, round-1) })
	if card == (Card{}) {
		c.back(size)
		return
	}
	suit := func(x, y, r float64) {
		c.Fill(size, deck.ink(card.Suit), func(p *Path) { p.suit(card.Suit, w*x, w*y, w*r) })
	}
	switch {
	case card.Rank == "":
		suit(0.22, 0.24, 0.16)
		suit(0.56, 0.82, 0.34)
		return
	case card.Suit == NoSuit:
		c.rank(card.Rank, black, w/2, w*0.93, w*0.66)
		return
	}
	c.rank(card.Rank, deck.ink(card.Suit), w*0.25, w*0.42, w*0.44)
	suit(0.25, 0.64, 0.14)
	suit(0.65, 1.02, 0.27)
}

// rank draws a rank around x, narrower where it has two digits.
func (c *Canvas) rank(text string, ink Ink, x, base, size float64) {
	face := Typeface{Bold: true, Size: int(size)}
	if len(text) > 1 {
		face.Size = int(size * 0.86)
	}
	face = face.Within(int(size), 1, text)
	c.write(Label{text, face, ink, int(x + 0.5), int(base), Centre})
}

// back draws the back of a card: diagonal lines on one colour.
func (c *Canvas) back(size image.Rectangle) {
	w := size.Dx()
	inner := size.Inset(max(2, w/16))
	c.Fill(inner, cloth, func(p *Path) { p.Box(inner, float64(w)/14, float64(w)/14) })
	lines := inner.Inset(max(2, w/20))
	c.Fill(lines, thread, func(p *Path) {
		step, thick := float64(w)/8, float64(w)/32
		left, right := float64(lines.Min.X), float64(lines.Max.X)
		for y := float64(lines.Min.Y); y < float64(lines.Max.Y)+right-left; y += step {
			p.Polygon(left, y, right, y-right+left,
				right, y-right+left+2*thick, left, y+2*thick)
		}
	})
}
