package bolt

import (
	"bytes"
	"context"
	"errors"
	"os"
	"testing"

	"holecard/storage"
)

// Pages are damaged on the disk, behind the back of bbolt: whole, or all but
// what says which page it is, so that what is on it points anywhere. Whatever
// bbolt makes of them, opening and auditing tell it and do not end the process.
func TestDamagedPagesAreTold(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	twoPlayers(t, s)
	update(t, s, func(tx storage.Tx) error { // enough for pages of their own
		for n := range 1000 {
			if err := tx.See(snowflake(noon, n), noon); err != nil {
				return err
			}
		}
		return nil
	})
	pageSize := s.db.Info().PageSize
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	clear(whole[len(whole)-sealSize:]) // a seal would tell any damage
	const header = 16
	for _, from := range []int{0, header} {
		for _, fill := range []byte{0x00, 0x20, 0x5a, 0xff} {
			told := 0
			for page := 0; page < len(whole); page += pageSize {
				damaged := bytes.Clone(whole)
				copy(damaged[page+from:], bytes.Repeat([]byte{fill}, pageSize-from))
				if damageTold(t, damaged) {
					told++
				}
			}
			if told < 8 { // there are as many pages in use, and a few free ones
				t.Errorf("only %d pages with %x from byte %d on were told", told, fill, from)
			}
		}
	}
}

// damageTold reports whether it is told that a file is damaged: by Open, which
// must not hand out its store, and by an audit of who only reads it.
func damageTold(t *testing.T, file []byte) bool {
	t.Helper()
	path := newPath(t)
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	audited := auditTells(t, path)
	s, err := Open(t.Context(), path, Options{})
	if err == nil {
		err = s.Close()
		if audited {
			t.Error("a file is opened that an audit says is damaged")
		}
		if err != nil {
			t.Error(err)
		}
		return false
	}
	if !errors.Is(err, storage.ErrCorrupt) {
		t.Error(err)
	}
	if _, again := Open(t.Context(), path, Options{}); errors.Is(again, storage.ErrInUse) {
		t.Errorf("a file that is not opened stays in use: %v", again)
	}
	if !audited {
		t.Errorf("an audit does not tell why a file is not opened: %v", err)
	}
	return true
}

// auditTells audits a file as holecard audit does, and reports whether that tells damage.
func auditTells(t *testing.T, path string) bool {
	t.Helper()
	s, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		if !errors.Is(err, storage.ErrCorrupt) {
			t.Error(err)
		}
		return true
	}
	defer s.Close()
	a, err := s.Audit(context.Background())
	if err != nil && !errors.Is(err, storage.ErrCorrupt) {
		t.Error(err)
	}
	return err != nil || !a.OK
}
