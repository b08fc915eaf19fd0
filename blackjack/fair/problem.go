package fair

import (
	"cmp"
	"fmt"
	"slices"
)

// Problem is something in a proof that does not hold.
type Problem struct {
	Line       int    // of the text that was read, or else of [Proof.Text]; 0 where it was JSON
	Label      string // of that line, such as "server seed"; empty where it has none
	Field      string // of the JSON, such as "shuffles[0].cards"
	Text       string // a sentence without its full stop
	Unrevealed bool   // it cannot be told yet

	place place
}

// String returns "line 4, server seed: " or the field, and the sentence.
func (p Problem) String() string {
	switch {
	case p.Line == 0:
		return p.Field + ": " + p.Text
	case p.Label == "":
		return fmt.Sprintf("line %d: %s", p.Line, p.Text)
	}
	return fmt.Sprintf("line %d, %s: %s", p.Line, p.Label, p.Text)
}

// place is a line of a proof: the shuffle, counted from 0, and the label.
type place struct{ shuffle, label int }

// reading is where a proof was read, and what of it could not be.
type reading struct {
	lines  map[place]int // line of the text; none where the proof was not read from text
	json   bool
	path   string // of the proof in the JSON: "", or "[3]"
	vector bool   // only a shoe and its inputs
	broken []Problem
	part   bool // it was not read to its end
}

// placeTable is the place of a field that is not a line of the text.
const placeTable = -1

// at returns a problem of a place.
func (r reading) at(where place, text string) Problem {
	p := Problem{Label: labels[where.label], Text: text, place: where}
	line, read := r.lines[where]
	switch {
	case r.json:
		p.Label, p.Field = "", r.field(where)
	case read:
		p.Line = line
	default:
		p.Line = 2 + where.label + (allLabels-labelCommitment)*where.shuffle
	}
	return p
}

// field returns where in the JSON a place is.
func (r reading) field(where place) string {
	name := fields[where.label]
	switch {
	case r.vector && where.label == labelCards:
		name = fieldShoe
	case where.label != labelHand:
		name = r.inShuffle(where.shuffle, name)
	}
	return r.below(name)
}

// inShuffle returns where in the proof a field of a shuffle is.
func (r reading) inShuffle(i int, name string) string {
	if r.vector {
		return name
	}
	return fmt.Sprintf("%s[%d].%s", fieldShuffles, i, name)
}

// below returns where in the JSON a field of the proof is.
func (r reading) below(name string) string {
	if r.path == "" {
		return name
	}
	return r.path + "." + name
}

func inOrder(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.place.shuffle, b.place.shuffle),
			cmp.Compare(a.place.label, b.place.label))
	})
}
