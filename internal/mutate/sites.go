package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// site is a place that can be changed, in one way.
type site struct {
	pkg, file, function string
	line                int
	does                string // "a < b: <= for <"
	nth                 int    // of the same words in the function, from 1

	p     *pkg
	ast   *ast.File
	edits []edit // "$" in them stands for the site's number
}

// edit puts text around the source from start to end; with a replacement it
// stands for that source.
type edit struct {
	start, end    int
	before, after string
	replacement   *string
}

// name is how the lists call a site. It outlives changes elsewhere in the file.
func (s *site) name() string {
	name := fmt.Sprintf("%s %s %s", s.file, s.function, s.does)
	if s.nth > 1 {
		name += fmt.Sprintf(" #%d", s.nth)
	}
	return name
}

// allSites returns every place in the packages that can be changed.
func allSites(packages []*pkg) []*site {
	var all []*site
	for _, p := range packages {
		for _, f := range p.files {
			file := strings.TrimPrefix(strings.TrimPrefix(p.path, modulePath), "/") + "/" + filepath.Base(p.fset.File(f.Pos()).Name())
			for _, d := range f.Decls {
				v := &visitor{p: p, f: f, file: file, function: "var"}
				switch d := d.(type) {
				case *ast.FuncDecl:
					if d.Body == nil {
						continue
					}
					v.function = functionName(d)
					v.signature = d.Type
					v.walk(d.Body)
				case *ast.GenDecl:
					if d.Tok == token.VAR {
						v.walk(d)
					}
				}
				all = append(all, v.sites...)
			}
		}
	}
	count := map[string]int{}
	for _, s := range all {
		count[s.name()]++
		s.nth = count[fmt.Sprintf("%s %s %s", s.file, s.function, s.does)]
	}
	return all
}

func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if index, ok := t.(*ast.IndexExpr); ok {
		t = index.X
	}
	if name, ok := t.(*ast.Ident); ok {
		return name.Name + "." + d.Name.Name
	}
	return d.Name.Name
}

// sample draws n sites, the same for the same seed and code.
func sample(all []*site, n int, seed uint64) []*site {
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))
	order = order[:min(n, len(order))]
	slices.Sort(order)
	sites := make([]*site, len(order))
	for i, at := range order {
		sites[i] = all[at]
	}
	return sites
}

// chosen returns the numbers of the sites to try: those of the list, or all.
func chosen(sites []*site, only string) []int {
	var ids []int
	for word := range strings.SplitSeq(only, ",") {
		if id, err := strconv.Atoi(word); err == nil && id >= 1 && id <= len(sites) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		for i := range sites {
			ids = append(ids, i+1)
		}
	}
	return ids
}
