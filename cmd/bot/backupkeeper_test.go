package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"holecard/internal/durable"
	"holecard/storage/bolt"
)

// flaky is a store whose copies can be made to fail.
type flaky struct {
	*bolt.Store
	fails atomic.Bool
}

func (f *flaky) Backup(ctx context.Context, w io.Writer) error {
	if f.fails.Load() {
		return failing{1000}.Backup(ctx, w)
	}
	return f.Store.Backup(ctx, w)
}

// keeping is a keeper at work in fake time.
type keeping struct {
	*backupKeeper
	t     *testing.T
	path  string
	store *flaky
	log   *shared
	stop  func()
}

// keepIn starts a keeper on a new database.
func keepIn(t *testing.T, every time.Duration, keep int) *keeping {
	t.Helper()
	// a name with numbers and a month in it
	return keepOf(t, filepath.Join(t.TempDir(), "jan-2.1.db"), every, keep)
}

// keepOf is keepIn for a database at a path.
func keepOf(t *testing.T, path string, every time.Duration, keep int) *keeping {
	t.Helper()
	store, err := bolt.Open(t.Context(), path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	k := &keeping{t: t, path: path, store: &flaky{Store: store}, log: &shared{}}
	k.backupKeeper = &backupKeeper{backupPlace: database{path, "DATABASE"}.backups(),
		store: k.store, every: every, keep: keep, now: time.Now,
		log: slog.New(slog.NewTextHandler(k.log, nil))}
	k.start()
	return k
}

func (k *keeping) start() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		k.run(ctx)
	}()
	k.stop = func() {
		cancel()
		<-ended
	}
}

// has checks which files there are, named by their times, after a time.
func (k *keeping) has(after time.Duration, want ...string) {
	k.t.Helper()
	time.Sleep(after)
	synctest.Wait()
	list := names(k.t, k.folder)
	for i, name := range list {
		list[i] = strings.TrimSuffix(strings.TrimPrefix(name, k.prefix), ".db")
	}
	if !slices.Equal(list, want) {
		k.t.Errorf("there are %q, want %q", list, want)
	}
}

func TestBackupsAreMadeWhenDueAndTheOldestRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it begins at 2000-01-01 00:00:00 UTC
		k := keepIn(t, 24*time.Hour, 3)
		k.has(0, "20000101T000000Z")
		for _, name := range []string{"mine.db", k.prefix + "before-update.db"} {
			write(t, k.folder, name, "mine")
		}
		k.has(24*time.Hour-1, "20000101T000000Z", "before-update", "mine")
		k.has(1, "20000101T000000Z", "20000102T000000Z", "before-update", "mine")
		k.has(24*time.Hour, "20000101T000000Z", "20000102T000000Z", "20000103T000000Z",
			"before-update", "mine")
		k.has(24*time.Hour, "20000102T000000Z", "20000103T000000Z", "20000104T000000Z",
			"before-update", "mine")

		// A start makes one only when the newest is old enough.
		k.stop()
		k.start()
		k.has(0, "20000102T000000Z", "20000103T000000Z", "20000104T000000Z", "before-update",
			"mine")
		k.stop()
		time.Sleep(30 * time.Hour)
		k.start()
		k.has(0, "20000103T000000Z", "20000104T000000Z", "20000105T060000Z", "before-update",
			"mine")
		k.stop()
		restores(t, filepath.Join(k.folder, k.name(time.Now())), 0)
		if log := k.log.String(); strings.Contains(log, "ERROR") {
			t.Error(log)
		}
	})
}

func TestABackupThatFailsRemovesNoneAndIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keepIn(t, 24*time.Hour, 1)
		k.has(0, "20000101T000000Z")
		k.store.fails.Store(true)
		k.has(24*time.Hour, "20000101T000000Z")
		if log := k.log.String(); strings.Count(log, "level=ERROR") != 1 ||
			!strings.Contains(log, "the disk has a hole") {
			t.Errorf("the log says\n%s", log)
		}
		k.store.fails.Store(false)
		k.has(retryTime, "20000102T001000Z")
		k.has(24*time.Hour, "20000103T001000Z")
		k.stop()
	})
}

