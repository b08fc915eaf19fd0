package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// backupTime is the time in the name of an automatic backup, in UTC: names in
// order are times in order.
const backupTime = "20060102T150405Z"

// retryTime is how long after a failure a backup is tried again, unless the
// next is due before.
const retryTime = 10 * time.Minute

// backupKeeper makes backups on its own, in a folder beside the database.
type backupKeeper struct {
	store    backedUp
	database string
	every    time.Duration // more than 0
	keep     int           // at least 1
	now      func() time.Time
	log      *slog.Logger
}

// folder returns where the backups are.
func (k backupKeeper) folder() string { return backupFolder(k.database) }

// name returns the name of the backup of a moment.
func (k backupKeeper) name(at time.Time) string {
	return k.prefix() + at.UTC().Format(backupTime) + ".db"
}

func (k backupKeeper) prefix() string { return backupPrefix(k.database) }

// run makes backups when they are due, until ctx ends. What fails is logged:
// people go on playing.
func (k backupKeeper) run(ctx context.Context) {
	wait := k.untilFirst()
	for {
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		wait = k.every
		if err := k.make(ctx); err != nil && ctx.Err() == nil {
			wait = min(k.every, retryTime)
			k.log.Error("THE AUTOMATIC BACKUP FAILED", "folder", k.folder(), "error", err, "retry_in", wait)
		}
	}
}

// untilFirst returns how long the first backup has time: none when there is no
// backup, or an old one, or one from the future, which says nothing.
func (k backupKeeper) untilFirst() time.Duration {
	backups, err := k.backups()
	if err != nil || len(backups) == 0 {
		return 0 // what is wrong shows when the backup is made
	}
	age := k.now().Sub(backups[len(backups)-1].at)
	if age < 0 {
		return 0
	}
	return max(0, k.every-age)
}

// make makes a backup now, and removes those that are too many.
func (k backupKeeper) make(ctx context.Context) error {
	if err := os.MkdirAll(k.folder(), 0o700); err != nil {
		return err
	}
	if err := k.sweep(); err != nil {
		return err
	}
	made := k.name(k.now())
	kept, err := saveBackup(ctx, filepath.Join(k.folder(), made), false, k.store.Backup)
	if err != nil {
		return err
	}
	k.log.Info("made a backup", "file", filepath.Join(k.folder(), made), "bytes", kept.size, "postings", kept.audit.Postings)
	if err := k.prune(made); err != nil {
		k.log.Error("OLD BACKUPS CANNOT BE REMOVED: the disk will be full one day", "folder", k.folder(), "error", err)
	}
	return nil
}

// sweep removes what backups that were cut off by a crash have left.
func (k backupKeeper) sweep() error {
	entries, err := os.ReadDir(k.folder())
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, "."+k.prefix()) && strings.HasSuffix(name, unfinished) {
			err = errors.Join(err, os.Remove(filepath.Join(k.folder(), name)))
		}
	}
	return err
}

// prune removes the oldest backups, but never the one just made.
func (k backupKeeper) prune(made string) error {
	backups, err := k.backups()
	if err != nil {
		return err
	}
	backups = slices.DeleteFunc(backups, func(b madeBackup) bool { return b.name == made })
	for ; len(backups) > k.keep-1; backups = backups[1:] {
		err = errors.Join(err, os.Remove(filepath.Join(k.folder(), backups[0].name)))
	}
	return err
}

// madeBackup is a file that this keeper, or one before it, has made.
type madeBackup struct {
	name string
	at   time.Time
}

// backups returns those there are, oldest first. What has another name than an
// automatic backup's is none, and is left alone.
func (k backupKeeper) backups() (list []madeBackup, err error) {
	entries, err := os.ReadDir(k.folder()) // in the order of names
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the backups there are: %w", err)
	}
	for _, e := range entries {
		moment, ours := strings.CutPrefix(strings.TrimSuffix(e.Name(), ".db"), k.prefix())
		if at, err := time.Parse(backupTime, moment); err == nil && ours && e.Name() == k.name(at) && e.Type().IsRegular() {
			list = append(list, madeBackup{e.Name(), at})
		}
	}
	return list, nil
}

// startBackups serves backups of a store, and makes those that are made by
// themselves, until stop is called.
func (c config) startBackups(store backedUp, log *slog.Logger) (stop func()) {
	server := serveBackups(store, c.Database, log)
	if c.BackupEvery == 0 {
		log.Info("no automatic backups are made: BACKUP_EVERY is 0")
		return server.close
	}
	keeper := backupKeeper{
		store: store, database: c.Database, every: c.BackupEvery, keep: c.BackupKeep,
		now: time.Now, log: log,
	}
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() { keeper.run(ctx) })
	return func() {
		cancel()
		server.close()
		ended.Wait()
	}
}
