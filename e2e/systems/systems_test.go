// Package systems checks the types of the program as other systems compile it.
package systems

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"holecard/e2e/stage"
)

// Other systems compile other files, and one has ints of 32 bits. go vet would say the same, but
// it compiles all that is imported, which takes minutes. Here imports are read without the bodies
// of their functions.
func TestEveryFileCompilesOnOtherSystems(t *testing.T) {
	for _, system := range []string{"linux/arm", "windows/amd64", "darwin/arm64"} {
		t.Run(system, func(t *testing.T) {
			goos, goarch, _ := strings.Cut(system, "/")
			all, err := packages.Load(&packages.Config{
				Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports |
					packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes |
					packages.NeedSyntax,
				Dir: stage.Repository, Tests: true,
				Env:       append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch),
				ParseFile: declarations,
			}, "holecard/...")
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range all {
				if strings.HasSuffix(p.ID, ".test") { // the main that go test writes
					continue
				}
				for _, e := range p.Errors {
					t.Errorf("%s: %v", p.ID, e)
				}
			}
			if len(all) < 80 {
				t.Errorf("only %d packages are checked", len(all))
			}
		})
	}
}

// ours is the folder of the repository, whose functions are checked as well.
var ours = sync.OnceValue(func() string {
	path, err := filepath.Abs(stage.Repository)
	if err != nil {
		panic(err) // there is no working directory
	}
	return path + string(filepath.Separator)
})

// declarations parses a file, and empties the functions of what is imported.
func declarations(set *token.FileSet, name string, text []byte) (*ast.File, error) {
	f, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if f == nil || strings.HasPrefix(name, ours()) {
		return f, err
	}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
			d.Body.List = nil
		}
	}
	return f, err
}
