package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// overlay writes the packages with every site of the sample in them, each behind
// its number, and returns what go's -overlay reads.
func overlay(folder string, packages []*pkg, sites []*site) (string, error) {
	replace := map[string]string{}
	edits := map[*ast.File][]edit{}
	for i, s := range sites {
		for _, e := range s.edits {
			e.before = strings.ReplaceAll(e.before, "$", strconv.Itoa(i+1))
			edits[s.ast] = append(edits[s.ast], e)
		}
	}
	var failed error
	write := func(original, text string) {
		path := filepath.Join(folder, strconv.Itoa(len(replace))+"-"+filepath.Base(original))
		replace[original] = path
		failed = errors.Join(failed, os.WriteFile(path, []byte(text), 0o600))
	}
	for _, p := range packages {
		changed := false
		for _, f := range p.files {
			if list := edits[f]; len(list) > 0 {
				write(p.fset.File(f.Pos()).Name(), apply(p.text[f], list))
				changed = true
			}
		}
		if changed {
			write(filepath.Join(p.dir, "zz_mutant.go"), "package "+p.types.Name()+helpers)
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	path := filepath.Join(folder, "overlay.json")
	return path, errors.Join(failed, err, os.WriteFile(path, text, 0o600))
}

// apply makes edits, which are nested or apart, never across each other.
func apply(text []byte, edits []edit) string {
	insert := map[int][2]string{} // what is put at an offset: ends, then beginnings
	inner := slices.Clone(edits)
	slices.Reverse(inner) // of the same source, what is found later stands inside
	slices.SortStableFunc(inner, func(a, b edit) int { return cmp.Compare(a.end-a.start, b.end-b.start) })
	cut := map[int]edit{}
	for _, e := range inner { // the innermost first
		if e.replacement != nil {
			cut[e.start] = e
			continue
		}
		at := insert[e.start]
		at[1] = e.before + at[1]
		insert[e.start] = at
		at = insert[e.end]
		at[0] += e.after
		insert[e.end] = at
	}
	var out strings.Builder
	for i := 0; i <= len(text); i++ {
		out.WriteString(insert[i][0] + insert[i][1])
		if e, ok := cut[i]; ok {
			out.WriteString(*e.replacement)
			i = e.end - 1
			continue
		}
		if i < len(text) {
			out.WriteByte(text[i])
		}
	}
	return out.String()
}

// helpers is added to each package. A site is as it was unless its number is
// that of the run; where a run says so, the numbers reached are noted.
const helpers = `

import (
	"cmp"
	"errors"
	"os"
	"strconv"
	"sync/atomic"
)

var mutantNumber, _ = strconv.Atoi(os.Getenv("MUTANT"))

var mutantTrace = os.Getenv("MUTANT_TRACE")

var mutantReached [1 << 14]atomic.Bool

func mutantIs(n int) bool {
	if mutantTrace != "" && !mutantReached[n].Swap(true) {
		f, err := os.OpenFile(mutantTrace, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err == nil {
			f.WriteString(strconv.Itoa(n) + "\n")
			f.Close()
		}
	}
	return n == mutantNumber
}

type mutantWhole interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

func mutantOff(n int) bool               { return !mutantIs(n) }
func mutantNot(n int, is bool) bool      { return is != mutantIs(n) }
func mutantAnd(n int, is bool) bool      { return is && !mutantIs(n) }
func mutantOr(n int, is bool) bool       { return is || mutantIs(n) }
func mutantValue[T mutantWhole](v T) T   { return v }

func mutantConst[T mutantWhole](n int, is, change T) T {
	if mutantIs(n) {
		return is + change
	}
	return is
}

func mutantMore[T mutantWhole](n int, is T) T  { return mutantConst(n, is, 1) }

func mutantMinus[T mutantWhole](n int, is T) T {
	if mutantIs(n) {
		return -is
	}
	return is
}

func mutantError(n int, is error) error {
	if mutantIs(n) {
		return errors.New("mutant")
	}
	return is
}

func mutantNoError(n int, is error) error {
	if mutantIs(n) {
		return nil
	}
	return is
}

func mutantCompare[T cmp.Ordered](n int, a, b T, op, other string) bool {
	if mutantIs(n) {
		op = other
	}
	switch op {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

func mutantInteger[T mutantWhole](n int, a, b T, op, other string) T {
	if mutantIs(n) {
		op = other
	}
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		return a / b
	case "%":
		return a % b
	case "&":
		return a & b
	case "|":
		return a | b
	case "^":
		return a ^ b
	}
	return a &^ b
}
`
