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
	a.add(s, HistoryKey(p, l.Dealt, l.Round).ID, numbers(uint64(l.Net)))
}

// compareHistory compares histories and notes with the rounds. A mistake in them is none in
// the ledger, so it is one of the statistics.
func (a *Auditor) compareHistory() error {
	if a.stats == nil {
		return nil
	}
	var stored set
	err := a.each(History, func(id, raw []byte, err error) {
		p, l, _ := lineOf(id)
		if err == nil {
			l, err = DecodeLine(l, raw)
		}
		if err == nil && a.hasLine(p) { // readRest tells it otherwise
			a.addLine(&stored, p, l)
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
	return a.each(Unreviewed, func(id, _ []byte, err error) {
		g, n, ok := noteOf(id)
		if err != nil || !ok {
			return // readRest tells it
		}
		r, known, err := newReader(a.state, g).Round(n.Round)
		if err == nil && (!known || r.Open || r.Practice) {
			a.Problem("Hand %d of %v waits for a review, but it is no settled hand for chips.",
				n.Round, g)
		}
	})
}

// lookUpLines tells of lines that are of no settled round of their player.
func (a *Auditor) lookUpLines() error {
	return a.each(History, func(id, raw []byte, err error) {
		p, l, ok := lineOf(id)
		if err == nil && ok {
			l, err = DecodeLine(l, raw)
		}
		if err != nil || !ok || !a.hasLine(p) {
			return // readRest tells it
		}
		line := fmt.Sprintf("The history of player %d of %v has hand %d", p.User, p.Guild, l.Round)
		r, known, err := newReader(a.state, p.Guild).Round(l.Round)
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
		guild, n, ok := OwnedOf(id)
		var r storage.Round
		if err == nil && ok {
			r, err = DecodeRound(storage.RoundID(n), raw)
		}
		if err != nil || !ok || !hasLines(r) {
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
			_, found, err := from.Line(r.Player(i), r.Dealt, r.ID)
			if err == nil && !found && a.hasLine(r.Player(i)) {
				a.Problem("%s has no line in the history of player %d.",
					seatName(guild, n, i, r.Seating), seat.User)
			}
		}
	})
}
