package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

func TestAStepOfAMigrationThatFailsIsNamed(t *testing.T) {
	broken := errors.New("broken")
	for _, f := range []struct {
		err, want error
	}{{broken, broken}, {syscall.ENOSPC, storage.ErrNoSpace}} {
		s := openNew(t)
		fails := func(context.Context, *bbolt.Tx) error { return f.err }
		from, err := migrate(t.Context(), s.db, append(migrations(), migration{apply: fails}))
		newest := newestSchema()
		if errors.Is(err, storage.ErrNoSpace) != (f.want == storage.ErrNoSpace) {
			t.Errorf("%v is told as %v", f.err, err)
		}
		if from != newest || !errors.Is(err, f.want) ||
			!strings.Contains(err.Error(), fmt.Sprintf("from version %d to %d", newest, newest+1)) {
			t.Errorf("from %d: %v, want %v of version %d", from, err, f.want, newest)
		}
		if now, err := schemaOf(s.db); now != newest || err != nil {
			t.Errorf("the schema is %d, %v", now, err)
		}
	}
}

func TestAnOlderFileThatCannotBeReadIsNotAudited(t *testing.T) {
	for schema, path := range older(t) {
		s, err := OpenReadOnly(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = file.WriteAt(make([]byte, 16+64), 0)
		if err := errors.Join(err, file.Close()); err != nil {
			t.Fatal(err)
		}
		if audit, err := s.Audit(t.Context()); !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("schema %d without a meta page: %+v, %v", schema, audit, err)
		}
		s.Close()
	}
}

func TestAnOlderFileWithNowhereToCopyItIsNotAudited(t *testing.T) {
	for schema, path := range older(t) {
		t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "nowhere"))
		s, err := OpenReadOnly(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if audit, err := s.Audit(t.Context()); err == nil || audit.OK {
			t.Errorf("schema %d: %+v, %v", schema, audit, err)
		}
		s.Close()
	}
}

// What a migration cannot read stays as it is, for a repair or a backup.
func TestAnOlderFileThatCannotBeReadIsNotMigrated(t *testing.T) {
	for schema, names := range map[int][]string{
		2: {"journal"}, 3: {"journal", "hands", "profiles", "decks", "balances"},
	} {
		for _, name := range names {
			for damage, value := range map[string][]byte{"changed": []byte("some sums"),
				"unreadable": nil} {
				path := older(t)[schema]
				db, err := bbolt.Open(path, 0o600, nil)
				if err != nil {
					t.Fatal(err)
				}
				err = db.Update(func(tx *bbolt.Tx) error {
					b := bucketOf(tx, name)
					key, _ := b.Cursor().First()
					// which are moved as they are
					if value == nil && name != "decks" && name != "balances" {
						return b.put(bytes.Clone(key), nil)
					}
					return b.Put(bytes.Clone(key), []byte("some sums"))
				})
				if err := errors.Join(err, db.Close()); err != nil {
					t.Fatal(err)
				}
				if _, err = Open(t.Context(), path, Options{}); !errors.Is(err,
					storage.ErrCorrupt) {
					t.Errorf("schema %d, %s %s: %v", schema, name, damage, err)
				}
				s, err := OpenReadOnly(t.Context(), path)
				if err != nil {
					t.Fatal(err)
				}
				if has, _ := s.Schema(); has != schema {
					t.Errorf("schema %d, %s %s: it was migrated to %d", schema, name, damage, has)
				}
				s.Close()
			}
		}
	}
}
