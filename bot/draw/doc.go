// Package draw makes the pictures that the bot sends: tables with cards and
// chips, the emojis that cards are made of in texts, and, for charts, the canvas
// with its fonts. Data in, PNG out; nothing is read or kept.
//
//	Canvas ─── Palette     a picture of at most 256 colours, whose edges are blends
//	  ├─ Path              outlines, filled by golang.org/x/image/vector
//	  ├─ Label             words in the Go fonts
//	  └─ sprite            cards and chips, drawn once by a [Painter] and copied
//
// A picture has few colours because it is to be small and quick: a hand goes
// out with the answer to a press, in one request. So the felt is flat, edges
// have some shades only, and the encoder is the fastest there is.
//
// Drawing is deterministic: the same data makes the same bytes, whichever
// pictures were drawn before and beside it.
package draw
