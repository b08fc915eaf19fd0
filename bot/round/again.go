package round

import (
	"cmp"
	"context"
	"errors"
	"time"

	"holecard/blackjack"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/storage"
)

// Again deals another hand for the same bet at the same table after a settled one, once: the
// settled hand then names the one that followed. Its side bets are made again, as far as
// the table still offers them. Besides the errors of
// [Rounds.Start] it returns [ErrNoHand], [ErrNotYours], [ErrNotOver]; or, with
// the hand that the message shows by now, [ErrStale] or [ErrSoon].
func (s *Rounds) Again(
	ctx context.Context, v interact.By, id storage.RoundID, version uint32,
) (Hand, error) {
	return s.deal(ctx, v, order{again: true, after: id, version: version})
}

// Rebet is [Rounds.Again] for a bet that is named, with its side bets; a stake of 0 is the
// same as before.
func (s *Rounds) Rebet(
	ctx context.Context, v interact.By, id storage.RoundID, version uint32, bet storage.Bet,
) (Hand, error) {
	return s.deal(ctx, v, order{again: true, after: id, version: version, named: true,
		Deal: Deal{Bet: bet.Stake, Sides: bet.Sides}})
}

// stillOffered returns the side bets without those that rules do not take beside a bet.
func stillOffered(rules blackjack.Rules, bet storage.Chips, sides blackjack.Sides) (
	list blackjack.Sides) {
	for b, stake := range sides {
		one := blackjack.Bet{Stake: bet}
		if one.Sides[b] = stake; rules.Takes(one) == nil {
			list[b] = stake
		}
	}
	return list
}

// Settled returns a hand that is over as its player is asked about another bet after
// it. It changes nothing. The errors are those of [Rounds.Again], and [ErrHandOpen]
// with the hand where the player has to finish another first.
func (s *Rounds) Settled(
	ctx context.Context, v interact.By, id storage.RoundID, version uint32,
) (Hand, error) {
	var now present
	o := order{again: true, after: id, version: version}
	err := s.Desk.Store.View(ctx, v.Player.Guild, func(r storage.Reader) error {
		r.Load(storage.Wanted{Settings: true, Players: []storage.UserID{v.Player.User},
			Rounds: []storage.RoundID{id}})
		k, err := readHand(r, id)
		if err != nil {
			return err
		}
		return o.showing(r, &now, k, o.mayFollow(k, v))
	})
	hand := s.show(now, v)
	hand.Later = err == nil && now.profile.LastHand != id
	if err == nil && now.profile.OpenHand != 0 {
		err = ErrHandOpen
	}
	return hand, err
}

// Own returns a hand of the player's as its message shows it by now. The error is
// [ErrNoHand], [ErrNotYours] or the store's.
func (s *Rounds) Own(ctx context.Context, v interact.By, id storage.RoundID) (Hand, error) {
	var now present
	err := s.Desk.View(ctx, v, func(r storage.Reader) error {
		r.Load(storage.Wanted{Settings: true, Players: []storage.UserID{v.Player.User},
			Rounds: []storage.RoundID{id}})
		k, err := readHand(r, id)
		if err == nil && k.Owner() != v.Player {
			err = NotYours(k.Owner())
		}
		return now.readNewest(r, k, err)
	})
	return s.show(now, v), err
}

// from completes an order by the settled hand whose button asks for it.
func (o *order) from(r storage.Reader) error {
	if !o.again {
		return nil
	}
	before, err := readHand(r, o.after)
	if err != nil {
		return err
	}
	if !o.named {
		o.Sides = before.Game.Sides(0)
	}
	o.Deal = Deal{
		Bet: cmp.Or(o.Bet, before.Game.Bet(0)), Sides: o.Sides,
		Private: before.Private, Practice: before.Practice, Table: before.Table,
		Plays: before.Seats[0].Plays, House: before.House,
	}
	return nil
}

// mayFollow returns why no hand can be dealt from the button of a settled one.
func (o order) mayFollow(before *Stored, v interact.By) error {
	switch {
	case before.Owner() != v.Player:
		return NotYours(before.Owner())
	case before.Open:
		return ErrNotOver
	case before.Version != o.version:
		return ErrStale
	case v.ID.Time().Sub(before.Changed).Abs() < restTime:
		return ErrSoon
	}
	return nil
}

// showing shows a settled hand together with why no hand follows it: the one that its
// message shows by now, if it is that.
func (o order) showing(r storage.Reader, p *present, before *Stored, why error) error {
	if why == nil || errors.Is(why, ErrStale) || errors.Is(why, ErrSoon) {
		if err := p.readNewest(r, before, nil); err != nil {
			return err
		}
	}
	return why
}

// restTime is how long the buttons of a hand that is over do not deal another: a press
// meant for the hand may come just after its end. The two clocks that are compared are
// Discord's and this machine's; where those are far apart, nothing rests.
const restTime = 600 * time.Millisecond

// ErrSoon refuses another hand because the one before has only just ended.
var ErrSoon = refuse.Silent("the hand has only just ended")

// mostFollowed is how many hands can be dealt in a message while a press of its buttons
// is on the way.
const mostFollowed = 4

// newest returns the hand that the message of a hand shows by now: where another hand
// goes on in the same message, the one that followed.
func newest(r storage.Reader, k *Stored) (*Stored, error) {
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	if err != nil || settings.NewMessage {
		return k, err
	}
	for range mostFollowed {
		if k.Next == 0 {
			break
		}
		if k, err = readHand(r, k.Next); err != nil {
			return k, err
		}
	}
	return k, nil
}
