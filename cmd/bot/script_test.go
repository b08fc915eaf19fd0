package main

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"holecard/internal/long"
)

var update = flag.Bool("update", false,
	"write what holecard prints into testdata/script; read the diff")

func TestMain(m *testing.M) {
	testscript.Main(stopping{m}, map[string]func(){"holecard": main})
}

// stopping stops the database server of tests with them.
type stopping struct{ *testing.M }

func (s stopping) Run() int {
	defer postgres15.Stop()
	long.Parse()
	long.Default("test.parallel", "4") // parallel tests mostly wait
	return s.M.Run()
}

// slowScripts compute for seconds, or wait for processes.
var slowScripts = []string{"backup", "chart", "move", "odds", "simulate"}

// TestScripts runs the real main as testdata/script says.
func TestScripts(t *testing.T) {
	long.Unraced(t)
	t.Parallel()
	runScripts(t, false)
}

func TestScripts_long(t *testing.T) {
	t.Parallel()
	runScripts(t, true)
}

func runScripts(t *testing.T, slow bool) {
	all, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	p := testscript.Params{
		RequireExplicitExec: true, UpdateScripts: *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"await": await},
	}
	for _, file := range all {
		if slices.Contains(slowScripts, strings.TrimSuffix(filepath.Base(file), ".txtar")) == slow {
			p.Files = append(p.Files, file)
		}
	}
	testscript.Run(t, p)
}

// await waits until there is a file: "await FILE".
func await(ts *testscript.TestScript, not bool, args []string) {
	if not || len(args) != 1 {
		ts.Fatalf("usage: await FILE")
	}
	for range 3000 { // half a minute
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s does not appear", args[0])
}
