package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"holecard/blackjack/season"
	"holecard/bot/session"
	"holecard/storage"
)

// seasonCmd writes a season so that everybody can recompute its board.
type seasonCmd struct {
	Server string `arg:"" help:"The server, by its id."`
	Number uint32 `arg:"" optional:"" help:"The season's number. Default: the newest."`
	Out    string `help:"File to write, - for the output." default:"season.json" type:"path"`
	Force  bool   `help:"Replace the file if it exists."`
}

// Run writes the file from the configured database.
func (cmd seasonCmd) Run(ctx context.Context, p process) error {
	guild, err := strconv.ParseUint(cmd.Server, 10, 63)
	if err != nil {
		return usagef("“%s” is not the id of a server, which is a number: Discord copies it in "+
			"developer mode", cmd.Server)
	}
	c, err := p.config()
	if err != nil {
		return err
	}
	target := backupCmd{cmd.Out, cmd.Force}
	if cmd.Out != stream {
		if err := target.check(c.Database); err != nil {
			return err
		}
	}
	store, done, err := exportCmd{File: cmd.Out}.source(ctx, c, p)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error {
		return session.WriteSeason(ctx, store, storage.GuildID(guild), cmd.Number, 0, w)
	}
	if cmd.Out == stream {
		err = write(p.out)
	} else {
		err = saveFile(cmd.Out, target.place(), write)
	}
	switch err = errors.Join(err, done()); {
	case errors.Is(err, session.ErrNoSeason) && cmd.Number == 0:
		return usagef("server %d has had no season: /settings season begins one", guild)
	case errors.Is(err, session.ErrNoSeason):
		return usagef("server %d has no season %d", guild, cmd.Number)
	case errors.Is(err, season.ErrTooLarge):
		return fmt.Errorf("the season cannot be written: %w", err)
	case errors.Is(err, fs.ErrExist):
		return target.exists()
	case err == nil && cmd.Out != stream:
		_, err = fmt.Fprintf(p.out, "The season is in %s. holecard verify %s recomputes it.\n", cmd.Out,
			cmd.Out)
	}
	return err
}

// verifySeason recomputes a season's board.
func verifySeason(p process, in io.Reader) error {
	r, err := season.Verify(in)
	if errors.Is(err, season.ErrUnreadable) {
		return usagef("%w. holecard season writes one", err)
	}
	if err != nil {
		return err
	}
	if err = p.write(func(w io.Writer) { tellSeason(w, r) }); err == nil && !r.OK() {
		err = errReported
	}
	return err
}

// linesOfBoard is how many players are listed of whom all holds.
const linesOfBoard = 20

func tellSeason(w io.Writer, r season.Report) {
	outcome := "holds"
	switch {
	case !r.OK():
		outcome = "does NOT hold"
	case !r.Whole():
		outcome = "holds as far as its rounds are published"
	}
	fmt.Fprintf(w, "Season %d, %s, of server %s %s.\n", r.Season.Number, printable(r.Season.Name),
		printable(r.Season.Server), outcome)
	fmt.Fprintf(w, "Published rounds that hold: %s of %s.\n", whole(r.Hold), whole(r.Rounds))
	for _, problem := range r.Problems {
		fmt.Fprintf(w, "- %s.\n", problem)
	}
	if r.More > 0 {
		fmt.Fprintf(w, "- and %s more.\n", whole(r.More))
	}
	tellWithheld(w, r.Withheld)
	sound, told := 0, 0
	for i, c := range r.Players {
		switch {
		case len(c.Problems) == 0:
			if sound++; sound > linesOfBoard {
				continue
			}
		default:
			if told++; told > season.MostProblems {
				continue
			}
		}
		tellPlayer(w, i+1, c)
	}
	if more := max(0, sound-linesOfBoard) + max(0, told-season.MostProblems); more > 0 {
		fmt.Fprintf(w, "and %s more.\n", quantity(more, "player"))
	}
}

func tellWithheld(w io.Writer, h season.Withheld) {
	if h.Sum() == 0 {
		fmt.Fprintln(w, "All rounds are published, as the file says.")
		return
	}
	fmt.Fprintf(w, "Not published, as the file says: %s:\n", quantity(h.Sum(), "round"))
	for _, why := range []struct {
		rounds int
		text   string
	}{
		{h.Disagreed, "of players who have not all agreed"},
		{h.Unrevealed, "of shuffles that are still in play"},
		{h.Uncounted, "that are not on the board yet"},
		{h.Unkept, "whose cards are not kept"},
	} {
		if why.rounds != 0 {
			fmt.Fprintf(w, "- %s %s\n", whole(why.rounds), why.text)
		}
	}
}

func tellPlayer(w io.Writer, place int, c season.Checked) {
	fmt.Fprintf(w, "%d. %s: net %s in %s", place, printable(c.Name), whole(c.Net),
		quantity(c.Score.Rounds, "round"))
	switch {
	case len(c.Problems) > 0:
		fmt.Fprintln(w, " does NOT hold.")
		for _, problem := range c.Problems {
			fmt.Fprintf(w, "   - %s.\n", problem)
		}
	case c.Found.Rounds < c.Score.Rounds:
		fmt.Fprintf(w, " cannot be recomputed: %s are published, with a net of %s.\n",
			whole(c.Found.Rounds), whole(c.Found.Net))
	default:
		fmt.Fprintln(w, " holds.")
	}
}
