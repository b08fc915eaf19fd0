// Command mutate measures the tests: it changes the code at random places, one
// place at a time, and counts how many changes the tests notice.
//
//	go run ./internal/mutate [-seed N] [-n N] [-p N] [-only N,N] GROUP...
//
// A group is a set of packages that have to notice by their own tests: see
// groups. All changes of a group are compiled at once, each behind a test of one
// number, which an environment variable sets for a run:
//
//	go list ─▶ sites: every place that can be changed, and how
//	             │ seeded sample
//	             ▼
//	        instrument ─▶ overlay ─▶ one test binary per package, built once
//	                                   │ each test as it is: how long, which sites it reaches
//	                                   ▼
//	        for each change: the tests that reach it, those of its own package
//	        first, quick ones before slow ones, until one fails
//
// A change that nothing notices and that changes nothing that can be observed is
// equivalent; judged.txt lists those, each with its reason, and those that are
// left alive on purpose. Mutants made by hand, each with the test that has to
// notice, are tried by holecard/internal/mutants.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
)

// groups are the packages that are measured together, as patterns of go list.
var groups = map[string][]string{
	"blackjack": {"./blackjack/..."},
	"session":   {"./bot/session"},
	"storage":   {"./storage/..."},
}

type options struct {
	seed    uint64
	sample  int
	workers int
	only    string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var o options
	flag.Uint64Var(&o.seed, "seed", 1, "what the sample is drawn by")
	flag.IntVar(&o.sample, "n", 120, "how many changes of each group are tried")
	flag.IntVar(&o.workers, "p", 2, "how many are tried at once")
	flag.StringVar(&o.only, "only", "", "try only these of the sample, as numbers between commas")
	flag.Parse()
	for _, name := range flag.Args() {
		if err := run(ctx, name, o, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			os.Exit(1)
		}
	}
}

// run measures a group.
func run(ctx context.Context, group string, o options, out io.Writer) error {
	patterns, ok := groups[group]
	if !ok {
		return fmt.Errorf("no group %q", group)
	}
	judged, err := judgements(judgedText)
	if err != nil {
		return err
	}
	packages, err := load(ctx, patterns)
	if err != nil {
		return err
	}
	all := allSites(packages)
	sites := sample(all, o.sample, o.seed)
	fmt.Fprintf(out, "%s: %d of %d changes, seed %d\n", group, len(sites), len(all), o.seed)
	folder, err := os.MkdirTemp("", "holecard-mutate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	lab, err := newLab(ctx, folder, packages, sites, o.workers)
	if err != nil {
		return err
	}
	results, err := lab.tryAll(ctx, o.only, judged, out)
	if err != nil {
		return err
	}
	report(out, group, results)
	for _, label := range gone(judged, all) {
		fmt.Fprintf(out, "judged.txt judges a place that is gone: %s\n", label)
	}
	return nil
}

// report prints the figures of a group, package by package.
func report(out io.Writer, group string, results []result) {
	of := map[string][]result{}
	for _, r := range results {
		of[r.site.pkg.PkgPath] = append(of[r.site.pkg.PkgPath], r)
	}
	for _, path := range slices.Sorted(maps.Keys(of)) {
		reportOf(out, strings.TrimPrefix(path, "holecard/"), of[path])
	}
	reportOf(out, "all of "+group, results)
}

func reportOf(out io.Writer, name string, results []result) {
	count := map[string]int{}
	for _, r := range results {
		count[r.end()]++
	}
	changes := len(results) - count[equal]
	fmt.Fprintf(out, "%-30s %3d of %3d fell (%.1f %%), %d equivalent, %d left with a reason, %d alive\n", name, count[fell], changes,
		100*float64(count[fell])/float64(max(changes, 1)), count[equal], count[left], count[alive]+count[untested])
}
