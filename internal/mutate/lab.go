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
	p     *pkg
	path  string
	tests []test // the quickest first
}

// test is a test of a binary, as it runs with no change.
type test struct {
	name    string
	reaches map[int]bool // the sites that it comes to
	took    time.Duration
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
	if l.judged, err = judgements(judgedText); err != nil {
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
		if err := b.measure(ctx, l.folder, l.workers); err != nil {
			return nil, err
		}
		l.binaries = append(l.binaries, b)
	}
	return l, nil
}

// gone returns the judgements of these packages whose places are not there.
func (l *lab) gone(all []*site) []string {
	var names []string
	for name := range l.judged {
		file, _, _ := strings.Cut(name, " ")
		is := func(s *site) bool { return s.name() == name }
		here := func(s *site) bool { return filepath.Dir(s.file) == filepath.Dir(file) }
		if slices.ContainsFunc(all, here) && !slices.ContainsFunc(all, is) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (l *lab) remove() { os.RemoveAll(l.folder) }

// measure runs each test of the binary with no change, some at once, and notes
// how long it takes and what it reaches.
func (b *binary) measure(ctx context.Context, folder string, workers int) error {
	list, err := b.run(ctx, time.Minute, "", nil, "-test.list", ".")
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", b.p.path, err, list)
	}
	var (
		mu      sync.Mutex
		wrong   error
		running sync.WaitGroup
	)
	names := make(chan string)
	for range workers {
		running.Go(func() {
			for name := range names {
				t, err := b.measureTest(ctx, folder, name)
				mu.Lock()
				b.tests, wrong = append(b.tests, t), errors.Join(wrong, err)
				mu.Unlock()
			}
		})
	}
	for name := range strings.Lines(string(list)) {
		if name = strings.TrimSpace(name); testName.MatchString(name) {
			names <- name
		}
	}
	close(names)
	running.Wait()
	slices.SortFunc(b.tests, func(x, y test) int { return cmp.Compare(x.took, y.took) })
	return wrong
}

var testName = regexp.MustCompile("^(Test|Fuzz|Example)")

func (b *binary) measureTest(ctx context.Context, folder, name string) (test, error) {
	trace := filepath.Join(folder, "trace-"+name)
	defer os.Remove(trace)
	t := test{name: name, reaches: map[int]bool{}}
	begun := time.Now()
	text, err := b.run(ctx, 20*time.Minute, "", []string{"MUTANT_TRACE=" + trace}, "-test.run", "^"+name+"$")
	if err != nil {
		return t, fmt.Errorf("%s fails with no change: %w\n%s", name, err, text)
	}
	t.took = time.Since(begun)
	reached, err := os.ReadFile(trace)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return t, err
	}
	for line := range strings.Lines(string(reached)) {
		id, _ := strconv.Atoi(strings.TrimSpace(line))
		t.reaches[id] = true
	}
	return t, nil
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
func (l *lab) trials(id int) []trial {
	var own, others, slow []trial
	for _, b := range l.binaries {
		if !slices.Contains(b.p.near, l.sites[id-1].pkg) {
			continue
		}
		var names []string
		quick := trial{binary: b}
		for _, t := range b.tests {
			switch {
			case !t.reaches[id]:
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
		case b.p.path == l.sites[id-1].pkg:
			own = append(own, quick)
		default:
			others = append(others, quick)
		}
	}
	slices.SortFunc(slow, func(a, b trial) int { return cmp.Compare(a.took, b.took) })
	return slices.Concat(own, others, slow)
}

// try runs the tests that reach a change until one notices it.
func (l *lab) try(ctx context.Context, id int) result {
	begun := time.Now()
	trials := l.trials(id)
	r := result{id: id, site: l.sites[id-1], reach: len(trials) > 0}
	r.judged = l.judged[r.site.name()]
	for _, t := range trials {
		if r.killer = t.notices(ctx, id); r.killer != "" {
			break
		}
	}
	r.took = time.Since(begun)
	return r
}

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// notices returns the test that notices a change, if one does.
func (t trial) notices(ctx context.Context, id int) string {
	limit := 10*t.took + 20*time.Second
	text, err := t.run(ctx, limit, strconv.Itoa(id), nil, "-test.failfast", "-test.run", t.tests)
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
