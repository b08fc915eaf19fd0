package view

import (
	"slices"
	"strconv"

	"holecard/blackjack/drill"
	"holecard/storage"
)

// A drill has the clicks below.

// Tell answers a question: by the number of an action, or by a count.
type Tell struct {
	Drill    storage.InteractionID
	Question uint8 // from 1
	Answer   int16
}

// Resume shows a drill that is open.
type Resume struct{ Drill storage.InteractionID }

// Retrain begins another drill instead of one.
type Retrain struct {
	Drill storage.InteractionID
	Kind  drill.Kind
	Table string // empty for the guild's first
}

func (Tell) Name() string    { return "drill" }
func (Resume) Name() string  { return "drill" }
func (Retrain) Name() string { return "drill" }

func (c Tell) about() any    { return c.Drill }
func (c Resume) about() any  { return c.Drill }
func (c Retrain) about() any { return c.Drill }

// drillID returns the custom ID of a click of a drill, empty for any other.
func drillID(c Click) string {
	switch c := c.(type) {
	case Tell:
		return form(kindTell, uint64(c.Drill), uint64(c.Question)) + ":" +
			strconv.Itoa(int(c.Answer))
	case Resume:
		return form(kindResume, uint64(c.Drill))
	case Retrain:
		return form(kindRetrain, uint64(c.Drill)) + ":" + string(c.Kind) + ":" + c.Table
	}
	return ""
}

// ofDrill reads a click of a drill, nil if the kind is none of its.
func (f *fields) ofDrill(kind string) (c Click) {
	switch kind {
	case kindTell:
		c = Tell{f.asked(), uint8(f.number(8)), f.answer()}
	case kindResume:
		c = Resume{f.asked()}
	case kindRetrain:
		c = Retrain{f.asked(), f.drill(), f.text()}
	}
	return c
}

// answer is a whole number that may be below zero.
func (f *fields) answer() int16 {
	n, err := strconv.ParseInt(f.text(), 10, 16)
	f.bad = f.bad || err != nil
	return int16(n)
}

func (f *fields) drill() drill.Kind {
	k := drill.Kind(f.text())
	f.bad = f.bad || !slices.Contains(drill.Kinds(), k)
	return k
}
