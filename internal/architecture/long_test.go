package architecture

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A package whose tests do not parse -long fails "go test ./... -long": the flag is not defined.
func TestEveryTestPackageKnowsLong(t *testing.T) {
	for _, p := range packages(t) {
		files, err := filepath.Glob(filepath.Join(p.Dir, "*_test.go"))
		if err != nil || len(files) == 0 {
			continue
		}
		known := false
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			known = known || strings.Contains(string(text), "long.Main(") ||
				strings.Contains(string(text), "long.Parse(")
		}
		if !known {
			t.Errorf("%s has tests and no TestMain with long.Main(m)", p.ImportPath)
		}
	}
}
