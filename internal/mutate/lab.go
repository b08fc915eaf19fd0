package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// lab has the test binaries of a group, with the changes in them.
type lab struct {
	sites    []*site
	binaries []*binary
	workers  int
}

// binary is the tests of a package.
type binary struct {
	*pkg
	path  string
	tests []test // the quickest first
}

// test is a test of a binary, as it runs with no change.
type test struct {
	name    string
	reaches map[string]bool // the sites that it comes to, by number
	took    time.Duration
}

// newLab builds the binaries in a folder and runs each as it is.
func newLab(ctx context.Context, folder string, packages []*pkg, sites []*site, workers int) (*lab, error) {
	changes, err := overlay(folder, sites)
	if err != nil {
		return nil, err
	}
	l := &lab{sites: sites, workers: workers}
	for _, p := range packages {
		if len(p.near) == 0 {
			continue
		}
		b := &binary{pkg: p, path: filepath.Join(folder, strings.ReplaceAll(p.PkgPath, "/", "_")+".test")}
		build := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", changes, "-o", b.path, p.PkgPath)
		if text, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go test -c %s: %w\n%s", p.PkgPath, err, text)
		}
		if err := b.measure(ctx, workers); err != nil {
			return nil, fmt.Errorf("%s: %w", p.PkgPath, err)
		}
		l.binaries = append(l.binaries, b)
	}
	return l, nil
}

var testName = regexp.MustCompile("(?m)^(Test|Fuzz|Example).*")

// measure runs each test of the binary with no change, some at once, and notes
// how long it takes and what it reaches.
func (b *binary) measure(ctx context.Context, workers int) error {
	list, err := b.run(ctx, time.Minute, nil, "-test.list", ".")
	if err != nil {
		return fmt.Errorf("%w\n%s", err, list)
	}
	names := testName.FindAllString(string(list), -1)
	b.tests = make([]test, len(names))
	var group errgroup.Group
	group.SetLimit(workers)
	for i, name := range names {
		group.Go(func() (err error) {
			b.tests[i], err = b.measureTest(ctx, name)
			return err
		})
	}
	err = group.Wait()
	slices.SortFunc(b.tests, func(x, y test) int { return cmp.Compare(x.took, y.took) })
	return err
}

func (b *binary) measureTest(ctx context.Context, name string) (test, error) {
	trace := b.path + "-" + name
	begun := time.Now()
	text, err := b.run(ctx, 20*time.Minute, []string{"MUTANT_TRACE=" + trace}, "-test.run", "^"+name+"$")
	if err != nil {
		return test{}, fmt.Errorf("%s fails with no change: %w\n%s", name, err, text)
	}
	t := test{name: name, reaches: map[string]bool{}, took: time.Since(begun)}
	reached, err := os.ReadFile(trace)
	for id := range strings.FieldsSeq(string(reached)) {
		t.reaches[id] = true
	}
	if errors.Is(err, os.ErrNotExist) {
		err = nil // it reaches none
	}
	return t, err
}

// run runs the binary as go test does, in its package's folder.
func (b *binary) run(ctx context.Context, limit time.Duration, env []string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit+30*time.Second)
	defer cancel()
	args = append(args, "-test.timeout", limit.String())
	if slices.Contains(b.near, "pgregory.net/rapid") || slices.Contains(b.near, "holecard/storage/storagetest") {
		args = append(args, "-rapid.nofailfile", "-rapid.seed=1")
	}
	cmd := exec.CommandContext(ctx, b.path, args...)
	cmd.Dir = b.Dir
	cmd.Env = slices.Concat(os.Environ(), []string{"MODEL_SEED=1"}, env)
	cmd.WaitDelay = time.Second
	return cmd.CombinedOutput()
}

// tryAll tries the changes with these numbers, or all, some at once, and prints
// what becomes of each.
func (l *lab) tryAll(ctx context.Context, only string, judged map[string]string, out io.Writer) ([]result, error) {
	var mu sync.Mutex
	var results []result
	var group errgroup.Group
	group.SetLimit(l.workers)
	for _, s := range l.sites {
		if only != "" && !slices.Contains(strings.Split(only, ","), s.id) {
			continue
		}
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r := l.try(ctx, s)
			r.judged = judged[s.label()]
			mu.Lock()
			defer mu.Unlock()
			results = append(results, r)
			fmt.Fprintln(out, r)
			return nil
		})
	}
	err := group.Wait()
	return results, err
}

// trial is the tests of a binary that come to a change, as one run of it.
type trial struct {
	*binary
	tests string // a pattern of their names
	took  time.Duration
}

// slowTest is from when on a test is run only where no quicker one notices.
const slowTest = time.Second

// trials returns the runs that may notice a change: those of its own package
// first, then those of others that import it; slow tests last, one by one.
func (l *lab) trials(s *site) []trial {
	var own, others, slow []trial
	for _, b := range l.binaries {
		quick := trial{binary: b}
		var names []string
		for _, t := range b.tests {
			switch {
			case !t.reaches[s.id] || !slices.Contains(b.near, s.pkg.PkgPath):
			case t.took < slowTest:
				names = append(names, t.name)
				quick.took += t.took
			default:
				slow = append(slow, trial{b, "^" + t.name + "$", t.took})
			}
		}
		quick.tests = "^(" + strings.Join(names, "|") + ")$"
		switch {
		case len(names) == 0:
		case b.pkg == s.pkg:
			own = append(own, quick)
		default:
			others = append(others, quick)
		}
	}
	slices.SortFunc(slow, func(a, b trial) int { return cmp.Compare(a.took, b.took) })
	return slices.Concat(own, others, slow)
}

// try runs the tests that reach a change until one notices it.
func (l *lab) try(ctx context.Context, s *site) result {
	begun := time.Now()
	trials := l.trials(s)
	r := result{site: s, reached: len(trials) > 0}
	for _, t := range trials {
		if r.killer = t.notices(ctx, s); r.killer != "" {
			break
		}
	}
	r.took = time.Since(begun)
	return r
}

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// notices returns the test that notices a change, if one does.
func (t trial) notices(ctx context.Context, s *site) string {
	limit := 10*t.took + 20*time.Second
	text, err := t.run(ctx, limit, []string{"MUTANT=" + s.id}, "-test.failfast", "-test.run", t.tests)
	m := failed.FindSubmatch(text)
	switch {
	case err == nil || ctx.Err() != nil:
		return ""
	case m != nil:
		return string(m[1])
	case bytes.Contains(text, []byte("panic: test timed out")):
		return "the time limit"
	}
	return "a panic"
}

// result is what became of a change.
type result struct {
	site    *site
	killer  string // the test that noticed, empty for none
	judged  string // what judged.txt says of it
	reached bool   // some test comes to it
	took    time.Duration
}

// How a change ends.
const fell, equal, left, untested, alive = "fell", "equal", "left", "UNTESTED", "ALIVE"

func (r result) end() string {
	switch {
	case r.killer != "":
		return fell
	case strings.HasPrefix(r.judged, "equivalent"):
		return equal
	case r.judged != "":
		return left
	case !r.reached:
		return untested
	}
	return alive
}

// String is the line that is printed of a result.
func (r result) String() string {
	line := fmt.Sprintf("%-8s %4s %5.1fs %s:%d %s %s", r.end(), r.site.id, r.took.Seconds(), r.site.name, r.site.line, r.site.function, r.site.does)
	if r.killer != "" {
		line += " ← " + r.killer
	}
	return line
}
