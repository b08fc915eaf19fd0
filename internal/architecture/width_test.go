package architecture

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// columns is how wide a line of Go may be, where a tab is four columns.
const columns = 100

// wide are the packages that have wider lines yet. This list only gets shorter.
var wide = []string{
	"bot/discord",
	"bot/discord/gateway",
	"bot/session",
	"docs",
	"storage",
	"storage/bolt",
	"storage/bolt/pages",
	"storage/engine",
	"storage/storagetest",
}

func TestNoLineIsWiderThan100Columns(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages(t) {
		name, err := filepath.Rel(root, p.Dir)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.ToSlash(name)
		// Not p.GoFiles: those for other systems count too.
		files, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, file := range files {
			for _, n := range tooWide(t, file) {
				found = append(found, fmt.Sprintf("%s/%s:%d", name, filepath.Base(file), n))
			}
		}
		switch listed := slices.Contains(wide, name); {
		case listed && len(found) == 0:
			t.Errorf("%s has no wide lines any more: take it off the list", name)
		case !listed && len(found) > 0:
			t.Errorf("wider than %d columns:\n%s", columns, strings.Join(found, "\n"))
		}
	}
}

// tooWide returns the numbers of a file's wide lines.
func tooWide(t *testing.T, file string) (lines []int) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	for n := 1; in.Scan(); n++ {
		if utf8.RuneCountInString(in.Text())+3*strings.Count(in.Text(), "\t") > columns {
			lines = append(lines, n)
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}
