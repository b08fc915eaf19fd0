package round

import (
	"errors"
	"fmt"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/care"
	"holecard/bot/wallet"
	"holecard/storage"
)

// keep saves a round after a step with the wallets of its seats: it holds what the step
// added to their stakes, and settles them all when the round is over. The shuffles are of
// f: the player's own, or the seating's. The error of a round that contradicts itself wraps
// [blackjack.ErrInvariant]: it holds and settles nothing.
func (s *Rounds) keep(tx storage.Tx, by storage.InteractionID, k *Stored, seats []*wallet.Wallet,
	f *storage.Fairness, now time.Time) error {
	if err := k.Game.Check(); err != nil {
		return fmt.Errorf("hand %d: %w", k.ID, err)
	}
	before := [storage.MostSeats]storage.Chips{}
	for i := range seats {
		before[i] = wallet.MayBring(k.Round, k.Game, i)
	}
	k.Version++
	k.Changed = now
	k.Record = k.Game.Record()
	k.Open = k.Game.Phase() != blackjack.Over
	for i, w := range seats {
		if err := s.hold(tx, by, w, k, i, now); err != nil {
			return err
		}
		if !k.Open {
			if err := s.settle(tx, by, w, k, i, now); err != nil {
				return err
			}
		}
		switch {
		case k.Seating != 0:
			w.Profile.Seated += wallet.MayBring(k.Round, k.Game, i) - before[i]
		case k.Open:
			w.Profile.OpenHand = k.ID
		default:
			w.Profile.OpenHand = 0
		}
	}
	if !k.Open {
		if !k.Practice {
			if err := storage.Notes.Add(tx, storage.Note{Round: k.ID, Settled: now}); err != nil {
				return err
			}
		}
		if err := s.endShoe(tx, k, f); err != nil {
			return err
		}
		s.draw(f)
		k.Promised = fair.Seed(f.Next).Digest()
	}
	if k.Seating == 0 {
		k.awards, seats[0].Profile.Untold = seats[0].Profile.Untold, 0
	}
	for _, w := range seats {
		if w.Profile != w.Stored {
			if err := storage.Profiles.Save(tx, w.Profile); err != nil {
				return err
			}
		}
	}
	return storage.Rounds.Save(tx, k.Round)
}

// hold takes what a seat has staked since the last step.
func (s *Rounds) hold(tx storage.Tx, by storage.InteractionID, w *wallet.Wallet, k *Stored,
	seat int, now time.Time) error {
	if k.Practice {
		return nil
	}
	held := k.staked(seat)
	stake := k.posting(by, seat, storage.Hold, held-k.Seats[seat].Held, now)
	if err := wallet.Spend(tx, stake, w); err != nil {
		return err
	}
	k.Seats[seat].Held = held
	return nil
}

// settle releases what a player keeps of the stakes, gives the house what is
// lost, pays what is won, counts the hand, and enters it in the player's story; none of it
// after practice.
func (s *Rounds) settle(tx storage.Tx, by storage.InteractionID, w *wallet.Wallet, k *Stored,
	seat int, now time.Time) error {
	if k.Practice {
		return nil
	}
	p := k.Game.Payout(blackjack.Seat(seat))
	k.Seats[seat].Held, k.Seats[seat].Net = 0, p.Net()
	view := k.Game.View().Seats[seat]
	count(&w.Profile.Stats, view)
	if err := errors.Join(
		wallet.Post(tx, k.posting(by, seat, storage.Release, p.Staked-p.Lost, now)),
		wallet.Post(tx, k.posting(by, seat, storage.Lose, p.Lost, now)),
		wallet.Post(tx, k.posting(by, seat, storage.Win, p.Won, now)),
	); err != nil {
		return err
	}
	return enter(tx, &w.Profile, k, seat, view.Hands)
}

