//go:build unix

package manual

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"holecard/internal/localdiscord"

	"holecard/internal/long"
)

const doctors = "ends with 1 before there is a bot: " +
	"TestDoctorFindsNothingWrongWithABotThatPlays has one"

// notRun are the commands that are not run, and why.
var notRun = map[string]string{
	"bot setup": "asks a person for a token",
	"bot setup --no-wait < token.txt": "needs a token: " +
		"TestSetupKeepsATokenFromAPipe has one",
	"go run ./cmd/bot setup":                   "asks a person for a token",
	"go run ./cmd/bot doctor":                  doctors,
	"bot doctor --server ID":                   doctors,
	"bot serve --http 127.0.0.1:8081":          "needs the public key of an application at Discord",
	"go run ./cmd/bot":                         "needs the token of a bot at Discord",
	"go test ./cmd/bot -run Soak -soak 10m -v": "takes eleven minutes",
	"go run github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0 " +
		"unleash ./blackjack/tables --workers 1": "fetches a tool",
	"cd e2e && go test ./browser -run Pictures -pictures": "takes the pictures anew, for somebody to look at",
	"bot run":   "needs the token of a bot at Discord",
	"bot serve": "needs the token of a bot at Discord",
	".ci/run":   "runs this test",
	"go test ./internal/scale -run Measured -measure -v": "measures this machine, and keeps it",
	"go test ./internal/scale -run Document -update":     "writes the document",
	"bot season SERVER": "needs a server that has had a season",
	"bot import FILE":   "needs an export: the command with a pipe has one",

	"bot erase-server":    "erases a server: TestAServerIsErasedOnceItsIDIsTypedAgain has one",
	"bot erase-server ID": "erases a server: TestAServerIsErasedOnceItsIDIsTypedAgain has one",
}

// notHere are the programs whose commands are not run, and why.
var notHere = map[string]string{
	"docker": "no Docker runs here: TestTheBotPlaysInItsImage carries out the Dockerfile",
	"sudo": "changes the machine: TestTheBotPlaysAsAService follows the recipe for systemd on a " +
		"machine of its own",
	"systemctl": "asks the machine's own systemd",
}

// limit is how long a command may take that tests nothing.
const limit = 5 * time.Minute

var errSlow = errors.New("it takes too long")

// everyBenchmark runs each benchmark once, so that of a command that measures some of them
// it is enough that they are there.
const everyBenchmark = "go test -run '^$' -bench . ./..."

var someBenchmarks = regexp.MustCompile(`^go test \./\S+ -run '\^\$' -bench \w+( -benchtime \w+)?$`)

// logged are the commands whose output is of use where it is as it should be, too.
var logged = []string{"go test ./...", everyBenchmark}

// tests finds the commands that test or measure, which are run with -long only: they are
// minutes, and most of it is what go test ./... does anyway.
var tests = regexp.MustCompile(`(^|\s)go test `)

// alone finds the commands that nothing may run beside: they take the same port.
var alone = regexp.MustCompile(`(^|\s)playground\b`)

// untilStopped are the commands that end with Ctrl+C, and what they print first.
var untilStopped = map[string]string{
	"go run ./cmd/bot playground": "The playground is open: http://",
	"bot playground":              "The playground is open: http://",
	"./bot run":                   "The bot is ready.",
}

// asksABot finds the commands that ask the running bot.
var asksABot = regexp.MustCompile(`(?m)^(\./)?bot (status|doctor)`)

// input is what a command reads: the hands of the guide for players.
var input = map[string]string{"bot verify": "docs/fairness.md"}

// Words in capitals stand for what the reader chooses.
var (
	choices = strings.NewReplacer("DATABASE=FILE", "DATABASE=data/holecard.db", "FILE", "chosen.db",
		"COPY", "copy.db", "ADDRESS", "127.0.0.1:0")
	choice = regexp.MustCompile(`\b[A-Z]{3,}\b`)
	option = regexp.MustCompile(` \[([^\]]*)\]`)
)

// onlyNames are the documents in which tests are commands for one promise each:
// they run with all the others, so it is enough that they are there.
const onlyNames = "docs/reliability.md"

func TestEveryCommandOfTheDocumentsRuns(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin+"/", "./cmd/bot")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	left := make(map[string]bool)
	for text := range notRun {
		left[text] = true
	}
	ran := make(map[string]bool)
	for _, c := range commands(t) {
		delete(left, c.text)
		switch {
		case notHere[strings.Fields(c.text)[0]] != "", notRun[c.text] != "",
			namesTests(c):
			continue
		case tests.MatchString(c.text) && !long.Enabled():
			continue
		}
		for _, text := range variants(c.text) {
			if !ran[text] || c.output != nil {
				t.Run(text, func(t *testing.T) {
					if !tests.MatchString(text) && !alone.MatchString(text) {
						t.Parallel()
					}
					at(t, bin, text).run(c, text)
				})
			}
			ran[text] = true
		}
	}
	for text := range left {
		t.Errorf("%s is passed over, but no document shows it", text)
	}
	if len(ran) < 15 {
		t.Errorf("only %d commands were found", len(ran))
	}
}

