package engine

import (
	"cmp"
	"fmt"
	"slices"

	"holecard/storage"
)

// shuffled is a server seed, by its first bytes, and the interaction that
// started the round its shuffle was made for. The shuffle behind it is not noted: as
// long as no card of that is dealt, the next round begins it again.
type shuffled struct {
	seed uint64
	by   storage.InteractionID
}

// compareShuffles finds seeds that were used for two shuffles.
func (a *Auditor) compareShuffles() {
	slices.SortFunc(a.shuffles, func(x, y shuffled) int {
		return cmp.Or(cmp.Compare(x.seed, y.seed), cmp.Compare(x.by, y.by))
	})
	for i := 1; i < len(a.shuffles); i++ {
		if was, is := a.shuffles[i-1], a.shuffles[i]; was.seed == is.seed && was.by != is.by {
			a.Problem("The interactions %d and %d began shuffles from the same server seed.",
				was.by, is.by)
		}
	}
}

// countRound compares the postings of a round with its seats and, once it is settled, adds
// them to what its players' statistics should be, unless it was practice. Their keys begin
// with the round, so they lie together.
func (a *Auditor) countRound(r storage.Round) {
	var staked, nets [storage.MostSeats]storage.Chips
	readable := true
	err := a.state.Scan(Range{Key: JournalKey(r.Guild, storage.RoundKeys(r.ID))},
		func(id, raw []byte, err error) bool {
			_, _, p, err := recordOf(storage.Journal, id, raw, err)
			if readable = err == nil; !readable {
				return false
			}
			a.users(r.Guild, p.Users())
			seat, fits := seatOf(r, p)
			if !fits {
				a.Problem("Posting %q of %v is not of a seat's player in hand %d.", p.Key,
					r.Guild, r.ID)
				return true
			}
			switch p.Reason {
			case storage.Hold:
				staked[seat] += p.Chips
			case storage.Win:
				nets[seat] += p.Chips
			case storage.Lose:
				nets[seat] -= p.Chips
			}
			return true
		})
	if err != nil || !readable || r.Open {
		return // what cannot be read is told elsewhere
	}
	for i := range r.Seats {
		a.countSeat(r, i, staked[i], nets[i])
	}
}

// seatOf returns the seat of a round that a posting moves chips of, and reports whether
// its stakes and its player are those of the posting.
func seatOf(r storage.Round, p storage.Posting) (seat int, fits bool) {
	held, wallet := p.To, p.From
	switch p.Reason {
	case storage.Win:
		seat = r.SeatOf(storage.UserID(p.To.Owner))
		return seat, seat >= 0
	case storage.Release:
		held, wallet = p.From, p.To
	case storage.Lose:
		return int(p.From.Seat), int(p.From.Seat) < len(r.Seats)
	}
	seat = int(held.Seat)
	return seat, seat < len(r.Seats) && r.Seats[seat].User == storage.UserID(wallet.Owner)
}

func (a *Auditor) countSeat(r storage.Round, i int, staked, net storage.Chips) {
	name := seatName{r.Guild, uint64(r.ID), i, r.Seating}
	if told := r.Seats[i].Net; told != net {
		a.Problem("%s says that it won %d chips on the whole, but its postings add up to %d.",
			name, told, net)
	}
	if r.Practice {
		if staked != 0 {
			a.Problem("%s is practice, but its postings hold %d chips.", name, staked)
		}
		return
	}
	s := a.stats[r.Player(i)]
	s.Hands++
	switch {
	case net > 0:
		s.Wins++
	case net < 0:
		s.Losses++
	default:
		s.Pushes++
	}
	s.Wagered += staked
	s.Net += net
	s.BiggestWin = max(s.BiggestWin, net)
	s.BiggestLoss = max(s.BiggestLoss, -net)
	a.stats[r.Player(i)] = s
}

// counted are the statistics that follow from postings; the others are of the
// cards, which are bytes to the store.
func counted(s storage.Stats) storage.Stats {
	s.Naturals, s.Busts, s.Doubles, s.Splits, s.Surrenders = 0, 0, 0, 0, 0
	return s
}

// compareStats compares a player's statistics with what the settled hands and
// their postings say.
func (a *Auditor) compareStats(p storage.Profile) {
	if got, want := counted(p.Stats), a.stats[p.Player]; got != want {
		a.Problem("The statistics of player %d of %v are %s, but the settled hands and their "+
			"postings add up to %s.",
			p.Player.User, p.Player.Guild, statsText(got), statsText(want))
	}
	delete(a.stats, p.Player)
}

func statsText(s storage.Stats) string {
	return fmt.Sprintf("%d hands, %d won, %d lost, %d pushed, %d wagered, net %d, biggest win "+
		"%d, biggest loss %d",
		s.Hands, s.Wins, s.Losses, s.Pushes, s.Wagered, s.Net, s.BiggestWin, s.BiggestLoss)
}

// expectLines notes the lines that follow from a settled round. Those of old rounds were
// dropped, and a guild without any has no histories.
func (a *Auditor) expectLines(r storage.Round) {
	if r.Open || r.Practice || r.Dropped || !a.hasHistory(r.Guild) {
		return
	}
	for i, seat := range r.Seats {
		if p := r.Player(i); a.hasLines(p) {
			k := keyIn(storage.Lines, p.Guild, p.Line(r.Dealt, r.ID))
			a.should(k, numbers(uint64(seat.Net)))
		}
	}
}

// hasHistory reports whether a guild has histories. Its rounds come one after the other.
func (a *Auditor) hasHistory(g storage.GuildID) bool {
	if a.storied != g {
		a.storied, a.history = g, false
		lines := Key{storage.Lines.Kind, of(g)}
		_ = a.state.Scan(Range{Key: lines}, func(_, _ []byte, _ error) bool {
			a.history = true
			return false
		}) // whatever is wrong is told when they are read
	}
	return a.history
}

// hasLines reports whether a player's lines are compared: nobody has any who was forgotten, and
// who is being forgotten may have some.
func (a *Auditor) hasLines(p storage.Player) bool {
	return !p.User.Erased() && !a.erasing.users[p]
}

// line notes a line.
func (a *Auditor) line(id []byte, p storage.Player, net storage.Chips) {
	if a.hasLines(p) {
		a.is(Key{storage.Lines.Kind, id}, numbers(uint64(net)))
	}
}

// compareNote compares a note that a round waits for a review with the round.
func (a *Auditor) compareNote(g storage.GuildID, n storage.Note) {
	r, known, err := storage.Rounds.Get(newReader(a.state, g), n.Round)
	if err == nil && (!known || r.Open || r.Practice) {
		a.Problem("Hand %d of %v waits for a review, but it is no settled hand for chips.",
			n.Round, g)
	}
}
