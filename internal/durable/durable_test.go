package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write makes a file that holds its own name.
func write(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(path), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestMakingAFileNeverReplacesOne(t *testing.T) {
	folder := t.TempDir()
	path, aside := filepath.Join(folder, "a"), filepath.Join(folder, "b")
	write(t, path)
	write(t, aside)
	if err := Place(aside, path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file was put over another: %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != path {
		t.Error("the other is gone")
	}
	if err := Replace(aside, path); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(path); string(got) != aside {
		t.Error("a file is not replaced when it should be")
	}
}

func TestAFileBesideIsItsOwnersAndUnfinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "holecard.db")
	f, err := Beside(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	name := filepath.Base(f.Name())
	if !strings.HasPrefix(name, ".holecard.db.") || !strings.HasSuffix(name, Unfinished) {
		t.Errorf("it is called %s", name)
	}
	if err := errors.Join(f.Close(), Place(f.Name(), path)); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestNoFolderIsMadeWhereAFileIs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	write(t, path)
	for _, dir := range []string{path, filepath.Join(path, "some", "where")} {
		if err := MakeFolder(dir); err == nil {
			t.Errorf("%s: a file is taken for a folder", dir)
		}
	}
	folder := filepath.Join(filepath.Dir(path), "some", "where")
	if err := errors.Join(MakeFolder(folder), MakeFolder(folder)); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
}
