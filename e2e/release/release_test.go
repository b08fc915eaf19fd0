// Package release plays on the service of systemd, and looks at what a release consists of.
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
