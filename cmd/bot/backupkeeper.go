package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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

const (
	// lookForBackups is how often a bot looks whether a backup is due.
	lookForBackups = time.Minute
	// retryTime is how long after a failure a backup is tried again, unless the next is due sooner.
	retryTime = 10 * time.Minute
	// backupName names the lease, and the mark in guild 0 that holds the time of the newest.
	backupName = "backup"
	// backupLease is how long the lease lasts, longer than an export. When a process dies
	// meanwhile, the others wait for its end.
	backupLease = time.Hour
)

// backupKeeper makes backups on its own: copies of a file, or exports of a database at a server.
// The processes on a server make them together, one at a time:
//
//	due? ──▶ lease ──▶ still due? ──▶ export into this process's folder ──▶ mark ──▶ yield
//
// The bot that has a file open is alone: it needs no lease, and its folder is its mark.
type backupKeeper struct {
	backupPlace
	store  opened
	holder string        // of the lease: this process; empty for a file
	every  time.Duration // more than 0
	keep   int           // at least 1
	now    func() time.Time
	log    *slog.Logger

	newest atomic.Pointer[time.Time] // when the newest backup was made, as it was last read
	failed atomic.Pointer[error]     // of the last try, holding nil when that worked
}

// state returns when the newest backup was made, zero for never, and why the last try failed.
func (k *backupKeeper) state() (last time.Time, failed error) {
	if at := k.newest.Load(); at != nil {
		last = *at
	}
	if f := k.failed.Load(); f != nil {
		failed = *f
	}
	return last, failed
}

// run makes backups when they are due, until ctx ends. Failures are logged: people go on playing.
func (k *backupKeeper) run(ctx context.Context) {
	for wait := time.Duration(0); pause(ctx, wait); {
		wait = min(k.every, lookForBackups)
		err := k.takeTurn(ctx)
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

// due looks when the newest backup was made, and reports whether the next is due. One from the
// future says nothing.
func (k *backupKeeper) due(ctx context.Context) (bool, error) {
	var last time.Time
	list, err := k.backups()
	for _, b := range list {
		if !b.at.After(k.now()) {
			last = b.at
		}
	}
	if k.holder != "" {
		last, err = lastBackup(ctx, k.store)
	}
	if err != nil {
		return false, err
	}
	k.newest.Store(&last)
	age := k.now().Sub(last)
	return age >= k.every || age < 0, nil
}

// takeTurn makes a backup if one is due, and no other process makes one now.
func (k *backupKeeper) takeTurn(ctx context.Context) error {
	if due, err := k.due(ctx); !due {
		return err
	}
	if k.holder != "" {
		held, err := k.store.Lease(ctx, backupName, k.holder, backupLease)
		if err != nil || !held {
			return err
		}
		defer k.store.Yield(context.WithoutCancel(ctx), backupName, k.holder)
		if due, err := k.due(ctx); !due { // another process may just have made it
			return err
		}
	}
	at := k.now()
	if err := k.make(ctx); err != nil {
		return err
	}
	if k.holder != "" {
		if err := markBackup(ctx, k.store, at); err != nil {
			return fmt.Errorf("a backup is made, but the others do not know: %w", err)
		}
	}
	_, err := k.due(ctx)
	return err
}

// lastBackup reads when the newest backup of a shared database was made, zero for never.
func lastBackup(ctx context.Context, store storage.Store) (last time.Time, err error) {
	err = store.View(ctx, 0, func(r storage.Reader) error {
		text, err := storage.Marks.Read(r, backupName)
		if last = (time.Time{}); err != nil || text == nil {
			return err
		}
		return last.UnmarshalText(text)
	})
	return last, err
}

// markBackup marks when the newest backup of a shared database was made.
func markBackup(ctx context.Context, store storage.Store, at time.Time) error {
	text, err := at.UTC().Truncate(time.Second).MarshalText()
	if err != nil {
		return err
	}
	return store.Update(ctx, 0, func(tx storage.Tx) error {
		return storage.Marks.Put(tx, backupName, text)
	})
}

// make makes a backup now, and removes the oldest. A database that was replaced
// is not backed up: a good backup would be removed for it.
func (k *backupKeeper) make(ctx context.Context) error {
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
func (k *backupKeeper) save(ctx context.Context, path string) (a storage.Audit, err error) {
	if k.holder == "" {
		return saveBackup(ctx, path, k.store.Backup, durable.Place)
	}
	audited := func(found storage.Audit) error {
		a = found
		return sound(a, "Run holecard audit.")
	}
	imported := func(aside string) error { return readBack(ctx, aside) }
	err = saveFile(path, checked(imported, durable.Place), func(w io.Writer) error {
		return k.store.Export(ctx, w, storage.Move{Audited: audited})
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
func (k *backupKeeper) sweep() error {
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
func (k *backupKeeper) prune(made string) error {
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
