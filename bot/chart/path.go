package chart

import (
	"image"

	"golang.org/x/image/vector"
)

// path adds outlines to a shape, in pixels of the picture. All outlines turn
// the same way, so that where two overlap they do not cancel each other.
type path struct {
	raster *vector.Rasterizer
	x, y   float32 // corner of the raster in the picture
}

// point is a position in the picture, in pixels.
type point struct{ x, y float64 }

func (p *path) move(x, y float64) { p.raster.MoveTo(float32(x)-p.x, float32(y)-p.y) }
func (p *path) line(x, y float64) { p.raster.LineTo(float32(x)-p.x, float32(y)-p.y) }

// curve goes round the corner at cx, cy.
func (p *path) curve(cx, cy, x, y float64) {
	p.raster.QuadTo(float32(cx)-p.x, float32(cy)-p.y, float32(x)-p.x, float32(y)-p.y)
}

// polygon adds the outline through the points.
func (p *path) polygon(points ...point) {
	for i, q := range points {
		if i == 0 {
			p.move(q.x, q.y)
		} else {
			p.line(q.x, q.y)
		}
	}
	p.raster.ClosePath()
}

// box adds a box with round corners: at its top of one radius, at its foot of
// another.
func (p *path) box(r image.Rectangle, up, down float64) {
	left, top := float64(r.Min.X), float64(r.Min.Y)
	right, foot := float64(r.Max.X), float64(r.Max.Y)
	p.move(left+up, top)
	p.line(right-up, top)
	p.curve(right, top, right, top+up)
	p.line(right, foot-down)
	p.curve(right, foot, right-down, foot)
	p.line(left+down, foot)
	p.curve(left, foot, left, foot-down)
	p.line(left, top+up)
	p.curve(left, top, left+up, top)
	p.raster.ClosePath()
}
