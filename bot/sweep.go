package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"holecard/bot/guild"
	"holecard/storage"
)

// Lister asks which servers the bot of an application is in.
type Lister interface {
	Application() string
	Guilds(context.Context) ([]storage.GuildID, error)
}

const (
	sweepLease = "sweep"
	sweepFirst = time.Minute // after the start
	sweepEvery = 10 * time.Minute
	sweepTime  = 2 * sweepEvery // that a lease lasts
)

// Sweep does until ctx ends what nobody asks for: it finishes erasures, drops the cards of old
// rounds, and erases servers that the bot has left. One process of those on a database does
// it. What another does as well, after all, does no harm.
func (b *Bot) Sweep(ctx context.Context, on Lister) {
	me := rand.Text()
	for wait := sweepFirst; ; wait = sweepEvery {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			leave, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			_ = b.desk.Store.Yield(leave, sweepLease, me) // else it runs out
			cancel()
			return
		}
		held, err := b.desk.Store.Lease(ctx, sweepLease, me, sweepTime)
		if err == nil && held {
			err = b.sweep(ctx, on)
		}
		if err != nil && ctx.Err() == nil {
			b.log.Warn("old data is not erased yet: tried again soon", "error", err)
		}
	}
}

// sweep does it once. Discord is asked once a day, and erases nothing where it does not answer.
func (b *Bot) sweep(ctx context.Context, on Lister) error {
	if err := b.privacy.Sweep(ctx); err != nil {
		return err
	}
	if err := b.stories.Drop(ctx); err != nil {
		return err
	}
	due, err := b.privacy.PresenceDue(ctx)
	if err != nil || !due {
		return err
	}
	there, err := on.Guilds(ctx)
	if err != nil {
		return err
	}
	erased, err := b.privacy.Present(ctx, on.Application(), there)
	if erased > 0 {
		b.log.Info("erased servers that the bot left 30 days ago", "servers", erased)
	}
	if errors.Is(err, guild.ErrOtherApplication) {
		b.log.Warn("no server is erased that the bot has left: the database is another bot's")
		err = nil
	}
	return err
}
