package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holecard/storage"
	"holecard/storage/storagetest"
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

// What was erased may be on free pages of the file, and is not in a backup of it.
func TestABackupHasNothingThatWasErased(t *testing.T) {
	storagetest.Forgets(t, func(t *testing.T) func() storage.Store {
		s := openNew(t)
		return func() storage.Store { return s }
	}, func(s storage.Store) []byte {
		var copied bytes.Buffer
		if err := s.(*Store).Backup(t.Context(), &copied); err != nil {
			t.Fatal(err)
		}
		return copied.Bytes()
	})
}

func TestBackupThatCannotBeWrittenSaysSo(t *testing.T) {
	s := openNew(t)
	update(t, s, func(tx storage.Tx) error {
		return storage.Rounds.Save(tx, storage.Round{ID: 1, Guild: 7, Version: 1,
			Record: make([]byte, 1<<18), Seats: []storage.Seat{{User: 1}}})
	})
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
