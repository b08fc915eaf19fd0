package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"
)

// checkEvery is how often the bot looks whether its database is still there.
const checkEvery = 30 * time.Second

// pause waits for a time, and reports whether ctx goes on.
func pause(ctx context.Context, long time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(long):
		return true
	}
}

// aside does work in the background until stop is called, which waits for its end.
func aside(work ...func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	for _, do := range work {
		ended.Go(func() { do(ctx) })
	}
	return func() {
		cancel()
		ended.Wait()
	}
}

// startUpkeep checks the database, makes backups and answers on the socket until
// stop is called.
func (c config) startUpkeep(store opened, log *slog.Logger) (about *instance, stop func()) {
	d := c.database()
	about = &instance{store: store, database: d.name(), since: time.Now()}
	work := []func(context.Context){about.feel}
	switch {
	case c.Database == inMemory:
		return about, aside(work...)
	case c.BackupEvery == 0:
		log.Info("no automatic backups are made: BACKUP_EVERY is 0")
	default:
		keeper := &backupKeeper{backupPlace: d.backups(), store: store, every: c.BackupEvery,
			keep: c.BackupKeep, now: time.Now, log: log}
		if d.onServer() {
			keeper.holder = rand.Text()[:10]
		}
		about.backups = keeper.state
		work = append(work, keeper.run)
	}
	if d.onServer() {
		return about, aside(work...)
	}
	stopWork := aside(append(work, func(ctx context.Context) { lookAfter(ctx, store) })...)
	closeSocket := socketServer{store.Backup, about.status, store.Audit, log}.serve(c.Database)
	return about, func() {
		closeSocket()
		stopWork()
	}
}

// lookAfter checks a store until ctx ends or the store is lost, which the store
// itself logs.
func lookAfter(ctx context.Context, store interface{ Check() error }) {
	for pause(ctx, checkEvery) && store.Check() == nil {
	}
}
