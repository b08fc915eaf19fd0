package bot_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/internal/localdiscord"
)

// reader plays a story without reading a word: it finds buttons by their custom
// IDs, and notes what there is besides words.
type reader struct {
	*stage
	t     *testing.T
	notes []string
}

// note notes a message by all that is no word.
func (r *reader) note(did string, m localdiscord.Message) localdiscord.Message {
	r.t.Helper()
	text := fmt.Sprintf("%s: flags %d, %d embeds", did, m.Flags, len(m.Embeds))
	for _, e := range m.Embeds {
		text += fmt.Sprintf(", colour %x with %d fields", e.Color, len(e.Fields))
	}
	for _, b := range m.Buttons() {
		text += fmt.Sprintf(" [%s %d %v]", b.CustomID, b.Style, b.Disabled)
	}
	r.notes = append(r.notes, text)
	synctest.Wait() // a message after the answer takes the next id
	return m
}

func (r *reader) types(p player, name string, given ...localdiscord.Given) localdiscord.Message {
	r.t.Helper()
	return r.note("/"+name, p.types(name, given...))
}

// presses presses the buttons of a message one after another, each of the message
// that the one before has left. A button is the beginning and the end of its
// custom ID: "p:hit".
func (r *reader) presses(p player, m localdiscord.Message, buttons ...string) localdiscord.Message {
	r.t.Helper()
	for _, button := range buttons {
		kind, end, _ := strings.Cut(button, ":")
		i := slices.IndexFunc(m.Buttons(), func(b localdiscord.Component) bool {
			return strings.HasPrefix(b.CustomID, kind+":") && strings.HasSuffix(b.CustomID, end)
		})
		if i < 0 {
			r.t.Fatalf("there is no button %s below\n%s", button, look(m))
		}
		id := m.Buttons()[i].CustomID
		m = r.note(id, p.presses(m, id))
	}
	return m
}

// offers notes the values that are offered.
func (r *reader) offers(p player, name string, given ...localdiscord.Given) {
	r.t.Helper()
	choices, err := p.Autocomplete(r.t.Context(), r.channel(), name, given...)
	if err != nil {
		r.t.Fatal(err)
	}
	text := "offered for /" + name + ":"
	for _, c := range choices {
		text += fmt.Sprintf(" %v,", c.Value)
	}
	r.notes = append(r.notes, text)
}

// plays has every action, each way on from a hand that is over, and chips that go after a
// confirmation.
func (r *reader) plays() {
	ada, edward := r.person("Ada"), r.person("Edward")
	focused := func(name, typed string) localdiscord.Given {
		return localdiscord.Given{Name: name, Value: typed, Focused: true}
	}
	r.stack(longCards)
	hand := r.types(ada, "blackjack", bet(10))
	r.presses(ada, hand, "p:insurance", "p:split", "p:split", "p:split", "p:double",
		"p:double", "p:stand", "p:hit", "p:stand", "f:")
	r.stack("TS TC 6D 9H")
	hand = r.presses(ada, r.types(ada, "blackjack"), "p:surrender")
	r.stack("AS AC KD 9H")
	hand = r.presses(ada, hand, "a::0", "p:even money")
	r.presses(ada, hand, "i:", "e:", "a::0", "p:no insurance")
	r.presses(ada, r.types(ada, "blackjack", bet(400)), "b:", "p:no insurance")
	r.stack("TS 6C 2D 9H 4C TH")
	hand = r.types(ada, "learn watch", bet(10), plays("both(stopAt(19), ask)"), at("vegas"))
	r.presses(ada, hand, "p:hit", "p:stand")
	r.offers(ada, "blackjack", focused("bet", "1"))
	r.offers(ada, "blackjack", focused("table", "ve"))
	r.offers(ada, "settings", setting("rules", option("key", "double"), focused("value", "")))
	for _, name := range []string{"daily", "profile view", "profile stats", "learn rules", "fair"} {
		r.types(ada, name)
	}
	r.types(ada, "settings", rule("vegas", "penetration", "20 cards"))
	r.presses(ada, r.types(ada, "give", to(edward), amount(10)), "y:")
	why := option("why", "won the *quiz*")
	for _, change := range []localdiscord.Given{setting("grant", to(edward), amount(30), why),
		setting("take", to(edward), amount(20), why), setting("reset", to(edward), why)} {
		r.presses(ada, r.types(ada, "settings chips", change), "k:")
	}
	r.types(ada, "settings chips", setting("show", to(edward)))
}

// A story is played in English and in Japanese. All that is kept, and all that people can
// press, is the same.
func TestNoWordIsAKey(t *testing.T) {
	aboutGateway(t)
	play := func(code string) (notes []string, kept map[string]string) {
		tell(t, func(t *testing.T, s *stage) {
			for _, name := range []string{"Ada", "Edward"} {
				if err := s.person(name).Speak(code); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.person("Ada").SpeakInGuild(code); err != nil {
				t.Fatal(err)
			}
			r := &reader{stage: s, t: t}
			r.plays()
			time.Sleep(time.Minute) // until what was settled last is reviewed
			synctest.Wait()
			notes, kept = r.notes, s.digest()
			delete(kept, "marks") // the secret of aliases is never the same
		})
		return notes, kept
	}
	notes, kept := play("en-US")
	foreignNotes, foreignKept := play("ja")
	for i, note := range notes {
		if i >= len(foreignNotes) || note != foreignNotes[i] {
			t.Fatalf("in English:\n%s\nin Japanese:\n%s", strings.Join(notes[i:], "\n"),
				strings.Join(foreignNotes[min(i, len(foreignNotes)):], "\n"))
		}
	}
	if !maps.Equal(kept, foreignKept) {
		t.Errorf("kept in English\n%v\nand in Japanese\n%v", kept, foreignKept)
	}
}
