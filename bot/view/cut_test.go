package view

import (
	"strings"
	"testing"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// A season may have a name of as many letters as it may have, and all are shown: an escape is
// no letter of it.
func TestALongNameOfASeasonIsShownWhole(t *testing.T) {
	w := lang.Must(lang.Load()).For("en")
	name := strings.Repeat("*", session.SeasonNameMax-1) + "Z"
	want := strings.Repeat(`\*`, session.SeasonNameMax-1) + "Z"
	s := storage.Season{Name: name, Number: 1}
	logged := changed(w, []storage.SettingChange{{What: storage.SetSeason, After: name}},
		session.Allowance{})
	for where, text := range map[string]string{
		"its board":   periodName(w, storage.InSeason, s),
		"its begin":   SeasonSaved(w, s).Text,
		"what lasts":  SeasonNow(w, []storage.Season{s}).Text,
		"the log":     strings.Join(logged, "\n"),
		"a long text": message.Note(shortened(escapeSeason(name), 200)).Text,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: %q", where, text)
		}
	}
}

// A text is cut through no escape.
func TestATextIsCutThroughNoEscape(t *testing.T) {
	for text, want := range map[string]string{`ab\*c`: `ab…`, `a\*bc`: `a\*…`, `a\\\*`: `a\\…`,
		`ab\\`: "ab…", `abc\`: "abc…", `abc`: `abc`} {
		if got := shortened(text, 3); got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}
