package session

import (
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/storage"
)

// Act plays an action on the player's hand, as long as the hand has the
// version. Where a strategy plays the hand, the action is the answer to what it
// asks. The error is [ErrNoHand], [ErrNotYours], [ErrStale] with the
// present hand, [blackjack.ErrOver], a [*blackjack.IllegalError], a
// [*ShortError], or the store's.
func (s *Sessions) Act(ctx context.Context, v Interaction, id storage.RoundID, version uint32,
	a blackjack.Action) (Hand, error) {
	hand, err := s.act(ctx, v, id, version, a, asking())
	if plays, ok := errors.AsType[*playedError](err); ok {
		autoplay, err := s.autoplayOf(ctx, plays)
		if err != nil {
			return s.refuse(ctx, v, Deal{}, err)
		}
		return s.act(ctx, v, id, version, a, autoplay)
	}
	return hand, err
}

// playedError tells that strategies play a hand, which are made outside of the
// transaction. A hand keeps its rules and its strategies.
type playedError struct {
	rules blackjack.Rules
	playedBy
}

func (e *playedError) Error() string { return "strategies play the hand" }

// act is Act with what plays on. The error is a [*playedError] when strategies
// play the hand, and none is given.
func (s *Sessions) act(
	ctx context.Context, v Interaction, id storage.RoundID, version uint32, a blackjack.Action,
	with *autoplay,
) (Hand, error) {
	var after present
	reads := storage.Wanted{Rounds: []storage.RoundID{id}}
	err := s.staking(ctx, v, reads, func(tx storage.Tx, again bool, ask asker) error {
		after = present{}
		k, err := readHand(tx, id)
		if err != nil {
			return err
		}
		if k.owner() != v.Player {
			return NotYours(k.owner())
		}
		if again && k.Version != version { // the result is shown again
			return after.readNewest(tx, k, nil)
		}
		if k.Version != version {
			if err := after.readNewest(tx, k, nil); err != nil {
				return err
			}
			return ErrStale
		}
		w, err := s.wallet(tx, v)
		if err != nil {
			return err
		}
		if k.round.Phase() == blackjack.Over {
			return blackjack.ErrOver
		}
		if by := (playedBy{k.Seats[0].Plays, k.House}); by != with.by {
			return &playedError{k.round.Rules(), by}
		}
		facts, err := ask.facts(tx, &w)
		if err != nil {
			return err
		}
		w.leave = facts.Raise()
		s.remember(with, k)
		played, err := with.advance(k.round, &a, purse(k.Practice, w.stakes()))
		if err != nil {
			return w.lacking(err)
		}
		if again { // it was refused, and nothing is played now
			return after.read(tx, k, nil)
		}
		k.round = played
		if err := s.begin(tx, v, &w, ask.now); err != nil {
			return err
		}
		if err := s.keep(tx, v.ID, k, []*wallet{&w}, &w.profile.Fair, ask.now); err != nil {
			return err
		}
		return after.of(tx, k, w.profile)
	})
	s.after(v.Player.Guild, err, after.stored)
	return s.show(after, v), err
}
