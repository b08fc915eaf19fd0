package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/internal/localdiscord"
	"holecard/storage"
)

// player is a person on the stage, in the first channel.
type player struct {
	localdiscord.Actor
	s *stage
}

// person returns one of the people on the stage.
func (s *stage) person(name string) player {
	s.t.Helper()
	for _, p := range s.discord.People() {
		if p.Name == name {
			return player{s.discord.As(p), s}
		}
	}
	s.t.Fatalf("nobody is called %s", name)
	return player{}
}

func (s *stage) channel() localdiscord.ID { return s.discord.Channel("blackjack").ID }

// types gives a command and returns the answer, which must come.
func (p player) types(name string, given ...localdiscord.Given) localdiscord.Message {
	p.s.t.Helper()
	a, err := p.Do(p.s.t.Context(), p.s.channel(), name, given...)
	return p.s.message(a, err)
}

// who is the player as the store knows them.
func (p player) who() storage.Player {
	return storage.Player{Guild: p.s.guild(), User: storage.UserID(p.ID)}
}

// clicks presses a button, and does not wait for the answer.
func (p player) clicks(m localdiscord.Message, button string) *localdiscord.Interaction {
	p.s.t.Helper()
	i, err := p.Click(m.ID, button)
	if err != nil {
		p.s.t.Fatalf("press %s: %v", button, err)
	}
	return i
}

// form is what is filled in, by the ids of its inputs.
type form = map[string]string

// submits fills in the form that a button opens, and fillsIn returns the answer as well.
func (p player) submits(m localdiscord.Message, button string,
	inputs form) *localdiscord.Interaction {
	p.s.t.Helper()
	time.Sleep(time.Second)
	asked := p.clicks(m, button)
	if a, err := asked.Wait(p.s.t.Context()); err != nil || a.Modal == nil {
		p.s.t.Fatalf("%s opens nothing to fill in: %s, %v", button, a.Body, err)
	}
	i, err := p.Submit(asked.ID, inputs)
	if err != nil {
		p.s.t.Fatal(err)
	}
	return i
}

func (p player) fillsIn(m localdiscord.Message, button string,
	inputs form) localdiscord.Message {
	p.s.t.Helper()
	return p.s.answer(p.submits(m, button, inputs))
}

// focused is the option that is being typed.
func focused(name, typed string) localdiscord.Given {
	return localdiscord.Given{Name: name, Value: typed, Focused: true}
}

// offered returns the names of what is offered while a command is typed.
func (p player) offered(command string, given ...localdiscord.Given) (names []string) {
	p.s.t.Helper()
	choices, err := p.Autocomplete(p.s.t.Context(), p.s.channel(), command, given...)
	if err != nil {
		p.s.t.Fatal(err)
	}
	for _, c := range choices {
		names = append(names, c.Name)
	}
	return names
}

// opens opens the player's wallet.
func (p player) opens() {
	p.s.t.Helper()
	p.types("fair")
}

// presses presses a button of the message as it is now, and returns the answer.
func (p player) presses(m localdiscord.Message, button string) localdiscord.Message {
	p.s.t.Helper()
	time.Sleep(time.Second) // people look before they press
	a, err := p.Press(p.s.t.Context(), m.ID, button)
	return p.s.message(a, err)
}

// forges presses a button that need not be there: of a message as it may have
// been, with that button.
func (p player) forges(m localdiscord.Message, customID string) *localdiscord.Interaction {
	row := localdiscord.Component{Type: 1,
		Components: []localdiscord.Component{{Type: 2, CustomID: customID}}}
	m.Components = append(slices.Clone(m.Components), row)
	return p.pressesAt(m, customID)
}

// pressesAt presses a button as if it were one of the message.
func (p player) pressesAt(m localdiscord.Message, customID string) *localdiscord.Interaction {
	return p.s.discord.Inject(p.ClickPayload(m, customID))
}

