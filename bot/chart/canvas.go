package chart

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/vector"
)

// ink is one of the plain colours, and its position in the palette.
type ink uint8

const (
	none ink = iota
	panel
	grid
	axis
	text
	faint
	red
	grey
	green
	amber
	inks
)

// colours has a contrast of at least 3:1 to the panel for shapes and of 7:1 for
// words.
var colours = [inks]color.NRGBA{
	none:  {},
	panel: {0x2b, 0x2d, 0x31, 0xff},
	grid:  {0x3c, 0x3e, 0x45, 0xff},
	axis:  {0x80, 0x84, 0x8e, 0xff},
	text:  {0xf2, 0xf3, 0xf5, 0xff},
	faint: {0xc4, 0xc9, 0xd0, 0xff},
	red:   {0xf2, 0x4a, 0x4e, 0xff},
	grey:  {0x94, 0x9b, 0xa4, 0xff},
	green: {0x2d, 0xb8, 0x68, 0xff},
	amber: {0xf5, 0xbd, 0x41, 0xff},
}

// shades is how many steps a soft edge has. It keeps a picture within the 256
// colours of a palette, which is a quarter of the bytes to compress.
const shades = 15

// canvas is the picture while it is drawn.
type canvas struct {
	image  *image.Paletted
	blends [256][inks][shades]uint8 // positions of mixed colours, 0 where not yet known
	raster vector.Rasterizer
	mask   image.Alpha
	faces  map[typeface]*opentype.Face
	labels []label // drawn last, so that no shape covers a word
}

// newCanvas returns a canvas with nothing but the panel.
func newCanvas() *canvas {
	c := &canvas{
		image: image.NewPaletted(image.Rect(0, 0, Width, Height), make(color.Palette, 0, 256)),
		faces: map[typeface]*opentype.Face{},
	}
	for _, colour := range colours {
		c.image.Palette = append(c.image.Palette, colour)
	}
	c.rect(c.image.Rect, panel)
	const round = 16
	for i := range 4 {
		x, y := i%2*(Width-round), i/2*(Height-round)
		corner := image.Rect(x, y, x+round, y+round)
		c.rect(corner, none)
		c.fill(corner, panel, func(p *path) { p.box(c.image.Rect, round, round) })
	}
	return c
}

// png draws the labels and returns the picture as a PNG file. The encoder's
// buffers are not reused: a picture follows seconds of simulation.
func (c *canvas) png() []byte {
	for _, l := range c.labels {
		c.write(l)
	}
	var out bytes.Buffer
	out.Grow(32 << 10)
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, c.image); err != nil {
		panic("chart: a buffer takes every byte and the size is lawful: " + err.Error())
	}
	return out.Bytes()
}

// rect fills whole pixels.
func (c *canvas) rect(r image.Rectangle, i ink) {
	r = r.Intersect(c.image.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.image.Pix[c.image.PixOffset(r.Min.X, y):][:r.Dx()]
		for x := range row {
			row[x] = uint8(i)
		}
	}
}

// fill fills the shape, with soft edges, as far as it lies within the bounds.
func (c *canvas) fill(bounds image.Rectangle, i ink, shape func(*path)) {
	bounds = bounds.Intersect(c.image.Rect)
	if bounds.Empty() {
		return
	}
	c.raster.Reset(bounds.Dx(), bounds.Dy())
	c.raster.DrawOp = draw.Src
	shape(&path{&c.raster, float32(bounds.Min.X), float32(bounds.Min.Y)})
	size := image.Rect(0, 0, bounds.Dx(), bounds.Dy())
	if need := size.Dx() * size.Dy(); cap(c.mask.Pix) < need {
		c.mask.Pix = make([]uint8, need)
	}
	c.mask = image.Alpha{Pix: c.mask.Pix[:size.Dx()*size.Dy()], Stride: size.Dx(), Rect: size}
	c.raster.Draw(&c.mask, size, image.Opaque, image.Point{})
	c.stamp(bounds, &c.mask, i)
}

// stamp lays the ink where the mask says, the mask's corner on that of r.
func (c *canvas) stamp(r image.Rectangle, mask *image.Alpha, i ink) {
	in := r.Intersect(c.image.Rect)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		from := mask.Pix[mask.PixOffset(mask.Rect.Min.X+in.Min.X-r.Min.X,
			mask.Rect.Min.Y+y-r.Min.Y):]
		to := c.image.Pix[c.image.PixOffset(in.Min.X, y):][:in.Dx()]
		for x := range to {
			shade := (int(from[x])*shades + 127) / 255
			switch {
			case shade == 0:
			case shade == shades:
				to[x] = uint8(i)
			default:
				to[x] = c.blend(to[x], i, shade)
			}
		}
	}
}

// blend returns the position of an ink over a colour of the palette.
func (c *canvas) blend(under uint8, over ink, shade int) uint8 {
	known := &c.blends[under][over][shade]
	if *known == 0 {
		*known = c.position(mix(c.image.Palette[under].(color.NRGBA), colours[over], shade))
	}
	return *known
}

// position returns where the colour is in the palette, adding it while there is
// room; when there is none it takes the nearest.
func (c *canvas) position(want color.NRGBA) uint8 {
	near := c.image.Palette.Index(want)
	if c.image.Palette[near] != color.Color(want) && len(c.image.Palette) < 256 {
		c.image.Palette = append(c.image.Palette, want)
		return uint8(len(c.image.Palette) - 1)
	}
	return uint8(near)
}

// mix lays a colour over another. What lies over nothing only becomes
// transparent: the corners of the panel.
func mix(under, over color.NRGBA, shade int) color.NRGBA {
	if under.A == 0 {
		over.A = uint8(int(over.A) * shade / shades)
		return over
	}
	part := func(a, b uint8) uint8 { return uint8((int(a)*(shades-shade) + int(b)*shade) / shades) }
	return color.NRGBA{part(under.R, over.R), part(under.G, over.G), part(under.B, over.B), under.A}
}
