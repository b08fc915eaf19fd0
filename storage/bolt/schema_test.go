package bolt

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

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

func TestAFileOfAnotherSchemaIsRefusedAndLeftAlone(t *testing.T) {
	version := func(raw ...byte) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error { return metaOf(tx).Put(schemaKey(), raw) }
	}
	for _, f := range []struct {
		fact   string
		change func(*bbolt.Tx) error
		want   error
		says   string
	}{
		{"a newer one", version(0, 0, 0, 2), storage.ErrNewer,
			"its schema is 2, this one knows up to 1"},
		{"one that never was", version(0, 0, 0, 0), storage.ErrCorrupt, "there is no schema 0"},
		{"a version cut off", version(0, 0, 1), storage.ErrCorrupt, "3 bytes, not 4"},
		{"no version", version(), storage.ErrCorrupt, "0 bytes, not 4"},
		{"a bucket is missing",
			func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("places")) },
			storage.ErrCorrupt, `the bucket "places" is missing`},
		{"another program's", func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("meta")) },
			storage.ErrCorrupt, "this is not a holecard database"},
	} {
		s := openNew(t)
		raw(t, s, f.change)
		file := closed(t, s)
		for how, open := range openings {
			if _, err := open(t.Context(), s.path); !errors.Is(err, f.want) ||
				!strings.Contains(err.Error(), f.says) {
				t.Errorf("%s, opened %s: %v", f.fact, how, err)
			}
		}
		if now, err := os.ReadFile(s.path); err != nil || !bytes.Equal(now, file) {
			t.Errorf("%s: the file was changed, %v", f.fact, err)
		}
	}
}
