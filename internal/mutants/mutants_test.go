package mutants

import (
	"errors"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

func patches(t *testing.T) []mutant {
	t.Helper()
	all, err := load(root)
	if err != nil || len(all) < 200 {
		t.Fatalf("%d mutants, %v", len(all), err)
	}
	return all
}

// Each patch applies, what it makes is Go, and its test exists.
func TestEveryPatchApplies(t *testing.T) {
	for _, m := range patches(t) {
		t.Run(m.patch+" "+m.test, func(t *testing.T) {
			text, err := m.broken(root)
			if err != nil {
				t.Fatal(err)
			}
			if was, _ := os.ReadFile(filepath.Join(root, m.file)); string(was) == text {
				t.Error("it changes nothing")
			}
			if filepath.Ext(m.file) == ".go" {
				if _, err := parser.ParseFile(token.NewFileSet(), m.file, text, 0); err != nil {
					t.Error(err)
				}
			}
			files, err := filepath.Glob(filepath.Join(root, m.pkg, "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(files, func(file string) bool {
				text, _ := os.ReadFile(file)
				return strings.Contains(string(text), "\nfunc "+m.test+"(")
			}) {
				t.Errorf("there is no %s in %s", m.test, m.pkg)
			}
		})
	}
}

const twoTests = `It adds
one more.
Test: TestSum
Test: cmd/sum TestMain
Hang: yes

diff --git a/sum.go b/sum.go
index 1..2 100644
--- a/sum.go
+++ b/sum.go
@@ -3,2 +3,3 @@ func sum
 b

-c
+C
+-- D
@@ -9 +10,0 @@
-z
\ No newline at end of file
`

func TestAPatchIsReadAsGitWritesIt(t *testing.T) {
	hunks := []hunk{{" b", "", "-c", "+C", "+-- D"}, {"-z", `\ No newline at end of file`}}
	m := mutant{patch: "a/b/testdata/mutants/x.patch", does: "It adds one more.",
		file: "a/b/sum.go", hang: true, hunks: hunks}
	first, second := m, m
	first.pkg, first.test, second.pkg, second.test = "a/b", "TestSum", "cmd/sum", "TestMain"
	got, err := parse(m.patch, twoTests)
	if want := []mutant{first, second}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want\n%+v", got, err, want)
	}
	for _, part := range []string{"It adds\none more.\n", "Test: TestSum\nTest: cmd/sum TestMain\n",
		"@@ "} {
		if got, err := parse(m.patch, strings.ReplaceAll(twoTests, part, "")); err == nil {
			t.Errorf("without %q it is %+v", part, got)
		}
	}
}

func TestAHunkAppliesWhereItsLinesStandOnce(t *testing.T) {
	change := hunk{" b", "-c", "+C", " d"}
	for name, c := range map[string]struct {
		h          hunk
		text, want string
	}{
		"as it was":           {change, "a\nb\nc\nd\n", "a\nb\nC\nd\n"},
		"at the beginning":    {change, "b\nc\nd\n", "b\nC\nd\n"},
		"twice with others":   {change, "c\nb\nc\nd\nc\n", "c\nb\nC\nd\nc\n"},
		"beside other lines":  {change, "x\nc\ny\n", "x\nC\ny\n"},
		"twice":               {change, "b\nc\nd\nb\nc\nd\n", ""},
		"twice in a row":      {hunk{"-c", "+C"}, "c\nc\n", ""},
		"beside others twice": {change, "c\nc\n", ""},
		"gone":                {change, "b\nd\n", ""},
		"a part of a line":    {change, "bb\ncc\nd\n", ""},
		"only more":           {hunk{" b", "+c", " d"}, "b\nd\n", "b\nc\nd\n"},
		"only more, nowhere":  {hunk{" b", "+c", " d"}, "x\ny\n", ""},
		"only less":           {hunk{" b", "-c", " d"}, "a\nc\nd\n", "a\nd\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := c.h.apply(c.text); got != c.want || (err == nil) != (c.want != "") {
				t.Errorf("apply = %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

func TestASampleIsTheSameForTheSameSeedAndQuick(t *testing.T) {
	all := patches(t)
	names := func(n int, seed uint64) (names []string) {
		for _, m := range sample(all, n, seed) {
			if m.hang {
				t.Errorf("%s takes a minute", m.patch)
			}
			names = append(names, m.patch+m.test)
		}
		return names
	}
	one, same, other := names(12, 1), names(12, 1), names(12, 2)
	if len(one) != 12 || !slices.Equal(one, same) || slices.Equal(one, other) {
		t.Errorf("%v, %v and %v", one, same, other)
	}
	whole := names(len(all), 1)
	slices.Sort(whole)
	if n := len(slices.Compact(whole)); n < len(all)*9/10 {
		t.Errorf("only %d of %d are ever drawn", n, len(all))
	}
}

func TestAMutantIsCaughtByItsOwnTestOnly(t *testing.T) {
	exit := &exec.ExitError{}
	for name, c := range map[string]struct {
		said string
		err  error
		want result
	}{
		"failed":          {"=== RUN   TestX\n--- FAIL: TestX (0.1s)\nFAIL\n", exit, caught},
		"timed out":       {"=== RUN   TestX\npanic: test timed out after 5m0s\n", exit, caught},
		"passed":          {"=== RUN   TestX\n--- PASS: TestX (0.1s)\nok\n", nil, survived},
		"skipped":         {"=== RUN   TestX\n--- SKIP: TestX (0.1s)\nok\n", nil, invalid},
		"does not build":  {"./x.go:1:1: undefined: y\nFAIL\n", exit, invalid},
		"no such test":    {"testing: warning: no tests to run\nok\n", nil, invalid},
		"another's fault": {"=== RUN   TestX\n--- FAIL: TestXY (0.1s)\nFAIL\n", exit, invalid},
		"no go":           {"", errors.New("executable file not found"), invalid},
	} {
		t.Run(name, func(t *testing.T) {
			if got, _ := judge("TestX", c.said, c.err); got != c.want {
				t.Errorf("judge = %s, want %s", got, c.want)
			}
		})
	}
}
