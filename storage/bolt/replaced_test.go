package bolt

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"holecard/storage"
)

// swapped is a store whose file was replaced while it is open.
type swapped struct {
	*testing.T
	*Store
	log bytes.Buffer
}

// swap opens a store, keeps a copy of it, plays on, and has its file replaced.
func swap(t *testing.T, replace func(path string, older []byte) error) *swapped {
	t.Helper()
	s := &swapped{T: t}
	path := newPath(t)
	var err error
	s.Store, err = Open(t.Context(), path,
		Options{Logger: slog.New(slog.NewTextHandler(&s.log,
			&slog.HandlerOptions{Level: slog.LevelWarn}))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Store.Close() })
	var older bytes.Buffer
	if err := s.Backup(t.Context(), &older); err != nil {
		t.Fatal(err)
	}
	twoPlayers(t, s.Store)
	if err := s.Check(); err != nil {
		t.Fatalf("before: %v", err)
	}
	if err := replace(path, older.Bytes()); err != nil {
		t.Fatal(err)
	}
	return s
}

// deposit tries to change the store.
func (s *swapped) deposit() error {
	return s.Update(context.Background(), 7, func(tx storage.Tx) error {
		return tx.Post(storage.Posting{Key: "late", From: storage.MintOf(7),
			To:    storage.WalletOf(storage.Player{Guild: 7, User: 1}),
			Chips: 1, Reason: storage.DailyChips, At: noon})
	})
}

// balance reads player 1's.
func (s *swapped) balance() (chips storage.Chips, err error) {
	err = s.View(context.Background(), 7, func(r storage.Reader) error {
		chips, err = r.Balance(storage.WalletOf(storage.Player{Guild: 7, User: 1}))
		return err
	})
	return chips, err
}

// saidOnce checks that the log has one error, with some words in it.
func (s *swapped) saidOnce(words ...string) {
	s.Helper()
	log := s.log.String()
	if strings.Count(log, "\n") != 1 || !strings.Contains(log, "level=ERROR") {
		s.Errorf("the log is\n%s", log)
	}
	for _, word := range words {
		if !strings.Contains(log, word) {
			s.Errorf("the log does not say %q:\n%s", word, log)
		}
	}
}

// A file that was removed or moved away is whole as long as it is open: it is
// read and saved, and not changed.
func TestADatabaseThatIsMovedAwayTakesNoMoreChanges(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be moved there")
	}
	for name, replace := range map[string]func(path string, older []byte) error{
		"was removed or moved away": func(path string, _ []byte) error { return os.Remove(path) },
		"removed or moved away": func(path string, _ []byte) error {
			return os.Rename(path, path+".old")
		},
		"moved away": func(path string, _ []byte) error {
			return os.RemoveAll(filepath.Dir(path))
		},
		"another file was put": func(path string, older []byte) error { // as rsync does
			return errors.Join(os.WriteFile(path+".new", older, 0o600),
				os.Rename(path+".new", path))
		},
	} {
		for first, notice := range map[string]func(*swapped) error{
			"a change": (*swapped).deposit,
			"a check":  (*swapped).Check,
			"the end": func(s *swapped) error {
				return errors.Join(s.Store.Close(), storage.ErrReplaced)
			},
		} {
			s := swap(t, replace)
			if err := notice(s); !errors.Is(err, storage.ErrReplaced) {
				t.Errorf("%s, noticed by %s: %v", name, first, err)
			}
			if first != "the end" {
				if chips, err := s.balance(); chips != 90 || err != nil {
					t.Errorf("%s: there are %d chips, %v", name, chips, err)
				}
				if err := errors.Join(s.deposit(), s.Check()); !errors.Is(err,
					storage.ErrReplaced) {
					t.Errorf("%s: a change after: %v", name, err)
				}
				var saved bytes.Buffer
				rescued := newPath(t)
				err := s.Backup(t.Context(), &saved)
				if err := errors.Join(err,
					os.WriteFile(rescued, saved.Bytes(), 0o600)); err != nil {
					t.Fatal(err)
				}
				if a, err := openAt(t, rescued).Audit(t.Context()); err != nil || !a.OK ||
					a.Postings != 3 {
					t.Errorf("%s, what is saved: %+v, %v", name, a, err)
				}
			}
			s.saidOnce(name, "holecard backup FILE")
		}
	}
}

