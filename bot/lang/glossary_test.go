package lang

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// One thing has one word in a language: the table in docs/languages.md says which, where it may
// stand, and what nobody says instead.
func TestOneThingHasOneWord(t *testing.T) {
	english := texts(t, "en")
	for _, g := range glossary(t) {
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

// glossaryRow is a row of the glossary.
type glossaryRow struct {
	code                string
	words, english, not []string
}

// glossary reads the table of docs/languages.md.
func glossary(t *testing.T) (rows []glossaryRow) {
	t.Helper()
	page, err := os.ReadFile("../../docs/languages.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page),
		"| language | word | English | not |\n|---|---|---|---|\n")
	if !found {
		t.Fatal("docs/languages.md has no table of words")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 4 {
			t.Fatalf("the row %q has %d cells", line, len(cells))
		}
		words := func(cell int) []string {
			return strings.Fields(strings.ReplaceAll(cells[cell], ",", " "))
		}
		rows = append(rows, glossaryRow{words(0)[0], words(1), words(2), words(3)})
	}
	return rows
}

// has reports whether one of some words stands in a text, in English also its plural.
func has(text string, words []string) bool {
	if len(words) == 0 {
		return false
	}
	any := `(^|[^\pL])(` + strings.Join(words, "|") + `)s?($|[^\pL])`
	return regexp.MustCompile(`(?i)` + any).MatchString(text)
}
