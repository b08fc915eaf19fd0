package mutants

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// mutant is one way to break the program, and a test that has to notice.
type mutant struct {
	patch     string // the file that describes it, from the module's root
	does      string // what the broken program does
	pkg, test string // the test, and its package from the module's root
	hang      bool   // the test notices by never ending
	file      string // the file that is broken, from the module's root
	hunks     []hunk
}

// hunk is a change of neighbouring lines. They begin with a space, - or +.
type hunk []string

// load reads the patches of every package.
func load(root string) (all []mutant, err error) {
	tree := os.DirFS(root)
	err = fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".patch" || path.Base(path.Dir(name)) != "mutants" {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		mutants, err := parse(name, string(text))
		all = append(all, mutants...)
		return err
	})
	return all, err
}

var field = regexp.MustCompile(`(?m)^(Test|Hang): (?:(\S+) )?(\S+)\n?`)

// parse reads a patch: a mutant for each test that it names.
func parse(name, text string) ([]mutant, error) {
	head, diff, _ := strings.Cut(text, "\n--- ")
	_, diff, _ = strings.Cut(diff, "\n+++ b/")
	file, diff, _ := strings.Cut(diff, "\n")
	head, _, _ = strings.Cut(head, "\n\n") // below come git's own lines
	folder := path.Join(path.Dir(name), "../..")
	m := mutant{
		patch: name, file: path.Join(folder, file),
		does: strings.Join(strings.Fields(field.ReplaceAllString(head, "")), " "),
	}
	for _, part := range strings.Split("\n"+diff, "\n@@ ")[1:] {
		lines := strings.Split(strings.TrimSuffix(part, "\n"), "\n")
		m.hunks = append(m.hunks, lines[1:])
	}
	var mutants []mutant
	fields := field.FindAllStringSubmatch(head, -1)
	m.hang = slices.ContainsFunc(fields, func(f []string) bool { return f[1] == "Hang" })
	for _, f := range fields {
		if f[1] == "Test" {
			m.pkg, m.test = f[2], f[3]
			if m.pkg == "" {
				m.pkg = folder
			}
			mutants = append(mutants, m)
		}
	}
	if m.does == "" || len(mutants) == 0 || len(m.hunks) == 0 {
		return nil, fmt.Errorf("%s: its sentence, its test or its change is missing", name)
	}
	return mutants, nil
}

// broken returns the text of the mutant's file with the change made.
func (m mutant) broken(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, m.file))
	if err != nil {
		return "", fmt.Errorf("%s: %w", m.patch, err)
	}
	changed := string(text)
	for _, h := range m.hunks {
		if changed, err = h.apply(changed); err != nil {
			return "", fmt.Errorf("%s: %s: %w", m.patch, m.file, err)
		}
	}
	return changed, nil
}

// apply changes a text where the lines of the hunk stand, wherever that is, but
// it has to be clear. Where the lines around the change are others by now, the
// lines that change have to stand there once.
func (h hunk) apply(text string) (string, error) {
	text = "\n" + text
	for {
		was, is := h.without('+'), h.without('-')
		at := strings.Index(text, was)
		switch narrower := h.narrower(); {
		case at >= 0 && at == strings.LastIndex(text, was):
			return (text[:at] + is + text[at+len(was):])[1:], nil
		case at >= 0:
			return "", fmt.Errorf("these lines are there more than once:%s", was)
		case len(narrower) == len(h):
			return "", fmt.Errorf("these lines are not there:%s", was)
		default:
			h = narrower
		}
	}
}

// without returns the lines of one side: those of the other begin with a sign.
func (h hunk) without(sign byte) string {
	text := "\n"
	for _, line := range h {
		if line = cmp.Or(line, " "); line[0] != sign && line[0] != '\\' {
			text += line[1:] + "\n"
		}
	}
	return text
}

// narrower leaves out a line before and one behind, if they do not change.
func (h hunk) narrower() hunk {
	stays := func(at int) bool { return len(h) > 0 && cmp.Or(h[at], " ")[0] == ' ' }
	if stays(0) {
		h = h[1:]
	}
	if stays(len(h) - 1) {
		h = h[:len(h)-1]
	}
	return h
}
