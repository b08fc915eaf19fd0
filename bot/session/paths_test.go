package session_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// calls are the functions and methods of the package, each with those that it names. What
// other packages have is not looked at: no function of theirs calls back into this one.
func calls(t *testing.T) (uses map[*types.Func]map[*types.Func]bool, posts []string) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	check := types.Config{Importer: noPackages{}, Error: func(error) {}}
	pkg, _ := check.Check("session", set, files, &info)
	uses = map[*types.Func]map[*types.Func]bool{}
	for _, file := range files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			f := info.Defs[decl.Name].(*types.Func)
			uses[f] = map[*types.Func]bool{}
			ast.Inspect(decl, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if ok && id.Name == "Post" {
					posts = append(posts, f.Name())
				}
				if used, isFunc := info.Uses[id].(*types.Func); ok && isFunc && used.Pkg() == pkg {
					uses[f][used] = true
				}
				return true
			})
		}
	}
	slices.Sort(posts)
	return uses, posts
}

// noPackages has packages with nothing in them.
type noPackages struct{}

func (noPackages) Import(of string) (*types.Package, error) {
	p := types.NewPackage(of, path.Base(of))
	p.MarkComplete()
	return p, nil
}

// undealt are the paths that put no chip at stake although they end in the same writing: a
// table that is opened, closed or drawn again has no cards dealt.
var undealt = []string{"OpenSeating", "CloseSeating", "Invite", "Placed", "Gone", "Resume"}

// dealing are the paths that may deal a table, by one function: see
// [TestASeatThatMayNotIsNotDealt].
var dealing = []string{"Sit", "Leave", "Ready", "Expire"}

// Chips are held and given by spend alone, which takes a leave; a new way to it has to be
// listed, with what shows that it asks.
func TestEveryPathOfChipsToTheTableAsks(t *testing.T) {
	functions, posts := calls(t)
	if want := []string{"post", "spend"}; !slices.Equal(posts, want) {
		t.Errorf("postings are made by %v, want %v", posts, want)
	}
	reaches := map[*types.Func]bool{}
	for f := range functions {
		reaches[f] = f.Name() == "spend"
	}
	for more := true; more; {
		more = false
		for f, of := range functions {
			for called := range of {
				if reaches[called] && !reaches[f] {
					reaches[f], more = true, true
				}
			}
		}
	}
	var paths []string
	for f, does := range reaches {
		if does && f.Exported() {
			paths = append(paths, f.Name())
		}
	}
	slices.Sort(paths)
	want := slices.Concat(undealt, dealing)
	for path := range lockedOut {
		if !strings.Contains(path, ",") {
			want = append(want, path)
		}
	}
	slices.Sort(want)
	if !slices.Equal(paths, want) {
		t.Errorf("chips come to the table by\n%v, and listed are\n%v", paths, want)
	}
}
