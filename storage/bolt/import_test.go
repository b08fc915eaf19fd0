package bolt_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/memory"
	"holecard/storage/storagetest"
)

func place(t *testing.T) func() storage.Store {
	path := filepath.Join(t.TempDir(), "holecard.db")
	return func() storage.Store {
		t.Helper()
		s, err := bolt.Open(t.Context(), path, bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// intoFile imports a stream into a new file, and fails if an error leaves anything there.
func intoFile(t testing.TB, r io.Reader, m storage.Move) (storagetest.Exporter, error) {
	path := filepath.Join(t.TempDir(), "folder", "holecard.db")
	if err := bolt.Import(t.Context(), path, r, m); err != nil {
		if left, _ := os.ReadDir(filepath.Dir(path)); len(left) > 0 {
			t.Errorf("after %v there is %v", err, left)
		}
		return nil, err
	}
	s, err := bolt.Open(t.Context(), path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, nil
}

// intoMemory imports a stream into memory, as an engine that many processes write to.
func intoMemory(t testing.TB, r io.Reader, m storage.Move) (storagetest.Exporter, error) {
	s := memory.New()
	if err := s.Import(t.Context(), r, m); err != nil {
		return nil, err
	}
	return s, nil
}

func TestAFileIsTheSameAfterAMove_long(t *testing.T) {
	t.Parallel()
	storagetest.Moves(t, place, intoMemory, intoFile)
}

func TestAFileIsMadeOfAWholeStreamOnly(t *testing.T) {
	t.Parallel()
	storagetest.Refuses(t, place, intoFile, false)
}

func TestNoFileIsImportedOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "holecard.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := bolt.Import(t.Context(), path, strings.NewReader(""), storage.Move{})
	if !errors.Is(err, storage.ErrNotEmpty) {
		t.Error(err)
	}
}
