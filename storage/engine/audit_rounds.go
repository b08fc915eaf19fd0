package engine

import (
	"cmp"
	"fmt"

	"holecard/storage"
)

// openSeat is a seat in a round being played.
type openSeat struct {
	player  storage.Player
	held    storage.Chips
	seating storage.SeatingID // 0 for a hand of the player's own
	named   bool              // by its player's profile; a first seat also by its seating
}

// seatName names a seat of a round, or a player's own hand, at the start of a sentence.
func seatName(g storage.GuildID, round uint64, seat int, at storage.SeatingID) string {
	if at == 0 {
		return fmt.Sprintf("Hand %d of %v", round, g)
	}
	return fmt.Sprintf("Seat %d of hand %d of %v", seat+1, round, g)
}

func (a *Auditor) readRounds() error {
	return a.each(Rounds, func(key, raw []byte, err error) {
		guild, id, r, err := recordOf(storage.Rounds, key, raw, err)
		if err != nil {
			a.Problem("The hand with the key %x is unreadable: %v.", key, err)
			return
		}
		if err := r.Check(); err != nil {
			a.Problem("Hand %d of %v is not valid: %v.", id, guild, err)
		}
		r = a.erasing.round(r)
		if r.Open {
			a.audit.OpenHands++
		}
		for i := range r.Seats {
			a.readSeat(r, i)
		}
		if a.stats != nil {
			a.noteShuffle(r)
			a.expectLines(r)
			a.countRound(r)
		}
	})
}

func (a *Auditor) readSeat(r storage.Round, i int) {
	seat, name := r.Seats[i], seatName(r.Guild, uint64(r.ID), i, r.Seating)
	if r.Practice && (seat.Held != 0 || seat.Net != 0) {
		a.Problem("%s is practice but says that it holds %d chips and won %d.", name, seat.Held,
			seat.Net)
	}
	switch {
	case r.Open:
		a.open[storage.HeldFor(r.Guild, r.ID, i)] = openSeat{player: r.Player(i),
			held: seat.Held, seating: r.Seating}
		a.audit.Held += seat.Held
		if r.Seating != 0 {
			a.seated[r.Player(i)] += seat.Held
		}
	case seat.Held != 0:
		a.Problem("%s is over but says that it holds %d chips.", name, seat.Held)
	}
}

// readSeatings compares seatings with their rounds, and notes their deadlines.
func (a *Auditor) readSeatings() error {
	return a.each(Seatings, func(key, raw []byte, err error) {
		a.audit.Seatings++
		guild, id, s, err := recordOf(storage.Seatings, key, raw, err)
		if err != nil {
			a.Problem("The seating with the key %x is unreadable: %v.", key, err)
			return
		}
		if err := s.Check(); err != nil {
			a.Problem("Seating %d of %v is not valid: %v.", id, guild, err)
		}
		if !s.Due.At.IsZero() {
			due := storage.Deadline{Guild: guild, Seating: s.ID, Due: s.Due}
			a.clock[string(DueKey(due).ID)] = s.Due.Number
		}
		a.compareRound(s)
	})
}

// compareRound compares a seating with its newest round.
func (a *Auditor) compareRound(s storage.Seating) {
	if s.Round == 0 {
		return
	}
	r, known, err := storage.Rounds.Get(newReader(a.state, s.Guild), s.Round)
	switch {
	case err != nil: // readRounds has told it
	case !known || r.Seating != s.ID:
		a.Problem("Seating %d of %v has hand %d, which is not there or not its own.", s.ID, s.Guild,
			s.Round)
	case s.Playing && !r.Open:
		a.Problem("Seating %d of %v plays hand %d, which is over.", s.ID, s.Guild, s.Round)
	case s.Playing:
		first := storage.HeldFor(s.Guild, s.Round, 0)
		seat := a.open[first]
		seat.named = true
		a.open[first] = seat
	}
}

// deadlineName names a deadline by its key, at the start of a sentence.
func deadlineName(key []byte) string {
	d, ok := DeadlineOf(key, numbers(0))
	if !ok {
		return fmt.Sprintf("The deadline with the key %x", key)
	}
	return fmt.Sprintf("The deadline of seating %d of %v at %s", d.Seating, d.Guild,
		d.At.Format("2006-01-02T15:04:05.000000Z"))
}

