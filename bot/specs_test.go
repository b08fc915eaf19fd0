package bot_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"holecard/bot"
	"holecard/bot/discord"
)

// Every text of a command is in the catalogue and has room, and the catalogue has no
// other texts of commands.
func TestCommandsAreDescribedInEveryLanguage(t *testing.T) {
	raw, err := os.ReadFile("lang/en.txt")
	if err != nil {
		t.Fatal(err)
	}
	unused := make(map[string]bool)
	for line := range strings.Lines(string(raw)) {
		key, text, _ := strings.Cut(strings.TrimSpace(line), " = ")
		kind, _, _ := strings.Cut(key, ".")
		if kind == "command" || kind == "option" || kind == "choice" {
			unused[text] = true
		}
	}
	check := func(what string, texts discord.Texts) {
		t.Helper()
		if len(texts) != 7 { // English, Spanish of Spain and of America, and four more
			t.Errorf("%s is in %d languages: %v", what, len(texts), texts)
		}
		for locale, text := range texts {
			if n := utf8.RuneCountInString(text); n < 1 || n > 100 {
				t.Errorf("%s has %d characters in %q: %s", what, n, locale, text)
			}
		}
		delete(unused, texts[""])
	}
	for _, s := range bot.Specs() {
		check("/"+s.Name, s.Description)
		for _, group := range s.Groups {
			check("a group of /"+s.Name, group)
		}
		for _, o := range s.Options {
			check("/"+s.Name+" "+o.Name+":", o.Description)
			for _, c := range o.Choices {
				check("/"+s.Name+" "+o.Name+":"+c.Value, c.Name)
			}
		}
	}
	for text := range unused {
		t.Errorf("no command says %q", text)
	}
}
