package main

import (
	"bytes"
	"compress/gzip"
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

	"holecard/storage/bolt"
)

// ofSchema puts a database of an older schema into a folder of its own.
func ofSchema(t *testing.T, schema int) (path string) {
	t.Helper()
	packed, err := os.Open(fmt.Sprintf("../../storage/bolt/testdata/schema%d.db.gz", schema))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	file, err := io.ReadAll(r)
	path = filepath.Join(t.TempDir(), "holecard.db")
	if err := errors.Join(err, os.WriteFile(path, file, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// opens opens a database as the bot does, closes it, and returns the log.
func opens(t *testing.T, path string) (log string) {
	t.Helper()
	var said bytes.Buffer
	store, err := database{path, "DATABASE"}.open(t.Context(),
		slog.New(slog.NewTextHandler(&said, nil)))
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return said.String()
}

// names returns what there is in a folder.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// beforeSchema7 names the backup of a database that is made before it gets schema 7.
func beforeSchema7(path string) string {
	return database{path, "DATABASE"}.backups().prefix + "before-schema-7.db"
}

func TestAMigrationIsUndoneWithTheBackupMadeBefore(t *testing.T) {
	for schema := 1; schema <= 2; schema++ {
		path := ofSchema(t, schema)
		kept := filepath.Join(filepath.Dir(path), "backups", beforeSchema7(path))
		log := opens(t, path)
		for _, want := range []string{"made a backup before", "file=" + kept,
			fmt.Sprintf("from_schema=%d to_schema=7", schema), "migrated the database"} {
			if !strings.Contains(log, want) {
				t.Errorf("schema %d: the log says no %q:\n%s", schema, want, log)
			}
		}
		if strings.Index(log, "made a backup") > strings.Index(log, `msg="migrated`) {
			t.Errorf("schema %d: the backup is made after:\n%s", schema, log)
		}

		// The README's order: stop, copy, audit, start.
		backup, err := os.ReadFile(kept)
		if err := errors.Join(err, os.WriteFile(path, backup, 0o600)); err != nil {
			t.Fatal(err)
		}
		status, said, complaint := inFolder(t, map[string]string{"DATABASE": path}, "audit")
		if status != exitOK || !strings.Contains(said, "every chip is accounted for") ||
			!strings.Contains(said, fmt.Sprintf("It is of schema %d.", schema)) || complaint != "" {
			t.Errorf("schema %d: the audit ends with %d: %s%s", schema, status, said, complaint)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(backup, after) {
			t.Errorf("schema %d: the audit changes the file, %v", schema, err)
		}
		if log := opens(t, path); !strings.Contains(log, `msg="migrated the database"`) {
			t.Errorf("schema %d, restored: it is not migrated again:\n%s", schema, log)
		}
		if got := names(t, filepath.Dir(kept)); len(got) != 1 { // the same copy is not made twice
			t.Errorf("schema %d: there are %q", schema, got)
		}
	}
}

func TestABackupBeforeAMigrationReplacesNoOther(t *testing.T) {
	path := ofSchema(t, 2)
	folder := filepath.Join(filepath.Dir(path), "backups")
	first := filepath.Join(folder, beforeSchema7(path))
	if err := errors.Join(os.Mkdir(folder, 0o700),
		os.WriteFile(first, []byte("another's"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if log := opens(t, path); !strings.Contains(log, "before-schema-7-2.db") {
		t.Errorf("the log says\n%s", log)
	}
	if text, err := os.ReadFile(first); err != nil || string(text) != "another's" {
		t.Errorf("the other is %q, %v", text, err)
	}
	if got := names(t, folder); len(got) != 2 {
		t.Errorf("there are %q", got)
	}
}

func TestWithoutRoomForABackupNothingIsMigrated(t *testing.T) {
	path := ofSchema(t, 2)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct {
		err  error
		says string
	}{
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC},
			"does not fit on the disk: make room in " +
				filepath.Join(filepath.Dir(path), "backups")},
		{errors.New("the disk has a hole"), "failed: the disk has a hole"},
	} {
		fails := func(_ context.Context, w io.Writer) (int64, error) {
			n, _ := w.Write(before[:1000])
			return int64(n), f.err
		}
		_, err := bolt.Open(t.Context(), path,
			bolt.Options{BeforeMigration: func(ctx context.Context, m bolt.Migration) error {
				m.Copy = fails
				return database{path, "DATABASE"}.backUpBefore(ctx, m, slog.New(slog.DiscardHandler))
			}})
		if err == nil || !strings.Contains(err.Error(), f.says) ||
			!strings.Contains(err.Error(), "nothing was changed") {
			t.Errorf("it says %v, without %q", err, f.says)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
			t.Errorf("the file was changed, %v", err)
		}
		if left := names(t, filepath.Join(filepath.Dir(path), "backups")); len(left) > 0 {
			t.Errorf("it leaves %q", left)
		}
	}
}

// Each try leaves its work in the file, so that no two copies are alike.
func TestAMigrationThatIsTriedAgainAndAgainKeepsOneBackup(t *testing.T) {
	path := ofSchema(t, 3)
	folder := filepath.Join(filepath.Dir(path), "backups")
	if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(
		filepath.Join(folder, beforeSchema7(path)), []byte("another's"),
		0o600)); err != nil {
		t.Fatal(err)
	}
	var again []bool
	for range 4 {
		ctx, stop := context.WithCancel(t.Context())
		_, err := bolt.Open(ctx, path, bolt.Options{
			BeforeMigration: func(ctx context.Context, m bolt.Migration) error {
				again = append(again, m.Again)
				defer stop() // so that the migration ends after its first step
				return database{path, "DATABASE"}.backUpBefore(ctx, m, slog.New(slog.DiscardHandler))
			}})
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if want := []bool{false, true, true, true}; !slices.Equal(again, want) {
		t.Errorf("tried again: %v, want %v", again, want)
	}
	if got := names(t, folder); len(got) != 2 {
		t.Errorf("there are %q, want the other's and one", got)
	}
	if log := opens(t, path); !strings.Contains(log, "before-schema-7-2.db") {
		t.Errorf("the log says\n%s", log)
	}
}
