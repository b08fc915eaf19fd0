package view_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack/tables"
	"holecard/bot/draw"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/view"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// A gallery shows all that there is to read about a subject, in a reader's words and cards.
type gallery func(*testing.T, *lang.Printer, view.Cards) []shown

// shown is a message under a title.
type shown struct {
	title string
	message.Reply
}

// printed are the galleries that have a golden file in English.
var printed = map[string]gallery{"hands": hands, "seatings": seatings, "past": past,
	"drills": drills, "chips": chips, "transfers": transfers, "accounts": accounts,
	"limits": ownLimits, "tables": tablesTold, "bets": aboutBets, "studies": studies}

// unprinted are those of which only the languages and Discord's limits are checked.
var unprinted = map[string]gallery{"boards": boards, "faults": faults, "fullest": fullest,
	"limits of all kinds": limits, "panels": panels, "proofs": proofs, "rules": rules}

// newPainter draws the pictures of tests, with fonts that are read once.
var newPainter = sync.OnceValue(draw.NewPainter)

// emojis are those of cards, written as a form says.
func emojis(form string) map[string]string {
	texts := make(map[string]string)
	for _, e := range draw.Emojis() {
		texts[e.Key] = fmt.Sprintf(form, strings.TrimPrefix(e.Key, "card_"))
	}
	return texts
}

func TestEveryViewReadsWell(t *testing.T) {
	for name, gallery := range printed {
		styles := map[string]view.Cards{"": {}}
		if name == "hands" || name == "seatings" {
			styles = map[string]view.Cards{"-text": {}, "-emojis": {Emojis: emojis(":%s:")},
				"-pictures": {Painter: newPainter()}}
		}
		for style, cards := range styles {
			var b strings.Builder
			for _, s := range gallery(t, words, cards) {
				fmt.Fprintf(&b, "## %s\n%s\n", s.title, print(s.Reply))
			}
			golden(t, name+style, b.String())
		}
	}
}

// noWords are what a text has besides words: mentions, names of commands, code and
// the names of people and of tables.
var noWords = regexp.MustCompile("(?s)```.*?```|`[^`]*`|<[^>]*>|https?://\\S+|" +
	`both\(.*\)|Ada(\\_L\\\*)?|Gr\\_ace|Ben|Cleo|Dan|Eve|Fay|Gus|Bob|Zoë|Yan|Xu|` +
	`holecard|\bID\b|verify\.html|v1\S*|basic|Discord|\bD\b|1k、half、all|20 cards|` +
	`English|Español|Français|Deutsch|Português \(Brasil\)|` +
	strings.Join(titles(), "|"))

func titles() (list []string) {
	for _, t := range tables.All() {
		list = append(list, regexp.QuoteMeta(t.Title))
	}
	return list
}

var english = regexp.MustCompile(`[A-Za-z]{2,}`)

// In Japanese no word has Latin letters, so one that is there was not taken from the catalogue.
func TestEveryTextIsInTheLanguageOfTheReaderAndHasRoom(t *testing.T) {
	all := maps.Clone(printed)
	maps.Copy(all, unprinted)
	books := lang.Must(lang.Load())
	for _, code := range lang.Codes {
		for name, gallery := range all {
			for _, c := range []view.Cards{{}, {Painter: newPainter()}} {
				if c.Painter != nil && code != "ja" && name != "fullest" {
					continue // pictures take time
				}
				for _, s := range gallery(t, books.For(code), c) {
					where := code + ", " + name + ", " + s.title
					fits(t, where, s.Reply)
					lines, _ := components(s.Reply)
					for _, b := range slices.Concat(lines...) {
						if n := utf8.RuneCountInString(b.Label); n > 25 && !b.Disabled {
							t.Errorf("%s: the label %q has %d characters", where, b.Label, n)
						}
					}
					for _, text := range append(texts(s.Reply), labels(s.Reply)...) {
						left := noWords.ReplaceAllString(text, "")
						if code == "ja" && english.MatchString(left) {
							t.Errorf("%s says in Japanese %q", where, text)
						}
						if strings.Contains(left, "{") {
							t.Errorf("%s: a fact is missing in %q", where, text)
						}
					}
				}
			}
		}
	}
}

// texts returns all that a reply says.
func texts(r message.Reply) []string {
	list := []string{r.Text}
	for _, e := range r.Embeds {
		list = append(list, e.Title, e.Description)
		if e.Footer != nil {
			list = append(list, e.Footer.Text)
		}
		for _, f := range e.Fields {
			list = append(list, f.Name, f.Value)
		}
	}
	return list
}

// components returns the buttons of a reply, line by line, and its selects.
func components(r message.Reply) (lines [][]discordgo.Button, menus []discordgo.SelectMenu) {
	for _, row := range r.Rows {
		var line []discordgo.Button
		for _, c := range row.(discordgo.ActionsRow).Components {
			switch c := c.(type) {
			case discordgo.Button:
				line = append(line, c)
			case discordgo.SelectMenu:
				menus = append(menus, c)
			}
		}
		if line != nil {
			lines = append(lines, line)
		}
	}
	return lines, menus
}

// inputs returns what a form asks for.
func inputs(m *discordgo.InteractionResponseData) (list []discordgo.TextInput) {
	for _, row := range m.Components {
		list = append(list, row.(discordgo.ActionsRow).Components[0].(discordgo.TextInput))
	}
	return list
}

