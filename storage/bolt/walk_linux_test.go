//go:build amd64 || arm64

package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	bolterrors "go.etcd.io/bbolt/errors"

	"holecard/internal/durable"
	"holecard/storage"
)

// walks are what is done with files: each is tried with the first call to the
// disk failing, then with the second, and so on until none fails.
type walk struct {
	name  string
	there bool   // there is a file before
	same  bool   // it is as it was, whatever fails
	syncs int    // how often something is made safe, at least
	quiet string // the kinds of calls whose failure may be told to nobody
	try   func(w *walked) error
}

var walks = []walk{
	{"a file is made", false, false, 8, read + checked + "link remove",
		func(w *walked) error { return w.open(nothing) }},
	{"a file that was closed", true, true, 0, read + checked,
		func(w *walked) error { return w.open(nothing) }},
	{"a file that is changed", true, false, 5, read + checked,
		func(w *walked) error {
			return w.open(func(s *Store) error {
				return errors.Join(w.save(s, 1, 10), w.save(s, 2, 1<<17))
			})
		}},
	{"a file that is only read", true, true, 0, read,
		func(w *walked) error { return w.openReadOnly(looksAtAll) }},
	{"a file that is looked at while it is open", true, true, 0, read + checked,
		func(w *walked) error {
			return w.open(func(s *Store) error {
				return errors.Join(s.Check(), s.Trouble(), looksAtAll(s))
			})
		}},
}

// Calls that may fail unnoticed, because there is another way.
const (
	// bbolt finds the size of pages in the other meta page, and a file that was only looked at
	// is closed.
	read = "read close "
	// Before every change the store looks whether the file was replaced.
	checked = "fstat stat "
)

