package architecture

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// columns is how wide a line of Go may be, where a tab is four columns.
const columns = 100

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
		if len(found) > 0 {
			t.Errorf("wider than %d columns:\n%s", columns, strings.Join(found, "\n"))
		}
	}
}

// tooWide returns the numbers of a file's wide lines. Lines of a raw string are as
// long as what they quote.
func tooWide(t *testing.T, file string) (lines []int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	quoted := make(map[int]bool)
	ast.Inspect(parsed, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(l.Value, "`") {
			for line := set.Position(l.Pos()).Line; line <= set.Position(l.End()).Line; line++ {
				quoted[line] = true
			}
		}
		return true
	})
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSuffix(line, "\n")
		width := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
		if width > columns && !quoted[n] {
			lines = append(lines, n)
		}
	}
	return lines
}
