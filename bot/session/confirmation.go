package session

import (
	"context"
	"errors"
	"time"

	"holecard/storage"
)

// Moving chips between people, or by an admin, needs a confirmation first: the
// command asks for it, and its buttons move the chips or decline. It is known by
// the command's interaction, and nothing is kept of it before it is answered:
//
//	no answer yet ──yes──▶ a posting with the confirmation's key
//	      │ └───────no───▶ the command's interaction is recorded as seen,
//	      │                 and so it is by a yes that has nothing to move
//	      └──15 minutes──▶ expired
//
// So it can be answered once only, whatever is delivered twice or restarted.

// ConfirmationTime is how long a confirmation can be answered: less than interactions
// are remembered.
const ConfirmationTime = 15 * time.Minute

// ErrExpired tells that a confirmation is too old to be answered.
var ErrExpired = errors.New("the confirmation is too old to be answered")

// AnsweredError tells that a confirmation was answered before: with yes, if that
// moved chips, else with no, or with yes when there was nothing to move.
type AnsweredError struct{ Moved bool }

func (e *AnsweredError) Error() string {
	if e.Moved {
		return "the confirmation was answered before, and chips were moved"
	}
	return "the confirmation was answered before, and nothing was moved"
}

// answered reports whether the answer to a confirmation has moved chips.
func answered(r storage.Reader, asked storage.InteractionID) (bool, error) {
	for _, why := range []storage.Reason{storage.Gift, storage.Grant, storage.Reset} {
		if posted, err := r.Posted(storage.ConfirmedKey(why, asked)); err != nil || posted {
			return posted, err
		}
	}
	return false, nil
}

// unanswered returns nil if an interaction may confirm it.
func unanswered(r storage.Reader, v Interaction, asked storage.InteractionID) error {
	posted, err := answered(r, asked)
	if err != nil {
		return err
	}
	seen, err := r.Seen(asked)
	switch {
	case err != nil:
		return err
	case posted:
		return &AnsweredError{Moved: true}
	case seen:
		return &AnsweredError{}
	case v.ID.Time().Sub(asked.Time()).Abs() > ConfirmationTime: // both by Discord's clock
		return ErrExpired
	}
	return nil
}

// Decline declines what was to be confirmed. The error is an [*AnsweredError] when it
// moved chips before.
func (s *Sessions) Decline(ctx context.Context, v Interaction, asked storage.InteractionID) error {
	now := s.Now()
	return s.Store.Update(ctx, v.Player.Guild, func(tx storage.Tx) error {
		posted, err := answered(tx, asked)
		if err != nil {
			return err
		}
		if posted {
			return &AnsweredError{Moved: true}
		}
		// An old confirmation may be forgotten between two deliveries of the answer.
		for _, id := range []storage.InteractionID{asked, v.ID} {
			if seen, err := tx.Seen(id); err != nil || seen {
				return err
			}
		}
		if err := tx.See(v.ID, now); err != nil {
			return err
		}
		return tx.See(asked, now)
	})
}
