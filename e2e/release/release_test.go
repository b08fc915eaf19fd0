// Package release builds releases and plays on them: as an archive, as an image and as a service
// of systemd.
package release

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"holecard/e2e/stage"
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
	here, err := filepath.Abs(stage.Repository)
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

// Each release is built from a clone: the script in one, and the program with other settings in
// another. It is the release for this system; its building the others differs by GOOS and GOARCH.
func TestAReleaseHasTheSameBytesWhereverItIsBuilt(t *testing.T) {
	origin, target := repository(t), runtime.GOOS+"/"+runtime.GOARCH
	first := filepath.Join(t.TempDir(), "clone")
	git(t, ".", "clone", "--quiet", origin, first)
	script := exec.Command(filepath.Join(first, "scripts", "release"), target)
	if out, err := script.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	second := filepath.Join(t.TempDir(), "another", "and", "longer", "path", "to", "a", "clone")
	git(t, ".", "clone", "--quiet", origin, second)
	out := filepath.Join(second, "dist")
	if said, err := release(t, second, []string{"TZ=Asia/Tokyo", "LC_ALL=C", "GOFLAGS=-ldflags=-w",
		"CGO_ENABLED=1", "GOAMD64=v3", "GOARM64=v8.2"}, "-o", out, target); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	one, two := folder(t, filepath.Join(first, "dist")), folder(t, out)
	if !slices.Equal(names(one), names(two)) {
		t.Fatalf("it makes %v, and %v", names(one), names(two))
	}
	for _, name := range names(one) {
		if !bytes.Equal(one[name], two[name]) {
			t.Errorf("%s has other bytes in another folder", name)
		}
	}
	checkSums(t, one)
	if changes := string(one["CHANGELOG.md"]); !strings.Contains(changes,
		"- **bot/view**: cards are larger\n") || strings.Contains(changes, "the beginning") {
		t.Errorf("the changelog since v1.2.2 is\n%s", changes)
	}
	archive := "holecard_v1.2.3_" + strings.ReplaceAll(target, "/", "_")
	packed, ok := one[archive+".tar.gz"]
	if !ok {
		t.Fatalf("there is no %s.tar.gz among %v", archive, names(one))
	}
	checkArchive(t, archive, unpack(t, packed), git(t, first, "rev-parse", "HEAD"))
}

// program is internal/release, built once.
var program struct {
	once   sync.Once
	folder string
	err    error
}

func TestMain(m *testing.M) {
	defer func() { os.RemoveAll(program.folder) }()
	stage.Main(m)
}

// release runs internal/release in a folder.
func release(t *testing.T, folder string, settings []string, args ...string) (string, error) {
	t.Helper()
	program.once.Do(func() {
		if program.folder, program.err = os.MkdirTemp("", "holecard-release-"); program.err != nil {
			return
		}
		build := exec.Command("go", "build", "-o", program.folder+"/release", "./internal/release")
		build.Dir = stage.Repository
		program.err = build.Run()
	})
	if program.err != nil {
		t.Fatal(program.err)
	}
	cmd := exec.Command(program.folder+"/release", args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), settings...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func names(files map[string][]byte) []string { return slices.Sorted(maps.Keys(files)) }

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
	for _, name := range names(files) {
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
func checkArchive(t *testing.T, name, unpacked, commit string) {
	t.Helper()
	path := filepath.Join(unpacked, name)
	program := filepath.Join(path, "holecard")
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
	for _, file := range []string{"LICENSE", "README.md", ".env.example", "docs/operations.md",
		"THIRD-PARTY.txt", "holecard.service"} {
		if _, err := os.Stat(filepath.Join(path, file)); err != nil {
			t.Error(err)
		}
	}
	want := "holecard v1.2.3, commit " + commit + "\n"
	if said, err := exec.Command(program, "version").Output(); err != nil || string(said) != want {
		t.Errorf("holecard version prints %q, %v, want %q", said, err, want)
	}
}

func TestOnlyACommitWithAVersionIsReleased(t *testing.T) {
	folder := t.TempDir()
	refused := func(says string, wanted ...string) {
		t.Helper()
		out := filepath.Join(t.TempDir(), "dist")
		said, err := release(t, folder, nil, append([]string{"-o", out}, wanted...)...)
		if err == nil || !strings.Contains(said, says) {
			t.Errorf("it says %s, want %q", said, says)
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
