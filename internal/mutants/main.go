package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// run tries the mutants that match one of the words.
func run(ctx context.Context, words []string, out io.Writer) error {
	root, err := moduleRoot(ctx)
	if err != nil {
		return err
	}
	tried, alive := 0, 0
	for _, m := range all() {
		if !m.matches(words) {
			continue
		}
		began := time.Now()
		end, why := try(ctx, root, m)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		tried++
		if end != caught {
			alive++
		}
		fmt.Fprintf(out, "%-8s %5.1fs  %s: %s\n", end, time.Since(began).Seconds(), m.test, m.does)
		if end != caught {
			fmt.Fprintln(out, indent(why))
		}
	}
	switch {
	case tried == 0:
		return fmt.Errorf("no mutant has one of the words %q", words)
	case alive > 0:
		return fmt.Errorf("%d of %d were not caught", alive, tried)
	}
	fmt.Fprintf(out, "all %d caught\n", tried)
	return nil
}

// verdict is what became of a mutant.
type verdict string

const (
	caught   verdict = "caught"
	survived verdict = "SURVIVED"
	invalid  verdict = "INVALID" // it does not build, or the test was not run at all
)

// How long a test is given.
const (
	patience     = 5 * time.Minute
	hangPatience = time.Minute
)

// try runs a mutant's test on the broken program, and returns what the test
// said if it was not caught.
func try(ctx context.Context, root string, m mutant) (verdict, string) {
	overlay, remove, err := overlayOf(root, m)
	if err != nil {
		return invalid, err.Error()
	}
	defer remove()
	timeout := patience
	if m.hang {
		timeout = hangPatience
	}
	args := []string{"test", "-vet=off", "-count=1", "-v", "-timeout", timeout.String(), "-overlay", overlay, "-run", "^" + m.test + "$"}
	if m.fuzz {
		args = append(args, "-fuzz", "^"+m.test+"$", "-fuzztime", "2m")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+m.pkg)...)
	cmd.Dir = root
	text, err := cmd.CombinedOutput()
	return judge(m.test, string(text), err)
}

// judge reads what go test said.
func judge(test, said string, err error) (verdict, string) {
	failed := regexp.MustCompile(`(?m)^\s*--- FAIL: ` + test + `\b`)
	ran := regexp.MustCompile(`(?m)^=== RUN\s+` + test + `$`)
	skipped := regexp.MustCompile(`(?m)^\s*--- SKIP: ` + test + `\b`)
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		return invalid, err.Error()
	case !ran.MatchString(said) || skipped.MatchString(said):
		return invalid, said
	case err == nil:
		return survived, said
	case failed.MatchString(said), strings.Contains(said, "panic: "): // a panic, or the end of its time
		return caught, said
	}
	return invalid, said
}

// overlayOf writes what go's -overlay reads, and returns how to remove it.
func overlayOf(root string, m mutant) (path string, remove func(), err error) {
	text, err := m.broken(root)
	if err != nil {
		return "", nil, err
	}
	folder, err := os.MkdirTemp("", "holecard-mutant-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(folder) }
	changed := filepath.Join(folder, filepath.Base(m.file))
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, m.file): changed}})
	path = filepath.Join(folder, "overlay.json")
	if err = errors.Join(err, os.WriteFile(changed, []byte(text), 0o600), os.WriteFile(path, replace, 0o600)); err != nil {
		remove()
		return "", nil, err
	}
	return path, remove, nil
}

// moduleRoot returns the folder of go.mod.
func moduleRoot(ctx context.Context) (string, error) {
	file, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	return filepath.Dir(strings.TrimSpace(string(file))), nil
}

// indent returns the last lines of a text, set in.
func indent(text string) string {
	const most = 30
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return "    " + strings.Join(lines[max(0, len(lines)-most):], "\n    ")
}
