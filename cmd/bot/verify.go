package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"holecard/blackjack/fair"
)

type verifyCmd struct {
	File string `arg:"" optional:"" default:"-" help:"File to read, - for the input." type:"path"`
}

// Help is shown by holecard verify --help.
func (verifyCmd) Help() string {
	return "It reads a file or standard input: what /fair shows of a hand, copied whole, also " +
		"out of a quotation, or several such texts; or the address that Verify opens. It ends " +
		"with 0 when all holds, with 1 when something does not or cannot be checked yet, and " +
		"with 2 when there is nothing to check."
}

const whatToPaste = `Paste what /fair shows of a hand, from "holecard fair proof" to "end of proof"`

// Run checks a file, or what is on standard input.
func (cmd verifyCmd) Run(ctx context.Context, p process) error {
	if cmd.File == stream && terminalIs(p.in) {
		fmt.Fprintf(p.err, "%s, and press Ctrl+D.\n", whatToPaste)
	}
	in, done, err := p.input(ctx, cmd.File)
	if err != nil {
		return err
	}
	defer done()
	proofs, err := fair.ReadProofs(in)
	switch {
	case errors.Is(err, fair.ErrUnreadable):
		return usagef("%w. %s", err, whatToPaste)
	case err != nil:
		return err
	}
	hold := 0
	err = p.write(func(w io.Writer) {
		for _, proof := range proofs {
			problems := proof.Check()
			if len(problems) == 0 {
				hold++
			}
			tellProof(w, proof, problems)
		}
		if len(proofs) > 1 {
			fmt.Fprintf(w, "%d of %d hold.\n", hold, len(proofs))
		}
	})
	return judged(err, hold == len(proofs))
}

// tellProof says what holds of a proof, or which line does not.
func tellProof(w io.Writer, p fair.Proof, problems []fair.Problem) {
	name := fmt.Sprintf("Hand %s at %s", shownName(p.Hand), shownName(p.Table))
	wrong := func(p fair.Problem) bool { return !p.Unrevealed }
	switch {
	case slices.ContainsFunc(problems, wrong):
		fmt.Fprintf(w, "%s does NOT hold.\n", name)
	case len(problems) > 0:
		fmt.Fprintf(w, "%s cannot be checked yet.\n", name)
	default:
		fmt.Fprintf(w, "%s holds.\n", name)
		for _, s := range p.Shuffles {
			tellShuffle(w, s)
		}
	}
	for _, problem := range problems {
		fmt.Fprintf(w, "- %v.\n", problem)
	}
}

func tellShuffle(w io.Writer, s fair.Shuffle) {
	fmt.Fprintf(w, "- The server seed is the one that was committed to: its SHA-256 is %s.\n",
		s.Commitment)
	if s.First {
		fmt.Fprintln(w, "- It was the first shuffle: the commitment was not shown before the hand.")
	}
	tellSeats(w, s)
	from, to := s.Before+1, s.Before+len(s.Cards)
	which := fmt.Sprintf("card %d", to)
	switch {
	case from > to:
		fmt.Fprintln(w, "- No card of this shuffle was left for the hand.")
		return
	case from < to:
		which = fmt.Sprintf("cards %d to %d", from, to)
	}
	fmt.Fprintf(w,
		"- What was dealt is %s of the shoe that follows from the seeds and interaction %s.\n",
		which, s.Interaction)
}

// tellSeats lists the client seeds of the seats, for a player to look for theirs.
func tellSeats(w io.Writer, s fair.Shuffle) {
	if len(s.Seats) == 0 {
		return
	}
	who := "all who were dealt"
	if s.Before > 0 {
		who += " in the round that the shuffle began with"
	}
	fmt.Fprintf(w, "- The client seed is made from those of %s:\n", who)
	for i, client := range s.Seats {
		fmt.Fprintf(w, "  seat %d: %s\n", i+1, fair.Quote(client))
	}
}
