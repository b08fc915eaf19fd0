package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"holecard/storage"
	"holecard/storage/postgres"
)

// exporting is a process that makes backups of a database, in a folder of its own.
func exporting(t *testing.T, url string, now func() time.Time) *backupKeeper {
	t.Helper()
	store, err := postgres.Open(t.Context(), url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	place := database{url, "DATABASE"}.backups()
	place.folder = filepath.Join(t.TempDir(), place.folder)
	return &backupKeeper{backupPlace: place, store: server{store}, holder: rand.Text(),
		every: time.Hour, keep: 2, now: now,
		log: slog.New(slog.NewTextHandler(t.Output(), nil))}
}

// Two processes look for backups at the same time, and one makes each that is due. What it
// makes can be imported, and both know when it was made.
func TestOneProcessMakesEachBackupOfAServer_long(t *testing.T) {
	url := postgres15.Database(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	keepers := []*backupKeeper{exporting(t, url, clock), exporting(t, url, clock)}
	player := storage.Player{Guild: 7, User: 8}
	err := keepers[0].store.Update(t.Context(), 7, func(tx storage.Tx) error {
		return tx.Post(storage.Posting{Key: "a", From: storage.MintOf(7), Chips: 100,
			To: storage.WalletOf(player), Reason: storage.Opening})
	})
	if err != nil {
		t.Fatal(err)
	}
	files := func() (paths []string) {
		for _, k := range keepers {
			list, err := filepath.Glob(filepath.Join(k.folder, "*"))
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, list...)
		}
		return paths
	}
	turns := func(want int, last time.Time) {
		t.Helper()
		var all sync.WaitGroup
		for _, k := range keepers {
			all.Go(func() {
				if err := k.takeTurn(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, k := range keepers {
			if err := k.takeTurn(t.Context()); err != nil { // it is known to all by now
				t.Error(err)
			}
			if known, failed := k.state(); !known.Equal(last) || failed != nil {
				t.Errorf("a process says %v, %v, want %v", known, failed, last)
			}
		}
		if got := files(); len(got) != want {
			t.Errorf("there are %d backups, want %d: %q", len(got), want, got)
		}
	}
	first := now
	turns(1, first)
	now = now.Add(time.Hour - 1)
	turns(1, first)
	now = now.Add(time.Second)
	turns(2, now.Truncate(time.Second))

	file := filepath.Join(t.TempDir(), "new.db")
	status, said, complaint := holecard(t, map[string]string{"DATABASE": file}, "import",
		files()[0])
	if status != exitOK || !strings.Contains(said, "is ok: every chip is accounted for") {
		t.Errorf("the import ends with %d: %s%s", status, said, complaint)
	}
}

// spoilt is a store of whose exports a byte is lost.
type spoilt struct{ opened }

func (s spoilt) Export(ctx context.Context, w io.Writer, m storage.Move) error {
	var whole bytes.Buffer
	err := s.opened.Export(ctx, &whole, m)
	raw := whole.Bytes()
	raw[len(raw)/2] ^= 1
	if _, errWrite := w.Write(raw); err == nil {
		err = errWrite
	}
	return err
}

// An export is read back before it is kept: one that cannot be imported is no backup.
func TestABackupOfAServerThatCannotBeReadBackIsNotKept_long(t *testing.T) {
	k := exporting(t, postgres15.Database(t), time.Now)
	k.store = spoilt{k.store}
	if err := k.takeTurn(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "the backup is not kept") {
		t.Errorf("the backup ends with %v", err)
	}
	entries, err := os.ReadDir(k.folder)
	if len(entries) != 0 || err != nil {
		t.Errorf("there are %v, %v", entries, err)
	}
	if last, err := lastBackup(t.Context(), k.store); !last.IsZero() || err != nil {
		t.Errorf("it is marked as made at %v, %v", last, err)
	}
}

// While another process makes a backup nobody else does, and the next does when it has died.
func TestABackupWaitsForAnother_long(t *testing.T) {
	k := exporting(t, postgres15.Database(t), time.Now)
	lease := func(lasts time.Duration) {
		t.Helper()
		held, err := k.store.Lease(t.Context(), backupName, "another", lasts)
		if err != nil || !held {
			t.Fatal(held, err)
		}
	}
	lease(time.Hour)
	if err := k.takeTurn(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(k.folder); err == nil {
		t.Error("it does not wait")
	}
	lease(time.Microsecond) // it dies
	if err := k.takeTurn(t.Context()); err != nil {
		t.Error(err)
	}
	if list, err := k.backups(); len(list) != 1 || err != nil {
		t.Errorf("there are %v, %v", list, err)
	}
}

// A backup that cannot be made is an alarm, is not noted as made, and leaves the turn to others.
func TestABackupOfAServerThatFailsIsAnothersTurn_long(t *testing.T) {
	url := postgres15.Database(t)
	broken, sound := exporting(t, url, time.Now), exporting(t, url, time.Now)
	broken.folder = filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(broken.folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := broken.takeTurn(t.Context()); err == nil {
		t.Error("a backup is made in a file")
	}
	if err := sound.takeTurn(t.Context()); err != nil {
		t.Error(err)
	}
	if list, err := sound.backups(); len(list) != 1 || err != nil {
		t.Errorf("there are %v, %v", list, err)
	}
}
