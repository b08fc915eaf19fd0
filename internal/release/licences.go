package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// listed is a package that the program is built from, as go list prints it.
type listed struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// licenceFile finds the files that have to go along with a copy.
var licenceFile = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|copyright|notice|patents)`)

// licences returns the licences of all that the program of a target includes, whole.
func (b *builder) licences(t target) ([]byte, error) {
	out, err := b.run(slices.Concat(settings, t.env), "go", "list", "-deps",
		"-json=Dir,Module", "./cmd/bot")
	if err != nil {
		return nil, err
	}
	texts := make(map[string]map[string]bool) // the files of each module, by its name and version
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Module == nil || p.Module.Main {
			continue
		}
		name := p.Module.Path + " " + p.Module.Version
		if texts[name] == nil {
			texts[name] = make(map[string]bool)
		}
		if err := findLicences(p.Module.Dir, p.Dir, texts[name]); err != nil {
			return nil, err
		}
	}
	root, err := b.run(nil, "go", "env", "GOROOT", "GOVERSION")
	if err != nil {
		return nil, err
	}
	goroot, version, _ := strings.Cut(root, "\n")
	texts["Go's standard library "+version] = map[string]bool{
		filepath.Join(goroot, "LICENSE"): true}
	return join(texts)
}

// findLicences adds the licences of a package: they lie in its folder, or in one above
// it up to its module's.
func findLicences(module, folder string, to map[string]bool) error {
	for {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if !e.IsDir() && licenceFile.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
				to[filepath.Join(folder, e.Name())] = true
			}
		}
		if folder == module {
			return nil
		}
		folder = filepath.Dir(folder)
	}
}

func join(texts map[string]map[string]bool) ([]byte, error) {
	var all bytes.Buffer
	all.WriteString("holecard includes what others made. These are their licences.\n")
	for _, name := range sortedKeys(texts) {
		if len(texts[name]) == 0 {
			return nil, fmt.Errorf("%s has no file with its licence", name)
		}
		for _, path := range sortedKeys(texts[name]) {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&all, "\n==== %s: %s ====\n\n%s\n", name, filepath.Base(path),
				bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
		}
	}
	return all.Bytes(), nil
}
