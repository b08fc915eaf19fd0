package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"holecard/internal/long"
)

// git runs git in a folder, as somebody whose settings are none.
func git(t *testing.T, folder string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.org",
		"GIT_AUTHOR_DATE=2026-01-31T18:00:00Z", "GIT_COMMITTER_NAME=Ada",
		"GIT_COMMITTER_EMAIL=ada@example.org", "GIT_COMMITTER_DATE=2026-01-31T18:00:00Z")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// repository returns a repository with the files of this one as they are now, and two
// releases.
func repository(t *testing.T) string {
	t.Helper()
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "repository")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	files := git(t, here, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
	for path := range strings.SplitSeq(strings.TrimRight(files, "\x00"), "\x00") {
		if filepath.Ext(path) == ".png" { // those of the documents are large, and not built
			continue
		}
		info, err := os.Stat(filepath.Join(here, path))
		if os.IsNotExist(err) { // removed, and not committed yet
			continue
		}
		text, errRead := os.ReadFile(filepath.Join(here, path))
		errMake := os.MkdirAll(filepath.Dir(filepath.Join(folder, path)), 0o755)
		if err != nil || errRead != nil || errMake != nil {
			t.Fatal(err, errRead, errMake)
		}
		if err := os.WriteFile(filepath.Join(folder, path), text, info.Mode()); err != nil {
			t.Fatal(err)
		}
	}
	git(t, folder, "init", "--quiet")
	git(t, folder, "add", "--all")
	git(t, folder, "commit", "--quiet", "--message", "storage: the beginning")
	git(t, folder, "tag", "v1.2.2")
	git(t, folder, "commit", "--quiet", "--allow-empty", "--message", "bot/view: cards are larger")
	git(t, folder, "tag", "--annotate", "--message", "the next", "v1.2.3")
	return folder
}

func TestAReleaseHasTheSameBytesWhereverItIsBuilt(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED in short mode: it builds the bot twice")
	}
	origin := repository(t)
	wanted := []string{runtime.GOOS + "/" + runtime.GOARCH}
	if long.Enabled() {
		wanted = nil
	}
	first := filepath.Join(t.TempDir(), "clone")
	git(t, ".", "clone", "--quiet", origin, first)
	began := time.Now()
	script := exec.Command(filepath.Join(first, "scripts", "release"), wanted...)
	if out, err := script.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("scripts/release takes %v", time.Since(began).Round(time.Second/10))

	second := filepath.Join(t.TempDir(), "another", "and", "longer", "path", "to", "a", "clone")
	git(t, ".", "clone", "--quiet", origin, second)
	for name, value := range map[string]string{"TZ": "Asia/Tokyo", "LC_ALL": "C",
		"GOFLAGS": "-ldflags=-w", "CGO_ENABLED": "1", "GOAMD64": "v3", "GOARM64": "v8.2"} {
		t.Setenv(name, value)
	}
	if long.Enabled() {
		t.Setenv("GOCACHE", t.TempDir())
	}
	began = time.Now()
	out := filepath.Join(second, "dist")
	if err := release(t.Context(), second, out, wanted); err != nil {
		t.Fatal(err)
	}
	t.Logf("the second time it takes %v", time.Since(began).Round(time.Second/10))
	one, two := folder(t, filepath.Join(first, "dist")), folder(t, out)
	if !slices.Equal(sortedKeys(one), sortedKeys(two)) {
		t.Fatalf("it makes %v, and %v", sortedKeys(one), sortedKeys(two))
	}
	for _, name := range sortedKeys(one) {
		if !bytes.Equal(one[name], two[name]) {
			t.Errorf("%s has other bytes in another folder", name)
		}
	}
	checkSums(t, one)
	if changes := string(one["CHANGELOG.md"]); !strings.Contains(changes,
		"- **bot/view**: cards are larger\n") || strings.Contains(changes, "the beginning") {
		t.Errorf("the changelog since v1.2.2 is\n%s", changes)
	}
	for _, target := range targets {
		archive := "holecard_v1.2.3_" + strings.ReplaceAll(target.name, "/", "_")
		if packed, ok := one[archive+".tar.gz"]; ok {
			checkArchive(t, target, archive, unpack(t, packed), git(t, first, "rev-parse", "HEAD"))
		} else if long.Enabled() && one[archive+".zip"] == nil {
			t.Errorf("there is no %s", archive)
		}
	}
}

