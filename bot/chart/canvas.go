package chart

import (
	"image/color"

	"holecard/bot/draw"
)

// The plain colours.
const (
	none draw.Ink = iota
	panel
	grid
	axis
	text
	faint
	red
	grey
	green
	amber
	blue
	dark
	hitInk
	standInk
	doubleInk
	splitInk
	surrenderInk
	inks
)

// colours has a contrast of at least 3:1 to the panel for what is drawn and of
// 7:1 for what is read.
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
	blue:  {0x82, 0x8e, 0xff, 0xff},

	// The moves of charts, with dark letters. They differ to people who are colour-blind, too:
	// by at least 25 in CIELAB, whichever kind of cones is missing.
	dark:         {0x17, 0x18, 0x1a, 0xff},
	hitInk:       {0xf4, 0xf4, 0xee, 0xff},
	standInk:     {0xf7, 0x94, 0x1d, 0xff},
	doubleInk:    {0x82, 0xa7, 0xff, 0xff},
	splitInk:     {0x2f, 0xd9, 0x8a, 0xff},
	surrenderInk: {0xc7, 0x9b, 0xb8, 0xff},
}

// canvas is a picture while it is drawn.
type canvas struct{ *draw.Canvas }

// newCanvas returns a canvas with nothing but the panel.
func newCanvas(height int) canvas {
	c := canvas{draw.NewCanvas(Width, height, draw.NewPalette(colours[:]...))}
	const round = 16
	all := c.Size()
	c.Fill(all, panel, func(p *draw.Path) { p.Box(all, round, round) })
	return c
}
