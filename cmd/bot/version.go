package main

import (
	"fmt"
	"runtime/debug"
)

// versionCmd prints what this is.
type versionCmd struct{}

// Run prints the version of the module and the commit it was built from.
func (versionCmd) Run(p process) error {
	_, err := fmt.Fprintln(p.out, versionLine())
	return err
}

func versionLine() string {
	version, commit := build()
	return fmt.Sprintf("holecard %s, commit %s", version, commit)
}

// build returns the version of the module and the commit that this program was
// built from, "unknown" where the build did not note it.
func build() (version, commit string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown", "unknown"
	}
	return buildOf(info)
}

func buildOf(info *debug.BuildInfo) (version, commit string) {
	version, commit = "unknown", "unknown"
	if info.Main.Version != "" {
		version = info.Main.Version
	}
	changed := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	return version, commit + changed
}
