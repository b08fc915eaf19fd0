package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const modulePath = "holecard"

// pkg is a package that is changed and whose tests are run.
type pkg struct {
	path, dir string
	files     []*ast.File // without tests
	text      map[*ast.File][]byte
	fset      *token.FileSet
	info      *types.Info
	types     *types.Package
	tests     bool
	rapid     bool     // its tests use rapid, and know its flags
	near      []string // the packages whose code its tests are about: its own first
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export   string
	GoFiles                   []string
	TestGoFiles, XTestGoFiles []string
	Imports                   []string
	TestImports, XTestImports []string
	Standard                  bool
	ForTest                   string
}

// load reads and type-checks the packages of the patterns.
func load(ctx context.Context, patterns []string) ([]*pkg, error) {
	fields := "-json=ImportPath,Dir,Export,GoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports"
	wanted, err := goList(ctx, append([]string{fields}, patterns...))
	if err != nil {
		return nil, err
	}
	deps, err := goList(ctx, append([]string{"-deps", "-export", fields}, patterns...))
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, d := range deps {
		exports[d.ImportPath] = d.Export
	}
	var packages []*pkg
	for _, l := range wanted {
		if len(l.GoFiles) == 0 || strings.HasSuffix(l.ImportPath, "test") { // a suite is tests itself
			continue
		}
		p, err := check(l, exports)
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, nil
}

func goList(ctx context.Context, args []string) ([]listed, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list"}, args...)...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var list []listed
	for d := json.NewDecoder(strings.NewReader(string(text))); ; {
		var l listed
		switch err := d.Decode(&l); {
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil:
			return nil, err
		}
		list = append(list, l)
	}
}

// check parses and type-checks a package, with what its imports export.
func check(l listed, exports map[string]string) (*pkg, error) {
	p := &pkg{
		path: l.ImportPath, dir: l.Dir, fset: token.NewFileSet(), text: map[*ast.File][]byte{},
		info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{},
			Defs:  map[*ast.Ident]types.Object{},
			Uses:  map[*ast.Ident]types.Object{},
		},
		tests: len(l.TestGoFiles)+len(l.XTestGoFiles) > 0,
	}
	imports := slices.Concat(l.Imports, l.TestImports, l.XTestImports)
	p.rapid = slices.Contains(imports, "pgregory.net/rapid") || slices.Contains(imports, modulePath+"/storage/storagetest")
	p.near = append([]string{p.path}, imports...)
	for _, name := range l.GoFiles {
		path := filepath.Join(l.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(p.fset, path, text, 0)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, f)
		p.text[f] = text
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(p.fset, "gc", lookup)}
	var err error
	p.types, err = config.Check(p.path, p.fset, p.files, p.info)
	return p, err
}