// compareDeadlines compares the index of deadlines with the seatings.
func (a *Auditor) compareDeadlines() error {
	err := a.each(Due, func(key, raw []byte, err error) {
		number, ok := NumberOf(raw)
		want, known := a.clock[string(key)]
		switch {
		case err != nil || !ok:
			a.Problem("%s is unreadable: %v.", deadlineName(key), cmp.Or(err, errBadSize))
		case !known:
			a.Problem("%s is not that of any seating.", deadlineName(key))
		case number != uint64(want):
			a.Problem("%s has the number %d, and the seating says %d.", deadlineName(key), number,
				want)
		}
		delete(a.clock, string(key))
	})
	var missing []string
	for key := range a.clock {
		missing = append(missing, deadlineName([]byte(key))+" is missing.")
	}
	a.sorted(missing)
	return err
}

// compareSeated compares what a profile keeps for seatings with their open rounds. What a
// round can bring at most is the game's to say. So this is one of the statistics: a
// mistake in it must not keep a store from being opened.
func (a *Auditor) compareSeated(p storage.Profile) {
	held, seated := a.seated[p.Player]
	delete(a.seated, p.Player)
	if a.stats != nil && (p.Seated < held || !seated && p.Seated != 0) {
		a.Problem("Player %d of %v keeps room for %d chips at seatings, which hold %d.",
			p.Player.User, p.Player.Guild, p.Seated, held)
	}
}

// tellSeatedStrangers tells of players in open rounds at seatings who have no profile.
func (a *Auditor) tellSeatedStrangers() {
	var strangers []string
	for p, held := range a.seated {
		strangers = append(strangers, fmt.Sprintf(
			"Player %d of %v has %d chips held at seatings but no profile.", p.User, p.Guild,
			held))
	}
	a.sorted(strangers)
}

// compareOpenHand compares the hand that a profile names with the open ones.
func (a *Auditor) compareOpenHand(p storage.Profile) {
	if p.OpenHand == 0 {
		return
	}
	player, stakes := p.Player, storage.HeldFor(p.Player.Guild, p.OpenHand, 0)
	switch hand, open := a.open[stakes]; {
	case !open:
		a.Problem("Player %d of %v plays hand %d, which is not open.", player.User, player.Guild,
			p.OpenHand)
	case hand.seating != 0:
		a.Problem("Player %d of %v plays hand %d, which is of seating %d.", player.User,
			player.Guild, p.OpenHand, hand.seating)
	case hand.player != player:
		a.Problem("Player %d of %v plays hand %d, which is player %d's.", player.User,
			player.Guild, p.OpenHand, hand.player.User)
	default:
		hand.named = true
		a.open[stakes] = hand
	}
}

// tellUnplayed tells of open rounds that no profile and no seating names.
func (a *Auditor) tellUnplayed() {
	var unplayed []string
	for stakes, hand := range a.open {
		by := fmt.Sprintf("player %d", hand.player.User)
		if hand.seating != 0 {
			by = fmt.Sprintf("seating %d", hand.seating)
		}
		if !hand.named && stakes.Seat == 0 {
			unplayed = append(unplayed, fmt.Sprintf(
				"Hand %d of %v is open, but %s does not play it.", stakes.Owner, stakes.Guild, by))
		}
	}
	a.sorted(unplayed)
}

// compareHeld compares what open rounds say they hold with what is held for them.
func (a *Auditor) compareHeld() error {
	var wrong []string
	for stakes, hand := range a.open {
		if held := a.balances[stakes]; held != hand.held {
			wrong = append(wrong, fmt.Sprintf(
				"%s says that it holds %d chips, but its postings add up to %d.",
				seatName(stakes.Guild, stakes.Owner, int(stakes.Seat), hand.seating), hand.held,
				held))
		}
	}
	for account, chips := range a.balances {
		if account.Kind != storage.HeldAccount || chips == 0 {
			continue
		}
		if _, open := a.open[account]; !open {
			wrong = append(wrong, fmt.Sprintf("%d chips are %v, which is not open.", chips,
				account))
		}
	}
	a.sorted(wrong)
	return nil
}
