package view

import "testing"

// A text is cut through no escape.
func TestATextIsCutThroughNoEscape(t *testing.T) {
	for text, want := range map[string]string{`ab\*c`: `ab…`, `a\*bc`: `a\*…`, `a\\\*`: `a\\…`,
		`ab\\`: "ab…", `abc\`: "abc…", `abc`: `abc`} {
		if got := shortened(text, 3); got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}
