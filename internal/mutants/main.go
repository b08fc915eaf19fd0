package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	n := flag.Int("n", 0, "try a random sample of this size, without those that hang (default all)")
	seed := flag.Uint64("seed", rand.Uint64N(1e6), "what the sample is drawn by")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	all, err := load(".")
	if err == nil {
		all = slices.DeleteFunc(all, func(m mutant) bool { return !m.matches(flag.Args()) })
		if *n > 0 {
			all = sample(all, *n, *seed)
			fmt.Printf("go run ./internal/mutants -n %d -seed %d\n", *n, *seed)
		}
		err = run(ctx, all, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// matches reports whether one of the words is in the mutant's own. No words match everything.
func (m mutant) matches(words []string) bool {
	own := strings.ToLower(m.does + " " + m.test + " " + m.patch)
	return len(words) == 0 || slices.ContainsFunc(words, func(word string) bool {
		return strings.Contains(own, strings.ToLower(word))
	})
}

// sample draws n mutants that do not hang, the same for the same seed.
func sample(all []mutant, n int, seed uint64) []mutant {
	quick := slices.DeleteFunc(slices.Clone(all), func(m mutant) bool { return m.hang })
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(quick), func(i, j int) { quick[i], quick[j] = quick[j], quick[i] })
	return quick[:min(n, len(quick))]
}

// run tries mutants.
func run(ctx context.Context, mutants []mutant, out io.Writer) error {
	alive := 0
	for _, m := range mutants {
		began := time.Now()
		end, said := try(ctx, m)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		fmt.Fprintf(out, "%-8s %5.1fs  %s %s: %s\n", end, time.Since(began).Seconds(), m.patch,
			m.test, m.does)
		if end != caught {
			alive++
			fmt.Fprintln(out, tail(said))
		}
	}
	switch {
	case len(mutants) == 0:
		return errors.New("no mutant has one of these words")
	case alive > 0:
		return fmt.Errorf("%d of %d were not caught", alive, len(mutants))
	}
	fmt.Fprintf(out, "all %d caught\n", len(mutants))
	return nil
}

// result is the outcome of a mutant.
type result string

const (
	caught   result = "caught"
	survived result = "SURVIVED"
	invalid  result = "INVALID" // it does not build, or the test was not run at all
)

// try runs a mutant's test on the broken program, and returns its output.
func try(ctx context.Context, m mutant) (result, string) {
	text, err := m.broken(".")
	if err != nil {
		return invalid, err.Error()
	}
	folder, err := os.MkdirTemp("", "holecard-mutant-")
	if err != nil {
		return invalid, err.Error()
	}
	defer os.RemoveAll(folder)
	changed := filepath.Join(folder, filepath.Base(m.file))
	overlay := filepath.Join(folder, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {m.file: changed}})
	err = errors.Join(err, os.WriteFile(changed, []byte(text), 0o600),
		os.WriteFile(overlay, replace, 0o600))
	if err != nil {
		return invalid, err.Error()
	}
	timeout := "5m"
	if m.hang {
		timeout = "1m"
	}
	said, err := exec.CommandContext(ctx, "go", "test", "-vet=off", "-count=1", "-v",
		"-timeout", timeout, "-overlay", overlay, "-run", "^"+m.test+"$",
		"./"+m.pkg).CombinedOutput()
	return judge(m.test, string(said), err)
}

// judge reads the output of go test.
func judge(test, said string, err error) (result, string) {
	says := func(line string) bool {
		return regexp.MustCompile(`(?m)^\s*` + line).MatchString(said)
	}
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		return invalid, err.Error()
	case !says(`=== RUN\s+`+test+`$`) || says(`--- SKIP: `+test+`\b`):
		return invalid, said
	case err == nil:
		return survived, said
	// A test that takes too long panics as well.
	case says(`--- FAIL: ` + test + `\b`), strings.Contains(said, "panic: "):
		return caught, said
	}
	return invalid, said
}

// tail returns the last lines of a text, indented.
func tail(text string) string {
	const most = 30
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return "    " + strings.Join(lines[max(0, len(lines)-most):], "\n    ")
}
