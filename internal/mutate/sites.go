package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// site is a place that can be changed, in one way.
type site struct {
	*source
	id       string // its number in the sample
	function string
	line     int
	does     string // "a < b: <="
	edits    []edit // "$" in them stands for the id
}

// label is how the lists call a site. It outlives changes elsewhere in the file.
func (s *site) label() string { return s.name + " " + s.function + " " + s.does }

// allSites returns every place in the packages that can be changed.
func allSites(packages []*pkg) []*site {
	var all []*site
	for _, p := range packages {
		for _, f := range p.files {
			for _, d := range f.ast.Decls {
				v := &visitor{source: f, function: "var"}
				switch d := d.(type) {
				case *ast.FuncDecl:
					if d.Body == nil {
						continue
					}
					v.function = functionName(d)
					v.signature = p.TypesInfo.TypeOf(d.Name).(*types.Signature)
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
		label := s.label()
		if count[label]++; count[label] > 1 { // of the same words in the function
			s.does += " #" + strconv.Itoa(count[label])
		}
	}
	return all
}

func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	of, _, _ := strings.Cut(strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*"), "[")
	return of + "." + d.Name.Name
}

// sample draws n sites, the same for the same seed and code.
func sample(all []*site, n int, seed uint64) []*site {
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))[:min(n, len(all))]
	sites := make([]*site, len(order))
	for i, at := range slices.Sorted(slices.Values(order)) {
		sites[i] = all[at]
	}
	return sites
}
