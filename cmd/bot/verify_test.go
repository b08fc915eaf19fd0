package main

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

func TestWhatCannotBeVerified(t *testing.T) {
	for _, c := range []struct{ input, says string }{
		{"", "has no line"},
		{strings.Repeat(" ", 1<<20+1), "longer than 1048576 bytes"},
		{"holecard fair proof 4\n", "no other version is known"},
	} {
		status, out, text := fed(t.Context(), nil, c.input, "verify")
		if status != exitUsage || out != "" || !strings.Contains(text, c.says) ||
			!strings.Contains(text, "Paste what /fair shows") || strings.Count(text, "\n") != 1 {
			t.Errorf("%.20q: it ends with %d, prints %q and says\n%s", c.input, status, out, text)
		}
	}
	var out, text strings.Builder
	if status := run(t.Context(), []string{"verify"}, lookup(nil),
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
	status, out, text := fed(t.Context(), nil, hostile, "verify")
	for _, r := range out + text {
		if r < ' ' && r != '\n' || r > 0x2000 {
			t.Fatalf("it ends with %d and prints %q in %q", status, r, out)
		}
	}
	if status != exitFailed || strings.Count(out, "\n- line 5 is not as the bot writes it.\n") != 1 {
		t.Errorf("it ends with %d and prints\n%s", status, out)
	}
}
