package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// openings are the ways to open a store.
var openings = map[string]func(ctx context.Context, path string) (*Store, error){
	"for writing": func(ctx context.Context, path string) (*Store, error) {
		return Open(ctx, path, Options{})
	},
	"for reading": OpenReadOnly,
}

func TestNewFileIsItsOwnersOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	path := filepath.Join(t.TempDir(), "some", "where", "holecard.db")
	openAt(t, path)
	for name, want := range map[string]fs.FileMode{
		path: 0o600, filepath.Dir(path): 0o700 | fs.ModeDir,
		filepath.Dir(filepath.Dir(path)): 0o700 | fs.ModeDir,
	} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != want {
			t.Errorf("%s has mode %v, want %v", name, info.Mode(), want)
		}
	}
}

func TestMakingAFileLeavesNoOtherBehind(t *testing.T) {
	path := newPath(t)
	openAt(t, path)
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}

func TestOneFileIsOpenedByOneOnly(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	for name, open := range openings {
		synctest.Test(t, func(t *testing.T) { // its clock goes by what is waited for alone
			begun := time.Now()
			_, err := open(t.Context(), path)
			if !errors.Is(err, storage.ErrInUse) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v", name, err)
			}
			if waited := time.Since(begun); waited > 2*lockTimeout {
				t.Errorf("%s: told after %v", name, waited)
			}
		})
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	openAt(t, path)
}

// The processes are this test's binary, told to open the file by its environment.
func TestOneFileIsOpenedByOneProcessOnly(t *testing.T) {
	const variable = "HOLECARD_TEST_OPEN"
	if path := os.Getenv(variable); path != "" {
		_, err := Open(t.Context(), path, Options{})
		os.Stdout.WriteString(err.Error())
		if errors.Is(err, storage.ErrInUse) {
			os.Exit(7)
		}
		os.Exit(8)
	}
	path := newPath(t)
	openAt(t, path)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), variable+"="+path)
	out, _ := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 7 {
		t.Errorf("exit %d: %s", cmd.ProcessState.ExitCode(), out)
	}
}

func TestReadingMakesNoFile(t *testing.T) {
	path := newPath(t)
	if _, err := OpenReadOnly(t.Context(), path); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestReadingChangesNoFile(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	twoPlayers(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	r, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatalf("two readers: %v", err)
	}
	defer second.Close()
	a, err := r.Audit(context.Background())
	if err != nil || !a.OK || a.Postings != 3 {
		t.Errorf("%+v, %v", a, err)
	}
	if err := r.Update(context.Background(), 7, func(storage.Tx) error { return nil }); err == nil {
		t.Error("an update was made")
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	after, _ := os.ReadFile(path)
	if string(before) != string(after) {
		t.Error("the file was changed")
	}
}

func TestUnfitFilesAreRefused(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	twoPlayers(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{
		"empty":                        {},
		"a word":                       []byte("hello"),
		"a page of zeros":              make([]byte, 4096),
		"many zeros":                   make([]byte, 1<<16),
		"a text":                       []byte(strings.Repeat("not a database. ", 1<<12)),
		"cut off in its first page":    whole[:100],
		"cut off in its second page":   whole[:5000],
		"cut off after the meta pages": whole[:2*4096],
		"cut off in the middle":        whole[:len(whole)/2/4096*4096],
		"cut off in its last page":     whole[:highWater(t, path)-4096],
	} {
		t.Run(name, func(t *testing.T) {
			for of, open := range openings {
				path := newPath(t)
				if err := os.WriteFile(path, file, 0o600); err != nil {
					t.Fatal(err)
				}
				_, err := open(t.Context(), path)
				if !errors.Is(err, storage.ErrCorrupt) {
					t.Errorf("%v", err)
				}
				if says := "should have at least"; of == "for writing" &&
					name == "cut off after the meta pages" && !strings.Contains(err.Error(), says) {
					t.Errorf("%v, which does not say %q", err, says)
				}
				if after, err := os.ReadFile(path); err != nil || string(after) != string(file) {
					t.Errorf("the file was changed: %v", err)
				}
			}
		})
	}
}

func TestAnotherProgramsFileIsNotCalledDamaged(t *testing.T) {
	text, other := newPath(t), newPath(t)
	db, err := bbolt.Open(other, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(os.WriteFile(text, []byte("a letter to grandmother"), 0o600),
		db.Update(func(tx *bbolt.Tx) error {
			_, err := tx.CreateBucket([]byte("letters"))
			return err
		}), db.Close())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, other} {
		for of, open := range openings {
			_, err := open(t.Context(), path)
			says := fmt.Sprint(err)
			if !strings.Contains(says, "this is not a holecard database") ||
				strings.Contains(says, "damaged") {
				t.Errorf("%s: %v", of, err)
			}
		}
	}
}

func TestAFolderIsNotCalledDamaged(t *testing.T) {
	for _, open := range openings {
		if _, err := open(t.Context(), t.TempDir()); !errors.Is(err, syscall.EISDIR) ||
			errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%v", err)
		}
	}
}

// highWater returns how many bytes of a file are in use.
func highWater(t *testing.T, path string) (size int64) {
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.View(func(tx *bbolt.Tx) error {
		size = tx.Size()
		return nil
	})
	return size
}