func folder(t *testing.T, path string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(path)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(path, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// checkSums compares the sums of a release with its files.
func checkSums(t *testing.T, files map[string][]byte) {
	t.Helper()
	var want strings.Builder
	for _, name := range sortedKeys(files) {
		if name != "SHA256SUMS" {
			fmt.Fprintf(&want, "%x  %s\n", sha256.Sum256(files[name]), name)
		}
	}
	if got := string(files["SHA256SUMS"]); got != want.String() {
		t.Errorf("the sums are\n%s\nwant\n%s", got, want.String())
	}
}

// unpack unpacks an archive into a folder.
func unpack(t *testing.T, packed []byte) string {
	t.Helper()
	to := t.TempDir()
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(plain); ; {
		header, err := archive.Next()
		if err == io.EOF {
			return to
		}
		text, errRead := io.ReadAll(archive)
		path := filepath.Join(to, header.Name)
		if err != nil || errRead != nil || os.MkdirAll(filepath.Dir(path), 0o755) != nil {
			t.Fatal(err, errRead)
		}
		if err := os.WriteFile(path, text, header.FileInfo().Mode()); err != nil {
			t.Fatal(err)
		}
		if header.Uid != 0 || header.Uname != "" {
			t.Errorf("%s belongs to %d %s", header.Name, header.Uid, header.Uname)
		}
	}
}

// checkArchive checks what somebody who downloads a release gets.
func checkArchive(t *testing.T, target target, name, unpacked, commit string) {
	t.Helper()
	path := filepath.Join(unpacked, name)
	program := filepath.Join(path, "bot")
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	licences, err := os.ReadFile(filepath.Join(path, "THIRD-PARTY.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dep := range info.Deps {
		if !strings.Contains(string(licences), "\n==== "+dep.Path+" "+dep.Version+": ") {
			t.Errorf("THIRD-PARTY.txt of %s lacks %s %s", name, dep.Path, dep.Version)
		}
	}
	if text := string(licences); !strings.Contains(text, "Go's standard library") ||
		strings.Count(text, "Copyright") < len(info.Deps) {
		t.Errorf("%s: licences are missing from THIRD-PARTY.txt", name)
	}
	wanted := append(slices.Clone(documents), "bot", "THIRD-PARTY.txt")
	if target.is("linux") {
		wanted = append(wanted, "holecard.service")
	}
	for _, file := range wanted {
		if _, err := os.Stat(filepath.Join(path, file)); err != nil {
			t.Error(err)
		}
	}
	if target.name != runtime.GOOS+"/"+runtime.GOARCH {
		return
	}
	want := "holecard v1.2.3, commit " + commit + "\n"
	if said, err := exec.Command(program, "version").Output(); err != nil || string(said) != want {
		t.Errorf("bot version prints %q, %v, want %q", said, err, want)
	}
}

func TestAZipHasTheSameBytesEachTime(t *testing.T) {
	made := time.Date(2026, 1, 31, 18, 0, 0, 0, time.UTC)
	files := map[string][]byte{"bot.exe": []byte("MZ"), ".env.example": []byte("TOKEN=\r\n"),
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
		"-rwxr-xr-x holecard/bot.exe 2026-01-31T18:00:00Z",
		"-rw-r--r-- holecard/docs/operations.md 2026-01-31T18:00:00Z"}
	if !slices.Equal(got, want) {
		t.Errorf("it has\n%s", strings.Join(got, "\n"))
	}
}

func TestOnlyACommitWithAVersionIsReleased(t *testing.T) {
	folder := t.TempDir()
	refused := func(says string, wanted ...string) {
		t.Helper()
		out := filepath.Join(t.TempDir(), "dist")
		err := release(t.Context(), folder, out, wanted)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("it says %v, want %q", err, says)
		}
		if _, err := os.Stat(out); !os.IsNotExist(err) {
			t.Errorf("it has made %s", out)
		}
	}
	git(t, folder, "init", "--quiet")
	git(t, folder, "commit", "--quiet", "--allow-empty", "--message", "bot: one")
	refused("this commit has no version: give it one with git tag v1.2.0")
	git(t, folder, "tag", "version-one")
	refused("this commit has no version")
	git(t, folder, "tag", "v1.0.0")
	refused("there is no target plan9/mips: use linux/amd64 linux/arm64", "plan9/mips")
	if err := os.WriteFile(filepath.Join(folder, "left.go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused("these files have changes:\n?? left.go")
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
