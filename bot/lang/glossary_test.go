package lang

import (
	"regexp"
	"strings"
	"testing"
)

// A text has one of the words only where the English has one of those beside them, and never one
// of the last.
var glossary = []struct {
	code                string
	words, english, not []string
}{
	{"fr", []string{"manche", "manches"}, []string{"round", "hand"}, []string{"partie", "parties"}},
	{"fr", []string{"tour", "tours"}, []string{"turn"}, nil},
	{"de", []string{"Limit", "Limits"}, []string{"limit"}, []string{"Grenze", "Grenzen"}},
}

func TestOneThingHasOneWord(t *testing.T) {
	english := texts(t, "en")
	for _, g := range glossary {
		for key, text := range texts(t, g.code) {
			if has(text, g.not) {
				t.Errorf("%s.txt: %s has a word for which it says %s: %q", g.code, key,
					g.words, text)
			}
			if has(text, g.words) && !has(english[key], g.english) {
				t.Errorf("%s.txt: %s has %s, and the English none of %s: %q", g.code, key,
					g.words, g.english, text)
			}
		}
	}
}

// has reports whether one of some words stands in a text, in English also its plural.
func has(text string, words []string) bool {
	if len(words) == 0 {
		return false
	}
	any := `(^|[^\pL])(` + strings.Join(words, "|") + `)s?($|[^\pL])`
	return regexp.MustCompile(`(?i)` + any).MatchString(text)
}
