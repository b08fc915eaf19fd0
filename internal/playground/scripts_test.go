package playground

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestPageScripts_long runs the tests of the page's pure modules, which are written
// in JavaScript beside them.
func TestPageScripts_long(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is not installed (on Debian: apt-get install nodejs)")
	}
	files, err := filepath.Glob("page/_test/*.test.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests in page/_test (%v)", err)
	}
	out, err := exec.CommandContext(t.Context(), node,
		append([]string{"--test"}, files...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("node --test: %v\n%s", err, out)
	}
}
