package lang

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
)

// catalogue is the texts of a language by their keys.
type catalogue map[string]forms

// pluralForms are the names of CLDR's forms in catalogues.
var pluralForms = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two,
	"few": plural.Few, "many": plural.Many, "other": plural.Other,
}

// entry is a line of a catalogue.
type entry struct {
	key, form, text string
}

// readEntries reads the lines of a language's file.
func readEntries(code string) ([]entry, error) {
	raw, err := files.ReadFile(code + ".txt")
	if err != nil {
		return nil, err
	}
	var entries []entry
	for i, line := range strings.Split(string(raw), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, text, ok := strings.Cut(line, " = ")
		if !ok {
			return nil, fmt.Errorf("%s.txt, line %d: it is not “key = text”", code, i+1)
		}
		key, form, _ := strings.Cut(name, "|")
		if form == "" {
			form = "other"
		}
		entries = append(entries, entry{key, form, strings.ReplaceAll(text, `\n`, "\n")})
	}
	return entries, nil
}

// same stands for the English text, where that is what people say, too.
const same = "="

// readCatalogue reads a language. Texts that it lacks are those of English, which is nil while
// English itself is read: its texts give each key the names of its facts, in their order.
func readCatalogue(
	code string, english catalogue, names map[string][]string,
) (catalogue, error) {
	entries, err := readEntries(code)
	if err != nil {
		return nil, err
	}
	texts := make(catalogue)
	maps.Copy(texts, english)
	own := make(map[string]bool)
	for _, e := range entries {
		if e.text == same && english != nil {
			own[e.key] = true
			continue
		}
		form, known := pluralForms[e.form]
		if !known {
			return nil, fmt.Errorf("%s.txt: %s has no plural form %q", code, e.key, e.form)
		}
		if english == nil {
			names[e.key] = named(names[e.key], e.text)
		}
		parts, err := parse(e.text, names[e.key])
		if err != nil {
			return nil, fmt.Errorf("%s.txt: %s: %w", code, e.key, err)
		}
		if !own[e.key] {
			own[e.key], texts[e.key] = true, make(forms)
		}
		if _, twice := texts[e.key][form]; twice {
			return nil, fmt.Errorf("%s.txt: %s is there twice", code, e.key)
		}
		texts[e.key][form] = parts
	}
	for key, f := range texts {
		if f[plural.Other] == nil {
			return nil, fmt.Errorf("%s.txt: %s has no form “other”", code, key)
		}
	}
	return texts, nil
}

// slots are where something is put into a text.
var slots = regexp.MustCompile(`\{(\w+)\}|</([a-z ]+)>`)

// named adds the names of the facts in a text that are not among those of its key yet.
func named(names []string, text string) []string {
	for _, slot := range slots.FindAllStringSubmatch(text, -1) {
		if slot[1] != "" && !slices.Contains(names, slot[1]) {
			names = append(names, slot[1])
		}
	}
	return names
}

// parse takes a text apart into what is literal and what stands between.
func parse(text string, names []string) ([]part, error) {
	parts, from := []part{}, 0
	for _, at := range slots.FindAllStringSubmatchIndex(text, -1) {
		p := part{text: text[from:at[0]], fact: -1}
		if at[2] < 0 {
			p.command = text[at[4]:at[5]]
		} else if p.fact = slices.Index(names, text[at[2]:at[3]]); p.fact < 0 {
			return nil, fmt.Errorf("its English has no fact %s", text[at[0]:at[1]])
		}
		parts, from = append(parts, p), at[1]
	}
	return append(parts, part{text: text[from:], fact: -1}), nil
}
