package main

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/iotest"
)

func TestTheVectorsArePipedInWhole(t *testing.T) {
	vectors, err := os.ReadFile("../../docs/fairness-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	status, out, text := command(t.Context(), string(vectors), "verify")
	if status != exitOK || text != "" || !strings.HasSuffix(out, "\n36 of 36 hold.\n") ||
		!strings.HasPrefix(out, "Shuffle 1 holds.\n") {
		t.Errorf("it ends with %d, says %q and prints\n%s", status, text, out)
	}
	status, out, _ = command(t.Context(), strings.Replace(string(vectors), `"decks":6`, `"decks":7`,
		1), "verify")
	if status != exitFailed || !strings.HasSuffix(out, "\n35 of 36 hold.\n") ||
		!strings.Contains(out, "Shuffle 3 does NOT hold.\n- [2].shoe: ") {
		t.Errorf("with a wrong one it ends with %d and prints\n%s", status, out)
	}
}

func TestWhatCannotBeVerified(t *testing.T) {
	for _, c := range []struct{ input, says string }{
		{"", "has no line"},
		{strings.Repeat(" ", 1<<20+1), "longer than 1048576 bytes"},
		{"holecard fair proof 4\n", "no later version is known"},
		{"{", "not JSON"},
	} {
		status, out, text := command(t.Context(), c.input, "verify")
		if status != exitUsage || out != "" || !strings.Contains(text, c.says) ||
			!strings.Contains(text, "Paste what /fair shows") || strings.Count(text, "\n") != 1 {
			t.Errorf("%.20q: it ends with %d, prints %q and says\n%s", c.input, status, out, text)
		}
	}
	none := func(string) (string, bool) { return "", false }
	var out, text strings.Builder
	if status := run(t.Context(), []string{"verify"}, none,
		stdio{iotest.ErrReader(errors.New("broken")), &out, &text}); status != exitFailed ||
		text.String() != "holecard: broken\n" {
		t.Errorf("a broken input: %d, %s", status, text.String())
	}
}

func TestNothingHostileReachesTheTerminal(t *testing.T) {
	const hostile = "holecard fair proof 2\nhand: 1\x1b[31m at \u202ex\n" +
		"commitment: \x1b[2J\nserver seed: \x1b[2J\nclient seed: \"\x1b[2J\"\ninteraction: " +
		"\u202e\ndecks: \x1b\njokers: \u200b\ndealt before: \x07\ncards: \x1b[2J\nend of " +
		"proof\n"
	status, out, text := command(t.Context(), hostile, "verify")
	for _, r := range out + text {
		if r < ' ' && r != '\n' || r > 0x2000 {
			t.Fatalf("it ends with %d and prints %q in %q", status, r, out)
		}
	}
	if status != exitFailed || strings.Count(out, "\n- line ") != 9 {
		t.Errorf("it ends with %d and prints\n%s", status, out)
	}
}
