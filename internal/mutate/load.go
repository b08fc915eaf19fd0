package main

import (
	"cmp"
	"context"
	"errors"
	"go/ast"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// pkg is a package that is changed and whose tests are run.
type pkg struct {
	*packages.Package
	files []*source
	near  []string // what its tests import: the code that they are about. Empty without tests
}

// source is a file that is changed.
type source struct {
	pkg  *pkg
	ast  *ast.File
	path string
	name string // from the module's root
	text []byte
}

// load reads and type-checks the packages of the patterns.
func load(ctx context.Context, patterns []string) ([]*pkg, error) {
	config := &packages.Config{Context: ctx, Tests: true, Mode: packages.LoadSyntax | packages.NeedForTest | packages.NeedModule}
	found, err := packages.Load(config, patterns...)
	slices.SortFunc(found, func(a, b *packages.Package) int { return cmp.Compare(a.ID, b.ID) })
	var all []*pkg
	for _, f := range found {
		for _, e := range f.Errors {
			err = errors.Join(err, e)
		}
		i := slices.IndexFunc(all, func(p *pkg) bool { return p.PkgPath == f.ForTest })
		switch {
		case i >= 0:
			all[i].near = slices.AppendSeq(append(all[i].near, f.ForTest), maps.Keys(f.Imports))
		case len(f.GoFiles) == 0 || strings.HasSuffix(f.PkgPath, "test"): // a suite is tests itself
		default:
			p := &pkg{Package: f}
			for i, file := range f.Syntax {
				s := &source{pkg: p, ast: file, path: f.CompiledGoFiles[i]}
				s.name = path.Join(strings.TrimPrefix(f.PkgPath, f.Module.Path+"/"), filepath.Base(s.path))
				var failed error
				s.text, failed = os.ReadFile(s.path)
				err = errors.Join(err, failed)
				p.files = append(p.files, s)
			}
			all = append(all, p)
		}
	}
	return all, err
}
