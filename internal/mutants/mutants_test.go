package main

import (
	"errors"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// The list is held to the code: what a mutant changes is there, and what it makes of it is Go.
func TestEveryMutantChangesWhatIsThere(t *testing.T) {
	for _, m := range all() {
		t.Run(m.test+": "+m.does, func(t *testing.T) {
			text, err := m.broken(root)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(m.file) == ".go" {
				if _, err := parser.ParseFile(token.NewFileSet(), m.file, text, 0); err != nil {
					t.Error(err)
				}
			}
			if m.does == "" || m.from == m.to {
				t.Error("it changes nothing, or does not say what")
			}
			files, err := filepath.Glob(filepath.Join(root, m.pkg, "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				if text, _ := os.ReadFile(file); strings.Contains(string(text), "\nfunc "+m.test+"(") {
					return
				}
			}
			t.Errorf("there is no %s in %s", m.test, m.pkg)
		})
	}
}

func TestAMutantIsCaughtByItsOwnTestOnly(t *testing.T) {
	exit := &exec.ExitError{}
	for name, c := range map[string]struct {
		said string
		err  error
		want verdict
	}{
		"failed":          {"=== RUN   TestX\n--- FAIL: TestX (0.1s)\nFAIL\n", exit, caught},
		"timed out":       {"=== RUN   TestX\npanic: test timed out after 5m0s\n", exit, caught},
		"passed":          {"=== RUN   TestX\n--- PASS: TestX (0.1s)\nok\n", nil, survived},
		"skipped":         {"=== RUN   TestX\n--- SKIP: TestX (0.1s)\nok\n", nil, invalid},
		"does not build":  {"./x.go:1:1: undefined: y\nFAIL\n", exit, invalid},
		"no such test":    {"testing: warning: no tests to run\nok\n", nil, invalid},
		"another's fault": {"=== RUN   TestX\n--- FAIL: TestXY (0.1s)\nFAIL\n", exit, invalid},
		"no go":           {"", errors.New("executable file not found"), invalid},
	} {
		t.Run(name, func(t *testing.T) {
			if got, _ := judge("TestX", c.said, c.err); got != c.want {
				t.Errorf("judge = %s, want %s", got, c.want)
			}
		})
	}
}
