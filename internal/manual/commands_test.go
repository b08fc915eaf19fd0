package manual

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// documents are the files whose commands are run.
func documents(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(root, "*.md"))
	more, errMore := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || errMore != nil || len(all) < 2 || len(more) < 2 {
		t.Fatalf("the documents are %v and %v (%v, %v)", all, more, err, errMore)
	}
	return append(all, more...)
}

// command is a command of a document.
type command struct {
	file   string
	line   int
	text   string
	output []string // as shown below it; nil where nothing is
}

// programs are what commands begin with.
var programs = []string{"go", "bot", "cp", "mv", "rm", "mkdir", "sh", "bash", "git", "node", "curl",
	"docker", "systemctl", "sudo", "apt-get"}

var (
	setting = regexp.MustCompile(`(^|\s)[A-Z_]+=`)
	path    = regexp.MustCompile(`^\.\.?/|^\.ci/`)
	span    = regexp.MustCompile("`([^`]+)`")
)

// isCommand reports whether a text is a command. The name of a program alone,
// without a path, is only its name.
func isCommand(text string) bool {
	words := strings.Fields(text)
	for len(words) > 0 && setting.MatchString(words[0]) {
		words = words[1:]
	}
	switch {
	case len(words) == 0:
		return false
	case path.MatchString(words[0]):
		return true
	}
	return len(words) > 1 && slices.Contains(programs, words[0])
}

// read returns the commands of a document.
func read(file, text string) []command {
	var (
		all      []command
		prose    []string // of the present paragraph
		begun    int      // its line
		fenced   bool
		together bool     // the lines of this block are run as one command
		script   []string // these lines
		open     = -1     // the command whose output is read
		flush    func()
		indented = func(line string) (string, bool) { return strings.CutPrefix(line, "    ") }
	)
	flush = func() {
		for _, m := range span.FindAllStringSubmatch(strings.Join(prose, "\n"), -1) {
			words := strings.ReplaceAll(strings.Join(strings.Fields(m[1]), " "), `\|`, "|")
			if isCommand(words) {
				all = append(all, command{file: file, line: begun, text: words})
			}
		}
		prose = nil
	}
	for i, line := range strings.Split(text, "\n") {
		code, inBlock := indented(line)
		switch {
		case strings.HasPrefix(line, "```"):
			flush()
			if together {
				all = append(all, command{file: file, line: i, text: strings.Join(script, "\n")})
			}
			fenced, together, script, open = !fenced, line == "```sh together", nil, -1
			continue
		case together:
			script = append(script, line)
			continue
		case fenced:
			code, inBlock = line, true
		case strings.TrimSpace(line) == "":
			flush()
			if open >= 0 { // a blank line inside a block, or behind it
				all[open].output = append(all[open].output, "")
			}
			continue
		}
		shown, typed := strings.CutPrefix(code, "$ ")
		switch {
		case !inBlock:
			if open = -1; len(prose) == 0 {
				begun = i + 1
			}
			prose = append(prose, line)
		case typed:
			all = append(all, command{file: file, line: i + 1, text: shown, output: []string{}})
			open = len(all) - 1
		case open >= 0:
			all[open].output = append(all[open].output, code)
		case isCommand(code):
			all = append(all, command{file: file, line: i + 1, text: code})
		}
	}
	flush()
	for i := range all { // blank lines behind a block are not shown by the command
		for n := len(all[i].output); n > 0 && all[i].output[n-1] == ""; n-- {
			all[i].output = all[i].output[:n-1]
		}
	}
	return all
}

// commands returns those of all documents, each once unless its output is shown.
func commands(t *testing.T) []command {
	t.Helper()
	var all []command
	seen := make(map[string]bool)
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(file, root+string(filepath.Separator))
		for _, c := range read(filepath.ToSlash(name), string(text)) {
			if key := c.text + strings.Join(c.output, "\n"); !seen[key] {
				seen[key] = true
				all = append(all, c)
			}
		}
	}
	return all
}

func TestCommandsAreFoundWhereverTheyStand(t *testing.T) {
	const text = "Run `bot tables` or `bot\nplay`, not `bot` or `bot/view`. " +
		"`DATABASE=FILE bot audit` too.\n" +
		"\n    go test ./...\n    bot/    a tree\n\nText `go build` here.\n\n" +
		"    $ bot odds\n    one\n\n    three\n    $ bot watch\n    ...\n\n" +
		"More, and `.ci/run`.\n\n```sh\nbot verify < a\n$ cp a b\nx\n```\n" +
		"| `go test ./a -run 'A\\|B'` | `X` |\n" +
		"```sh together\ncd a\n./bot audit\n```\n"
	var got []string
	for _, c := range read("x.md", text) {
		got = append(got, c.text+strings.Join(append([]string{""}, c.output...), "\n>"))
	}
	want := []string{"bot tables", "bot play", "DATABASE=FILE bot audit", "go test ./...",
		"go build", "bot odds\n>one\n>\n>three",
		"bot watch\n>...", ".ci/run", "bot verify < a", "cp a b\n>x", "go test ./a -run 'A|B'",
		"cd a\n./bot audit"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}
