package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const samplePackage = "./testdata/sample"

// Each change of the sample, by its name, and what the program prints with it.
// Without a change it prints unchanged.
var sampleChanges = map[string]string{
	"main.go compare a < b: not":                            "true false false false true 11 it fails <nil>",
	"main.go compare a < b: <=":                             "true true false false true 11 it fails <nil>",
	"main.go both if a && b: never":                         "false true false false false 11 it fails <nil>",
	"main.go both if a && b: always":                        "false true true true true 11 it fails <nil>",
	"main.go both a && b: without the left of &&":           "false true false true true 11 it fails <nil>",
	"main.go both a && b: without the right of &&":          "false true true false true 11 it fails <nil>",
	"main.go both true: not":                                "false true false false false 11 it fails <nil>",
	"main.go both false: not":                               "false true true true true 11 it fails <nil>",
	"main.go sum a * b: +":                                  "false true false false true 10 it fails <nil>",
	"main.go sum without total += 5":                        "false true false false true 6 it fails <nil>",
	"main.go sum total += 5: the other way":                 "false true false false true 1 it fails <nil>",
	"main.go sum 5: + 1":                                    "false true false false true 12 it fails <nil>",
	"main.go sum 5: - 1":                                    "false true false false true 10 it fails <nil>",
	"main.go sum return total: + 1":                         "false true false false true 12 it fails <nil>",
	"main.go check if fails: never":                         "false true false false true 11 <nil> <nil>",
	"main.go check if fails: always":                        "false true false false true 11 it fails it fails",
	`main.go check return errors.New("it fails"): no error`: "false true false false true 11 <nil> <nil>",
	"main.go check return nil: an error":                    "false true false false true 11 it fails mutant",
}

const unchanged = "false true false false true 11 it fails <nil>"

func TestEachChangeDoesWhatItSaysAndNothingElse(t *testing.T) {
	packages, err := load(t.Context(), []string{samplePackage})
	if err != nil {
		t.Fatal(err)
	}
	var sites []*site
	for _, s := range allSites(packages) {
		if s.function != "main" {
			sites = append(sites, s)
		}
	}
	folder := t.TempDir()
	changes, err := overlay(folder, sites)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(folder, "sample")
	if text, err := exec.Command("go", "build", "-overlay", changes, "-o", program, samplePackage).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	prints := func(number int) string {
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), "MUTANT="+strconv.Itoa(number))
		text, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(text))
	}
	if got := prints(0); got != unchanged {
		t.Errorf("with no change it prints %s", got)
	}
	for i, s := range sites {
		name := strings.TrimPrefix(s.label(), "internal/mutate/testdata/sample/")
		want, known := sampleChanges[name]
		if got := prints(i + 1); !known || got != want {
			t.Errorf("%q prints %s, want %s", name, got, want)
		}
	}
	if len(sites) != len(sampleChanges) {
		t.Errorf("%d changes, want %d", len(sites), len(sampleChanges))
	}
}

func TestASampleIsTheSameForTheSameSeed(t *testing.T) {
	packages, err := load(t.Context(), []string{samplePackage})
	if err != nil {
		t.Fatal(err)
	}
	all := allSites(packages)
	one, same, other := sample(all, 5, 1), sample(all, 5, 1), sample(all, 5, 2)
	if len(one) != 5 || !slices.Equal(one, same) || slices.Equal(one, other) {
		t.Errorf("%v, %v and %v", one, same, other)
	}
	if whole := sample(all, len(all)+1, 1); !slices.Equal(whole, all) {
		t.Errorf("%d of %d", len(whole), len(all))
	}
}

func TestAJudgementIsANameAndAReason(t *testing.T) {
	judged, err := judgements("# why\n\na b: +\nequivalent: it is the same\nc d: not\nleft: speed\n")
	if err != nil || len(judged) != 2 || judged["a b: +"] != "equivalent: it is the same" || judged["c d: not"] != "left: speed" {
		t.Errorf("%v, %v", judged, err)
	}
	for _, text := range []string{"a\nb\n", "a\nequivalent:\n", "a\nperhaps: so\n", "a\n"} {
		if judged, err := judgements(text); err == nil {
			t.Errorf("%q is read as %v", text, judged)
		}
	}
	if _, err := judgements(judgedText); err != nil {
		t.Error(err)
	}
}
