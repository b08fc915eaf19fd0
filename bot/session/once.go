package session

import (
	"context"
	"errors"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/bot/refuse"
	"holecard/storage"
)

// ErrRepeated tells that an interaction was delivered before, and did nothing
// then. It does nothing now, although it could.
var ErrRepeated = refuse.New("repeated", "the interaction was delivered before")

// once carries out an interaction in one transaction, and remembers it whatever
// comes of it. Discord may deliver an interaction again, and a bot that was
// restarted knows it only by what is stored: what was refused, or only showed
// something, must not be done minutes later when it could be.
//
// do is told whether this is a repeat. It reads and decides first, and its first
// write is to record the interaction; so a repeat is decided once more, and ends
// with [ErrRepeated] where it would change something. A refusal costs a record of
// some bytes, which is pruned by its time like every other.
//
// What do reads is loaded at once, besides the caller's profile and wallet.
func (s *Sessions) once(
	ctx context.Context, v Interaction, reads storage.Wanted,
	do func(tx storage.Tx, again bool) error,
) error {
	secret, err := s.aliasSecret(ctx)
	if err != nil {
		return err
	}
	of := aliasOf(secret, v.Player.Guild, v.Player.User) // of who opens a wallet
	reads.Limits = append(reads.Limits, of)
	reads.Settings = true
	reads.Seen = append(reads.Seen, v.ID)
	reads.Players = append(reads.Players, v.Player.User)
	now := s.Now()
	var refusal error
	err = s.Store.Update(ctx, v.Player.Guild, func(tx storage.Tx) error {
		refusal = nil
		tx.Load(reads)
		again, err := tx.Seen(v.ID)
		if err != nil {
			return err
		}
		err = do(tx, again)
		if lookErr := v.learn(tx); lookErr != nil {
			return lookErr
		}
		if again {
			if errors.Is(err, storage.ErrSeen) {
				return ErrRepeated
			}
			return err
		}
		recorded, readErr := tx.Seen(v.ID)
		switch {
		case readErr != nil:
			return readErr
		case err != nil && (recorded || !refused(err)):
			return err
		}
		if refusal = err; !recorded {
			if err := tx.See(v.ID, now); err != nil {
				return err
			}
		}
		return putBack(tx, v.Player)
	})
	if err != nil {
		return err
	}
	return refusal
}

// staking is [Sessions.once] for what may put chips at stake: do is given who asks for the leave.
func (s *Sessions) staking(ctx context.Context, v Interaction, reads storage.Wanted,
	do func(tx storage.Tx, again bool, a asker) error) error {
	a, err := s.asker(ctx)
	if err != nil {
		return err
	}
	a.wants(&reads, v.Player.Guild, v.Player.User)
	return s.once(ctx, v, reads, func(tx storage.Tx, again bool) error { return do(tx, again, a) })
}

// putBack puts a player on the leaderboards again who was taken for gone: who acts here is here.
func putBack(tx storage.Tx, who storage.Player) error {
	p, known, err := storage.Profiles.Get(tx, who)
	if err != nil || !known || !p.Away {
		return err
	}
	p.Away = false
	return storage.Profiles.Save(tx, p)
}

// refused reports whether an error is a refusal, of which the player is told what
// it was. Any other is a fault, whose transaction leaves nothing behind.
func refused(err error) bool {
	return refuse.Final(err) || slices.ContainsFunc([]error{storage.ErrPlaying, blackjack.ErrOver,
		context.DeadlineExceeded, context.Canceled},
		func(known error) bool { return errors.Is(err, known) })
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// moment is how long a store is asked about an answer whose time is over.
const moment = 100 * time.Millisecond

// Moment returns a context to ask by for the words of an answer, and to note that it was a
// refusal: ctx itself, or where its time is over, because the store was slow or something
// else was, a moment more. The words do without what the store does not say by then.
func Moment(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(context.WithoutCancel(ctx), moment)
}

// Remember records an interaction that was refused before it came here.
func (s *Sessions) Remember(ctx context.Context, v Interaction) error {
	return s.once(ctx, v, storage.Wanted{}, func(storage.Tx, bool) error { return nil })
}
