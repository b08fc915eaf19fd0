// Package release plays on what a release consists of: on the image and on the service of
// systemd.
package release

import (
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
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

// repository returns a repository with the files of this one as they are now, released.
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
	git(t, folder, "commit", "--quiet", "--message", "all of it")
	git(t, folder, "tag", "--annotate", "--message", "a release", "v1.2.3")
	return folder
}

func TestMain(m *testing.M) { stage.Main(m) }

// goreleaser check looks at the form of the file, and not whether what it names is there.
func TestTheFilesOfAnArchiveAreThere(t *testing.T) {
	text := readFile(t, filepath.Join(stage.Repository, ".goreleaser.yaml"))
	named := regexp.MustCompile(`src: ([^,}]+)`).FindAllStringSubmatch(text, -1)
	if len(named) < 8 {
		t.Fatalf("it names %d files", len(named))
	}
	for _, file := range named {
		if file[1] == "THIRD-PARTY.txt" { // is made first
			continue
		}
		if _, err := os.Stat(filepath.Join(stage.Repository, file[1])); err != nil {
			t.Error(err)
		}
	}
}

func TestAReleaseHasTheLicencesOfAllItIncludes(t *testing.T) {
	folder := t.TempDir()
	program, file := filepath.Join(folder, "holecard"), filepath.Join(folder, "licences")
	if err := stage.Build(program); err != nil {
		t.Fatal(err)
	}
	script := exec.Command(filepath.Join(stage.Repository, "scripts", "licences"), file)
	if out, err := script.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	licences := readFile(t, file)
	for _, dep := range info.Deps {
		if !strings.Contains(licences, "\n==== "+dep.Path+" "+dep.Version+": ") {
			t.Errorf("the licences of %s %s are missing", dep.Path, dep.Version)
		}
	}
	if !strings.Contains(licences, "Go's standard library") ||
		strings.Count(licences, "Copyright") < len(info.Deps) {
		t.Errorf("licences are missing from\n%s", licences)
	}
}
