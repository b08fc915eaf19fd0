package session

import (
	"context"
	"errors"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/storage"
)

// FirstBet is the stake of a player who has never named one, in chips.
const FirstBet storage.Chips = 10

// Deal asks for a hand.
type Deal struct {
	Bet     storage.Chips // 0 for the last bet, or FirstBet
	Private bool          // only the player sees it
	Table   string        // empty for the guild's first
	Plays   string        // a strategy that plays it, as an expression; empty for the player
	House   string        // the strategy of a house that decides, as an expression; empty for the table's own
}

// Start deals the player a hand. If one is open already, it returns that one,
// marked Resumed. The error is a [*ShortError], a [*TableError], a
// [*ClosedError], a [*blackjack.StakeError], a [*FixedDealerError], a
// [*WeakHouseError], that of an expression, [ErrFull],
// [ErrRepeated] or the store's; or it is [ErrNotReady], which is not remembered:
// the caller may be patient, or give up and call [Sessions.Remember].
func (s *Sessions) Start(ctx context.Context, v Visit, d Deal) (Hand, error) {
	table, err := s.Table(ctx, v.Player.Guild, d.Table)
	if err != nil {
		return s.refuse(ctx, v, err)
	}
	return s.deal(ctx, v, table, playedBy{d.Plays, d.House}, func(_ storage.Tx, w wallet) (Deal, error) {
		asked := d
		if asked.Bet == 0 {
			asked.Bet = lastBet(w.profile, w.balance)
		}
		return asked, nil
	})
}

// refuse refuses to deal a hand for a reason that may not hold for ever. What has
// dealt one before, and is delivered again, shows it.
func (s *Sessions) refuse(ctx context.Context, v Visit, reason error) (Hand, error) {
	if !refused(reason) {
		return Hand{}, reason
	}
	var dealt present
	err := s.once(context.WithoutCancel(ctx), v, func(tx storage.Tx, again bool) error {
		dealt = present{}
		if k, err := readHand(tx, storage.HandID(v.ID)); again && !errors.Is(err, ErrNoHand) {
			return dealt.read(tx, k, err)
		}
		return reason
	})
	return s.show(dealt), err
}

// lastBet returns what a player bets who names no bet.
func lastBet(p storage.Profile, balance storage.Chips) storage.Chips {
	if p.LastBet > 0 {
		return p.LastBet
	}
	return max(1, min(FirstBet, balance))
}

// Stake is a new bet, compared with that of the hand before.
type Stake uint8

// The new bets on offer.
const (
	SameStake Stake = iota
	DoubleStake
	HalfStake
	Stakes = 3 // how many there are
)

// After returns the new bet after a bet, at least one chip.
func (s Stake) After(bet storage.Chips) storage.Chips {
	switch s {
	case DoubleStake:
		return 2 * bet
	case HalfStake:
		return max(1, bet/2)
	}
	return bet
}

// Again deals another hand at the same table after a settled one, once: the
// settled hand then names the one that followed. Besides the errors of
// [Sessions.Start] it returns [ErrNoHand], [*NotYoursError], [ErrNotOver], or
// [ErrStale] with the settled hand.
func (s *Sessions) Again(ctx context.Context, v Visit, id storage.HandID, version uint32, stake Stake) (Hand, error) {
	found, err := s.Find(ctx, id)
	if err != nil {
		return Hand{}, err
	}
	table, err := s.Table(ctx, v.Player.Guild, found.Table.Name)
	if err != nil {
		return s.refuse(ctx, v, err)
	}
	by := playedBy{found.Plays, found.House}
	if !table.Rules.HouseDecides { // any more
		by.house = ""
	}
	var before kept
	hand, err := s.deal(ctx, v, table, by, func(tx storage.Tx, _ wallet) (d Deal, err error) {
		if before, err = readHand(tx, id); err != nil {
			return d, err
		}
		switch {
		case before.Player != v.Player:
			return d, &NotYoursError{before.Player}
		case before.Open:
			return d, ErrNotOver
		case before.Version != version:
			return d, ErrStale
		}
		return Deal{Bet: stake.After(before.round.Bet(0)), Private: before.Private}, nil
	}, func(tx storage.Tx, now time.Time) error {
		before.Next, before.Version, before.Changed = storage.HandID(v.ID), before.Version+1, now
		return tx.SaveHand(before.Hand)
	})
	if errors.Is(err, ErrStale) {
		if now, findErr := s.Find(ctx, id); findErr == nil {
			hand = now
		}
	}
	return hand, err
}

// chartTime is how long the next interactions of a player who is not patient wait
// for the strategy that is to play a hand. Most basic strategies take less.
const chartTime = 250 * time.Millisecond

// pilotSoon returns the pilot of a hand that is to be dealt. The error is that of
// an expression or a house, or [ErrNotReady].
func (s *Sessions) pilotSoon(ctx context.Context, v Visit, t tables.Table, by playedBy) (*pilot, error) {
	if !v.Patient {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, chartTime)
		defer cancel()
	}
	p, err := s.pilot(ctx, t, by)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, errors.Join(ErrNotReady, err)
	}
	return p, err
}

// asks says what hand to deal, from what is stored. It only reads.
type asks func(storage.Tx, wallet) (Deal, error)

