package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holecard/internal/long"
)

// TestAByteOrderMarkIsIgnored puts the mark that Windows PowerShell and editors write before
// every kind of text that a command reads.
func TestAByteOrderMarkIsIgnored(t *testing.T) {
	long.Unraced(t)
	const mark = "\ufeff"
	script, err := os.ReadFile("testdata/script/verify.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, proof, _ := strings.Cut(string(script), "-- fresh.txt --\n")
	proof, _, _ = strings.Cut(proof, "-- ")
	marked := write(t, t.TempDir(), "proof.txt", mark+proof)
	for _, test := range []struct {
		fact, input string
		args        []string
		says        string
	}{
		{"a bet", mark + "10\nstand\n", []string{"play"}, "You have 90 chips."},
		{"an empty line", mark + "\n10\n", []string{"play"}, "what do you do?"},
		{"a proof on the input", mark + proof, []string{"verify"}, " holds."},
		{"a proof in a file", "", []string{"verify", marked}, " holds."},
		{"a strategy", "", []string{"watch", "--player", mark + "louis"}, "vegas: louis"},
		{"a command", "", []string{mark + "watch", "--table", mark + "berkeley"}, "berkeley:"},
		{"a rule", "", []string{"tables", "vegas", "--set", mark + "decks=2"}, "2 decks"},
	} {
		args := test.args
		if args[0] == "play" {
			args = append(args, "--deck", mark+"2♣ Q♦ 7♥ 2♠ J♣", "--seed", "1")
		}
		status, out, said := fed(t.Context(), nil, test.input, args...)
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
	status, exported, said := holecard(t, env, "export")
	if status != exitOK {
		t.Fatalf("export: %d %s", status, said)
	}
	env["DATABASE"] = filepath.Join(t.TempDir(), "new.db")
	status, out, said := fed(t.Context(), env, "\ufeff"+exported, "import")
	if status != exitOK || !strings.Contains(out, "It is imported") {
		t.Errorf("import: %d %s%s", status, out, said)
	}
}
