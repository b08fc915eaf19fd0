package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"holecard/internal/durable"
	"holecard/storage"
	"holecard/storage/bolt"
)

// backupTime is the time in the name of an automatic backup, in UTC: names in
// order are times in order.
const backupTime = "20060102T150405Z"

// retryTime is how long after a failure a backup is tried again, unless the next is due sooner.
const retryTime = 10 * time.Minute

// backupKeeper makes backups on its own: copies of a file, or exports of a database at a server,
// where shared is set.
type backupKeeper struct {
	backupPlace
	store  backedUp
	shared *sharedBackups // nil for a file, which one process has open
	every  time.Duration  // more than 0
	keep   int            // at least 1
	now    func() time.Time
	log    *slog.Logger
	failed *atomic.Pointer[error] // of the last try, holding nil when that worked
}

// state returns when the newest backup was made, zero for never, and why the last try failed.
func (k backupKeeper) state() (last time.Time, failed error) {
	if f := k.failed.Load(); f != nil {
		failed = *f
	}
	if k.shared != nil {
		return k.shared.known(), failed
	}
	backups, err := k.backups()
	if len(backups) > 0 {
		last = backups[len(backups)-1].at
	}
	return last, errors.Join(failed, err)
}

// name returns the name of the backup of a moment.
func (k backupKeeper) name(at time.Time) string {
	return k.prefix + at.UTC().Format(backupTime) + k.suffix()
}

func (k backupKeeper) suffix() string {
	if k.shared != nil {
		return ".export"
	}
	return ".db"
}

// run makes backups when they are due, until ctx ends. Failures are logged: people go on playing.
func (k backupKeeper) run(ctx context.Context) {
	wait, next, make := k.untilFirst(), k.every, k.make
	if k.shared != nil {
		wait, next, make = 0, min(k.every, lookForBackups), k.takeTurn
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = next
		err := make(ctx)
		if ctx.Err() != nil {
			return
		}
		k.failed.Store(&err)
		if err != nil {
			wait = min(k.every, retryTime)
			k.log.Error("THE AUTOMATIC BACKUP FAILED", "folder", k.folder, "error", err,
				"retry_in", wait)
		}
	}
}

// untilFirst returns how long the first backup can wait: not at all when there is
// no backup, or an old one. One from the future says nothing.
func (k backupKeeper) untilFirst() time.Duration {
	now := k.now()
	backups, err := k.backups()
	backups = slices.DeleteFunc(backups, func(b madeBackup) bool { return b.at.After(now) })
	if err != nil || len(backups) == 0 {
		return 0 // making the backup shows any error
	}
	return max(0, k.every-now.Sub(backups[len(backups)-1].at))
}

// make makes a backup now, and removes the oldest. A database that was replaced
// is not backed up: a good backup would be removed for it.
func (k backupKeeper) make(ctx context.Context) error {
	if err := k.store.Check(); err != nil {
		return err
	}
	if err := durable.MakeFolder(k.folder); err != nil {
		return err
	}
	if err := k.sweep(); err != nil {
		return err
	}
	made := k.name(k.now())
	path := filepath.Join(k.folder, made)
	audit, err := k.save(ctx, path)
	if err != nil {
		return err
	}
	k.log.Info("made a backup", "file", path, "bytes", sizeOf(path), "postings", audit.Postings)
	if err := k.prune(made); err != nil {
		k.log.Error("OLD BACKUPS CANNOT BE REMOVED: the disk will be full one day", "folder",
			k.folder, "error", err)
	}
	return nil
}

// save makes a backup at a path, with its audit.
func (k backupKeeper) save(ctx context.Context, path string) (a storage.Audit, err error) {
	if k.shared == nil {
		return saveBackup(ctx, path, k.store.Backup, durable.Place)
	}
	audited := func(found storage.Audit) error {
		a = found
		return sound(a, "Run holecard audit.")
	}
	place := func(aside, path string) error {
		if err := readBack(ctx, aside); err != nil {
			return fmt.Errorf("the backup is not kept: %w", err)
		}
		return durable.Place(aside, path)
	}
	err = saveFile(path, place, func(w io.Writer) error {
		return k.shared.store.Export(ctx, w, storage.Move{Audited: audited})
	})
	return a, err
}

// readBack imports an export into a file of its own, which is audited and compared with the sums
// of the database, and then removed. A crash leaves it to sweep.
func readBack(ctx context.Context, export string) error {
	file, err := os.Open(export)
	if err != nil {
		return err
	}
	defer file.Close()
	copied := strings.TrimSuffix(export, durable.Unfinished) + ".db" + durable.Unfinished
	defer os.Remove(copied)
	return bolt.Import(ctx, copied, file, storage.Move{})
}

// sweep removes what backups that were cut off by a crash have left.
func (k backupKeeper) sweep() error {
	entries, err := os.ReadDir(k.folder)
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, "."+k.prefix) &&
			strings.HasSuffix(name, durable.Unfinished) {
			err = errors.Join(err, os.Remove(filepath.Join(k.folder, name)))
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
	// Those from the future were made while the clock was wrong, before the one just
	// made: if they counted as the newest, no other would be kept for that long.
	future := slices.IndexFunc(backups, func(b madeBackup) bool { return b.name > made })
	if future > 0 {
		backups = slices.Concat(backups[future:], backups[:future])
	}
	for ; len(backups) > k.keep-1; backups = backups[1:] {
		err = errors.Join(err, os.Remove(filepath.Join(k.folder, backups[0].name)))
	}
	return err
}

type madeBackup struct {
	name string
	at   time.Time
}

// backups returns the automatic backups, oldest first. Files of other names are left alone.
func (k backupKeeper) backups() (list []madeBackup, err error) {
	entries, err := os.ReadDir(k.folder) // in the order of names
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the backups there are: %w", err)
	}
	for _, e := range entries {
		moment, ours := strings.CutPrefix(strings.TrimSuffix(e.Name(), k.suffix()), k.prefix)
		if at, err := time.Parse(backupTime, moment); err == nil && ours &&
			e.Name() == k.name(at) && e.Type().IsRegular() {
			list = append(list, madeBackup{e.Name(), at})
		}
	}
	return list, nil
}
