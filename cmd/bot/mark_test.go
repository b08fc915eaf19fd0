package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAByteOrderMarkIsIgnored puts the mark that Windows PowerShell and editors write before
// every kind of text that a command reads.
func TestAByteOrderMarkIsIgnored(t *testing.T) {
	withoutRaceDetector(t)
	const mark = "\ufeff"
	script, err := os.ReadFile("testdata/script/verify.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, proof, _ := strings.Cut(string(script), "-- fresh.txt --\n")
	proof, _, _ = strings.Cut(proof, "-- ")
	marked := filepath.Join(t.TempDir(), "proof.txt")
	if err := os.WriteFile(marked, []byte(mark+proof), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		fact, input string
		args        []string
		says        string
	}{
		{"a bet", mark + "10\nstand\n", []string{"play"}, "You have 90 chips."},
		{"an empty line", mark + "\n10\n", []string{"play"}, "what do you do?"},
		{"an answer of a drill", mark + "1\n", []string{"train", "count"}, "Question 2 of 20"},
		{"a proof on the input", mark + proof, []string{"verify"}, " holds."},
		{"a proof in a file", "", []string{"verify", marked}, " holds."},
		{"a strategy", "", []string{"watch", "--player", mark + "louis"}, "vegas: louis"},
		{"a strategy behind =", "", []string{"watch", "--player=" + mark + "louis"}, "vegas: louis"},
		{"a command", "", []string{mark + "watch", "--table", mark + "berkeley"}, "berkeley:"},
		{"a rule", "", []string{"tables", "vegas", "--set", mark + "decks=2"}, "2 decks"},
		{"a seed", "", []string{"watch", "--seed", mark + "7"}, "seed 7."},
	} {
		args := test.args
		if args[0] == "play" {
			args = append(args, "--deck", mark+"2♣ Q♦ 7♥ 2♠ J♣", "--seed", "1")
		}
		status, out, said := command(t.Context(), test.input, args...)
		if status != exitOK || !strings.Contains(out, test.says) {
			t.Errorf("%s: status %d\n%s%s", test.fact, status, out, said)
		}
	}
}

func TestAByteOrderMarkBeforeAnExportOrASettingIsIgnored(t *testing.T) {
	store, path := openTemp(t)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"DATABASE": "\ufeff" + path}
	bot := func(input []byte, args ...string) (int, *bytes.Buffer, string) {
		var out, said bytes.Buffer
		status := run(t.Context(), args, func(name string) (string, bool) {
			v, ok := env[name]
			return v, ok
		}, stdio{bytes.NewReader(input), &out, &said})
		return status, &out, said.String()
	}
	status, exported, said := bot(nil, "export")
	if status != exitOK {
		t.Fatalf("export: %d %s", status, said)
	}
	env["DATABASE"] = filepath.Join(t.TempDir(), "new.db")
	status, out, said := bot(append([]byte("\ufeff"), exported.Bytes()...), "import")
	if status != exitOK || !strings.Contains(out.String(), "It is imported") {
		t.Errorf("import: %d %s%s", status, out, said)
	}
}
