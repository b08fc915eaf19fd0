package bot_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot"
	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/internal/localdiscord"
)

// handler is a bot, in the words of the stage.
func (s *stage) handler(b *bot.Bot) discord.Handler {
	if s.speaks == nil {
		return b
	}
	return translated{b, s.speaks}
}

// specs are the bot's commands, in the words of the stage. The names of commands
// and options stay: they are what people type.
func (s *stage) specs() []discord.Spec {
	list := bot.Specs()
	if s.speaks == nil {
		return list
	}
	for i, spec := range list {
		list[i].Description = s.spoken(spec.Description)
		for j, group := range spec.Groups {
			spec.Groups[j] = s.spoken(group)
		}
		for j, o := range spec.Options {
			spec.Options[j].Description = s.spoken(o.Description)
			for k, c := range o.Choices {
				o.Choices[k].Name = s.spoken(c.Name)
			}
		}
	}
	return list
}

func (s *stage) spoken(texts discord.Texts) discord.Texts {
	theirs := make(discord.Texts)
	for locale, text := range texts {
		theirs[locale] = s.speaks(text)
	}
	return theirs
}

// translated is a bot that speaks another language. What comes back with a press
// is what it has said, so that is in the other language, too.
type translated struct {
	discord.Handler
	speaks func(string) string
}

func (b translated) Command(ctx context.Context, c discord.Command) message.Reply {
	return b.reply(b.Handler.Command(ctx, c))
}

func (b translated) Click(ctx context.Context, c discord.Click) message.Reply {
	return b.reply(b.Handler.Click(ctx, c))
}

func (b translated) Refuse(ctx context.Context, c discord.Caller, why error) message.Reply {
	return b.reply(b.Handler.Refuse(ctx, c, why))
}

func (b translated) Complete(ctx context.Context, c discord.Command) []message.Choice {
	return b.choices(b.Handler.Complete(ctx, c))
}

func (b translated) choices(list []message.Choice) []message.Choice {
	list = slices.Clone(list)
	for i := range list {
		list[i].Name = b.speaks(list[i].Name)
	}
	return list
}

func (b translated) reply(r message.Reply) message.Reply {
	r.Text = b.speaks(r.Text)
	r.Embeds, r.Rows, r.Steps = slices.Clone(r.Embeds), slices.Clone(r.Rows), slices.Clone(r.Steps)
	for i := range r.Embeds {
		e := &r.Embeds[i]
		if e.Author != nil {
			e.Author = &message.Author{Name: b.speaks(e.Author.Name), Icon: e.Author.Icon}
		}
		e.Title, e.Text, e.Footer = b.speaks(e.Title), b.speaks(e.Text), b.speaks(e.Footer)
		e.Fields = slices.Clone(e.Fields)
		for j, f := range e.Fields {
			e.Fields[j].Name, e.Fields[j].Value = b.speaks(f.Name), b.speaks(f.Value)
		}
	}
	for i := range r.Rows {
		r.Rows[i] = slices.Clone(r.Rows[i])
		for j := range r.Rows[i] {
			r.Rows[i][j].Label = b.speaks(r.Rows[i][j].Label)
		}
	}
	for i := range r.Files {
		r.Files[i].Alt = b.speaks(r.Files[i].Alt)
	}
	for i := range r.Steps {
		r.Steps[i] = b.reply(r.Steps[i])
	}
	if r.Then != nil {
		then := b.reply(*r.Then)
		r.Then = &then
	}
	if r.Instead != nil {
		instead := b.reply(*r.Instead)
		r.Instead = &instead
	}
	if work := r.Work; work != nil {
		r.Work = func(ctx context.Context, show func(message.Reply)) {
			work(ctx, func(r message.Reply) { show(b.reply(r)) })
		}
	}
	return r
}

// unread puts letters that mean nothing in place of a text, as many as it has:
// others for each text, because Discord wants choices to differ.
func unread(text string) string {
	sum := sha256.Sum256([]byte(text))
	letters := make([]rune, utf8.RuneCountInString(text))
	for i := range letters {
		letters[i] = 'а' + rune(sum[i%len(sum)])%32
	}
	return string(letters)
}

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
	return m
}

