package draw

import (
	"image"
	"image/color"
	"sync"
)

// The plain colours of tables. Red and black are told apart without colour, too:
// by the suits. Contrast of words to what is behind them is at least 7:1.
const (
	clear Ink = iota
	felt
	rail // around the felt
	line // what is written on the felt
	edge // of cards, so that overlapping ones stay apart
	paper
	black
	red
	blue
	green
	cloth  // of a card's back
	thread // on it
	dark   // of pills and chips
	words
	yellow // whose turn it is
	gold   // of chips
	won
	lost
	even
	tableInks
)

var tableColours = [tableInks]color.NRGBA{
	clear:  {},
	felt:   {0x1b, 0x6b, 0x47, 0xff},
	rail:   {0x12, 0x4a, 0x31, 0xff},
	line:   {0x9c, 0xc9, 0xb2, 0xff},
	edge:   {0x0f, 0x3b, 0x28, 0xff},
	paper:  {0xfd, 0xfd, 0xfb, 0xff},
	black:  {0x15, 0x19, 0x1f, 0xff},
	red:    {0xcc, 0x1f, 0x2d, 0xff},
	blue:   {0x16, 0x67, 0xc7, 0xff},
	green:  {0x13, 0x80, 0x3a, 0xff},
	cloth:  {0x25, 0x4a, 0xa5, 0xff},
	thread: {0x5f, 0x82, 0xd0, 0xff},
	dark:   {0x0d, 0x26, 0x1b, 0xff},
	words:  {0xff, 0xff, 0xff, 0xff},
	yellow: {0xff, 0xd7, 0x5e, 0xff},
	gold:   {0xd9, 0xa4, 0x20, 0xff},
	won:    {0x63, 0xdd, 0x93, 0xff},
	lost:   {0x9e, 0x16, 0x22, 0xff},
	even:   {0xcf, 0xd5, 0xdb, 0xff},
}

// Painter draws tables. What they have in common is drawn once, when it is first
// wanted. It may be used by many goroutines at once.
type Painter struct {
	mu      sync.Mutex
	palette *Palette // with the blends of all sprites
	sprites map[spriteKey]*image.Paletted
	boards  map[image.Point]*image.Paletted // the empty felt by its size

	canvases sync.Pool // of pictures that are done: their memory is much of the work
}

// NewPainter returns a painter that has drawn nothing yet.
func NewPainter() *Painter {
	p := &Painter{palette: NewPalette(tableColours[:]...),
		sprites: make(map[spriteKey]*image.Paletted),
		boards:  make(map[image.Point]*image.Paletted)}
	// All of a kind have the same blends. So the palette is whole from the
	// beginning, and a picture does not depend on those drawn before it.
	for _, deck := range []Deck{TwoColours, FourColours} {
		for suit := NoSuit; suit <= Star; suit++ {
			p.sprite(spriteKey{card: Card{"8", suit}, deck: deck, width: large})
		}
	}
	p.sprite(spriteKey{width: large})
	p.sprite(spriteKey{chip: true, width: bigChip})
	p.board(image.Pt(OneWidth, OneHeight))
	w := table{p, NewCanvas(OneWidth, OneHeight, p.palette), TwoColours}
	w.canvas.Rect(w.canvas.Size(), felt)
	for i, h := range []Hand{{}, {Tone: Winning}, {Tone: Losing}, {Tone: Even}, {Active: true}} {
		h.Total, h.Bet = "0123456789 ABCDEJKQ", 1
		w.block(h, image.Rect(margin, 40*i, OneWidth-margin, 40*i), 0, smallChip)
	}
	w.canvas.write(Label{"ABCDEFGHIJK", lineFace, line, margin, 300, Left})
	w.canvas.write(Label{"ABCDEFGHIJK", nameFace, words, margin, 340, Left})
	return p
}

// spriteKey names a sprite: a card, or a chip.
type spriteKey struct {
	card  Card
	deck  Deck
	chip  bool
	width int
}

// mostSprites is more than there are.
const mostSprites = 1000

// sprite returns a sprite for the felt; where it is transparent it has no colour.
func (p *Painter) sprite(k spriteKey) *image.Paletted {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s, ok := p.sprites[k]; ok {
		return s
	}
	height := k.width
	if !k.chip {
		height = tall(k.width)
	}
	c := NewCanvas(k.width, height, p.palette)
	c.Rect(c.Size(), felt)
	if k.chip {
		c.chip()
	} else {
		c.face(k.card, k.deck)
	}
	for i, pixel := range c.image.Pix {
		if pixel == uint8(felt) {
			c.image.Pix[i] = uint8(clear)
		}
	}
	if len(p.sprites) < mostSprites {
		p.sprites[k] = c.image
	}
	return c.image
}

// canvas returns a canvas with nothing but the felt. It is given back by done.
func (p *Painter) canvas(width, height int) *Canvas {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := image.Pt(width, height)
	board, ok := p.boards[size]
	if !ok {
		board = p.board(size)
		p.boards[size] = board
	}
	c, _ := p.canvases.Get().(*Canvas)
	if c == nil || c.Size() != board.Rect {
		c = NewCanvas(width, height, &Palette{})
	}
	copy(c.image.Pix, board.Pix)
	c.palette.reset(p.palette)
	return c
}

// done returns the picture of a canvas, which is not used any more.
func (p *Painter) done(c *Canvas) []byte {
	defer p.canvases.Put(c)
	return c.PNG()
}

// board draws the empty felt.
func (p *Painter) board(size image.Point) *image.Paletted {
	c := NewCanvas(size.X, size.Y, p.palette)
	const round, border = 18, 6
	all := c.Size()
	c.Fill(all, rail, func(q *Path) { q.Box(all, round, round) })
	inner := all.Inset(border)
	c.Fill(inner, felt, func(q *Path) { q.Box(inner, round-border, round-border) })
	return c.image
}

// chip draws a chip as large as the canvas: a ring with eight stripes.
func (c *Canvas) chip() {
	size := c.Size()
	r := float64(size.Dx()) / 2
	c.Fill(size, edge, func(p *Path) { p.Circle(r, r, r) })
	c.Fill(size, gold, func(p *Path) { p.Circle(r, r, r-1) })
	c.Fill(size, words, func(p *Path) {
		for _, at := range stripes {
			x, y := at.x, at.y // the middle of a stripe, seen from the chip's
			p.Polygon(
				r+(r-1)*(x-0.2*y), r+(r-1)*(y+0.2*x),
				r+0.7*r*(x-0.24*y), r+0.7*r*(y+0.24*x),
				r+0.7*r*(x+0.24*y), r+0.7*r*(y-0.24*x),
				r+(r-1)*(x+0.2*y), r+(r-1)*(y-0.2*x))
		}
	})
	c.Fill(size, dark, func(p *Path) { p.Circle(r, r, 0.74*r) })
}

// stripes are the directions of a chip's stripes.
var stripes = [6]struct{ x, y float64 }{{0, -0.97}, {0.84, -0.485}, {0.84, 0.485}, {0, 0.97},
	{-0.84, 0.485}, {-0.84, -0.485}}

// tall is the height of a card: 7 to 5.
func tall(width int) int { return width * 7 / 5 }
