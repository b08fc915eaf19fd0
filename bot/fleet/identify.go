package fleet

import (
	"context"
	"fmt"
	"time"
)

const (
	// identifyTime is Discord's time between two IDENTIFYs of a bucket, and a little for
	// those that take longer to arrive.
	identifyTime = 5500 * time.Millisecond
	// openingTime is more than a connection takes until it says IDENTIFY.
	openingTime = 30 * time.Second
	// askTime is the time between two tries to have the bucket.
	askTime = 250 * time.Millisecond
	// patience is how long a shard waits for a store that fails.
	patience = 30 * time.Second
)

// Identify waits until a shard may say IDENTIFY: one of those in its bucket may, in all
// processes. What it returns is to be called then, with whether IDENTIFY was said. The
// error is that of ctx; where the store fails for long the shard goes on, because nothing
// is played meanwhile and Discord refuses what is too much.
func (f *Fleet) Identify(ctx context.Context, bucket, shard int) (done func(said bool), _ error) {
	name, holder := fmt.Sprintf("identify/%d", bucket), fmt.Sprintf("%s/%d", f.id, shard)
	worked := time.Now()
	tick := time.NewTicker(askTime)
	defer tick.Stop()
	for {
		held, err := f.store.Lease(ctx, name, holder, openingTime)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		f.note(ctx, err)
		if err == nil {
			worked = time.Now()
		}
		if held || time.Since(worked) >= patience {
			break
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return func(said bool) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Alive)
		defer cancel()
		if said { // the next may follow soon
			_, err := f.store.Lease(ctx, name, holder, identifyTime)
			f.note(ctx, err)
		} else {
			f.note(ctx, f.store.Yield(ctx, name, holder))
		}
	}, nil
}
