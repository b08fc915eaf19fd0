package session

import (
	"context"
	"slices"
	"time"

	"holecard/bot/refuse"
	"holecard/storage"
)

// Moving chips between people, or by an admin, needs a confirmation first: the
// command asks for it, and its buttons move the chips or decline. It is stored, and
// known by the command's interaction:
//
//	unanswered ──yes──▶ moved: a posting with the confirmation's key
//	    │ └──no, or a yes that has nothing to move──▶ unmoved
//	    └──15 minutes──▶ expired, and forgotten some minutes later
//
// So it can be answered once only, whatever is delivered twice or restarted.

// ConfirmationTime is how long a confirmation can be answered: less than it is stored.
const ConfirmationTime = 15 * time.Minute

// ErrElsewhere tells that a confirmation was not asked for in this guild.
var ErrElsewhere = refuse.New("elsewhere", "the confirmation was not asked for here")

// ErrExpired tells that a confirmation is too old to be answered.
var ErrExpired = refuse.New("expired", "the confirmation is too old to be answered")

// ErrNotAsked tells that somebody else was asked.
var ErrNotAsked = refuse.New("not.asked", "the confirmation is for somebody else")

// What tells that a confirmation was answered before: with yes, if that moved chips, else with no,
// or with yes when there was nothing to move.
var (
	ErrMoved   = refuse.New("done", "the confirmation was answered before, and chips were moved")
	ErrUnmoved = refuse.New("answered", "the confirmation was answered before, nothing was moved")
)

// ask stores what is to be confirmed, once.
func ask(tx storage.Tx, v Interaction, c storage.Confirmation, now time.Time) error {
	if _, asked, err := storage.Confirmations.Get(tx, c.Asked); asked || err != nil {
		return err
	}
	if err := tx.See(v.ID, now); err != nil {
		return err
	}
	c.Guild, c.By = v.Player.Guild, v.Player.User
	return storage.Confirmations.Save(tx, c)
}

// confirmed returns what was asked, and an error unless the interaction may answer.
func confirmed(
	r storage.Reader, v Interaction, asked storage.InteractionID, kinds ...storage.Reason,
) (storage.Confirmation, error) {
	c, ok, err := storage.Confirmations.Get(r, asked)
	switch {
	case err != nil:
		return c, err
	case !ok || !slices.Contains(kinds, c.Why):
		return c, unknown(v, asked)
	case c.By != v.Player.User:
		return c, ErrNotAsked
	case c.Answer == storage.Moved:
		return c, ErrMoved
	case c.Answer != storage.Unanswered:
		return c, ErrUnmoved
	case expired(v, asked):
		return c, ErrExpired
	}
	return c, nil
}

// expired reports whether it is too late to answer, both by Discord's clock.
func expired(v Interaction, asked storage.InteractionID) bool {
	return v.ID.Time().Sub(asked.Time()).Abs() > ConfirmationTime
}

// unknown returns why a confirmation is not stored in a guild.
func unknown(v Interaction, asked storage.InteractionID) error {
	if expired(v, asked) {
		return ErrExpired
	}
	return ErrElsewhere
}

// Decline declines what was to be confirmed. The error is [ErrNotAsked],
// [ErrElsewhere], [ErrExpired] when it is forgotten, or [ErrMoved] when it moved
// chips before.
func (s *Sessions) Decline(ctx context.Context, v Interaction, asked storage.InteractionID) error {
	now := s.Now()
	reads := storage.Wanted{Confirmations: []storage.InteractionID{asked}}
	return s.once(ctx, v, reads, func(tx storage.Tx, _ bool) error {
		c, ok, err := storage.Confirmations.Get(tx, asked)
		switch {
		case err != nil:
			return err
		case !ok:
			return unknown(v, asked)
		case c.By != v.Player.User:
			return ErrNotAsked
		case c.Answer == storage.Moved:
			return ErrMoved
		case c.Answer == storage.Unmoved:
			return nil
		}
		if err := tx.See(v.ID, now); err != nil {
			return err
		}
		c.Answer = storage.Unmoved
		return storage.Confirmations.Save(tx, c)
	})
}