// walkFile returns a file, in which are three postings.
func walkFile(t *testing.T) []byte {
	path := newPath(t)
	s := openAt(t, path)
	twoPlayers(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// walked is one try.
type walked struct {
	path  string
	log   bytes.Buffer
	saved map[storage.UserID]error // what came of their decks
}

func nothing(*Store) error { return nil }

// open opens the file for writing, does something and closes it.
func (w *walked) open(do func(*Store) error) error {
	s, err := Open(context.Background(), w.path, Options{
		Logger: slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}

func (w *walked) openReadOnly(do func(*Store) error) error {
	s, err := OpenReadOnly(context.Background(), w.path)
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}

// save saves a deck of so many bytes.
func (w *walked) save(s *Store, of storage.UserID, size int) error {
	w.saved[of] = s.Update(context.Background(), 7, func(tx storage.Tx) error {
		p := storage.Player{Guild: 7, User: of}
		return storage.Decks.Save(tx, storage.Deck{Player: p, Table: "mit",
			Cards: make([]byte, size)})
	})
	return w.saved[of]
}

// audits returns the first problem as an error, too.
func audits(s *Store) error {
	a, err := s.Audit(context.Background())
	if err == nil && !a.OK {
		return errors.New(a.Problems[0])
	}
	return err
}

func looksAtAll(s *Store) error {
	_, errCount := s.Count(context.Background())
	errCopy := s.Backup(context.Background(), io.Discard)
	return errors.Join(errCount, errCopy, audits(s))
}

// Whatever call to the disk fails, that is told, by an error or in the log, and
// nothing is lost: what was said to be kept is there, and nothing else. So it is
// too when the disk is dead from then on, which is tried with -long.
func TestWhateverCallToTheDiskFailsIsToldAndNothingIsLost(t *testing.T) {
	walkEach(t, walks, false)
}

func TestWhateverCallToTheDiskFailsIsToldAndNothingIsLost_long(t *testing.T) {
	walkEach(t, walks, true)
}

// walkEach tries walks with each call failing, and every later one too when the disk is dead.
func walkEach(t *testing.T, walks []walk, dead bool) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	d := newFailingDisk(t, folder)
	whole := walkFile(t)
	for _, walk := range walks {
		t.Run(fmt.Sprintf("%s, dead %v", walk.name, dead), func(t *testing.T) {
			syncs := 0
			for n, failed := 1, "some"; failed != ""; n++ {
				path := filepath.Join(folder, fmt.Sprint(walk.name, dead, n), "below",
					"holecard.db")
				w := &walked{path: path, saved: map[storage.UserID]error{}}
				var file []byte
				if walk.there {
					file = whole
					err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700),
						os.WriteFile(path, file, 0o600))
					if err != nil {
						t.Fatal(err)
					}
				}
				var err error
				failed = d.run(n, dead, syscall.EIO, func() { err = walk.try(w) })
				told := fmt.Sprint(err, " ", &w.log)
				switch {
				case strings.Contains(told, storage.ErrReplaced.Error()):
					t.Errorf("call %d (%s) fails, and the file is called replaced: %s", n,
						failed, told)
				case strings.Contains(told, "input/output error"):
				case dead && failed == "read" && errors.Is(err, bolterrors.ErrInvalid):
					// bbolt's words for it
				case err != nil:
					t.Errorf("call %d (%s) fails, and it is told as %s", n, failed, told)
				case dead && failed != "":
					t.Errorf("call %d (%s) and all after it fail, and nobody is told", n, failed)
				case !slices.Contains(strings.Fields(walk.quiet), failed) && failed != "":
					t.Errorf("call %d (%s) fails, and nobody is told", n, failed)
				}
				if strings.HasPrefix(failed, "sync") {
					syncs++
				}
				call := fmt.Sprintf("call %d (%s)", n, failed)
				w.check(t, call, dead, file, walk.same)
				os.RemoveAll(filepath.Dir(filepath.Dir(path)))
			}
			if syncs < walk.syncs {
				t.Errorf("something is made safe %d times, want %d", syncs, walk.syncs)
			}
		})
	}
}

// check looks at the file after a call failed.
func (w *walked) check(t *testing.T, failed string, dead bool, before []byte, same bool) {
	t.Helper()
	is := func(call string) bool { return strings.Contains(failed, "("+call+")") }
	names, err := os.ReadDir(filepath.Dir(w.path))
	if err != nil && before != nil || len(names) > 1 && !dead && !is("remove") {
		t.Errorf("%s failed, and there are %v, %v", failed, names, err)
	}
	if open := openFiles(t, filepath.Dir(w.path)); len(open) > 0 {
		t.Errorf("%s failed, and left open are %v", failed, open)
	}
	now, err := os.ReadFile(w.path)
	if errors.Is(err, os.ErrNotExist) && before == nil && !is("") {
		return // no file was made
	}
	if err != nil || same && !bytes.Equal(now, before) {
		t.Errorf("%s failed, and the file is changed (%v)", failed, err)
	}
	s, err := OpenReadOnly(t.Context(), w.path)
	if err != nil {
		t.Fatalf("%s failed, and the file cannot be opened: %v", failed, err)
	}
	defer s.Close()
	if a, err := s.Audit(t.Context()); err != nil || !a.OK ||
		a.Postings != 3 && before != nil {
		t.Errorf("%s failed, and the file is %+v, %v", failed, a, err)
	}
	for of, saved := range w.saved {
		err := s.View(t.Context(), 7, func(r storage.Reader) error {
			_, there, err := storage.Decks.Get(r, storage.DeckKey{Player: storage.Player{Guild: 7,
				User: of}, Table: "mit"})
			// After a failed sync of the meta page either state may be there.
			if there != (saved == nil) && !is("sync data") {
				t.Errorf("%s failed, deck %d is there: %v, and it was said %v", failed, of, there,
					saved)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// openFiles returns the files below a folder that this process has open.
func openFiles(t *testing.T, folder string) (open []string) {
	t.Helper()
	links, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range links {
		path, _ := os.Readlink("/proc/self/fd/" + link.Name()) // empty for one closed meanwhile
		if strings.HasPrefix(path, folder) {
			open = append(open, path)
		}
	}
	return open
}

// A full disk refuses a change whole, and as soon as there is room the next is
// kept, whichever call there was no room for.
func TestAFullDiskRefusesTheFirstChangeAndTakesTheNext(t *testing.T) {
	folder := t.TempDir()
	d := newFailingDisk(t, folder)
	whole := walkFile(t)
	refused := 0
	for n, failed := 1, "some"; failed != ""; n++ {
		w := &walked{path: filepath.Join(folder, fmt.Sprint(n)), saved: map[storage.UserID]error{}}
		if err := os.WriteFile(w.path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		s := openAt(t, w.path)
		failed = d.run(n, false, syscall.ENOSPC, func() { w.save(s, 1, 1<<17) })
		if failed == "write" || failed == "truncate" {
			refused++
			for _, err := range []error{w.saved[1], s.Trouble()} {
				if !errors.Is(err, storage.ErrNoSpace) {
					t.Errorf("there is no room to %s: %v", failed, err)
				}
			}
			if err := w.save(s, 2, 10); err != nil || s.Trouble() != nil {
				t.Errorf("there is room again after a failed %s: %v, %v", failed, err, s.Trouble())
			}
		}
		s.Close()
	}
	if refused < 5 {
		t.Errorf("there was no room for %d calls only", refused)
	}
}

func TestNoFolderIsMadeOnADiskThatIsNotThere(t *testing.T) {
	t.Chdir(t.TempDir())
	d := newFailingDisk(t, ".")
	var err error
	failed := d.run(1, true, syscall.ENOENT, func() {
		err = durable.MakeFolder(filepath.Join("some", "where"))
	})
	if failed == "" || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s fails, and that is told as %v", failed, err)
	}
}

func TestNoFolderIsMadeWhereAFileIs(t *testing.T) {
	path := newPath(t)
	openAt(t, path)
	if _, err := Open(t.Context(), filepath.Join(path, "some", "holecard.db"),
		Options{}); err == nil {
		t.Error("a file is made below another")
	}
}

func TestAFileThatDoesNotGetItsNameIsNotMade(t *testing.T) {
	folder := t.TempDir()
	d := newFailingDisk(t, folder)
	for n, failed := 1, "some"; failed != ""; n++ {
		var err error
		path := filepath.Join(folder, fmt.Sprint(n))
		failed = d.run(n, true, syscall.EIO, func() { _, err = create(path) })
		if err == nil && failed != "" && failed != "remove" {
			t.Errorf("%s fails, and all after it, and it is no error", failed)
		}
	}
}
