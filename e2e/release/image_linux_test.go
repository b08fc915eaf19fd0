package release

import (
	"crypto/x509"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"holecard/e2e/stage"
)

// image is a stage of a Dockerfile, carried out in a folder.
type image struct {
	root     string
	scratch  bool // begins with nothing; others begin with what this machine has
	workdir  string
	env      []string
	uid, gid uint32
	volumes  []string

	entrypoint, cmd, health []string
}

// build carries out a Dockerfile and returns its last stage. What it has no words for
// fails the test.
func build(t *testing.T, dockerfile, context string) *image {
	t.Helper()
	stages := make(map[string]*image)
	var s *image
	text := strings.ReplaceAll(dockerfile, "\\\n", " ")
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		flags := make(map[string]string)
		for strings.HasPrefix(rest, "--") {
			var flag string
			flag, rest, _ = strings.Cut(rest, " ")
			name, value, _ := strings.Cut(flag, "=")
			flags[name] = value
		}
		switch args := strings.Fields(rest); word {
		case "", "#":
		case "FROM":
			s = &image{root: t.TempDir(), scratch: args[0] == "scratch", workdir: "/"}
			if len(args) == 3 {
				stages[args[2]] = s
			}
		case "ARG":
			for _, name := range args {
				value := map[string]string{"TARGETOS": runtime.GOOS,
					"TARGETARCH": runtime.GOARCH}[name]
				s.env = append(s.env, name+"="+value)
			}
		case "WORKDIR":
			s.workdir = args[0]
			if err := os.MkdirAll(s.root+s.workdir, 0o755); err != nil {
				t.Fatal(err)
			}
		case "COPY":
			from := &image{root: context, scratch: true}
			if name, ok := flags["--from"]; ok {
				from = stages[name]
			}
			s.copy(t, from, args, flags["--chown"])
		case "RUN":
			cmd := exec.Command("sh", "-c", rest)
			cmd.Dir = s.root + s.workdir
			cmd.Env = append(append(os.Environ(), "GOFLAGS=-buildvcs=auto"), s.env...)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", rest, err, out)
			}
		case "USER":
			if _, err := fmt.Sscanf(rest, "%d:%d", &s.uid, &s.gid); err != nil {
				t.Fatalf("USER %s: %v", rest, err)
			}
		case "VOLUME":
			s.volumes = append(s.volumes, args...)
		case "ENTRYPOINT":
			s.entrypoint = words(t, rest)
		case "CMD":
			s.cmd = words(t, rest)
		case "HEALTHCHECK":
			s.health = words(t, strings.TrimPrefix(rest, "CMD "))
		default:
			t.Fatalf("nobody says here what %s does", word)
		}
	}
	return s
}

func words(t *testing.T, list string) (words []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(list), &words); err != nil {
		t.Fatalf("%s: %v", list, err)
	}
	return words
}

// copy copies as COPY does: what a folder holds, and to root unless somebody is named.
func (s *image) copy(t *testing.T, from *image, args []string, owner string) {
	t.Helper()
	to := args[len(args)-1]
	if !filepath.IsAbs(to) {
		to = filepath.Join(s.workdir, to) + "/"
	}
	for _, source := range args[:len(args)-1] {
		path := filepath.Join(from.root, source)
		if _, err := os.Stat(path); err != nil && !from.scratch {
			path = source // from the image that the stage begins with
		}
		target := s.root + to
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			path += "/."
			target += "/"
		}
		folder := filepath.Dir(target)
		cmd := exec.Command("cp", "--recursive", "--dereference", "--preserve=mode", path, target)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("COPY %v: %v\n%s", args, err, out)
		}
		if owner == "" {
			owner = "0:0"
		}
		if out, err := exec.Command("chown", "--recursive", owner,
			s.root+to).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// command returns a command that is ready to run as a container of the image would run it.
func (s *image) command(args []string) *exec.Cmd {
	return &exec.Cmd{Path: args[0], Args: args, Dir: s.workdir, Env: s.env,
		SysProcAttr: &syscall.SysProcAttr{Chroot: s.root,
			Credential: &syscall.Credential{Uid: s.uid, Gid: s.gid}}}
}

// No Docker runs here: the lines of the Dockerfile are carried out in folders, and the
// bot plays in the last one as its root, as the user who is named there.
func TestTheBotPlaysInItsImage(t *testing.T) {
	stage.NeedsRoot(t)
	made := build(t, recipe(t, "Dockerfile"), repository(t))

	said, err := made.command(append(made.entrypoint, "version")).CombinedOutput()
	if err != nil || !strings.HasPrefix(string(said), "holecard v1.2.3, commit ") {
		t.Errorf("holecard version prints %q, %v", said, err)
	}
	roots, err := os.ReadFile(filepath.Join(made.root, "etc/ssl/certs/ca-certificates.crt"))
	if err != nil || !x509.NewCertPool().AppendCertsFromPEM(roots) {
		t.Errorf("there are no certificates by which Discord's is checked: %v", err)
	}
	bot := made.command(append(made.entrypoint, made.cmd...))
	playOn(t, bot, nil)
	if said, err := made.command(made.health).CombinedOutput(); err != nil {
		t.Errorf("while the bot plays its health is %v: %s", err, said)
	}
	if err := bot.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := bot.Wait(); err != nil {
		t.Errorf("the bot ends with %v", err)
	}
	if said, err := made.command(made.health).CombinedOutput(); err == nil {
		t.Errorf("without a bot its health is good: %s", said)
	}
	if made.uid == 0 || made.gid == 0 {
		t.Errorf("it runs as %d:%d", made.uid, made.gid)
	}
	for _, path := range []string{"data/holecard.db", "holecard"} {
		info, err := os.Stat(filepath.Join(made.root, path))
		if err != nil {
			t.Fatal(err)
		}
		owner := info.Sys().(*syscall.Stat_t).Uid
		if want := map[string]uint32{"holecard": 0, "data/holecard.db": made.uid}[path]; owner != want {
			t.Errorf("%s is %d's, want %d", path, owner, want)
		}
	}
	if len(made.volumes) != 1 || made.volumes[0] != "/data" {
		t.Errorf("what is kept is in %v", made.volumes)
	}
	files, err := filepath.Glob(filepath.Join(made.root, "*"))
	if want := []string{"data", "etc", "holecard", "tmp"}; err != nil || len(files) != len(want) {
		t.Errorf("the image has %v, want %v", files, want)
	}
}
