// Package nearest finds the name that somebody most likely meant.
package nearest

import (
	"fmt"
	"slices"
	"strings"
)

// Of returns the name that was most likely meant by what was typed, capitals or
// not, and an empty one where none is near: at most half of a short name is another's.
func Of(typed string, names []string) (meant string) {
	least := min(max(2, len(typed)/3), len(typed)/2) + 1
	for _, name := range names {
		d := Distance(strings.ToLower(typed), strings.ToLower(name))
		if d < least && d < len(name)-1 {
			meant, least = name, d
		}
	}
	return meant
}

// Title returns the title of what was most likely meant by its title or its name, and an empty
// one where none is near.
func Title(typed string, titles, names []string) string {
	all := slices.Concat(titles, names)
	i := slices.Index(all, Of(typed, all))
	if i < 0 {
		return ""
	}
	return titles[i%len(titles)]
}

// Distance counts the characters to change, add or leave out to make b of a (Levenshtein).
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := corner
			if a[i] != b[j] {
				changed++
			}
			corner = row[j+1]
			row[j+1] = min(changed, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// UnknownError refuses a name that nothing has.
type UnknownError struct {
	What  string   // is named, such as "table"
	Name  string   // that was given
	Names []string // that there are
}

// Error says it to somebody at a terminal.
func (e *UnknownError) Error() string {
	if meant := Of(e.Name, e.Names); meant != "" {
		return fmt.Sprintf("There's no %s “%s”. Did you mean %s?", e.What, e.Name, meant)
	}
	return fmt.Sprintf("There's no %s “%s”. Try %s.", e.What, e.Name, strings.Join(e.Names, ", "))
}
