package bot_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"holecard/bot"
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
	check := func(what, english string, texts map[discordgo.Locale]string) {
		t.Helper()
		if len(texts) != 6 { // Spanish of Spain and of America, and four more
			t.Errorf("%s is in %d other languages: %v", what, len(texts), texts)
		}
		for _, text := range append(slices.Collect(maps.Values(texts)), english) {
			if n := utf8.RuneCountInString(text); n < 1 || n > 100 {
				t.Errorf("%s has %d characters: %s", what, n, text)
			}
		}
		delete(unused, english)
	}
	var inside func(of string, options []*discordgo.ApplicationCommandOption)
	inside = func(of string, options []*discordgo.ApplicationCommandOption) {
		for _, o := range options {
			name := of + " " + o.Name
			check(name, o.Description, o.DescriptionLocalizations)
			for _, c := range o.Choices {
				check(fmt.Sprint(name, ":", c.Value), c.Name, c.NameLocalizations)
			}
			inside(name, o.Options)
		}
	}
	for _, s := range bot.Specs() {
		check("/"+s.Name, s.Description, *s.DescriptionLocalizations)
		inside("/"+s.Name, s.Options)
	}
	for text := range unused {
		t.Errorf("no command says %q", text)
	}
}
