package engine

import (
	"encoding/binary"
	"fmt"
	"slices"

	"holecard/storage"
)

// openSeat is a seat in a round being played.
type openSeat struct {
	player  storage.Player
	seating storage.SeatingID // 0 for a hand of the player's own
	named   bool              // by its player's profile; a first seat also by its seating
}

// seatName is a seat of a round, or a player's own hand, as audits begin sentences with it.
type seatName struct {
	guild storage.GuildID
	round uint64
	seat  int
	at    storage.SeatingID
}

func (s seatName) String() string {
	if s.at == 0 {
		return fmt.Sprintf("Hand %d of %v", s.round, s.guild)
	}
	return fmt.Sprintf("Seat %d of hand %d of %v", s.seat+1, s.round, s.guild)
}

// round compares a round with what is held for it.
func (a *Auditor) round(r storage.Round) {
	a.users(r.Guild, r.Users())
	if r.Open {
		a.audit.OpenHands++
	}
	for i := range r.Seats {
		a.readSeat(r, i)
	}
	if s := r.Shoe.Shuffle; !s.Server.Zero() {
		a.shuffles = append(a.shuffles, shuffled{binary.BigEndian.Uint64(s.Server[:]), s.By})
	}
	a.expectLines(r)
	a.countRound(r)
}

func (a *Auditor) readSeat(r storage.Round, i int) {
	seat, name := r.Seats[i], seatName{r.Guild, uint64(r.ID), i, r.Seating}
	if r.Practice && (seat.Held != 0 || seat.Net != 0) {
		a.Problem("%s is practice but says that it holds %d chips and won %d.", name, seat.Held,
			seat.Net)
	}
	stakes := storage.HeldFor(r.Guild, r.ID, i)
	switch held := a.accounts[stakes].chips; {
	case r.Open:
		if held != seat.Held {
			a.Problem("%s says that it holds %d chips, but its postings add up to %d.", name,
				seat.Held, held)
		}
		a.open[stakes] = openSeat{player: r.Player(i), seating: r.Seating}
		a.audit.Held += seat.Held
		if r.Seating != 0 {
			a.seated[r.Player(i)] += seat.Held
		}
	case seat.Held != 0:
		a.Problem("%s is over but says that it holds %d chips.", name, seat.Held)
	}
}

// compareRound compares a seating with its newest round.
func (a *Auditor) compareRound(s storage.Seating) {
	if s.Round == 0 {
		return
	}
	r, known, err := storage.Rounds.Get(newReader(a.state, s.Guild), s.Round)
	switch {
	case err != nil: // round has told it
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

// compareSeated compares what a profile keeps for seatings with their open rounds. What a
// round can bring at most is the game's to say.
func (a *Auditor) compareSeated(p storage.Profile) {
	held, seated := a.seated[p.Player]
	delete(a.seated, p.Player)
	if p.Seated < held || !seated && p.Seated != 0 {
		a.Problem("Player %d of %v keeps room for %d chips at seatings, which hold %d.",
			p.Player.User, p.Player.Guild, p.Seated, held)
	}
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

// tellRest tells of what was met on one side only: open rounds that no profile and no seating
// names, players who have rounds but no profile, and chips that are held for no open round.
func (a *Auditor) tellRest() {
	var rest []string
	tell := func(format string, args ...any) { rest = append(rest, fmt.Sprintf(format, args...)) }
	for stakes, hand := range a.open {
		by := fmt.Sprintf("player %d", hand.player.User)
		if hand.seating != 0 {
			by = fmt.Sprintf("seating %d", hand.seating)
		}
		if !hand.named && stakes.Seat == 0 {
			tell("Hand %d of %v is open, but %s does not play it.", stakes.Owner, stakes.Guild, by)
		}
	}
	for p, s := range a.stats {
		if !p.User.Erased() {
			tell("Player %d of %v has %d settled hands but no profile.", p.User, p.Guild, s.Hands)
		}
	}
	for p, held := range a.seated {
		tell("Player %d of %v has %d chips held at seatings but no profile.", p.User, p.Guild, held)
	}
	for account, s := range a.accounts {
		if _, open := a.open[account]; account.Kind == storage.HeldAccount && s.chips != 0 && !open {
			tell("%d chips are %v, which is not open.", s.chips, account)
		}
	}
	for _, problem := range slices.Sorted(slices.Values(rest)) {
		a.Problem("%s", problem)
	}
}
