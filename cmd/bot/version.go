package main

import (
	"fmt"
	"runtime/debug"
)

// versionCmd prints what this is.
type versionCmd struct{}

// Run prints the version of the module and of the commit it was built from.
func (versionCmd) Run(p process) error {
	version, commit := "(unknown)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = " " + s.Value
			}
		}
	}
	_, err := fmt.Fprintf(p.out, "holecard %s%s\n", version, commit)
	return err
}
