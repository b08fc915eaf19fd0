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
	"strconv"
	"strings"
	"sync"
	"time"
)

// lab has the test binaries of a group, with the changes in them.
type lab struct {
	folder   string
	sites    []*site
	binaries []*binary
	judged   map[string]*judgement
	workers  int
}

// binary is the tests of a package.
type binary struct {
	p       *pkg
	path    string
	reaches map[int]bool  // the sites that its tests come to
	took    time.Duration // all of it
	slow    string        // a pattern of the tests that take over a second, empty for none
	quick   time.Duration // what it takes without those
}

// result is what became of a change.
type result struct {
	id     int
	site   *site
	killer string // the test that noticed, empty for none
	judged *judgement
	reach  bool // some test comes to it
	took   time.Duration
}

// newLab builds the binaries and runs each as it is.
func newLab(ctx context.Context, packages []*pkg, sites []*site, o options) (*lab, error) {
	l := &lab{sites: sites, workers: o.workers}
	var err error
	if l.judged, err = readJudged(); err != nil {
		return nil, err
	}
	if l.folder, err = os.MkdirTemp("", "holecard-mutate-"); err != nil {
		return nil, err
	}
	changes, err := overlay(l.folder, packages, sites)
	if o.keep != "" {
		err = errors.Join(err, os.CopyFS(o.keep, os.DirFS(l.folder)))
	}
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		if !p.tests {
			continue
		}
		b := &binary{p: p, path: filepath.Join(l.folder, strings.ReplaceAll(p.path, "/", "_")+".test")}
		build := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", changes, "-o", b.path, p.path)
		if text, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go test -c %s: %w\n%s", p.path, err, text)
		}
		if err := b.measure(ctx, l.folder); err != nil {
			return nil, err
		}
		l.binaries = append(l.binaries, b)
	}
	return l, nil
}

func (l *lab) remove() { os.RemoveAll(l.folder) }

var passed = regexp.MustCompile(`(?m)^--- PASS: (\S+) \(([0-9.]+)s\)$`)

// measure runs the binary with no change, and notes how long its tests take and
// what they reach.
func (b *binary) measure(ctx context.Context, folder string) error {
	trace := filepath.Join(folder, "trace")
	defer os.Remove(trace)
	begun := time.Now()
	text, err := b.run(ctx, 20*time.Minute, "", []string{"MUTANT_TRACE=" + trace}, "-test.v")
	if err != nil {
		return fmt.Errorf("%s fails with no change: %w\n%s", b.p.path, err, text)
	}
	b.took = time.Since(begun)
	b.quick = b.took
	var slow []string
	for _, m := range passed.FindAllSubmatch(text, -1) {
		if seconds, _ := strconv.ParseFloat(string(m[2]), 64); seconds >= 1 {
			slow = append(slow, string(m[1]))
			b.quick -= time.Duration(seconds * float64(time.Second))
		}
	}
	if len(slow) > 0 {
		b.slow = "^(" + strings.Join(slow, "|") + ")$"
	}
	reached, err := os.ReadFile(trace)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	b.reaches = map[int]bool{}
	for line := range strings.Lines(string(reached)) {
		id, _ := strconv.Atoi(strings.TrimSpace(line))
		b.reaches[id] = true
	}
	return nil
}

// run runs the binary as go test does, in its package's folder.
func (b *binary) run(ctx context.Context, limit time.Duration, number string, env []string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit+30*time.Second)
	defer cancel()
	args = append(args, "-test.timeout", limit.String())
	if b.p.rapid {
		args = append(args, "-rapid.nofailfile", "-rapid.seed=1")
	}
	cmd := exec.CommandContext(ctx, b.path, args...)
	cmd.Dir = b.p.dir
	cmd.Env = slices.Concat(os.Environ(), env, []string{"MUTANT=" + number, "MODEL_SEED=1"})
	cmd.WaitDelay = time.Second
	return cmd.CombinedOutput()
}

// tryAll tries the changes with these numbers, some at once, and prints what
// becomes of each.
func (l *lab) tryAll(ctx context.Context, ids []int, out io.Writer) []result {
	var (
		mu      sync.Mutex
		results []result
		workers sync.WaitGroup
	)
	todo := make(chan int)
	for range l.workers {
		workers.Go(func() {
			for id := range todo {
				r := l.try(ctx, id)
				mu.Lock()
				results = append(results, r)
				fmt.Fprintln(out, r)
				mu.Unlock()
			}
		})
	}
	for _, id := range ids {
		if ctx.Err() != nil {
			break
		}
		todo <- id
	}
	close(todo)
	workers.Wait()
	slices.SortFunc(results, func(a, b result) int { return cmp.Compare(a.id, b.id) })
	return results
}

// try runs the tests that reach a change until one notices it: those of its own
// package first, then those of others that import it, and slow tests last.
func (l *lab) try(ctx context.Context, id int) result {
	begun := time.Now()
	r := result{id: id, site: l.sites[id-1]}
	r.judged = l.judged[r.site.name()]
	var order []*binary
	for _, b := range l.binaries {
		if b.reaches[id] && slices.Contains(b.p.near, r.site.pkg) {
			order = append(order, b)
		}
	}
	r.reach = len(order) > 0
	own := func(b *binary) int {
		if b.p.path == r.site.pkg {
			return 0
		}
		return 1
	}
	slices.SortFunc(order, func(a, b *binary) int {
		return cmp.Or(cmp.Compare(own(a), own(b)), cmp.Compare(a.took, b.took))
	})
	for _, slow := range []bool{false, true} {
		for _, b := range order {
			if slow && b.slow == "" {
				continue
			}
			if r.killer = b.notices(ctx, id, slow); r.killer != "" {
				r.took = time.Since(begun)
				return r
			}
		}
	}
	r.took = time.Since(begun)
	return r
}

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// notices returns the test of the binary that notices a change, if one does.
func (b *binary) notices(ctx context.Context, id int, slow bool) string {
	limit, args := 10*b.quick+20*time.Second, []string{"-test.failfast"}
	switch {
	case slow:
		limit, args = 4*b.took+time.Minute, append(args, "-test.run", b.slow)
	case b.slow != "":
		args = append(args, "-test.skip", b.slow)
	}
	text, err := b.run(ctx, limit, strconv.Itoa(id), nil, args...)
	if err == nil || ctx.Err() != nil {
		return ""
	}
	if m := failed.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	if bytes.Contains(text, []byte("panic: test timed out")) {
		return "the time limit"
	}
	return "a panic"
}

// String is the line that is printed of a result.
func (r result) String() string {
	what := "fell"
	switch {
	case r.killer != "":
	case r.judged != nil && r.judged.equivalent:
		what = "equal"
	case r.judged != nil:
		what = "left"
	case !r.reach:
		what = "UNTESTED"
	default:
		what = "ALIVE"
	}
	line := fmt.Sprintf("%-8s %4d %5.1fs %s:%d %s %s", what, r.id, r.took.Seconds(), r.site.file, r.site.line, r.site.function, r.site.does)
	if r.site.nth > 1 {
		line += fmt.Sprintf(" #%d", r.site.nth)
	}
	if r.killer != "" {
		line += " ← " + r.killer
	}
	return line
}

// packageNames returns the packages of the results, each once.
func packageNames(results []result) []string {
	var names []string
	for _, r := range results {
		names = append(names, r.site.pkg)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
