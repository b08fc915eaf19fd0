package main

import (
	"flag"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"holecard/internal/long"
)

var update = flag.Bool("update", false, "write what bot prints into testdata/script; read the diff")

func TestMain(m *testing.M) {
	testscript.Main(stopping{m}, map[string]func(){"bot": main})
}

// stopping stops the database server of tests with them.
type stopping struct{ *testing.M }

func (s stopping) Run() int {
	defer postgres15.Stop()
	long.Parse()
	flag.Set("test.parallel", "4") // those that are parallel mostly wait
	return s.M.Run()
}

// TestScripts runs the real main as testdata/script says.
func TestScripts(t *testing.T) {
	p := testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true, UpdateScripts: *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"await": await},
	}
	if raced { // those of what runs on many goroutines; the rest is sums
		p.Dir, p.Files = "", []string{"testdata/script/backup.txtar"}
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