// namesTests reports whether a command only runs what others run, too.
func namesTests(c command) bool {
	return someBenchmarks.MatchString(c.text) ||
		c.file == onlyNames && strings.HasPrefix(c.text, "go test ")
}

var (
	testFunc  = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z]\w*)\(`)
	testsFlag = regexp.MustCompile(` -(run|bench|fuzz) ('[^']*'|\S+)`)
)

// A promise's command runs the tests that hold it, and one of a measurement its benchmarks:
// each part of the pattern names one at least, in the packages that it gives.
func TestTheCommandOfAPromiseNamesTestsThatAreThere(t *testing.T) {
	checked := 0
	for _, c := range commands(t) {
		if !namesTests(c) {
			continue
		}
		names := testsOf(t, c)
		for _, m := range testsFlag.FindAllStringSubmatch(c.text, -1) {
			for part := range strings.SplitSeq(strings.Trim(m[2], "'"), "|") {
				pattern, err := regexp.Compile(part)
				switch {
				case err != nil:
					t.Errorf("%s:%d: %s: %v", c.file, c.line, c.text, err)
				case part != "^$" && !slices.ContainsFunc(names, pattern.MatchString):
					t.Errorf("%s:%d: %s: no test there is called %s", c.file, c.line, c.text, part)
				}
				checked++
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d names were found", checked)
	}
}

// testsOf returns the tests of the packages that a command gives.
func testsOf(t *testing.T, c command) (names []string) {
	t.Helper()
	for _, word := range strings.Fields(c.text) {
		if !strings.HasPrefix(word, "./") {
			continue
		}
		files, err := filepath.Glob(filepath.Join(root, word, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s:%d: %s has no tests (%v)", c.file, c.line, word, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
				names = append(names, m[1])
			}
		}
	}
	return names
}

// variants are a command without and with what it shows in brackets.
func variants(text string) []string {
	if !option.MatchString(text) {
		return []string{text}
	}
	return []string{option.ReplaceAllString(text, ""), option.ReplaceAllString(text, " $1")}
}

// place is a folder in which a command is run, in which nothing that is changed stays.
type place struct {
	t    *testing.T
	dir  string
	path string
}

// downloaded finds the commands of somebody who has unpacked a release.
var downloaded = regexp.MustCompile(`(?m)(^|[|&] |=\S* )\./bot( |$)`)

// at returns a place that looks like a clone of the repository, or like a release that
// is unpacked. Its bot belongs to a local Discord.
func at(t *testing.T, bin, text string) place {
	t.Helper()
	p := place{t, t.TempDir(), "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}
	whole, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		switch e.Name() {
		case ".env", "data", "bin": // of the developer
		default:
			from := whole
			if e.Name() == "bot" && downloaded.MatchString(text) {
				from = bin
			}
			err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(p.dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	discord := localdiscord.New(localdiscord.Config{})
	go discord.Serve(listener)
	t.Cleanup(func() { discord.Close() })
	settings := fmt.Sprintf("DISCORD_TOKEN=%s\nDISCORD_API_URL=http://%s/api/v9\n",
		discord.Token(), listener.Addr())
	if err := os.WriteFile(filepath.Join(p.dir, ".env"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// command returns a command that is ready to be started.
func (p place) command(text string) *exec.Cmd {
	text = choices.Replace(text)
	if word := choice.FindString(setting.ReplaceAllString(text, "")); word != "" {
		p.t.Fatalf("nobody says what %s stands for: see choices", word)
	}
	ctx, stop := context.WithCancel(p.t.Context())
	p.t.Cleanup(stop)
	if !long.Enabled() {
		ctx, stop = context.WithTimeoutCause(ctx, limit, errSlow)
		p.t.Cleanup(stop)
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", text)
	cmd.Cancel = func() error {
		return errors.Join(context.Cause(ctx), syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL))
	}
	cmd.Dir = p.dir
	// A build in the repository itself is cached.
	if strings.HasPrefix(strings.TrimPrefix(text, "exec "), "go ") {
		cmd.Dir = root
	}
	cmd.Env = []string{p.path}
	for _, name := range []string{"HOME", "CI", "GOFLAGS", "CGO_ENABLED", "GOTOOLCHAIN", "GOPROXY",
		"GOSUMDB", "GOCACHE", "GOPATH", "GOMODCACHE", "GOTMPDIR", "TMPDIR", "DISCORD_OPENAPI",
		"HOLECARD_TRUTH", "AXE_CORE"} {
		if value, set := os.LookupEnv(name); set {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	if strings.Contains(text, "-bench ") { // once each, the largest at a tenth or less
		cmd.Env = append(cmd.Env, "GOFLAGS="+os.Getenv("GOFLAGS")+" -short -benchtime=1x")
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// run runs a command, and compares its output with the one shown.
func (p place) run(c command, text string) {
	p.t.Helper()
	for begins, says := range untilStopped {
		if text == begins || strings.HasPrefix(text, begins+" ") {
			p.runUntil(text, says, func() {})
			return
		}
	}
	if asksABot.MatchString(text) {
		p.runUntil("bot run", untilStopped["./bot run"], func() { p.runToItsEnd(c, text) })
		return
	}
	if needsDatabase.MatchString(text) {
		p.makeDatabase()
	}
	p.runToItsEnd(c, text)
}

// needsDatabase finds the commands that work on a database that is there.
var needsDatabase = regexp.MustCompile(`^DATABASE=|(?m)^(\./)?bot (audit|backup|export)`)

// runToItsEnd runs a command that ends by itself.
func (p place) runToItsEnd(c command, text string) {
	p.t.Helper()
	cmd := p.command(text)
	typed, want := conversation(c.output)
	if file, reads := input[text]; reads {
		content, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			p.t.Fatal(err)
		}
		typed = string(content)
	}
	var out, complaint bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(typed), &out, &complaint
	if err := cmd.Run(); err != nil {
		p.t.Fatalf("%s:%d: %s: %v\n%s%s", c.file, c.line, text, err, &out, &complaint)
	}
	if slices.Contains(logged, text) {
		p.t.Log(out.String())
	}
	if c.output != nil && !begins(strings.Split(out.String(), "\n"), want, typed != "") {
		p.t.Errorf("%s:%d: %s prints\n%s\nand the document shows\n%s", c.file, c.line, text, &out,
			strings.Join(want, "\n"))
	}
}

// conversation divides the lines shown into those typed, each behind a question,
// and those printed.
func conversation(shown []string) (typed string, printed []string) {
	for i, line := range shown {
		if i > 0 && strings.HasSuffix(shown[i-1], "?") {
			typed += line + "\n"
		} else {
			printed = append(printed, line)
		}
	}
	return typed, printed
}

// begins compares printed lines with those shown. Where "..." is shown, and
// where the input ends, more may be printed.
func begins(printed, shown []string, more bool) bool {
	if n := len(shown); n > 0 && shown[n-1] == "..." {
		shown, more = shown[:n-1], true
	}
	if n := len(printed); n > 0 && printed[n-1] == "" {
		printed = printed[:n-1]
	}
	if len(printed) < len(shown) || len(printed) > len(shown) && !more {
		return false
	}
	return slices.Equal(printed[:len(shown)], shown)
}

// makeDatabase makes the file that the bot keeps everything in.
func (p place) makeDatabase() {
	p.t.Helper()
	if err := os.Mkdir(filepath.Join(p.dir, "data"), 0o700); err != nil {
		p.t.Fatal(err)
	}
	p.runUntil("bot playground --listen ADDRESS --data data/holecard.db",
		untilStopped["bot playground"], func() {})
}

// runUntil starts a command, waits until it says something, does something else, and
// stops the command as Ctrl+C does.
func (p place) runUntil(text, says string, meanwhile func()) {
	p.t.Helper()
	cmd := p.command("exec " + text) // Ctrl+C would end a shell around it first
	out := &watched{says: says, said: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-out.said:
	case err := <-ended:
		p.t.Fatalf("%s ends by itself, %v\n%s", text, err, out)
	case <-time.After(3 * time.Minute):
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		p.t.Fatalf("%s does not say %q, but\n%s", text, says, out)
	}
	defer syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // where meanwhile fails
	meanwhile()
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
		p.t.Fatal(err)
	}
	// go run ends with 1 when it is interrupted.
	if err := <-ended; err != nil && !strings.HasPrefix(text, "go run ") {
		p.t.Errorf("%s was stopped and ends with %v\n%s", text, err, out)
	}
}

// watched is what a command prints.
type watched struct {
	says string
	said chan struct{}

	mu   sync.Mutex
	text string
	done bool
}

func (w *watched) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text += string(b)
	if !w.done && strings.Contains(w.text, w.says) {
		w.done = true
		close(w.said)
	}
	return len(b), nil
}

func (w *watched) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text
}
