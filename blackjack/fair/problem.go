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

// place is a line of a proof: the shuffle, counted from 0, the label, and where that is
// labelSeats, the seat, counted from 1.
type place struct{ shuffle, label, seat int }

// lineAt returns the place of a line that is not a seat's.
func lineAt(shuffle, label int) place { return place{shuffle, label, 0} }

// seatAt returns the place of a seat, counted from 0.
func seatAt(shuffle, k int) place { return place{shuffle, labelSeats, k + 1} }

// String returns what stands before the colon of the line.
func (at place) String() string {
	if at.seat > 0 {
		return fmt.Sprintf("%s %d", labels[at.label], at.seat)
	}
	return labels[at.label]
}

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
func (p *Proof) at(where place, text string) Problem {
	problem := Problem{Label: where.String(), Text: text, place: where}
	line, read := p.read.lines[where]
	switch {
	case p.read.json:
		problem.Label, problem.Field = "", p.read.field(where)
	case read:
		problem.Line = line
	default:
		problem.Line = p.line(where)
	}
	return problem
}

// line returns the number of a line of [Proof.Text].
func (p *Proof) line(where place) int {
	n := 2 + where.label + max(where.seat-1, 0)
	for i, s := range p.Shuffles[:min(where.shuffle+1, len(p.Shuffles))] {
		if i < where.shuffle {
			n += allLabels - labelCommitment
		}
		if i < where.shuffle || where.label > labelSeats {
			n += len(s.Seats) - 1
		}
	}
	return n
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
	if where.seat > 0 {
		name = fmt.Sprintf("%s[%d]", name, where.seat-1)
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
			cmp.Compare(a.place.label, b.place.label), cmp.Compare(a.place.seat, b.place.seat))
	})
}
