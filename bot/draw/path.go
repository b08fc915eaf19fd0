package draw

import (
	"image"

	"golang.org/x/image/vector"
)

// Path adds outlines to a shape, in pixels of the picture. All outlines turn
// clockwise, so that where two overlap they do not cancel each other.
type Path struct {
	raster *vector.Rasterizer
	x, y   float32 // corner of the raster in the picture
}

// Move begins an outline.
func (p *Path) Move(x, y float64) { p.raster.MoveTo(float32(x)-p.x, float32(y)-p.y) }

// Line goes straight on.
func (p *Path) Line(x, y float64) { p.raster.LineTo(float32(x)-p.x, float32(y)-p.y) }

// Curve goes on by a Bézier curve with two control points.
func (p *Path) Curve(ax, ay, bx, by, x, y float64) {
	p.raster.CubeTo(float32(ax)-p.x, float32(ay)-p.y, float32(bx)-p.x, float32(by)-p.y,
		float32(x)-p.x, float32(y)-p.y)
}

// corner goes round the corner at cx, cy.
func (p *Path) corner(cx, cy, x, y float64) {
	p.raster.QuadTo(float32(cx)-p.x, float32(cy)-p.y, float32(x)-p.x, float32(y)-p.y)
}

// Close ends an outline where it began.
func (p *Path) Close() { p.raster.ClosePath() }

// Polygon adds the outline through places, each given by its x and its y.
func (p *Path) Polygon(places ...float64) {
	p.Move(places[0], places[1])
	for i := 2; i+1 < len(places); i += 2 {
		p.Line(places[i], places[i+1])
	}
	p.Close()
}

// Box adds a box with round corners: at its top of one radius, at its foot of
// another.
func (p *Path) Box(r image.Rectangle, up, down float64) {
	left, top := float64(r.Min.X), float64(r.Min.Y)
	right, foot := float64(r.Max.X), float64(r.Max.Y)
	p.Move(left+up, top)
	p.Line(right-up, top)
	p.corner(right, top, right, top+up)
	p.Line(right, foot-down)
	p.corner(right, foot, right-down, foot)
	p.Line(left+down, foot)
	p.corner(left, foot, left, foot-down)
	p.Line(left, top+up)
	p.corner(left, top, left+up, top)
	p.Close()
}

// circular is the length of control arms by which a curve is a quarter of a circle.
const circular = 0.5522847498

// Circle adds a circle.
func (p *Path) Circle(x, y, r float64) {
	k := r * circular
	p.Move(x, y-r)
	p.Curve(x+k, y-r, x+r, y-k, x+r, y)
	p.Curve(x+r, y+k, x+k, y+r, x, y+r)
	p.Curve(x-k, y+r, x-r, y+k, x-r, y)
	p.Curve(x-r, y-k, x-k, y-r, x, y-r)
	p.Close()
}
