package main

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

// judgement is what a person says of a change that no test notices.
type judgement struct {
	equivalent bool // nothing that can be observed changes
	reason     string
}

//go:embed judged.txt
var judgedText string

// judgements reads judged.txt: two lines for each change, its name, and
// "equivalent: " or "left: " with the reason.
func judgements(text string) (map[string]*judgement, error) {
	list, name := map[string]*judgement{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		word, reason, _ := strings.Cut(line, ": ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case name == "":
			name = line
		case word != "equivalent" && word != "left" || reason == "":
			return nil, fmt.Errorf("judged.txt: %q is not a reason for %q", line, name)
		default:
			list[name] = &judgement{word == "equivalent", reason}
			name = ""
		}
	}
	if name != "" {
		return nil, fmt.Errorf("judged.txt: there is no reason for %q", name)
	}
	return list, nil
}

// gone returns the judgements of places in these packages that are not there.
func gone(judged map[string]*judgement, all []*site) []string {
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