// deal deals a hand in one transaction; then the other changes are made in it.
func (s *Sessions) deal(ctx context.Context, v Visit, table tables.Table, by playedBy, ask asks, then ...func(storage.Tx, time.Time) error) (Hand, error) {
	now := s.Now()
	// What is slow is done out here: others wait for the transaction.
	maker := &shoemaker{shuffle: s.Shuffle, rules: table.Rules}
	if err := s.Store.View(ctx, func(r storage.Reader) error { return s.foresee(r, v, maker) }); err != nil {
		return Hand{}, err
	}
	pilot, err := s.pilotSoon(ctx, v, table, by)
	switch {
	case errors.Is(err, ErrNotReady):
		return Hand{}, err
	case err != nil:
		return s.refuse(ctx, v, err)
	}
	var dealt present
	resumed := false
	err = s.once(ctx, v, func(tx storage.Tx, again bool) error {
		dealt, resumed = present{}, false
		if k, err := readHand(tx, storage.HandID(v.ID)); !errors.Is(err, ErrNoHand) {
			return dealt.read(tx, k, err) // delivered again: the hand it dealt
		}
		w, err := s.wallet(tx, v)
		if err != nil {
			return err
		}
		d, err := ask(tx, w)
		if err != nil {
			return err
		}
		if w.profile.OpenHand != 0 {
			resumed = true
			k, err := readHand(tx, w.profile.OpenHand)
			return dealt.read(tx, k, err)
		}
		if err := mayBet(table.Rules, d.Bet, w); err != nil {
			return err
		}
		if again { // no cards are looked at
			return ErrRepeated
		}
		k, err := s.newHand(tx, v, table, d, &w, maker)
		if err != nil {
			return err
		}
		k.Plays, k.House, k.Dealt = by.player, by.house, now
		if k.round, err = pilot.fly(k.round, w.balance-d.Bet, nil); err != nil {
			return err
		}
		if err := s.begin(tx, v, &w, now); err != nil {
			return err
		}
		w.profile.LastBet, w.profile.LastHand = d.Bet, k.ID
		if err := s.keep(tx, v, &w, &k, 0, now); err != nil {
			return err
		}
		for _, change := range then {
			if err := change(tx, now); err != nil {
				return err
			}
		}
		return dealt.read(tx, k, nil)
	})
	hand := s.show(dealt)
	hand.Resumed = resumed
	return hand, err
}

// mayBet returns why a wallet cannot bet at a table.
func mayBet(rules blackjack.Rules, bet storage.Chips, w wallet) error {
	switch {
	case bet < rules.MinBet || bet > rules.MaxBet:
		return &blackjack.StakeError{Stake: bet, Min: rules.MinBet, Max: rules.MaxBet}
	case bet > w.balance:
		return &ShortError{Need: bet, Balance: w.balance}
	case w.balance > storage.MaxChips-rules.MostWon(bet):
		return ErrFull
	}
	return nil
}

// newHand deals the cards. Nothing is stored yet.
func (s *Sessions) newHand(r storage.Reader, v Visit, table tables.Table, d Deal, w *wallet, m *shoemaker) (kept, error) {
	left, err := readDeck(r, v.Player, table)
	if err != nil {
		return kept{}, err
	}
	bet := blackjack.Bet{Stake: d.Bet, Purse: w.balance - d.Bet}
	before := w.profile.Fair
	shoe, round, err := s.dealFrom(left, &w.profile.Fair, v.ID, m, bet)
	if errors.Is(err, blackjack.ErrShoe) { // the rules have changed since: a shoe they do not have
		w.profile.Fair = before
		shoe, round, err = s.dealFrom(nil, &w.profile.Fair, v.ID, m, bet)
	}
	if err != nil {
		return kept{}, err
	}
	return kept{storage.Hand{
		ID:       storage.HandID(v.ID),
		Player:   v.Player,
		Table:    table.Name,
		Private:  d.Private,
		Shoe:     shoe.origin,
		Shuffled: shoe.again,
	}, round}, nil
}

func (s *Sessions) dealFrom(left *storage.Deck, f *storage.Fairness, by storage.InteractionID, m *shoemaker, bet blackjack.Bet) (shoe, blackjack.Round, error) {
	from, err := s.shoe(left, f, by, m)
	if err != nil {
		return from, blackjack.Round{}, err
	}
	round, err := blackjack.Deal(m.rules, from.cards, bet)
	return from, round, err
}

// Act plays an action on the player's hand, as long as the hand has the
// version. Where a strategy plays the hand, the action is the answer to what it
// asks. The error is [ErrNoHand], a [*NotYoursError], [ErrStale] with the
// present hand, [blackjack.ErrOver], a [*blackjack.IllegalError], a
// [*ShortError], or the store's.
func (s *Sessions) Act(ctx context.Context, v Visit, id storage.HandID, version uint32, a blackjack.Action) (Hand, error) {
	now := s.Now()
	pilot, err := s.pilotOf(ctx, id)
	if err != nil {
		return s.refuse(ctx, v, err)
	}
	var after present
	err = s.once(ctx, v, func(tx storage.Tx, again bool) error {
		after = present{}
		k, err := readHand(tx, id)
		if err != nil {
			return err
		}
		if k.Player != v.Player {
			return &NotYoursError{k.Player}
		}
		if again && k.Version != version { // what came of it is shown again
			return after.read(tx, k, nil)
		}
		if k.Version != version {
			return errors.Join(ErrStale, after.read(tx, k, nil))
		}
		w, err := s.wallet(tx, v)
		if err != nil {
			return err
		}
		if k.round.Phase() == blackjack.Over {
			return blackjack.ErrOver
		}
		before := k
		staked := k.round.Staked(0)
		if k.round, err = pilot.fly(k.round, w.balance, &a); err != nil {
			return err
		}
		if again { // it was refused, and nothing is played now
			return after.read(tx, before, nil)
		}
		if err := s.begin(tx, v, &w, now); err != nil {
			return err
		}
		if err := s.keep(tx, v, &w, &k, staked, now); err != nil {
			return err
		}
		return after.read(tx, k, nil)
	})
	return s.show(after), err
}
