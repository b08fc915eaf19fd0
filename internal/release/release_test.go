package main

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestAZipHasTheSameBytesEachTime(t *testing.T) {
	made := time.Date(2026, 1, 31, 18, 0, 0, 0, time.UTC)
	files := map[string][]byte{"holecard.exe": []byte("MZ"), ".env.example": []byte("TOKEN=\r\n"),
		"docs/operations.md": nil}
	one, err := zipped("holecard", files, made)
	two, errTwo := zipped("holecard", files, made.In(time.FixedZone("there", 3600)))
	if err != nil || errTwo != nil || !bytes.Equal(one, two) {
		t.Fatalf("%d and %d bytes, %v, %v", len(one), len(two), err, errTwo)
	}
	archive, err := zip.NewReader(bytes.NewReader(one), int64(len(one)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range archive.File {
		got = append(got, f.Mode().String()+" "+f.Name+" "+f.Modified.UTC().Format(time.RFC3339))
	}
	want := []string{"-rw-r--r-- holecard/.env.example 2026-01-31T18:00:00Z",
		"-rw-r--r-- holecard/docs/operations.md 2026-01-31T18:00:00Z",
		"-rwxr-xr-x holecard/holecard.exe 2026-01-31T18:00:00Z"}
	if !slices.Equal(got, want) {
		t.Errorf("it has\n%s", strings.Join(got, "\n"))
	}
}

func TestAChangelogIsReadable(t *testing.T) {
	got := changelog("v1.1.0", []string{
		"bot: the second",
		"internal/mutants: one more",
		"bot/view, bot: larger cards",
		"docs: how to update",
		"ci: quicker",
		"blackjack/odds: a table: exact",
		"bot: the first",
		"a subject without a package",
	})
	const want = `
## Players and servers

- **bot**: the first
- **bot**: the second
- **bot/view, bot**: larger cards

## Tables, odds and strategies

- **blackjack/odds**: a table: exact

## Operators

- **docs**: how to update

3 other commits change tests, tools or the build.

The release before is v1.1.0.
`
	if got != want {
		t.Errorf("it is\n%s", got)
	}
}

func TestNothingIsReleasedWithoutALicence(t *testing.T) {
	_, err := join(map[string]map[string]bool{"example.org/x v1.0.0": {}})
	const want = "example.org/x v1.0.0 has no file with its licence"
	if err == nil || err.Error() != want {
		t.Errorf("it says %v", err)
	}
}
