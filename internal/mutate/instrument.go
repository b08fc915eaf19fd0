package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// edit puts text around the source from start to end. With drop it stands for that source.
type edit struct {
	start, end    int
	before, after string
	drop          bool
}

// overlay writes the files with every site of the sample in them, each behind
// its number, and returns what go's -overlay reads.
func overlay(folder string, sites []*site) (string, error) {
	edits := map[*source][]edit{}
	for i, s := range sites {
		s.id = strconv.Itoa(i + 1)
		for _, e := range s.edits {
			e.before = strings.ReplaceAll(e.before, "$", s.id)
			edits[s.source] = append(edits[s.source], e)
		}
	}
	replace := map[string]string{}
	var failed error
	for s, list := range edits {
		name := s.pkg.Fset.Position(s.ast.Name.End()).Offset
		list = append(list, edit{start: name, end: name, before: `; import mutant "holecard/internal/mutate/mutant"`})
		path := filepath.Join(folder, strconv.Itoa(len(replace))+"-"+filepath.Base(s.path))
		replace[s.path] = path
		failed = errors.Join(failed, os.WriteFile(path, apply(s.text, list), 0o600))
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	path := filepath.Join(folder, "overlay.json")
	return path, errors.Join(failed, err, os.WriteFile(path, text, 0o600))
}

// apply makes edits, which are nested or apart, never across each other.
func apply(text []byte, edits []edit) []byte {
	slices.Reverse(edits) // of the same source, an edit found later stands inside
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.end-a.start, b.end-b.start) })
	begin, end, dropped := map[int]string{}, map[int]string{}, map[int]bool{}
	for _, e := range edits { // the innermost first
		begin[e.start] = e.before + begin[e.start]
		end[e.end] += e.after
		for i := e.start; e.drop && i < e.end; i++ {
			dropped[i] = true
		}
	}
	var out []byte
	for i := range len(text) + 1 {
		out = append(out, end[i]+begin[i]...)
		if i < len(text) && !dropped[i] {
			out = append(out, text[i])
		}
	}
	return out
}
