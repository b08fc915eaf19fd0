package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

type versionCmd struct{}

// Run prints the version and the commit.
func (versionCmd) Run(p process) error {
	_, err := fmt.Fprintln(p.out, versionLine())
	return err
}

func versionLine() string {
	version, commit := build()
	return fmt.Sprintf("holecard %s, commit %s", version, commit)
}

// build returns the version of the module and the commit that it was built from,
// "unknown" where the build did not note it.
func build() (version, commit string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info)
}

func buildOf(info *debug.BuildInfo) (version, commit string) {
	commit, changed := "unknown", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	return cmp.Or(info.Main.Version, "unknown"), commit + changed
}