// sends gives a command that Discord itself would not let pass, with the
// interaction changed as told.
func (p player) sends(
	change func(interaction map[string]any), name string, given ...localdiscord.Given,
) *localdiscord.Interaction {
	p.s.t.Helper()
	raw := p.CommandPayload(p.s.channel(), name, given...)
	if change != nil {
		var interaction map[string]any
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if err := d.Decode(&interaction); err != nil {
			p.s.t.Fatal(err)
		}
		change(interaction)
		raw, _ = json.Marshal(interaction)
	}
	return p.s.discord.Inject(raw)
}

// answer waits for the answer to an interaction, which must come.
func (s *stage) answer(i *localdiscord.Interaction) localdiscord.Message {
	s.t.Helper()
	a, err := i.Wait(s.t.Context())
	if a.Type == localdiscord.CallbackDeferredUpdate { // the pressed message stays as it is
		var of struct{ Message localdiscord.Message }
		if err := json.Unmarshal(i.Raw, &of); err != nil {
			s.t.Fatal(err)
		}
		return s.now(of.Message)
	}
	return s.message(a, err)
}

func (s *stage) message(a localdiscord.Answer, err error) localdiscord.Message {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	if a.Message == nil {
		s.t.Fatalf("the answer is no message: %s", a.Body)
	}
	return *a.Message
}

// told returns the private word after the answer to an interaction.
func (s *stage) told(i *localdiscord.Interaction) string {
	s.t.Helper()
	s.settle()
	var all []string
	for _, m := range i.FollowUps() {
		if !m.Ephemeral() {
			s.t.Errorf("everybody reads %q", m.Content)
		}
		all = append(all, m.Content)
	}
	return strings.Join(all, "\n")
}

// has checks a player's chips in the stage's guild.
func (p player) has(balance, held storage.Chips) {
	p.s.t.Helper()
	p.s.reads(func(r storage.Reader) error {
		has, err := r.Balance(storage.WalletOf(p.who()))
		if err != nil {
			return err
		}
		profile, _, err := storage.Profiles.Get(r, p.who())
		if err != nil {
			return err
		}
		holds, err := r.Balance(storage.HeldFor(p.s.guild(), profile.OpenHand, 0))
		if has != balance || holds != held {
			p.s.t.Errorf("%s has %d and %d held, want %d and %d", p.Name, has, holds, balance, held)
		}
		return err
	})
}

// bet is the option of /blackjack.
func bet(n any) localdiscord.Given { return localdiscord.Given{Name: "bet", Value: n} }

// look is what a player sees of a message: its texts and buttons, as lines.
func look(m localdiscord.Message) string {
	var b strings.Builder
	fmt.Fprintln(&b, m.Content)
	for _, e := range m.Embeds {
		if e.Author != nil {
			fmt.Fprintln(&b, e.Author.Name)
		}
		fmt.Fprintf(&b, "%s\n%s\n", e.Title, e.Description)
		for _, f := range e.Fields {
			fmt.Fprintf(&b, "%s: %s\n", f.Name, f.Value)
		}
	}
	for _, button := range m.Buttons() {
		fmt.Fprintf(&b, "[%s %v] ", button.Label, !button.Disabled)
	}
	return b.String()
}

// shows checks that the message says all of the texts.
func (s *stage) shows(m localdiscord.Message, texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if !strings.Contains(look(m), text) {
			s.t.Errorf("the message does not say %q:\n%s", text, look(m))
		}
	}
}

// rooms are those of a process on the open store.
func (s *stage) rooms() *story.Stories {
	desk := &interact.Desk{Store: recorder{stageStore{s.store, s}, s.record},
		Now: func() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }}
	guilds := guild.New(desk, guild.Config{StartingChips: startingChips,
		DailyChips: dailyChips, MaxBet: maxBet, RefillChips: refillChips, GiveDaily: giveDaily,
		GiveMinAge: 7 * 24 * time.Hour, ClassTables: !s.casino})
	rounds := round.New(wallet.New(guilds), round.Config{Seed: s.newSeed, Shuffle: s.shuffle,
		Basic: s.figures.Basic, PlayersEdge: s.edge, Edge: func(
			ctx context.Context, r blackjack.Rules, house strategy.Strategy) (float64, error) {
			best, err := s.figures.Best(ctx, r, house)
			return -best.EV, err
		}})
	return story.New(rounds, s.adviser())
}