func (r *reader) types(p player, name string, given ...localdiscord.Given) localdiscord.Message {
	r.t.Helper()
	m := r.note("/"+name, p.types(name, given...))
	synctest.Wait() // what still follows takes the next id
	return m
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
		time.Sleep(time.Second)
		a, err := p.Press(r.t.Context(), m.ID, id)
		m = r.note(id, r.message(a, err))
		synctest.Wait() // a message after the answer takes the next id
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

// Every action, and each way on from a hand that is over.
func (r *reader) playsHands() {
	ada := r.person("Ada")
	r.stack(longCards)
	hand := r.types(ada, "blackjack", bet(10))
	r.presses(ada, hand, "p:insurance", "p:split", "p:split", "p:split", "p:double",
		"p:double", "p:stand", "p:hit", "p:stand", "f:")
	r.stack("TS TC 6D 9H")
	r.presses(ada, r.types(ada, "blackjack"), "h:")
	hand = r.presses(ada, r.types(ada, "blackjack"), "p:surrender")
	r.stack("AS AC KD 9H")
	hand = r.presses(ada, hand, "a::0", "p:even money")
	r.presses(ada, hand, "i:", "e:", "a::0", "p:no insurance")
	hand = r.presses(ada, r.types(ada, "blackjack", bet(400)), "b:", "p:no insurance")
	r.stack("TS AC 9D 7H")
	r.presses(ada, hand, "i:", "x:", "p:stand")
	r.stack("TS 6C 2D 9H 4C TH")
	hand = r.types(ada, "learn watch", bet(10), option("strategy", "both(stopAt(19), ask)"),
		at("vegas"))
	r.presses(ada, hand, "p:hit", "p:stand")
	hand = r.types(ada, "learn watch", bet(5), at("mit"), plays("ask"),
		option("house", "stopAt(16)"))
	r.presses(ada, hand, "p:stand")
	r.offers(ada, "blackjack", localdiscord.Given{Name: "bet", Value: "1", Focused: true})
	r.offers(ada, "blackjack", localdiscord.Given{Name: "table", Value: "ve", Focused: true})
	r.offers(ada, "learn watch", localdiscord.Given{Name: "strategy", Value: "s", Focused: true})
}

// What is looked up and computed, and the settings.
func (r *reader) looksAround() {
	ada := r.person("Ada")
	r.types(ada, "daily")
	for _, by := range []string{"chips", "net", "rate", "biggest", "streak", "skill"} {
		for _, in := range []string{"ever", "today", "week", "month", "last"} {
			if by != "chips" || in == "ever" {
				r.types(ada, "leaderboard", option("by", by), option("in", in))
			}
		}
	}
	for _, name := range []string{"balance", "profile view", "profile stats", "learn rules", "help",
		"learn odds", "fair"} {
		r.types(ada, name)
	}
	r.presses(ada, r.types(ada, "help"), "q:1", "q:0", "q:2", "q:0", "q:3", "q:0", "q:4", "q:0")
	r.types(ada, "fair", option("seed", "my own"))
	r.types(ada, "learn watch", plays("louis"))
	r.types(ada, "learn simulate", plays("stopAt(17) && upcard > 6"), option("rounds", 100))
	r.types(ada, "learn simulate", plays("stopAt("))
	for _, given := range []localdiscord.Given{
		setting("show"),
		rule("vegas", "decks", "2"), rule("vegas", "penetration", "20 cards"),
		rule("mit", "deck", "forty"), rule("vegas", "holeCard", "none"),
		setting("about"),
	} {
		r.types(ada, "settings", given)
	}
	key := localdiscord.Given{Name: "key", Value: "", Focused: true}
	value := localdiscord.Given{Name: "value", Value: "", Focused: true}
	r.offers(ada, "settings", setting("rules", key, option("value", "x")))
	for _, name := range []string{"decks", "double", "natural", "penetration", "maxBet"} {
		r.offers(ada, "settings", setting("rules", option("key", name), value))
	}
}

// Chips that go after a confirmation, to people who have no wallet before.
func (r *reader) movesChips() {
	ada, grace, edward := r.person("Ada"), r.person("Grace"), r.person("Edward")
	why := option("why", "won the *quiz*")
	r.presses(ada, r.types(ada, "give", to(grace), amount(10)), "y:")
	r.presses(ada, r.types(ada, "give", to(edward), amount(10)), "d:")
	ask := func(what string, given ...localdiscord.Given) localdiscord.Message {
		return r.types(ada, "settings chips", setting(what, append(given, why)...))
	}
	r.presses(ada, ask("grant", to(edward), amount(30)), "k:")
	r.presses(ada, ask("take", to(edward), amount(20)), "k:")
	r.presses(ada, ask("reset", to(edward)), "k:")
	r.presses(ada, ask("grant", to(grace), amount(1)), "d:")
	r.types(ada, "settings chips", setting("show", to(edward)))
}

// TestNoWordIsAKey plays stories twice, once with every word that people read
// replaced. All that is kept, and all that people can press, has to be the same.
func TestNoWordIsAKey(t *testing.T) {
	aboutGateway(t)
	for name, story := range map[string]func(*reader){
		"hands":         (*reader).playsHands,
		"looks":         (*reader).looksAround,
		"confirmations": (*reader).movesChips,
	} {
		t.Run(name, func(t *testing.T) {
			play := func(speaks func(string) string) (notes []string, kept map[string]string) {
				set := func(s *stage) {
					s.speaks, s.figures = speaks, fewFigures{}
				}
				tellAs(t, set, func(t *testing.T, s *stage) {
					r := &reader{stage: s, t: t}
					story(r)
					time.Sleep(time.Minute) // until what was settled last is reviewed
					synctest.Wait()
					notes, kept = r.notes, s.digest()
				})
				return notes, kept
			}
			notes, kept := play(nil)
			foreignNotes, foreignKept := play(unread)
			for i := range max(len(notes), len(foreignNotes)) {
				if i >= len(notes) || i >= len(foreignNotes) || notes[i] != foreignNotes[i] {
					t.Fatalf("in English:\n%s\nin other words:\n%s",
						strings.Join(notes[i:], "\n"), strings.Join(foreignNotes[i:], "\n"))
				}
			}
			delete(kept, "marks") // the secret of aliases is never the same
			delete(foreignKept, "marks")
			if !maps.Equal(kept, foreignKept) {
				t.Errorf("kept in English\n%v\nand in other words\n%v", kept, foreignKept)
			}
		})
	}
}

// fewFigures knows the same figures of everything.
type fewFigures struct{ noFigures }

func (fewFigures) Best(context.Context, blackjack.Rules, strategy.Strategy) (odds.Result, error) {
	return odds.Result{EV: -0.01}, nil
}

func (fewFigures) Advise(
	context.Context, blackjack.View, blackjack.Seat, []blackjack.Card, strategy.Strategy,
) ([]odds.Option, error) {
	return []odds.Option{{Action: blackjack.Stand}}, nil
}
