package fair

import (
	"cmp"
	"fmt"
	"slices"
)

// Problem is something in a proof that does not hold.
type Problem struct {
	Line       int    // of the text that was read, or else of [Proof.Text]
	Label      string // of that line, such as "server seed"; empty where it is damaged
	Text       string // a sentence without its full stop
	Unrevealed bool   // it cannot be told yet

	place place
}

// String returns "line 4, server seed: " and the sentence.
func (p Problem) String() string {
	if p.Label == "" {
		return fmt.Sprintf("line %d %s", p.Line, p.Text)
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

// reading is where a proof was read.
type reading struct {
	lines   []int // the number in the text of each line; none where the proof was not read
	damaged int   // the first line that is not as [Proof.Text] writes it, 0 for none
}

// at returns a problem of a place.
func (p *Proof) at(where place, text string) Problem {
	line := p.line(where)
	if line <= len(p.read.lines) {
		line = p.read.lines[line-1]
	}
	return Problem{Line: line, Label: where.String(), Text: text, place: where}
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

func inOrder(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.place.shuffle, b.place.shuffle),
			cmp.Compare(a.place.label, b.place.label), cmp.Compare(a.place.seat, b.place.seat))
	})
}
