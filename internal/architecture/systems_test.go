package architecture

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

var long = flag.Bool("long", false, "also check the types as other systems compile them")

// systems are those that others run: one has ints of 32 bits, two are no Linux.
var systems = []string{"linux/arm", "windows/amd64", "darwin/arm64"}

// Other systems compile other files, and ints of other sizes. Every package and its
// tests are type-checked as each of them would do it. The packages that are imported
// are read from their sources without the bodies of functions, so that nothing has to be
// compiled: that takes seconds where go vet takes minutes.
func TestEveryFileCompilesOnOtherSystems(t *testing.T) {
	if !*long {
		t.Skip("-long checks " + strings.Join(systems, ", "))
	}
	files := &sources{set: token.NewFileSet(), parsed: make(map[string]func() (*ast.File, error))}
	for _, system := range systems {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			c := checker{system: system, files: files, done: make(map[string]*types.Package)}
			if err := c.check(c.list(t)); err != nil {
				t.Error(err)
			}
		})
	}
}

// compiled is a package as a system compiles it.
type compiled struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string
	Module     *struct{ Main bool }
}

// checker checks the types of packages as a system compiles them.
type checker struct {
	system string
	files  *sources
	done   map[string]*types.Package
}

func (c checker) list(t *testing.T) (all []compiled) {
	t.Helper()
	system, processor, _ := strings.Cut(c.system, "/")
	cmd := exec.Command("go", "list", "-deps", "-test",
		"-json=ImportPath,Dir,GoFiles,ImportMap,Module", module+"...")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p compiled
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// check checks packages, each after those that it imports.
func (c checker) check(all []compiled) error {
	_, processor, _ := strings.Cut(c.system, "/")
	ours := 0
	for _, p := range all {
		if strings.HasSuffix(p.ImportPath, ".test") || p.ImportPath == "unsafe" {
			continue // written by go test, and by nobody
		}
		files, err := c.files.of(p)
		if err != nil {
			return err
		}
		var wrong []error
		our := p.Module != nil && p.Module.Main
		config := types.Config{
			Importer:         from{c.done, p.ImportMap},
			Sizes:            types.SizesFor("gc", processor),
			IgnoreFuncBodies: !our,
			FakeImportC:      true,
			Error:            func(err error) { wrong = append(wrong, err) },
		}
		path, _, _ := strings.Cut(p.ImportPath, " ")
		done, _ := config.Check(path, c.files.set, files, nil)
		if our && len(wrong) > 0 {
			return errors.Join(wrong...)
		}
		if our {
			ours++
		}
		c.done[p.ImportPath] = done
	}
	if ours < 80 {
		return fmt.Errorf("only %d packages of ours were checked: %v", ours,
			slices.Sorted(maps.Keys(c.done)))
	}
	return nil
}

// from finds a package among those that are checked, by the name that its importer has
// for it.
type from struct {
	done  map[string]*types.Package
	names map[string]string
}

// Import implements [types.Importer].
func (f from) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if name, other := f.names[path]; other {
		path = name
	}
	if p := f.done[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not checked yet", path)
}

// sources are files that are parsed once for all systems.
type sources struct {
	set *token.FileSet

	mu     sync.Mutex
	parsed map[string]func() (*ast.File, error)
}

func (s *sources) of(p compiled) (files []*ast.File, err error) {
	for _, name := range p.GoFiles {
		f, err := s.file(filepath.Join(p.Dir, name))()
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func (s *sources) file(name string) func() (*ast.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.parsed[name] == nil {
		s.parsed[name] = sync.OnceValues(func() (*ast.File, error) {
			return parser.ParseFile(s.set, name, nil, parser.SkipObjectResolution)
		})
	}
	return s.parsed[name]
}
