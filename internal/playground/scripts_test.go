package playground

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestPageScripts runs the tests of the page's pure modules, which are written
// in JavaScript beside them. They need node, which a Go programmer may lack.
func TestPageScripts(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		const why = "node is not installed: the tests of the playground's scripts in page/_test " +
			"were not run (on Debian: apt-get install nodejs)"
		if os.Getenv("CI") == "true" {
			t.Fatal(why)
		}
		t.Skip(why)
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
