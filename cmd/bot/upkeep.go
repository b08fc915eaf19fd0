package main

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// checkEvery is how often the bot looks whether its database is still there.
const checkEvery = 30 * time.Second

// startUpkeep does what goes on beside playing, until stop is called: it looks
// after the database, makes backups, and answers on the socket.
func (c config) startUpkeep(store opened, about *instance, log *slog.Logger) (stop func()) {
	if c.Database == inMemory {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() { lookAfter(ctx, store) })
	if c.BackupEvery == 0 {
		log.Info("no automatic backups are made: BACKUP_EVERY is 0")
	} else {
		keeper := backupKeeper{
			store: store, database: c.Database, every: c.BackupEvery, keep: c.BackupKeep,
			now: time.Now, log: log, failed: new(atomic.Pointer[error]),
		}
		about.backups = keeper.state
		ended.Go(func() { keeper.run(ctx) })
	}
	server := serveSocket(store, c.Database, about.status, log)
	return func() {
		cancel()
		server.close()
		ended.Wait()
	}
}

// lookAfter checks a store until ctx ends or the store is lost, of which the
// store itself says what to do.
func lookAfter(ctx context.Context, store interface{ Check() error }) {
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if store.Check() != nil {
				return
			}
		}
	}
}
