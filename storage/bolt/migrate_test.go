package bolt

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"holecard/storage"
)

// later is a program that knows one schema more, which keeps colours. It asks its context
// between two steps, as a migration of many records does.
func later(t *testing.T, steps ...migration) {
	before := migrations
	t.Cleanup(func() { migrations = before })
	migrations = append(slices.Clone(before), func(ctx context.Context, tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("colours"))
		for _, name := range []string{"red", "black"} {
			err = firstOf(err, ctx.Err())
			if err == nil {
				err = bucketOf(tx, "colours").put([]byte(name), nil)
			}
		}
		for _, step := range steps {
			err = firstOf(err, step(ctx, tx))
		}
		return err
	})
}

// ofEarlier makes a file with two players, as the program writes it that does not know the
// later schema.
func ofEarlier(t *testing.T) (path string, file []byte, kept map[spot]string) {
	t.Helper()
	path = newPath(t)
	s := openAt(t, path)
	twoPlayers(t, s)
	s.db.View(func(tx *bbolt.Tx) error { kept = content(tx); return nil })
	return path, closed(t, s), kept
}

// closed closes a store and returns its file.
func closed(t *testing.T, s *Store) []byte {
	t.Helper()
	err := s.Close()
	file, errRead := os.ReadFile(s.path)
	if err := errors.Join(err, errRead); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAnOlderFileIsCopiedBeforeItIsChanged(t *testing.T) {
	path, file, kept := ofEarlier(t)
	earlier := newestSchema()
	later(t)
	var copied bytes.Buffer
	asks := func(answer error) Options {
		return Options{BeforeMigration: func(ctx context.Context, m Migration) error {
			if m.From != earlier || m.To != earlier+1 {
				t.Errorf("from %d to %d, and it is of schema %d", m.From, m.To, earlier)
			}
			copied.Reset()
			err := m.Copy(ctx, &copied)
			return errors.Join(err, answer)
		}}
	}
	full := errors.New("there is no room for the copy")
	_, err := Open(t.Context(), path, asks(full))
	if !errors.Is(err, full) || !strings.Contains(err.Error(), "nothing was changed") {
		t.Errorf("without a copy: %v", err)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, file) {
		t.Errorf("the file was changed without a copy, %v", err)
	}
	s, err := Open(t.Context(), path, asks(nil))
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Audit(t.Context())
	if err != nil || !a.OK || a.Postings != 3 || s.schema != earlier+1 {
		t.Errorf("it became schema %d: %+v, %v", s.schema, a, err)
	}
	want := maps.Clone(kept)
	want[spot{"meta", "schema"}] = "kept 00000002"
	s.db.View(func(tx *bbolt.Tx) error {
		got := content(tx)
		for _, at := range []spot{{"colours", "red"}, {"colours", "black"}, {"meta", "print"}} {
			want[at] = got[at]
		}
		if diff := cmp.Diff(want, got); diff != "" || bucketOf(tx, "colours").Get([]byte("red")) == nil {
			t.Errorf("-want +got\n%s", diff)
		}
		return nil
	})
	closed(t, s)
	s, err = Open(t.Context(), path, asks(errors.New("it is asked again")))
	if err != nil {
		t.Fatal(err)
	}
	s.Close()

	// The copy is of the schema before: it can be copied again, and read after a migration.
	if err := os.WriteFile(path, copied.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, audit := r.Audit(t.Context())
	view := r.View(t.Context(), 7, func(storage.Reader) error { return nil })
	for _, err := range []error{audit, view} {
		if err == nil || !strings.Contains(err.Error(), "start the bot once") {
			t.Errorf("it is read before it is brought up to date: %v", err)
		}
	}
	if r.schema != earlier {
		t.Errorf("the copy is of schema %d", r.schema)
	}
}

func TestANewerFileIsRefusedAndLeftAlone(t *testing.T) {
	path, _, _ := ofEarlier(t)
	earlier := migrations
	later(t)
	file := closed(t, openAt(t, path))
	migrations = earlier
	for how, open := range openings {
		_, err := open(t.Context(), path)
		if !errors.Is(err, storage.ErrNewer) || !strings.Contains(err.Error(),
			"its schema is 2, this one knows up to 1") {
			t.Errorf("%s: %v", how, err)
		}
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, file) {
		t.Errorf("the file was changed, %v", err)
	}
}

// Whenever its context ends, a migration ends too and leaves nothing, and the next try goes
// through.
func TestAnInterruptedMigrationLeavesTheFileAsItWas(t *testing.T) {
	path, _, kept := ofEarlier(t)
	earlier := migrations
	interrupted := 0
	for n := 0; ; n++ {
		later(t)
		s, err := Open(&endsAfter{t.Context(), n}, path, Options{})
		if err == nil {
			if a, err := s.Audit(t.Context()); err != nil || !a.OK || interrupted < 2 {
				t.Errorf("after %d tries: %+v, %v", interrupted, a, err)
			}
			s.Close()
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("ended at question %d: %v", n, err)
		}
		interrupted++
		migrations = earlier
		s = openAt(t, path)
		s.db.View(func(tx *bbolt.Tx) error {
			if diff := cmp.Diff(kept, content(tx)); diff != "" {
				t.Errorf("ended at question %d: -want +got\n%s", n, diff)
			}
			return nil
		})
		closed(t, s)
	}
}

func TestAFailedMigrationNamesItsStep(t *testing.T) {
	broken := errors.New("broken")
	for _, f := range []struct{ err, want error }{
		{broken, broken}, {syscall.ENOSPC, storage.ErrNoSpace},
	} {
		path, _, _ := ofEarlier(t)
		later(t, func(context.Context, *bbolt.Tx) error { return f.err })
		_, err := Open(t.Context(), path, Options{})
		if !errors.Is(err, f.want) || !strings.Contains(err.Error(), "from version 1 to 2") ||
			errors.Is(err, storage.ErrNoSpace) != (f.want == storage.ErrNoSpace) {
			t.Errorf("%v, want %v", err, f.want)
		}
		migrations = migrations[:1]
	}
}

func TestADamagedSchemaVersionIsRefused(t *testing.T) {
	s := openNew(t)
	raw(t, s, func(tx *bbolt.Tx) error { return metaOf(tx).Put(schemaKey(), []byte{0, 0, 1}) })
	s.Close()
	if _, err := Open(t.Context(), s.path, Options{}); !errors.Is(err, storage.ErrCorrupt) {
		t.Error(err)
	}
}

// endsAfter is a context that is done after it was asked some times.
type endsAfter struct {
	context.Context
	left int
}

func (c *endsAfter) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}
