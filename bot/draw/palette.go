package draw

import "image/color"

// Ink is one of the plain colours of a palette.
type Ink uint8

// mostInks is how many plain colours a palette has at most.
const mostInks = 24

// shades is how many steps a soft edge has.
const shades = 11

// Palette is the colours of a picture: the plain ones, which come first, and
// what they blend to.
type Palette struct {
	plain  []color.NRGBA
	all    color.Palette
	blends [256][mostInks][shades]uint8 // places of blends in all, 0 where not yet known
}

// NewPalette returns a palette of plain colours, at most 24. The first is what a
// new picture is filled with.
func NewPalette(plain ...color.NRGBA) *Palette {
	p := &Palette{plain: plain, all: make(color.Palette, 0, 256)}
	for _, c := range plain {
		p.all = append(p.all, c)
	}
	return p
}

// reset makes p a copy of another palette, which can get blends of its own.
func (p *Palette) reset(from *Palette) {
	p.plain, p.blends = from.plain, from.blends
	p.all = append(p.all[:0], from.all...)
}

// blend returns the place of an ink over a colour of the palette.
func (p *Palette) blend(under uint8, over Ink, shade int) uint8 {
	known := &p.blends[under][over][shade]
	if *known == 0 {
		*known = p.place(mix(p.all[under].(color.NRGBA), p.plain[over], shade))
	}
	return *known
}

// place returns where a colour is in the palette, adding it while there is
// room; when there is none it takes the nearest.
func (p *Palette) place(want color.NRGBA) uint8 {
	near := p.all.Index(want)
	if p.all[near] != color.Color(want) && len(p.all) < 256 {
		p.all = append(p.all, want)
		return uint8(len(p.all) - 1)
	}
	return uint8(near)
}

// mix lays a colour over another. What lies over nothing only becomes transparent.
func mix(under, over color.NRGBA, shade int) color.NRGBA {
	if under.A == 0 {
		over.A = uint8(int(over.A) * shade / shades)
		return over
	}
	part := func(a, b uint8) uint8 { return uint8((int(a)*(shades-shade) + int(b)*shade) / shades) }
	return color.NRGBA{part(under.R, over.R), part(under.G, over.G), part(under.B, over.B), under.A}
}
