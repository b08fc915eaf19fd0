package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"holecard/storage"
	"holecard/storage/bolt"
)

func TestABackupBeforeAMigrationIsKeptOnceAndReplacesNoOther(t *testing.T) {
	store, path := openTemp(t)
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, nil))
	before := bolt.Migration{From: 1, To: 2, Copy: store.Backup}
	for want := 1; want <= 2; want++ {
		for range 2 { // tries of one migration
			if err := (database{path, "DATABASE"}).backUpBefore(t.Context(), before, log); err != nil {
				t.Fatal(err)
			}
		}
		got := names(t, filepath.Join(filepath.Dir(path), "backups"))
		if len(got) != want || !strings.Contains(got[0], "-before-schema-2-") {
			t.Errorf("there are %q", got)
		}
		for _, name := range got {
			if copied := filepath.Join(filepath.Dir(path), "backups", name); !strings.Contains(
				said.String(), copied) {
				t.Errorf("the log says no %s:\n%s", copied, &said)
			} else if s, err := bolt.OpenReadOnly(t.Context(), copied); err != nil {
				t.Errorf("%s cannot be restored: %v", copied, err)
			} else {
				s.Close()
			}
		}
		err := store.Update(t.Context(), 7, func(tx storage.Tx) error {
			return storage.Profiles.Save(tx, storage.Profile{Player: storage.Player{Guild: 7,
				User: 1}})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFailedBackupBeforeAMigrationLeavesNothing(t *testing.T) {
	_, path := openTemp(t)
	folder := filepath.Join(filepath.Dir(path), "backups")
	for _, f := range []struct {
		err  error
		says string
	}{
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC},
			"does not fit on the disk: make room in " + folder},
		{errors.New("the disk has a hole"), "failed: the disk has a hole"},
	} {
		fails := func(_ context.Context, w io.Writer) error {
			_, _ = w.Write(make([]byte, 1000))
			return f.err
		}
		err := database{path, "DATABASE"}.backUpBefore(t.Context(),
			bolt.Migration{From: 1, To: 2, Copy: fails}, slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("it says %v, without %q", err, f.says)
		}
		if left := names(t, folder); len(left) > 0 {
			t.Errorf("it leaves %q", left)
		}
	}
}
