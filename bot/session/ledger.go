package session

import (
	"errors"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/storage"
)

// wallet is a player's chips and profile within a transaction.
type wallet struct {
	profile storage.Profile
	stored  storage.Profile // the profile as it is in the store
	balance storage.Chips
	fresh   bool          // not stored yet: begin opens it
	opening storage.Chips // with so much
}

// wallet reads the player's wallet, or says what it will be when it is opened.
func (s *Sessions) wallet(r storage.Reader, v Interaction) (wallet, error) {
	p, ok, err := r.Profile(v.Player)
	if err != nil {
		return wallet{}, err
	}
	if !ok {
		settings, err := r.Settings()
		chips := s.Allowance(settings).Starting
		return wallet{profile: storage.Profile{Player: v.Player}, balance: chips, opening: chips,
			fresh: true}, err
	}
	balance, err := r.Balance(storage.WalletOf(v.Player))
	return wallet{profile: p, stored: p, balance: balance}, err
}

// begin is the first write of a transaction: it records the interaction and
// opens a wallet that is not there yet.
func (s *Sessions) begin(tx storage.Tx, v Interaction, w *wallet, now time.Time) error {
	if err := tx.See(v.ID, now); err != nil {
		return err
	}
	if v.Name != "" {
		w.profile.Name = v.Name
	}
	return s.open(tx, v, w, now)
}

// open opens the wallet of a player, if it is not there yet. The interaction
// may be one that somebody else made: a gift opens a wallet too.
func (s *Sessions) open(tx storage.Tx, v Interaction, w *wallet, now time.Time) error {
	if !w.fresh {
		return nil
	}
	w.fresh = false
	w.profile.Name = v.Name
	w.profile.Opened = now
	return post(tx, storage.Posting{
		Key:    storage.OpeningKey(v.Player),
		From:   storage.MintOf(v.Player.Guild),
		To:     storage.WalletOf(v.Player),
		Chips:  w.opening,
		Reason: storage.Opening,
		By:     v.ID,
		At:     now,
	})
}

// room returns how many chips the wallet can still be given. What an open hand
// may bring it is kept free, because a hand that could not be settled would be
// stuck for ever: whoever fills a wallet asks here first.
func (w *wallet) room(r storage.Reader) (storage.Chips, error) {
	room := storage.MaxChips - w.balance
	if w.profile.OpenHand == 0 {
		return room, nil
	}
	k, err := readHand(r, w.profile.OpenHand)
	if err != nil || k.Practice {
		return room, err
	}
	return max(0, room-k.Held-k.round.Rules().MostWon(k.round.Bet(0))), nil
}

// post makes a posting, if there is anything to move.
func post(tx storage.Tx, p storage.Posting) error {
	if p.Chips == 0 {
		return nil
	}
	return tx.Post(p)
}

// keep saves the hand after a step: it holds what the step added to the stakes,
// and settles them when the round is over.
func (s *Sessions) keep(tx storage.Tx, v Interaction, w *wallet, k *stored, staked storage.Chips,
	now time.Time) error {
	k.Version++
	k.Changed = now
	k.Round = k.round.Record()
	k.Open, w.profile.OpenHand = true, k.ID
	if !k.Practice {
		held := k.round.Staked(0)
		if err := s.move(tx, v, k, storage.Hold, held-staked, now); err != nil {
			return err
		}
		k.Held = held
	}
	if k.round.Phase() == blackjack.Over {
		if err := s.settle(tx, v, w, k, now); err != nil {
			return err
		}
		k.Open, w.profile.OpenHand = false, 0
		if err := s.endShoe(tx, k, &w.profile.Fair); err != nil {
			return err
		}
		s.ready(&w.profile.Fair)
		k.Promised = fair.Seed(w.profile.Fair.Next).Digest()
	}
	if w.profile != w.stored {
		if err := tx.SaveProfile(w.profile); err != nil {
			return err
		}
	}
	return tx.SaveHand(k.Hand)
}

// settle releases what the player keeps of the stakes, gives the house what is
// lost, pays what is won, and counts the hand; none of it after practice.
func (s *Sessions) settle(tx storage.Tx, v Interaction, w *wallet, k *stored,
	now time.Time) error {
	if k.Practice {
		return nil
	}
	p := k.round.Payout(0)
	k.Held, k.Net = 0, p.Net()
	count(&w.profile.Stats, k.round.View().Seats[0])
	return errors.Join(
		s.move(tx, v, k, storage.Release, p.Staked-p.Lost, now),
		s.move(tx, v, k, storage.Lose, p.Lost, now),
		s.move(tx, v, k, storage.Win, p.Won, now),
	)
}

// move posts chips of a hand. A hand's version moves chips for a reason once, so
// that no fault above can settle it twice.
func (s *Sessions) move(tx storage.Tx, v Interaction, k *stored, why storage.Reason,
	chips storage.Chips, now time.Time) error {
	guild := k.Player.Guild
	from, to := storage.HeldFor(guild, k.ID), storage.WalletOf(k.Player)
	switch why {
	case storage.Hold:
		from, to = to, from
	case storage.Lose:
		to = storage.HouseOf(guild)
	case storage.Win:
		from = storage.HouseOf(guild)
	}
	return post(tx, storage.Posting{
		Key:    storage.HandKey(k.ID, k.Version, why),
		From:   from,
		To:     to,
		Chips:  chips,
		Reason: why,
		Hand:   k.ID,
		By:     v.ID,
		At:     now,
	})
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
		switch h.Outcome {
		case blackjack.Busted:
			bust = 1
		case blackjack.Surrendered:
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
