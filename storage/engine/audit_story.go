package engine

import (
	"fmt"

	"holecard/storage"
)

// expectLines adds the lines that follow from a settled round. Those of old rounds may have
// been dropped.
func (a *Auditor) expectLines(r storage.Round) {
	if !hasLines(r) {
		return
	}
	for i, seat := range r.Seats {
		if a.hasLine(r.Player(i)) {
			a.addLine(&a.due.lines, r.Player(i), storage.Line{Round: r.ID, Dealt: r.Dealt,
				Net: seat.Net})
		}
	}
}

// hasLine reports whether a player's lines are compared: nobody has any who was forgotten, and
// who is being forgotten may have some.
func (a *Auditor) hasLine(p storage.Player) bool {
	return !p.User.Erased() && !a.erasing.users[p]
}

func hasLines(r storage.Round) bool { return !r.Open && !r.Practice && !r.Dropped }

func (a *Auditor) addLine(s *set, p storage.Player, l storage.Line) {
	k := keyIn(storage.Lines, p.Guild, p.Line(l.Dealt, l.Round))
	a.add(s, k.ID, numbers(uint64(l.Net)))
}

// compareHistory compares histories and notes with the rounds. A mistake in them is none in
// the ledger, so it is one of the statistics.
func (a *Auditor) compareHistory() error {
	if a.stats == nil {
		return nil
	}
	var stored set
	err := a.each(History, func(id, raw []byte, err error) {
		_, k, l, err := recordOf(storage.Lines, id, raw, err)
		if err == nil && a.hasLine(k.Player) { // readRest tells it otherwise
			a.addLine(&stored, k.Player, l)
		}
	})
	if err == nil && stored != a.due.lines {
		if err = a.lookUpLines(); err == nil {
			err = a.lookUpLinesOfRounds()
		}
	}
	if err != nil {
		return err
	}
	return a.each(Unreviewed, func(id, raw []byte, err error) {
		g, n, _, err := recordOf(storage.Notes.Table, id, raw, err)
		if err != nil {
			return // readRest tells it
		}
		r, known, err := storage.Rounds.Get(newReader(a.state, g), n.Round)
		if err == nil && (!known || r.Open || r.Practice) {
			a.Problem("Hand %d of %v waits for a review, but it is no settled hand for chips.",
				n.Round, g)
		}
	})
}

// lookUpLines tells of lines that are of no settled round of their player.
func (a *Auditor) lookUpLines() error {
	return a.each(History, func(id, raw []byte, err error) {
		_, k, l, err := recordOf(storage.Lines, id, raw, err)
		p := k.Player
		if err != nil || !a.hasLine(p) {
			return // readRest tells it
		}
		line := fmt.Sprintf("The history of player %d of %v has hand %d", p.User, p.Guild, l.Round)
		r, known, err := storage.Rounds.Get(newReader(a.state, p.Guild), l.Round)
		seat := r.SeatOf(p.User)
		switch {
		case err != nil: // readRounds has told it
		case !known || r.Open || r.Practice || seat < 0:
			a.Problem("%s, which is no settled hand of theirs for chips.", line)
		case !r.Dealt.Equal(l.Dealt):
			a.Problem("%s at %s, which was dealt at another time.", line,
				l.Dealt.Format("2006-01-02T15:04:05.000000Z"))
		case r.Seats[seat].Net != l.Net:
			a.Problem("%s with a net of %d, but it won %d.", line, l.Net, r.Seats[seat].Net)
		}
	})
}

// lookUpLinesOfRounds tells of settled rounds without lines, in guilds with histories.
func (a *Auditor) lookUpLinesOfRounds() error {
	histories := make(map[storage.GuildID]bool)
	return a.each(Rounds, func(id, raw []byte, err error) {
		guild, n, r, err := recordOf(storage.Rounds, id, raw, err)
		if err != nil || !hasLines(r) {
			return // what is wrong with it readRounds has told
		}
		kept, known := histories[guild]
		if !known {
			err = a.state.Scan(Range{Key: Key{History, of(guild)}}, func(_, _ []byte, _ error) bool {
				kept = true
				return false
			})
			histories[guild] = kept
		}
		if err != nil || !kept {
			return
		}
		from := newReader(a.state, guild)
		for i, seat := range r.Seats {
			_, found, err := storage.Lines.Get(from, storage.LineKey{Player: r.Player(i),
				Dealt: r.Dealt, Round: r.ID})
			if err == nil && !found && a.hasLine(r.Player(i)) {
				a.Problem("%s has no line in the history of player %d.",
					seatName(guild, uint64(n), i, r.Seating), seat.User)
			}
		}
	})
}
