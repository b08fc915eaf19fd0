package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	mu  sync.Mutex
	err error
}

func (f *flaky) Backup(ctx context.Context, w io.Writer) (int64, error) {
	f.mu.Lock()
	err := f.err
	f.mu.Unlock()
	if err != nil {
		return 0, err
	}
	return f.Store.Backup(ctx, w)
}

// fails makes copies fail, with nil no more.
func (f *flaky) fails(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

// shared is a log that one reads while others write.
type shared struct {
	mu  sync.Mutex
	log bytes.Buffer
}

func (s *shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.Write(b)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// keeping is a keeper at work in fake time.
type keeping struct {
	backupKeeper
	t     *testing.T
	store *flaky
	log   *shared
	stop  func()
}

// keepIn starts a keeper on a new database.
func keepIn(t *testing.T, every time.Duration, keep int) *keeping {
	t.Helper()
	path := filepath.Join(t.TempDir(), "jan-2.1.db") // a name with numbers and a month in it
	store, err := bolt.Open(t.Context(), path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	k := &keeping{t: t, store: &flaky{Store: store}, log: &shared{}}
	k.backupKeeper = backupKeeper{store: k.store, database: path, every: every, keep: keep,
		now: time.Now, log: slog.New(slog.NewTextHandler(k.log, nil)),
		failed: new(atomic.Pointer[error])}
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
	entries, err := os.ReadDir(k.folder())
	if err != nil {
		k.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(e.Name(), "jan-2.1-"), ".db"))
	}
	if !slices.Equal(names, want) {
		k.t.Errorf("there are %q, want %q", names, want)
	}
}

func TestBackupsAreMadeWhenDueAndTheOldestRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it begins at 2000-01-01 00:00:00 UTC
		k := keepIn(t, 24*time.Hour, 3)
		k.has(0, "20000101T000000Z")
		for _, name := range []string{"mine.db", "jan-2.1-before-schema-3.db"} {
			file := filepath.Join(k.folder(), name)
			if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		k.has(24*time.Hour-1, "20000101T000000Z", "before-schema-3", "mine")
		k.has(1, "20000101T000000Z", "20000102T000000Z", "before-schema-3", "mine")
		k.has(24*time.Hour, "20000101T000000Z", "20000102T000000Z", "20000103T000000Z",
			"before-schema-3", "mine")
		k.has(24*time.Hour, "20000102T000000Z", "20000103T000000Z", "20000104T000000Z",
			"before-schema-3", "mine")

		// A start makes one only when the newest is old enough.
		k.stop()
		k.start()
		k.has(0, "20000102T000000Z", "20000103T000000Z", "20000104T000000Z", "before-schema-3",
			"mine")
		k.stop()
		time.Sleep(30 * time.Hour)
		k.start()
		k.has(0, "20000103T000000Z", "20000104T000000Z", "20000105T060000Z", "before-schema-3",
			"mine")
		k.stop()
		restores(t, filepath.Join(k.folder(), k.name(time.Now())), 0)
		if log := k.log.String(); strings.Contains(log, "ERROR") {
			t.Error(log)
		}
	})
}

func TestABackupThatFailsRemovesNoneAndIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keepIn(t, 24*time.Hour, 1)
		k.has(0, "20000101T000000Z")
		k.store.fails(errors.New("the disk has a hole"))
		k.has(24*time.Hour, "20000101T000000Z")
		if log := k.log.String(); strings.Count(log, "level=ERROR") != 1 ||
			!strings.Contains(log, "the disk has a hole") {
			t.Errorf("the log says\n%s", log)
		}
		k.store.fails(nil)
		k.has(retryTime, "20000102T001000Z")
		k.has(24*time.Hour, "20000103T001000Z")
		k.stop()
	})
}

func TestABackupThatIsNotSoundRemovesNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keepIn(t, time.Hour, 1)
		k.has(0, "20000101T000000Z")
		k.stop()
		k.backupKeeper.store = failing{}
		k.start()
		k.has(time.Hour, "20000101T000000Z")
		k.stop()
	})
}

func TestAClockThatWasAheadStopsNoBackups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keepIn(t, time.Hour, 2)
		k.has(0, "20000101T000000Z")
		k.stop()
		if err := os.Rename(filepath.Join(k.folder(), "jan-2.1-20000101T000000Z.db"),
			filepath.Join(k.folder(), "jan-2.1-20300101T000000Z.db")); err != nil {
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
		left := filepath.Join(k.folder(), ".jan-2.1-20000101T003000Z.db.123"+durable.Unfinished)
		if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		k.has(time.Hour, "20000101T000000Z", "20000101T010000Z")
		k.stop()
	})
}