func TestAClockThatWasAheadStopsNoBackups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keepIn(t, time.Hour, 2)
		k.has(0, "20000101T000000Z")
		k.stop()
		if err := os.Rename(filepath.Join(k.folder, k.prefix+"20000101T000000Z.db"),
			filepath.Join(k.folder, k.prefix+"20300101T000000Z.db")); err != nil {
			t.Fatal(err)
		}
		k.start()
		k.has(0, "20000101T000000Z", "20300101T000000Z")
		k.stop()
		k.start() // the newest of the past is not old enough
		k.has(0, "20000101T000000Z", "20300101T000000Z")
		k.has(time.Hour, "20000101T000000Z",
			"20000101T010000Z") // the one from the future is the oldest
		k.stop()
	})
}

func TestWhatACrashLeftOfABackupIsRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keepIn(t, time.Hour, 2)
		k.has(0, "20000101T000000Z")
		write(t, k.folder, "."+k.prefix+"20000101T003000Z.db.123"+durable.Unfinished, "half")
		k.has(time.Hour, "20000101T000000Z", "20000101T010000Z")
		k.stop()
	})
}

// Databases of like names, and those of the same name whose folders share one for backups, make
// their backups at the same moments here.
func TestEachDatabaseKeepsItsOwnBackups(t *testing.T) {
	for _, other := range []string{"data/holecard.dev", "data/holecard", "data/holecard-2.db",
		"data/holecard-20000101T000000Z.db", "other/holecard.db"} {
		t.Run(other, func(t *testing.T) {
			home := t.TempDir()
			shared := filepath.Join(home, "backups")
			err := os.Mkdir(shared, 0o700)
			for _, name := range []string{"data", "other"} {
				folder := filepath.Join(home, name)
				err = errors.Join(err, os.Mkdir(folder, 0o700),
					os.Symlink(shared, filepath.Join(folder, "backups")))
			}
			if err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				keepers := []*keeping{
					keepOf(t, filepath.Join(home, "data/holecard.db"), time.Hour, 2),
					keepOf(t, filepath.Join(home, other), time.Hour, 2)}
				time.Sleep(3 * time.Hour)
				synctest.Wait()
				for _, k := range keepers {
					write(t, shared, "."+k.name(time.Now())+"1"+durable.Unfinished, "half")
				}
				if err := keepers[0].sweep(); err != nil {
					t.Error(err)
				}
				for _, k := range keepers {
					k.stop()
					last, failed := k.state()
					if list, err := k.backups(); len(list) != 2 || err != nil ||
						!last.Equal(time.Now()) || failed != nil {
						t.Errorf("%s has %v, %v, and says %v, %v", k.prefix, list, err, last, failed)
					}
				}
				// Two of each, and the other's half.
				if entries := names(t, shared); len(entries) != 5 {
					t.Errorf("there are %q", entries)
				}
			})
		})
	}
}

func TestServersHaveDatabasesOfTheSameName(t *testing.T) {
	named := map[string]string{}
	for _, url := range []string{"postgres://u:p@a/holecard", "postgres://u:p@b/holecard",
		"postgres://u:p@a:5433/holecard", "postgres://a/holecard-2"} {
		place := database{url, "DATABASE"}.backups()
		if other := named[place.prefix]; other != "" || place.folder != filepath.Join("data", "backups") {
			t.Errorf("%s and %s have their backups in %v", other, url, place)
		}
		named[place.prefix] = url
	}
	one, other := database{"postgres://u:p@a/holecard", "DATABASE"}.backups(),
		database{"postgresql://v:q@a:5432/holecard", "DATABASE"}.backups()
	if one != other {
		t.Errorf("another user of the same database has other backups: %v and %v", one, other)
	}
}
