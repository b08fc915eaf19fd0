// Command release builds a release from the commit that is checked out, which has to
// have a tag such as v1.2.0 and no changes:
//
//	dist/holecard_v1.2.0_linux_amd64.tar.gz   bot, .env.example, holecard.service, licences, docs
//	    …                                     one for each target; for Windows a .zip
//	     CHANGELOG.md                         the commits since the tag before, by package
//	     SHA256SUMS                           of all of these
//
// The same commit and the same version of Go give the same bytes, wherever and whenever
// it runs: nothing in the files depends on the machine, its paths, its clock or its settings.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	out := flag.String("o", "dist", "the `folder` to make, which must not exist")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: scripts/release [-o folder] [target ...]\n"+
			"Without a target it builds all: %s\n", strings.Join(names(targets), " "))
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := release(ctx, ".", *out, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

// target is a system that a release is for.
type target struct {
	name string   // as in the name of its archive, with "/" for "_"
	env  []string // what go build is told
}

var targets = []target{
	{"linux/amd64", []string{"GOOS=linux", "GOARCH=amd64"}},
	{"linux/arm64", []string{"GOOS=linux", "GOARCH=arm64"}},
	{"linux/armv7", []string{"GOOS=linux", "GOARCH=arm", "GOARM=7"}},
	{"windows/amd64", []string{"GOOS=windows", "GOARCH=amd64"}},
	{"darwin/amd64", []string{"GOOS=darwin", "GOARCH=amd64"}},
	{"darwin/arm64", []string{"GOOS=darwin", "GOARCH=arm64"}},
}

func (t target) is(system string) bool { return strings.HasPrefix(t.name, system+"/") }

func names(targets []target) (all []string) {
	for _, t := range targets {
		all = append(all, t.name)
	}
	return all
}

// chosen returns the targets of these names; all, where none is named.
func chosen(wanted []string) (some []target, err error) {
	if len(wanted) == 0 {
		return targets, nil
	}
	for _, name := range wanted {
		before := len(some)
		for _, t := range targets {
			if t.name == name {
				some = append(some, t)
			}
		}
		if len(some) == before {
			return nil, fmt.Errorf("there is no target %s: use %s", name,
				strings.Join(names(targets), " "))
		}
	}
	return some, nil
}

// builder builds the release of one commit.
type builder struct {
	ctx     context.Context
	source  string // the repository
	version string
	made    time.Time // when the commit was made
}

// release builds the release of the commit that is checked out in a folder.
func release(ctx context.Context, source, out string, wanted []string) error {
	some, err := chosen(wanted)
	if err != nil {
		return err
	}
	b := builder{ctx: ctx, source: source}
	if err := b.identify(); err != nil {
		return err
	}
	changes, err := b.changes()
	if err != nil {
		return err
	}
	if err := os.Mkdir(out, 0o755); err != nil {
		return fmt.Errorf("%w: remove it, or name another folder with -o", err)
	}
	files := map[string][]byte{"CHANGELOG.md": []byte(changes)}
	for _, t := range some {
		name, packed, err := b.archive(t)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		files[name] = packed
		fmt.Println(filepath.Join(out, name))
	}
	var sums strings.Builder
	for _, name := range sortedKeys(files) {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	files["SHA256SUMS"] = []byte(sums.String())
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(out, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// identify finds the version and the time of the commit.
func (b *builder) identify() error {
	changed, err := b.git("status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" {
		return fmt.Errorf("a release is built from a commit, and these files have changes:\n%s",
			changed)
	}
	if b.version, err = b.git("describe", "--exact-match", "--match", anyVersion,
		"--tags"); err != nil {
		return errors.New("this commit has no version: give it one with git tag v1.2.0")
	}
	stamp, err := b.git("log", "-1", "--format=%cI")
	if err != nil {
		return err
	}
	b.made, err = time.Parse(time.RFC3339, stamp)
	return err
}

// anyVersion finds the tags of releases.
const anyVersion = "v[0-9]*"

func (b *builder) git(args ...string) (string, error) { return b.run(nil, "git", args...) }

// run returns what a command prints.
func (b *builder) run(env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(b.ctx, name, args...)
	cmd.Dir = b.source
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, failed.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}