// posting moves chips of a seat. A round's version moves chips of a seat for a reason once, so
// that no fault above can settle it twice.
func (k *Stored) posting(by storage.InteractionID, seat int, why storage.Reason,
	chips storage.Chips, now time.Time) storage.Posting {
	from, to := storage.HeldFor(k.Guild, k.ID, seat), storage.WalletOf(k.Player(seat))
	switch why {
	case storage.Hold:
		from, to = to, from
	case storage.Lose:
		to = storage.HouseOf(k.Guild)
	case storage.Win:
		from = storage.HouseOf(k.Guild)
	}
	return storage.Posting{
		Key:    storage.RoundKey(k.ID, seat, k.Version, why),
		From:   from,
		To:     to,
		Chips:  chips,
		Reason: why,
		Round:  k.ID,
		By:     by,
		At:     now,
	}
}

// staked returns what is on the table for a seat, with an answer that the round has not
// taken yet.
func (k *Stored) staked(seat int) storage.Chips {
	who := blackjack.Seat(seat)
	sum := k.Game.Staked(who)
	if blackjack.Action(k.Seats[seat].Answer) == blackjack.Insure {
		asked, _ := k.Game.AskedOf(who) // whose purse may be that of the deal
		sum += asked.Cost(blackjack.Insure)
	}
	return sum
}

// count adds a settled hand to a player's statistics.
func count(st *storage.Stats, seat blackjack.SeatView) {
	net := seat.Payout.Net()
	st.Hands++
	switch {
	case net > 0:
		st.Wins++
	case net < 0:
		st.Losses++
	default:
		st.Pushes++
	}
	bust := 0
	for _, h := range seat.Hands {
		if h.Natural {
			st.Naturals++
		}
		if h.Doubled {
			st.Doubles++
		}
		if h.Total > 21 { // also where the dealer busts, too, and that is a tie
			bust = 1
		}
		if h.Outcome == blackjack.Surrendered {
			st.Surrenders++
		}
	}
	st.Busts += bust
	st.Splits += len(seat.Hands) - 1
	st.Wagered += seat.Payout.Staked
	st.Net += net
	st.BiggestWin = max(st.BiggestWin, net)
	st.BiggestLoss = max(st.BiggestLoss, -net)
}

// enter writes a seat that is settled in its player's story: a line of their history, their
// day, and what play is awarded with.
func enter(tx storage.Tx, p *storage.Profile, k *Stored, seat int,
	hands []blackjack.HandView) error {
	l := k.Line(seat)
	addToDay(&p.Day, l)
	for _, h := range hands {
		if h.Natural {
			wallet.Award(p, storage.FirstNatural)
		}
	}
	if len(hands) == 4 && l.Net > 0 {
		wallet.Award(p, storage.FourWaySplit)
	}
	if l.Net > 0 && !p.Awards.Has(storage.Comeback) {
		last, err := lastChip(tx, *p, k, l.Net)
		if err != nil {
			return err
		}
		if last {
			wallet.Award(p, storage.Comeback)
		}
	}
	return storage.Lines.Put(tx, l.Key(p.Player), l)
}

// Line returns the line of a settled seat. Its worth is not known yet.
func (k *Stored) Line(seat int) storage.Line {
	p := k.Game.Payout(blackjack.Seat(seat))
	return storage.Line{Round: k.ID, Dealt: k.Dealt, Settled: k.Changed, Table: k.Table,
		Seated: k.Seating != 0, Private: k.Private, Stake: p.Staked, Net: p.Net()}
}

// addToDay adds a settled round to a player's day. A clock that went back over midnight
// begins no day again.
func addToDay(d *storage.DayOf, l storage.Line) {
	switch care.DayNumber(d.At) - care.DayNumber(l.Settled) {
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
func lastChip(r storage.Reader, p storage.Profile, k *Stored, net storage.Chips) (bool, error) {
	if k.Seating == 0 && p.Seated != 0 || k.Seating != 0 && p.OpenHand != 0 {
		return false, nil
	}
	has, err := r.Balance(storage.WalletOf(p.Player))
	return has-net == 1, err
}

// told returns how long a player has played, if a round is the one to tell it with, else 0.
func told(p storage.Profile, with storage.Round) time.Duration {
	sat := p.Sitting
	if sat.Reminded.IsZero() ||
		!sat.Reminded.Truncate(time.Microsecond).Equal(with.Dealt.Truncate(time.Microsecond)) {
		return 0
	}
	return sat.Reminded.Sub(sat.Since)
}
