// Package long separates the tests that need only Go and finish quickly from those that need
// PostgreSQL, root, other programs or minutes.
//
//	go test ./...            Go and nothing else
//	go test ./... -long      also the tests whose names end in _long, and longer runs of others
//	cd e2e && go test ./...  a browser, releases, Prometheus: a module of its own
//
// A test with the suffix _long fails where a program it needs is missing, and names the package
// to install. A test that the default form only shortens takes its counts from [Of]. Each test
// package calls [Main], so that the flag exists in all of them.
package long

import (
	"flag"
	"runtime/debug"
	"testing"
)

var enabled = flag.Bool("long", false,
	"also run the tests that need other programs, root or minutes")

// seed makes properties try the same cases in each run; -rapid.seed=0 draws new ones.
const seed = "20"

// Main runs the tests of a package whose TestMain does nothing else.
func Main(m *testing.M) {
	Parse()
	m.Run()
}

// Parse parses the flags. Without -long it leaves out the tests whose names end in _long, as go
// test's own -skip does. Properties get a fixed seed unless -rapid.seed is given. Under the race
// detector few cases of them are tried: each is of one goroutine.
func Parse() {
	flag.Parse()
	if !*enabled {
		leaveOut("_long$")
	}
	if flag.Lookup("rapid.seed") != nil {
		Default("rapid.seed", seed)
		if Raced {
			Default("rapid.checks", "10")
		}
	}
}

// Default sets a flag that go test was not given. Call it after [Parse].
func Default(name, value string) {
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	if !given {
		set(name, value)
	}
}

// LazyGC lets tests that make much garbage and keep little collect it less often, which takes a
// fifth of their processor time. Benchmarks keep Go's own setting. Call it after [Parse].
func LazyGC() {
	if bench := flag.Lookup("test.bench"); bench.Value.String() == "" {
		debug.SetGCPercent(400)
	}
}

// Enabled reports whether -long is given.
func Enabled() bool { return *enabled }

// Of returns few, or many with -long.
func Of(few, many int) int {
	if *enabled {
		return many
	}
	return few
}

// Unraced leaves a test out under the race detector where nothing of it meets: one goroutine
// computes, or other processes do what is tested. It runs without.
func Unraced(t testing.TB) {
	t.Helper()
	if Raced {
		t.Skip("SKIPPED under the race detector, which has nothing to find here")
	}
}

// leaveOut adds a pattern to those of go test's -skip.
func leaveOut(pattern string) {
	if also := flag.Lookup("test.skip").Value.String(); also != "" {
		pattern = "(" + also + ")|" + pattern
	}
	set("test.skip", pattern)
}

func set(name, value string) {
	if err := flag.Set(name, value); err != nil {
		panic(err)
	}
}
