package architecture

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// The repository is to stay small: whoever adds something removes something. These are lines of
// all Go files, e2e included, at the values reached.
const (
	mostLines       = 73_643 // outside tests
	mostTestLines   = 63_774
	mostOfAPackage  = 6_111 // outside tests
	mostOfAFile     = 522
	mostOfATestFile = 536
)

func TestTheRepositoryStaysSmall(t *testing.T) {
	lines, tests, packages := 0, 0, map[string]int{}
	root := os.DirFS(filepath.Join("..", ".."))
	err := fs.WalkDir(root, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".go" {
			return err
		}
		text, err := fs.ReadFile(root, name)
		n, most := bytes.Count(text, []byte("\n")), mostOfAFile
		if strings.HasSuffix(name, "_test.go") {
			tests += n
			most = mostOfATestFile
		} else {
			lines += n
			packages[path.Dir(name)] += n
		}
		if n > most {
			t.Errorf("%s has %d lines, more than %d: split it where its subject does", name, n, most)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range packages {
		if n > mostOfAPackage {
			t.Errorf("%s has %d lines outside tests, more than %d", name, n, mostOfAPackage)
		}
	}
	if lines > mostLines || tests > mostTestLines {
		t.Errorf("%d lines, more than %d, or %d of tests, more than %d: what can go instead?",
			lines, mostLines, tests, mostTestLines)
	}
}