// A copy that is written over the open file is refused at the first sight, and
// is never written to.
func TestADatabaseThatIsWrittenOverIsNeitherReadNorChanged(t *testing.T) {
	other := func(path string) []byte { // one that is further on
		s := openNew(t)
		for range 20 {
			update(t, s, func(tx storage.Tx) error {
				return storage.SettingsOf.Save(tx, storage.Settings{Guild: 7,
					Tables: []string{"vegas"}})
			})
		}
		var file bytes.Buffer
		if err := s.Backup(t.Context(), &file); err != nil {
			t.Fatal(err)
		}
		return file.Bytes()
	}
	for name, replace := range map[string]func(path string, older []byte) error{
		"an older copy": func(path string, older []byte) error {
			return os.WriteFile(path, older, 0o600)
		},
		"another file": func(path string, _ []byte) error {
			return os.WriteFile(path, other(path), 0o600)
		},
		"a text": func(path string, _ []byte) error {
			return os.WriteFile(path, bytes.Repeat([]byte("text"), 1<<14), 0o600)
		},
		"nothing": func(path string, _ []byte) error { return os.Truncate(path, 0) },
		"half of it": func(path string, _ []byte) error {
			return os.Truncate(path, 3*int64(os.Getpagesize()))
		},
	} {
		for first, notice := range map[string]func(*swapped) error{
			"a view":   func(s *swapped) error { _, err := s.balance(); return err },
			"a change": (*swapped).deposit,
			"a check":  (*swapped).Check,
			"a backup": func(s *swapped) error {
				err := s.Backup(context.Background(), io.Discard)
				return err
			},
			"an audit": func(s *swapped) error {
				_, err := s.Audit(context.Background())
				return err
			},
			"the end": func(s *swapped) error {
				return errors.Join(s.Store.Close(), storage.ErrReplaced)
			},
		} {
			if name == "half of it" && (first == "a view" || first == "a backup") {
				continue // its meta pages are whole: a change, a check and the end notice
			}
			s := swap(t, replace)
			put, err := os.ReadFile(s.path)
			if err != nil {
				t.Fatal(err)
			}
			if err := notice(s); !errors.Is(err, storage.ErrReplaced) {
				t.Errorf("%s, noticed by %s: %v", name, first, err)
			}
			for range 3 {
				_, errView := s.balance()
				errUpdate := s.deposit()
				if first != "the end" &&
					(!errors.Is(errView, storage.ErrReplaced) ||
						!errors.Is(errUpdate, storage.ErrReplaced)) {
					t.Errorf("%s, after %s: %v, %v", name, first, errView, errUpdate)
				}
			}
			s.Store.Close()
			s.saidOnce("restore a backup")
			if now, err := os.ReadFile(s.path); err != nil || !bytes.Equal(put, now) {
				t.Errorf("%s, noticed by %s: the file was changed, %v", name, first, err)
			}
		}
	}
}

func TestAFileIsCutOffWhenAPageInUseIs(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	used := int64(s.meta.Load().High) * s.pageSize
	for _, f := range []struct {
		size int64
		want error
	}{{used, nil}, {used - 1, storage.ErrReplaced}} {
		if err := errors.Join(os.Truncate(s.path, f.size), s.Check()); !errors.Is(err, f.want) {
			t.Errorf("%d of %d bytes: %v, want %v", f.size, used, err, f.want)
		}
	}
}

func TestPlayersAndOpenHandsAreCounted(t *testing.T) {
	s := openNew(t)
	counts := func(want storage.Counts) {
		t.Helper()
		if got, err := s.Count(t.Context()); got != want || err != nil {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
	counts(storage.Counts{})
	twoPlayers(t, s)
	counts(storage.Counts{Players: 2, OpenHands: 1})
	for _, guild := range []storage.GuildID{0, storage.DirectMessages(1), 6, 1<<64 - 1} {
		p := storage.Player{Guild: guild, User: 1}
		hand := storage.RoundID(guild) + 100
		updateIn(t, s, guild, func(tx storage.Tx) error {
			return errors.Join(
				tx.Post(storage.Posting{Key: "open" + p.User.Time().String() +
					string(rune(hand%1000)), From: storage.MintOf(guild), To: storage.WalletOf(p),
					Chips: 10, Reason: storage.Opening, At: noon}),
				tx.Post(storage.Posting{Key: "hold" + string(rune(hand%1000)),
					From: storage.WalletOf(p), To: storage.HeldFor(guild, hand, 0), Chips: 10,
					Reason: storage.Hold, Round: hand, At: noon}),
				storage.Rounds.Save(tx, storage.Round{ID: hand, Guild: p.Guild, Version: 1,
					Open:  true,
					Seats: []storage.Seat{{User: p.User, Held: 10}}}),
				storage.Profiles.Save(tx, storage.Profile{Player: p, OpenHand: hand}),
			)
		})
	}
	counts(storage.Counts{Players: 6, OpenHands: 5})
	s.Close()
	if got, err := s.Count(t.Context()); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("when it is closed: %+v, %v", got, err)
	}
}
