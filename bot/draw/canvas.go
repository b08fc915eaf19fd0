package draw

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"sync"

	"golang.org/x/image/vector"
)

// Canvas is a picture while it is drawn.
type Canvas struct {
	image   *image.Paletted
	palette *Palette
	raster  vector.Rasterizer
	mask    image.Alpha
	labels  []Label
}

// NewCanvas returns a picture of the palette's first colour. The palette is the
// canvas's own from now on.
func NewCanvas(width, height int, p *Palette) *Canvas {
	return &Canvas{image: image.NewPaletted(image.Rect(0, 0, width, height), nil), palette: p}
}

// Size returns the picture's size.
func (c *Canvas) Size() image.Rectangle { return c.image.Rect }

// Rect fills whole pixels.
func (c *Canvas) Rect(r image.Rectangle, i Ink) {
	r = r.Intersect(c.image.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.image.Pix[c.image.PixOffset(r.Min.X, y):][:r.Dx()]
		for x := range row {
			row[x] = uint8(i)
		}
	}
}

// Fill fills the shape, with soft edges, as far as it lies within the bounds.
func (c *Canvas) Fill(bounds image.Rectangle, i Ink, shape func(*Path)) {
	bounds = bounds.Intersect(c.image.Rect)
	if bounds.Empty() {
		return
	}
	c.raster.Reset(bounds.Dx(), bounds.Dy())
	c.raster.DrawOp = draw.Src
	shape(&Path{&c.raster, float32(bounds.Min.X), float32(bounds.Min.Y)})
	size := image.Rect(0, 0, bounds.Dx(), bounds.Dy())
	if need := size.Dx() * size.Dy(); cap(c.mask.Pix) < need {
		c.mask.Pix = make([]uint8, need)
	}
	c.mask = image.Alpha{Pix: c.mask.Pix[:size.Dx()*size.Dy()], Stride: size.Dx(), Rect: size}
	c.raster.Draw(&c.mask, size, image.Opaque, image.Point{})
	c.stamp(bounds, &c.mask, i)
}

// stamp lays the ink where the mask says, the mask's corner on that of r.
func (c *Canvas) stamp(r image.Rectangle, mask *image.Alpha, i Ink) {
	in := r.Intersect(c.image.Rect)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		from := mask.Pix[mask.PixOffset(mask.Rect.Min.X+in.Min.X-r.Min.X,
			mask.Rect.Min.Y+y-r.Min.Y):]
		to := c.image.Pix[c.image.PixOffset(in.Min.X, y):][:in.Dx()]
		for x := range to {
			if from[x] == 0 {
				continue
			}
			switch shade := (int(from[x])*shades + 127) / 255; shade {
			case 0:
			case shades:
				to[x] = uint8(i)
			default:
				to[x] = c.palette.blend(to[x], i, shade)
			}
		}
	}
}

// copy lays a picture of the same palette over the canvas. Where it has the
// palette's first colour, what lies below stays.
func (c *Canvas) copy(at image.Point, s *image.Paletted) {
	r := s.Rect.Add(at).Intersect(c.image.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := s.Pix[s.PixOffset(r.Min.X-at.X, y-at.Y):][:r.Dx()]
		to := c.image.Pix[c.image.PixOffset(r.Min.X, y):][:r.Dx()]
		for x, pixel := range from {
			if pixel != 0 {
				to[x] = pixel
			}
		}
	}
}

// buffers keeps the encoder's memory between pictures: it is far more than a picture.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	buffer, _ := b.pool.Get().(*png.EncoderBuffer)
	return buffer
}

func (b *buffers) Put(buffer *png.EncoderBuffer) { b.pool.Put(buffer) }

// Write notes words, and returns the box of their label. Labels are drawn last, so that no shape
// covers a word.
func (c *Canvas) Write(words string, t Typeface, i Ink, x, y int, a Align) image.Rectangle {
	l := Label{words, t, i, x, y, a}
	c.labels = append(c.labels, l)
	return l.Bounds()
}

// Labels returns those that [Canvas.PNG] is to draw.
func (c *Canvas) Labels() []Label { return c.labels }

// PNG draws the labels and returns the picture as a PNG file.
func (c *Canvas) PNG() []byte {
	for _, l := range c.labels {
		c.write(l)
	}
	c.labels = c.labels[:0]
	c.image.Palette = c.palette.all
	var out bytes.Buffer
	out.Grow(32 << 10)
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &letters().buffers}
	if err := encoder.Encode(&out, c.image); err != nil {
		panic("draw: a buffer takes every byte and the size is lawful: " + err.Error())
	}
	return out.Bytes()
}