// labels returns the words to press, to choose and to fill in.
func labels(r message.Reply) (list []string) {
	lines, menus := components(r)
	for _, b := range slices.Concat(lines...) {
		list = append(list, b.Label)
	}
	for _, s := range menus {
		list = append(list, s.Placeholder)
		for _, o := range s.Options {
			list = append(list, o.Label, o.Description)
		}
	}
	return list
}

// fits checks Discord's limits: it refuses a whole message for one label that is too long, and
// then nobody can play on.
func fits(t *testing.T, where string, r message.Reply) {
	t.Helper()
	within := func(what, text string, least, most int) {
		if n := utf8.RuneCountInString(text); n < least || n > most {
			t.Errorf("%s: %s has %d characters, of %d to %d: %q", where, what, n, least, most, text)
		}
	}
	few := func(what string, n, least, most int) {
		if n < least || n > most {
			t.Errorf("%s: %d %s, of %d to %d", where, n, what, least, most)
		}
	}
	ids := make(map[string]bool)
	pressable := func(id string) {
		if id == "" || ids[id] || len(id) > 100 {
			t.Errorf("%s: the custom ID %q", where, id)
		}
		ids[id] = true
	}
	within("the content", r.Text, 0, 2000)
	for _, e := range r.Embeds {
		whole := strings.Join(texts(message.Reply{Embeds: []*discordgo.MessageEmbed{e}}), "")
		if e.Author != nil {
			within("the author", e.Author.Name, 1, 256)
			whole += e.Author.Name
		}
		within("the embed", whole, 0, 6000)
		within("the title", e.Title, 0, 256)
		within("the description", e.Description, 0, 4096)
		if e.Footer != nil {
			within("the footer", e.Footer.Text, 1, 2048)
		}
		few("fields", len(e.Fields), 0, 25)
		for _, f := range e.Fields {
			within("a field's name", f.Name, 1, 256)
			within("a field's value", f.Value, 1, 1024)
		}
	}
	few("rows", len(r.Rows), 0, 5)
	lines, menus := components(r)
	few("empty rows", len(r.Rows)-len(lines)-len(menus), 0, 0)
	for _, line := range lines {
		few("buttons", len(line), 1, 5)
		for _, b := range line {
			within("a label", b.Label, 1, 80)
			if b.Style == 0 {
				t.Errorf("%s: the button %q has no style: Discord would show the most prominent",
					where, b.Label)
			}
			if b.URL == "" {
				pressable(b.CustomID)
			}
		}
	}
	for _, s := range menus {
		pressable(s.CustomID)
		few("options", len(s.Options), 1, 25)
		within("a hint", s.Placeholder, 1, 150)
		values := make(map[string]bool)
		for _, o := range s.Options {
			within("an option", o.Label, 1, 100)
			within("a line below an option", o.Description, 0, 100)
			within("a value", o.Value, 1, 100)
			if values[o.Value] {
				t.Errorf("%s: %q is offered twice", where, o.Value)
			}
			values[o.Value] = true
		}
	}
	for _, f := range r.Files {
		within("what a picture shows", f.Alt, 0, 1024)
		few("bytes of a picture", len(f.PNG), 0, 100_000)
	}
}

// golden compares text with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name + ".txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s now reads (go test ./bot/view -update keeps it):\n%s", file, got)
	}
}

// print writes a reply as a person would describe it.
func print(r message.Reply) string {
	var b strings.Builder
	if r.Private {
		b.WriteString("(private) ")
	}
	b.WriteString(r.Text + "\n")
	for _, e := range r.Embeds {
		title := e.Title
		if e.Author != nil {
			title = e.Author.Name + title
		}
		fmt.Fprintf(&b, "| %06X | %s\n", e.Color, title)
		for line := range strings.Lines(e.Description) {
			fmt.Fprintf(&b, "| %s\n", strings.TrimSuffix(line, "\n"))
		}
		for _, f := range e.Fields {
			fmt.Fprintf(&b, "| %-32s %s\n", f.Name, f.Value)
		}
		if e.Footer != nil {
			fmt.Fprintf(&b, "| _%s_\n", e.Footer.Text)
		}
	}
	for _, f := range r.Files {
		fmt.Fprintf(&b, "| (%s: %s)\n", f.Name, f.Alt)
	}
	lines, _ := components(r)
	for _, line := range lines {
		for _, x := range line {
			if x.Disabled {
				fmt.Fprintf(&b, "(%s) ", x.Label)
			} else {
				fmt.Fprintf(&b, "[%s] ", x.Label)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// form writes what a modal asks for as a message.
func form(t *testing.T, m *discordgo.InteractionResponseData) message.Reply {
	t.Helper()
	list := inputs(m)
	if m.CustomID == "" || len(m.CustomID) > 100 || utf8.RuneCountInString(m.Title) > 45 ||
		len(list) > 5 {
		t.Errorf("the form %+v is more than Discord takes", m)
	}
	r := message.Reply{Text: m.Title, Embeds: []*discordgo.MessageEmbed{{}}}
	for _, in := range list {
		if utf8.RuneCountInString(in.Label) > 45 || utf8.RuneCountInString(in.Placeholder) > 100 {
			t.Errorf("the input %+v is more than Discord takes", in)
		}
		r.Embeds[0].Fields = append(r.Embeds[0].Fields, &discordgo.MessageEmbedField{Name: in.Label,
			Value: in.Value + " (" + in.Placeholder + ")", Inline: in.Required})
	}
	return r
}
