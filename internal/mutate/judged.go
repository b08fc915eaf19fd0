package main

import (
	_ "embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

//go:embed judged.txt
var judgedText string

var judgement = regexp.MustCompile("^(equivalent|left): .")

// judgements reads judged.txt: two lines for each change that no test notices,
// its name, and "equivalent: " or "left: " with the reason.
func judgements(text string) (map[string]string, error) {
	judged, name := map[string]string{}, ""
	for line := range strings.Lines(text + "\n# the end") {
		line = strings.TrimSpace(line)
		switch {
		case judgement.MatchString(line) && name != "":
			judged[name], name = line, ""
		case name != "":
			return nil, fmt.Errorf("judged.txt: %q has no reason", name)
		case line != "" && line[0] != '#':
			name = line
		}
	}
	return judged, nil
}

// gone returns the judgements of places in these packages that are not there.
func gone(judged map[string]string, all []*site) []string {
	is, here := map[string]bool{}, map[string]bool{}
	for _, s := range all {
		is[s.label()], here[path.Dir(s.name)] = true, true
	}
	var labels []string
	for label := range judged {
		if file, _, _ := strings.Cut(label, " "); here[path.Dir(file)] && !is[label] {
			labels = append(labels, label)
		}
	}
	slices.Sort(labels)
	return labels
}
