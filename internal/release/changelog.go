package main

import (
	"fmt"
	"slices"
	"strings"
)

// area is a part of a changelog, with the commits of some folders.
type area struct {
	title   string
	folders []string
}

// areas are the parts of a changelog. Commits elsewhere are only counted: nobody who
// runs the bot notices them.
var areas = []area{
	{"Players and servers", []string{"bot"}},
	{"Tables, odds and strategies", []string{"blackjack"}},
	{"Operators", []string{"cmd", "storage", "scripts", "docs", "SECURITY.md"}},
}

// changes returns the changelog of the commits since the release before.
func (b *builder) changes() (string, error) {
	head := fmt.Sprintf("# holecard %s\n\n%s\n", b.version, b.made.UTC().Format("2 January 2006"))
	before, err := b.git("describe", "--abbrev=0", "--match", anyVersion, "--tags", "HEAD^")
	if err != nil { // there is none
		return head + "\nThe first release. README.md says what it does.\n", nil
	}
	subjects, err := b.git("log", "--no-merges", "--format=%s", before+"..HEAD")
	if err != nil {
		return "", err
	}
	return head + changelog(before, strings.Split(subjects, "\n")), nil
}

// changelog returns what has changed, from the subjects of commits: "package: change",
// the newest first.
func changelog(before string, subjects []string) string {
	lines := make([][]string, len(areas))
	others := 0
	for _, subject := range subjects {
		packages, _, _ := strings.Cut(subject, ":")
		folder, _, _ := strings.Cut(packages, "/")
		folder, _, _ = strings.Cut(folder, ",")
		i := slices.IndexFunc(areas, func(a area) bool {
			return slices.Contains(a.folders, folder)
		})
		if i < 0 {
			others++
			continue
		}
		lines[i] = append(lines[i], subject)
	}
	var text strings.Builder
	for i, a := range areas {
		if len(lines[i]) == 0 {
			continue
		}
		fmt.Fprintf(&text, "\n## %s\n\n", a.title)
		// By package, and within one as they were made.
		slices.Reverse(lines[i])
		slices.SortStableFunc(lines[i], func(x, y string) int {
			x, _, _ = strings.Cut(x, ":")
			y, _, _ = strings.Cut(y, ":")
			return strings.Compare(x, y)
		})
		for _, line := range lines[i] {
			packages, change, _ := strings.Cut(line, ": ")
			fmt.Fprintf(&text, "- **%s**: %s\n", packages, change)
		}
	}
	switch others {
	case 0:
	case 1:
		text.WriteString("\n1 other commit changes tests, tools or the build.\n")
	default:
		fmt.Fprintf(&text, "\n%d other commits change tests, tools or the build.\n", others)
	}
	fmt.Fprintf(&text, "\nThe release before is %s.\n", before)
	return text.String()
}
