package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync/atomic"
	"time"

	"holecard/storage"
)

// sharedBackups lets the processes on a database at a server make its backups together: one
// at a time, and the next when the newest of all of them is old enough.
//
//	due? ──▶ lease ──▶ still due? ──▶ export into this process's folder ──▶ mark ──▶ yield
type sharedBackups struct {
	store  sharedStore
	holder string
	newest atomic.Pointer[time.Time] // as it was last read
}

type sharedStore interface {
	storage.Store
	exporter
}

const (
	// backupName names the lease, and the mark in guild 0 that holds the time of the newest.
	backupName = "backup"
	// backupLease is how long the lease lasts, longer than an export. When a process dies
	// meanwhile, the others wait for its end.
	backupLease = time.Hour
	// lookForBackups is how often a process looks whether a backup is due.
	lookForBackups = time.Minute
)

func newSharedBackups(store sharedStore) *sharedBackups {
	return &sharedBackups{store: store, holder: rand.Text()[:10]}
}

// known returns when the newest backup was made, as this process knows it: zero for never.
func (s *sharedBackups) known() time.Time {
	if at := s.newest.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// lastBackup reads when the newest backup was made, zero for never.
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

func (s *sharedBackups) look(ctx context.Context) (time.Time, error) {
	last, err := lastBackup(ctx, s.store)
	if err == nil {
		s.newest.Store(&last)
	}
	return last, err
}

// made marks when the newest backup was made.
func (s *sharedBackups) made(ctx context.Context, at time.Time) error {
	text, err := at.UTC().Truncate(time.Second).MarshalText()
	if err != nil {
		return err
	}
	return s.store.Update(ctx, 0, func(tx storage.Tx) error {
		return storage.Marks.Put(tx, backupName, text)
	})
}

// takeTurn makes a backup if one is due, and no other process makes one now.
func (k backupKeeper) takeTurn(ctx context.Context) error {
	due := func() (bool, error) {
		last, err := k.shared.look(ctx)
		age := k.now().Sub(last)
		return err == nil && (age >= k.every || age < 0), err // one from the future says nothing
	}
	if is, err := due(); !is {
		return err
	}
	store, holder := k.shared.store, k.shared.holder
	held, err := store.Lease(ctx, backupName, holder, backupLease)
	if err != nil || !held {
		return err
	}
	defer store.Yield(context.WithoutCancel(ctx), backupName, holder)
	if is, err := due(); !is { // another process may just have made it
		return err
	}
	at := k.now()
	if err := k.make(ctx); err != nil {
		return err
	}
	if err := k.shared.made(ctx, at); err != nil {
		return fmt.Errorf("a backup is made, but the others do not know: %w", err)
	}
	_, err = k.shared.look(ctx)
	return err
}
