// Package lazygc lets the tests of a package collect garbage less often: they make much of it
// and keep little, so that collecting it takes a fifth of their processor time.
package lazygc

import (
	"flag"
	"runtime/debug"
)

// percent is by how much the heap grows before it is collected.
const percent = 400

// Set is called by TestMain. Benchmarks keep Go's own setting, since a program has it.
func Set() {
	if !flag.Parsed() {
		flag.Parse()
	}
	if bench := flag.Lookup("test.bench"); bench == nil || bench.Value.String() == "" {
		debug.SetGCPercent(percent)
	}
}
