package mutants

import (
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	count = flag.Int("mutants", 0, "try this many mutants, drawn at random, or all with -1")
	seed  = flag.Uint64("seed", rand.Uint64N(1e6), "what the sample is drawn by")
)

func TestEachMutantIsCaught(t *testing.T) {
	all := patches(t)
	switch {
	case *count == 0:
		t.Skip("-mutants 12 tries a sample, -mutants -1 all")
	case *count > 0:
		all = sample(all, *count, *seed)
		t.Logf("-mutants %d -seed %d", *count, *seed)
	}
	name := strings.NewReplacer("/testdata/mutants/", " ", "/", ".", ".patch", "")
	for _, m := range all {
		t.Run(name.Replace(m.patch)+" "+m.test, func(t *testing.T) {
			t.Parallel() // one waits or links while another compiles
			if end, said := try(t, m); end != caught {
				t.Errorf("%s: %s: %s\n%s", end, m.patch, m.does, said)
			}
		})
	}
}

// sample draws n mutants that do not hang, the same for the same seed.
func sample(all []mutant, n int, seed uint64) []mutant {
	quick := slices.DeleteFunc(slices.Clone(all), func(m mutant) bool { return m.hang })
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(quick), func(i, j int) { quick[i], quick[j] = quick[j], quick[i] })
	return quick[:min(n, len(quick))]
}

// result is the outcome of a mutant.
type result string

const (
	caught   result = "caught"
	survived result = "SURVIVED"
	invalid  result = "INVALID" // it does not build, or the test was not run at all
)

// try runs a mutant's test on the broken program, and returns its output.
func try(t *testing.T, m mutant) (result, string) {
	text, err := m.broken(root)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	changed := filepath.Join(folder, filepath.Base(m.file))
	overlay := filepath.Join(folder, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {m.file: changed}})
	err = errors.Join(err, os.WriteFile(changed, []byte(text), 0o600),
		os.WriteFile(overlay, replace, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	timeout := "5m"
	if m.hang {
		timeout = "1m"
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-count=1", "-v",
		"-timeout", timeout, "-overlay", overlay, "-run", "^"+m.test+"$", "./"+m.pkg)
	cmd.Dir = root
	said, err := cmd.CombinedOutput()
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
