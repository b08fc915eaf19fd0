package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holecard/storage"
)

// Twenty backups while eight players post, most of them between its writes:
// each opens, passes the audit, and has every posting that was
// acknowledged before it began.
func TestBackupUnderLoadIsWholeAndHasWhatWasAcknowledged_long(t *testing.T) {
	s := openNew(t)
	r := newRich(t, s, 1, 100)
	r.play(t, s, 20)
	const players = 8
	var told [players]atomic.Int64
	var done atomic.Bool
	var playing sync.WaitGroup
	for p := range players {
		playing.Go(func() {
			for n := int64(1); !done.Load(); n++ {
				err := s.Update(context.Background(), 7, func(tx storage.Tx) error {
					return tx.Post(storage.Posting{Key: fmt.Sprintf("load/%d/%d", p, n),
						From: storage.MintOf(7), Reason: storage.Opening,
						To: storage.WalletOf(
							storage.Player{Guild: 7, User: storage.UserID(p + 1)}),
						Chips: 1, At: noon})
				})
				if err != nil {
					t.Error(err)
					return
				}
				told[p].Store(n)
			}
		})
	}
	for range 20 {
		before := [players]int64{}
		for p := range players {
			before[p] = told[p].Load()
		}
		var copied bytes.Buffer
		err := s.Backup(context.Background(), writerFunc(func(b []byte) (int, error) {
			// others cannot make the file longer meanwhile, so not until they have posted
			const pause = 3 * time.Millisecond
			time.Sleep(pause)
			return copied.Write(b)
		}))
		if err != nil {
			t.Fatal(err)
		}
		checkBackup(t, copied.Bytes(), func(r storage.Reader) error {
			for p, n := range before {
				if n == 0 {
					continue
				}
				if posted, err := r.Posted(fmt.Sprintf("load/%d/%d", p, n)); !posted || err != nil {
					t.Errorf("posting %d of player %d was acknowledged and is missing (%v)", n, p,
						err)
				}
			}
			return nil
		})
	}
	done.Store(true)
	playing.Wait()
}

// checkBackup opens a backup, twice, and audits it.
func checkBackup(t *testing.T, file []byte, check func(storage.Reader) error) {
	t.Helper()
	path := newPath(t)
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		s := openAt(t, path)
		if a, err := s.Audit(context.Background()); err != nil || !a.OK {
			t.Fatalf("%+v, %v", a, err)
		}
		if err := s.View(context.Background(), 7, check); err != nil {
			t.Error(err)
		}
		update(t, s, func(tx storage.Tx) error { return tx.See(snowflake(noon, 1e6+n), noon) })
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBackupHasAllFigures(t *testing.T) {
	s := openNew(t)
	r := newRich(t, s, 2, 50)
	r.play(t, s, 40)
	want, err := r.figures(s)
	if err != nil {
		t.Fatal(err)
	}
	path := newPath(t)
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Backup(context.Background(), file)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	got, err := r.figures(openAt(t, path))
	if err != nil || !reflect.DeepEqual(want, got) {
		t.Errorf("the figures are others (%v)", err)
	}
}

// What was erased is on free pages of the file, and not in a backup of it.
func TestABackupHasNothingThatWasErased(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const guild, name = storage.GuildID(1), "Zoë the forgotten"
	for i := range 400 {
		err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
			return storage.Profiles.Save(tx, storage.Profile{Name: fmt.Sprintf("%s %d", name, i),
				Player: storage.Player{Guild: guild, User: storage.UserID(i + 1)}})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	backup := func() []byte {
		var copied bytes.Buffer
		if err := s.Backup(t.Context(), &copied); err != nil {
			t.Fatal(err)
		}
		return copied.Bytes()
	}
	if !bytes.Contains(backup(), []byte(name)) {
		t.Fatal("the names cannot be found before")
	}
	for i := range 400 {
		err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
			return tx.Erase(storage.Erasure{User: storage.UserID(i + 1),
				As: storage.Nobody(uint64(i)), Begun: time.Unix(1_772_366_400, 0)})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := storage.CarryOn(t.Context(), s, guild); err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(path); err != nil || !bytes.Contains(raw, []byte(name)) {
		t.Errorf("the file itself has no old bytes, so nothing is shown: %v", err)
	}
	if n := bytes.Count(backup(), []byte(name)); n > 0 {
		t.Errorf("the backup has %d names of erased players", n)
	}
}

func TestBackupThatCannotBeWrittenSaysSo(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	full := errors.New("no room")
	for after := range 3 {
		err := s.Backup(context.Background(), &failing{after: after, err: full})
		if !errors.Is(err, full) {
			t.Errorf("after %d writes: %v", after, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	if err := s.Backup(ctx, writerFunc(func(b []byte) (int, error) {
		cancel()
		return len(b), nil
	})); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if err := s.Backup(context.Background(), io.Discard); err != nil {
		t.Errorf("after that: %v", err)
	}
	s.Close()
	if err := s.Backup(context.Background(), io.Discard); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

type writerFunc func([]byte) (int, error)

func (w writerFunc) Write(b []byte) (int, error) { return w(b) }

// failing fails after some writes.
type failing struct {
	after int
	err   error
}

func (f *failing) Write(b []byte) (int, error) {
	if f.after == 0 {
		return 0, f.err
	}
	f.after--
	return len(b), nil
}
