package lang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every key has a text of its own in every language, with the same facts.
func TestEveryTextIsTranslated(t *testing.T) {
	english := texts(t, "en")
	for _, code := range Codes[1:] {
		theirs := texts(t, code)
		for key, text := range english {
			other, ok := theirs[key]
			switch {
			case !ok:
				t.Errorf("%s.txt lacks %s", code, key)
			case other == same:
			case other == text:
				t.Errorf("%s.txt has the English text for %s: write = if it should", code, key)
			case !slices.Equal(factSet(other), factSet(text)):
				t.Errorf("%s.txt: %s has the facts %q, want %q", code, key, factSet(other),
					factSet(text))
			}
		}
		for key := range theirs {
			if _, ok := english[key]; !ok {
				t.Errorf("%s.txt has %s, which English has not", code, key)
			}
		}
	}
}

// texts returns the texts of a language by key; of a key with plurals, all.
func texts(t *testing.T, code string) map[string]string {
	t.Helper()
	entries, err := readEntries(code)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, e := range entries {
		all[e.key] += e.text
	}
	return all
}

// factSet returns the facts and commands in a text.
func factSet(text string) []string {
	names := slots.FindAllString(text, -1)
	slices.Sort(names)
	return slices.Compact(names)
}

// Every key in the code is in the catalogue, with as many facts as are given, and
// every key in the catalogue is in the code.
func TestEveryTextIsSaid(t *testing.T) {
	names := make(map[string][]string)
	if _, err := readCatalogue("en", nil, names); err != nil {
		t.Fatal(err)
	}
	said := make(map[string]bool)
	for key := range names {
		said[key] = false
	}
	for key := range texts(t, "en") {
		said[key] = false
	}
	for _, use := range uses(t) {
		if !use.whole {
			for key := range said {
				if strings.HasPrefix(key, use.key) {
					said[key] = true
				}
			}
			continue
		}
		if _, ok := said[use.key]; !ok {
			t.Errorf("%s: %q is in no catalogue", use.where, use.key)
		} else if use.facts >= 0 && use.facts != len(names[use.key]) {
			t.Errorf("%s: %q is given %d facts, and has %q", use.where, use.key, use.facts,
				names[use.key])
		}
		said[use.key] = true
	}
	for key, is := range said {
		if !is {
			t.Errorf("nothing says %q", key)
		}
	}
}

// use is a call of Say, or what a refusal says.
type use struct {
	where string
	key   string
	whole bool // the key is all of it; else what it begins with
	facts int  // how many are given, -1 for a list of unknown length
}

func uses(t *testing.T) (all []use) {
	t.Helper()
	set := token.NewFileSet()
	for _, root := range []string{"..", "../../cmd", "../../blackjack"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") ||
				strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if r, ok := n.(*ast.FuncDecl); ok && r.Name.Name == "Refusal" && r.Recv != nil {
					all = append(all, refused(set, r)...)
				}
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if n := declares(call); n >= 0 {
					all = append(all, refusal(set, call, call.Args[0], n)...)
				}
				f, ok := call.Fun.(*ast.SelectorExpr)
				if !ok || f.Sel.Name != "Say" && f.Sel.Name != "Texts" {
					return true
				}
				keys, facts := call.Args[:1], len(call.Args)-1
				if call.Ellipsis.IsValid() {
					facts = -1
				}
				for _, key := range keys {
					u := use{where: set.Position(call.Pos()).String(), facts: facts}
					literal, whole := key.(*ast.BasicLit)
					for !whole && literal == nil {
						sum, ok := key.(*ast.BinaryExpr)
						if !ok {
							t.Fatalf("%s: the key begins with no literal", u.where)
						}
						key = sum.X
						literal, _ = key.(*ast.BasicLit)
					}
					u.whole = whole
					u.key, _ = strconv.Unquote(literal.Value)
					all = append(all, u)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// refused returns what the method Refusal of an error says.
func refused(set *token.FileSet, method *ast.FuncDecl) (all []use) {
	ast.Inspect(method, func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		if !ok || len(r.Results) != 2 {
			return true
		}
		facts := 0
		if list, ok := r.Results[1].(*ast.CompositeLit); ok {
			facts = len(list.Elts)
		}
		all = append(all, refusal(set, r, r.Results[0], facts)...)
		return true
	})
	return all
}

// declares returns how many facts a kind of refusal has that a call declares, -1 for another call.
func declares(call *ast.CallExpr) int {
	of, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || of.Sel.Name != "New" {
		return -1
	}
	if in, ok := of.X.(*ast.Ident); !ok || in.Name != "refuse" {
		return -1
	}
	return len(call.Args) - 2
}

// A kind of refusal is given as many facts as it has wherever the code refuses.
func TestRefusalsComeWithTheirFacts(t *testing.T) {
	set := token.NewFileSet()
	kinds := make(map[string]int)
	type given struct {
		kind  ast.Expr
		facts int
	}
	var all []given
	handlers, _ := filepath.Glob("../*.go")
	below, _ := filepath.Glob("../*/*.go")
	for _, path := range append(handlers, below...) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, value := range n.Values {
					if call, ok := value.(*ast.CallExpr); ok && declares(call) >= 0 {
						kinds[n.Names[i].Name] = declares(call)
					}
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "With" {
					all = append(all, given{f.X, len(n.Args)})
				}
			case *ast.ReturnStmt:
				for _, result := range n.Results {
					all = append(all, given{result, 0})
				}
			}
			return true
		})
	}
	for _, g := range all {
		name := types.ExprString(g.kind)
		name = name[strings.LastIndex(name, ".")+1:]
		if facts, is := kinds[name]; is && facts != g.facts {
			t.Errorf("%v: %s has %d facts", set.Position(g.kind.Pos()), name, facts)
		}
	}
}

// refusal returns what a refusal with a key says: nothing where it has words of its own.
func refusal(set *token.FileSet, at ast.Node, key ast.Expr, facts int) []use {
	literal, ok := key.(*ast.BasicLit)
	if !ok || literal.Value == `""` {
		return nil
	}
	text, _ := strconv.Unquote(literal.Value)
	return []use{{set.Position(at.Pos()).String(), "error." + text, true, facts}}
}
