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

// startUpkeep checks the database, makes backups and answers on the socket until
// stop is called.
func (c config) startUpkeep(store opened, log *slog.Logger) (about *instance, stop func()) {
	about = &instance{store: store, database: c.database().name(), since: time.Now()}
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() { about.feel(ctx) })
	stop = func() {
		cancel()
		ended.Wait()
	}
	if c.Database == inMemory {
		return about, stop
	}
	if c.BackupEvery == 0 {
		log.Info("no automatic backups are made: BACKUP_EVERY is 0")
	} else {
		keeper := backupKeeper{
			backupPlace: c.database().backups(), store: store, every: c.BackupEvery,
			keep: c.BackupKeep, now: time.Now, log: log, failed: new(atomic.Pointer[error]),
		}
		if c.database().onServer() {
			keeper.shared = newSharedBackups(store)
		}
		about.backups = keeper.state
		ended.Go(func() { keeper.run(ctx) })
	}
	if c.database().onServer() {
		return about, stop
	}
	ended.Go(func() { lookAfter(ctx, store) })
	closeSocket := socketServer{store, about.status, store.Audit, log}.serve(c.Database)
	return about, func() {
		cancel()
		closeSocket()
		ended.Wait()
	}
}

// lookAfter checks a store until ctx ends or the store is lost, which the store
// itself logs.
func lookAfter(ctx context.Context, store interface{ Check() error }) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(checkEvery):
		}
		if store.Check() != nil {
			return
		}
	}
}
