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
	"strings"
	"testing"

	"holecard/storage"
)

// attempt is something done with a file. It tells of a failure by its error or
// by a warning in the log.
type attempt func(log *slog.Logger) error

// walks are what is done with files: each is tried with the first call to the
// disk failing, then with the second, and so on until none fails.
var walks = []struct {
	name  string
	of    string // the file that is there before, by its name in [walkFiles]
	same  bool   // it is as it was, whatever fails
	syncs int    // how often something is made safe
	quiet string // the calls whose failure is told to nobody, in their order
	try   func(w *walked) error
}{
	{"a file is made", "", false, 11, "stat stat link remove " + examined + " read" + checked,
		func(w *walked) error { return w.open(nothing) }},
	{"a file that was closed", "sealed", true, 0, examined + " read" + checked,
		func(w *walked) error { return w.open(nothing) }},
	{"a file that was not closed", "unsealed", false, 1, examined + " read" + checked + checked,
		func(w *walked) error { return w.open(nothing) }},
	{"a file that is brought up to date", "older", false, 4, examined + " read" + looked + checked,
		func(w *walked) error { return w.open(nothing) }},
	{"a file that is only read", "sealed", true, 0, examined + " read",
		func(w *walked) error { return w.openReadOnly(looksAtAll) }},
	{"an older file that is only read", "older", true, 4, examined + " read " +
		examined + " read" + checked + checked + " fstat fstat write sync remove", // its copy
		func(w *walked) error { return w.openReadOnly(audits) }},
	{"a file that is changed", "sealed", false, 7, examined + " read" + checked + checked + checked,
		func(w *walked) error {
			return w.open(func(s *Store) error { return errors.Join(w.save(s, 1, 10), w.save(s, 2, 1<<17)) })
		}},
	{"a file that is looked at while it is open", "sealed", true, 0,
		examined + " read" + checked + checked + looked + looked + checked + checked,
		func(w *walked) error {
			return w.open(func(s *Store) error { return errors.Join(s.Check(), s.Trouble(), looksAtAll(s)) })
		}},
}

// What nobody is told of: to each there is another way.
const (
	// bbolt finds the size of pages in the other meta page, and a file that was
	// only looked at is closed.
	examined = "read close"
	// Whether the file was replaced is looked at before every change.
	checked = " fstat stat read read"
	looked  = " read read" // before a view, the same
)

// walkFiles returns the files, and how many postings are in each.
func walkFiles(t *testing.T) (files map[string][]byte, postings map[string]int) {
	path := newPath(t)
	s := openAt(t, path)
	twoPlayers(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files = map[string][]byte{}
	older := unpack(t, "schema2.db")
	for name, from := range map[string]string{"sealed": path, "unsealed": path, "older": older} {
		file, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = file
	}
	unsealed := files["unsealed"]
	clear(unsealed[len(unsealed)-sealSize:])
	return files, map[string]int{"sealed": 3, "unsealed": 3, "older": 10}
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
		BeforeMigration: func(ctx context.Context, m Migration) error {
			_, err := m.Copy(ctx, io.Discard)
			return err
		},
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
	w.saved[of] = s.Update(context.Background(), func(tx storage.Tx) error {
		p := storage.Player{User: of}
		return tx.SaveDeck(storage.Deck{Player: p, Table: "mit", Cards: make([]byte, size)})
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
	_, errCopy := s.Backup(context.Background(), io.Discard)
	return errors.Join(errCount, errCopy, audits(s))
}

// Whatever call to the disk fails, that is told, by an error or in the log, and
// nothing is lost: what was said to be kept is there, and nothing else.
func TestWhateverCallToTheDiskFailsIsToldAndNothingIsLost(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	d := newFailingDisk(t, folder)
	files, postings := walkFiles(t)
	for _, walk := range walks {
		t.Run(walk.name, func(t *testing.T) {
			var quiet []string
			syncs := 0
			for n := 1; ; n++ {
				path := filepath.Join(folder, fmt.Sprint(walk.name, n), "holecard.db")
				w := &walked{path: path, saved: map[storage.UserID]error{}}
				var err error
				if file := files[walk.of]; file != nil {
					err = errors.Join(os.Mkdir(filepath.Dir(w.path), 0o700), os.WriteFile(w.path, file, 0o600))
				}
				if err != nil {
					t.Fatal(err)
				}
				failed := d.run(n, func() { err = walk.try(w) })
				told := fmt.Sprint(err, " ", &w.log)
				switch {
				case strings.Contains(told, storage.ErrReplaced.Error()):
					t.Errorf("call %d (%s) fails, and the file is called replaced: %s", n, failed, told)
				case strings.Contains(told, "input/output error"):
				case err != nil:
					t.Errorf("call %d (%s) fails, and it is told as %s", n, failed, told)
				default:
					quiet = append(quiet, failed)
				}
				w.check(t, failed, files[walk.of], walk.same, postings[walk.of])
				os.RemoveAll(filepath.Dir(w.path))
				if failed == "" {
					break
				}
				if strings.HasPrefix(failed, "sync") {
					syncs++
				}
			}
			if syncs != walk.syncs {
				t.Errorf("something is made safe %d times, want %d", syncs, walk.syncs)
			}
			if got := strings.TrimSpace(strings.Join(quiet, " ")); got != walk.quiet {
				t.Errorf("nobody is told of the failures of\n%q, want\n%q", got, walk.quiet)
			}
		})
	}
}

// check looks at the file after a call failed.
func (w *walked) check(t *testing.T, failed string, before []byte, same bool, postings int) {
	t.Helper()
	names, err := os.ReadDir(filepath.Dir(w.path))
	if err != nil && before != nil || len(names) > 1 && failed != "remove" {
		t.Errorf("%s failed, and there are %v, %v", failed, names, err)
	}
	now, err := os.ReadFile(w.path)
	if errors.Is(err, os.ErrNotExist) && before == nil && failed != "" {
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
	if a, err := s.Audit(t.Context()); err != nil || !a.OK || a.Postings != postings {
		t.Errorf("%s failed, and the file is %+v, %v", failed, a, err)
	}
	for of, saved := range w.saved {
		err := s.View(t.Context(), func(r storage.Reader) error {
			_, there, err := r.Deck(storage.Player{User: of}, "mit")
			// After a failed sync of the meta page either state may be there.
			if there != (saved == nil) && failed != "sync data" {
				t.Errorf("%s failed, deck %d is there: %v, and it was said %v", failed, of, there, saved)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
