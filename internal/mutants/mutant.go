package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// mutant is a way to break the program, and the test that has to notice.
type mutant struct {
	does string // what the broken program does
	file string // where, from the module's root
	from string // what stands there, once in the file
	to   string // what stands there instead
	pkg  string // of the test, from the module's root
	test string // the test's name
	hang bool   // the test notices by never ending: it is given a minute
	fuzz bool   // the test is a fuzz target that has to find it by itself: its corpus does not
}

// all returns every mutant, in the order of docs/reliability.md.
func all() []mutant {
	var list []mutant
	for _, part := range [][]mutant{chips, shuffles, edges, discord, people, operator, input, rules} {
		list = append(list, part...)
	}
	return list
}

// broken returns the text of the mutant's file with the change made.
func (m mutant) broken(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, m.file))
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), m.from); n != 1 {
		return "", fmt.Errorf("%s: %q is there %d times, and should be once", m.file, m.from, n)
	}
	return strings.Replace(string(text), m.from, m.to, 1), nil
}

// matches reports whether one of the words is in the mutant's own. No words match everything.
func (m mutant) matches(words []string) bool {
	for _, word := range words {
		if strings.Contains(strings.ToLower(m.does+" "+m.test), strings.ToLower(word)) {
			return true
		}
	}
	return len(words) == 0
}
