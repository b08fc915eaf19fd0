package draw

import (
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/color"
)

// EmojiSize is the width and height of an emoji in pixels. Discord shows it as
// high as a line of text.
const EmojiSize = 128

// Emoji is a half of a card: the rank, or below it the suit.
type Emoji struct {
	Key  string // what it shows, such as "card_king_red" or "card_hearts"
	Name string // the key and a hash of the picture: a changed drawing has another name
	PNG  []byte
}

// Halves returns the keys of the emojis that make a card: of its upper half and
// of its lower half. A card that no emojis are for has empty keys.
func (d Deck) Halves(c Card) (upper, lower string) {
	switch {
	case c == Card{}:
		return "card_back_top", "card_back_foot"
	case c.Suit == Star:
		return "card_joker", "card_star"
	case c.Suit == NoSuit || rankNames[c.Rank] == "":
		return "", ""
	}
	colour := colourNames[d.ink(c.Suit)]
	lower = "card_" + suitNames[c.Suit]
	if d == FourColours && (c.Suit == Clubs || c.Suit == Diamonds) {
		lower += "_" + colour
	}
	return "card_" + rankNames[c.Rank] + "_" + colour, lower
}

var (
	colourNames = map[Ink]string{black: "black", red: "red", blue: "blue", green: "green"}
	suitNames   = map[Suit]string{Clubs: "clubs", Diamonds: "diamonds", Hearts: "hearts",
		Spades: "spades"}
	rankNames = map[string]string{"A": "ace", "2": "two", "3": "three", "4": "four", "5": "five",
		"6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten", "J": "jack",
		"Q": "queen", "K": "king"}
)

// Emojis draws all emojis that cards are made of, in a fixed order.
func Emojis() []Emoji {
	var all []Emoji
	colours := tableColours
	colours[edge] = color.NRGBA{0xae, 0xb4, 0xbd, 0xff} // seen on white and on dark grey
	drawn := make(map[string]bool)
	add := func(card Card, deck Deck) {
		upper, lower := deck.Halves(card)
		for i, key := range []string{upper, lower} {
			if drawn[key] {
				continue
			}
			drawn[key] = true
			c := NewCanvas(EmojiSize, EmojiSize, NewPalette(colours[:]...))
			c.half(card, deck, i == 1)
			picture := c.PNG()
			hash := sha256.Sum256(picture)
			all = append(all, Emoji{key, key + "_" + hex.EncodeToString(hash[:3]), picture})
		}
	}
	ranks := []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
	for _, deck := range []Deck{TwoColours, FourColours} {
		for suit := Clubs; suit <= Spades; suit++ {
			for _, rank := range ranks {
				add(Card{rank, suit}, deck)
			}
		}
	}
	add(Card{}, TwoColours)
	add(Card{Suit: Star}, TwoColours)
	return all
}

// half draws the upper or lower half of a card, as large as the canvas. The two
// are joined without a gap, so that only the outer edges have a line, and round corners.
func (c *Canvas) half(card Card, deck Deck, lower bool) {
	const side, round, line = 4, 18, 3
	size := c.Size()
	edgeBox := image.Rect(side, 0, size.Max.X-side, size.Max.Y)
	paperBox := image.Rect(side+line, line, size.Max.X-side-line, size.Max.Y)
	up, down := float64(round), 0.0
	in := float64(line)
	if lower {
		up, down = down, up
		paperBox = paperBox.Sub(image.Pt(0, line))
	}
	c.Fill(size, edge, func(p *Path) { p.Box(edgeBox, up, down) })
	c.Fill(size, paper, func(p *Path) { p.Box(paperBox, max(0, up-in), max(0, down-in)) })
	middle := float64(EmojiSize) / 2
	switch {
	case card == Card{}:
		cloths := image.Rect(side+8, 8, size.Max.X-side-8, size.Max.Y)
		if lower {
			cloths = cloths.Sub(image.Pt(0, 8))
		}
		c.Fill(cloths, cloth, func(p *Path) { p.Box(cloths, up/2, down/2) })
		c.Fill(cloths, thread, func(p *Path) {
			for y := -EmojiSize; y < 2*EmojiSize; y += 32 {
				a, l, r := float64(y), float64(cloths.Min.X), float64(cloths.Max.X)
				p.Polygon(l, a+r-l, r, a, r, a+12, l, a+12+r-l)
			}
		})
	case card.Suit == Star && !lower:
		c.write(Label{"J", Typeface{true, 109}, black, int(middle), 104, Centre})
	case lower:
		c.Fill(size, deck.ink(card.Suit), func(p *Path) { p.suit(card.Suit, middle, 54, 46) })
	default: // twice, for thicker strokes: it is shown at a sixth of its size
		c.rank(card.Rank, deck.ink(card.Suit), middle-2, 106, 114)
		c.rank(card.Rank, deck.ink(card.Suit), middle+2, 106, 114)
	}
}
