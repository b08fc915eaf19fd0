package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what bot prints into testdata/script; read the diff")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bot": main})
}

// TestScripts runs the real main as testdata/script says.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireExplicitExec: true, UpdateScripts: *update})
}
