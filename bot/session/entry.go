package session

import (
	"time"

	"holecard/blackjack"
	"holecard/storage"
)

// enter writes a seat that is settled in its player's story: a line of their history, their
// day, and what play is awarded with.
func enter(tx storage.Tx, p *storage.Profile, k *stored, seat int,
	hands []blackjack.HandView) error {
	l := k.line(seat)
	addToDay(&p.Day, l)
	for _, h := range hands {
		if h.Natural {
			award(p, storage.FirstNatural)
		}
	}
	if len(hands) == 4 && l.Net > 0 {
		award(p, storage.FourWaySplit)
	}
	if l.Net > 0 && !p.Awards.Has(storage.Comeback) {
		last, err := lastChip(tx, *p, k, l.Net)
		if err != nil {
			return err
		}
		if last {
			award(p, storage.Comeback)
		}
	}
	return storage.Lines.Put(tx, l.Key(p.Player), l)
}

// line returns the line of a settled seat. Its worth is not known yet.
func (k *stored) line(seat int) storage.Line {
	p := k.round.Payout(blackjack.Seat(seat))
	return storage.Line{Round: k.ID, Dealt: k.Dealt, Settled: k.Changed, Table: k.Table,
		Seated: k.Seating != 0, Private: k.Private, Stake: p.Staked, Net: p.Net()}
}

// addToDay adds a settled round to a player's day. A clock that went back over midnight
// begins no day again.
func addToDay(d *storage.DayOf, l storage.Line) {
	switch dayNumber(d.At) - dayNumber(l.Settled) {
	case 0:
		d.At = l.Settled
	case 1:
	default:
		*d = storage.DayOf{At: l.Settled}
	}
	d.Net += l.Net
}

// lastChip reports whether the one chip that a player staked in a settled round was all that
// they had.
func lastChip(r storage.Reader, p storage.Profile, k *stored, net storage.Chips) (bool, error) {
	if k.Seating == 0 && p.Seated != 0 || k.Seating != 0 && p.OpenHand != 0 {
		return false, nil
	}
	has, err := r.Balance(storage.WalletOf(p.Player))
	return has-net == 1, err
}

// award gives a player something that is given once. They are told with the next hand that
// they see.
func award(p *storage.Profile, a storage.Award) {
	if !p.Awards.Has(a) {
		p.Awards, p.Untold = p.Awards.With(a), p.Untold.With(a)
	}
}

// periodsAt returns all periods that a moment is in.
func periodsAt(at time.Time) []storage.Period {
	return []storage.Period{{Span: storage.Ever}, storage.PeriodAt(storage.Today, at),
		storage.PeriodAt(storage.ThisWeek, at), storage.PeriodAt(storage.ThisMonth, at)}
}
