package localdiscord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Actor does what a person can do. Get one with [Server.As].
//
// The methods check what Discord checks before a bot hears of anything: that
// the command is registered and allowed, that options fit, that the button is
// there, in sight and enabled. To send what Discord would not, change what
// [Actor.CommandPayload] or [Actor.ClickPayload] return and give it to
// [Server.Inject].
type Actor struct {
	Person
	s *Server
}

// As returns the actor that is p, who must be one of the server's people.
func (s *Server) As(p Person) Actor { return Actor{p, s} }

// Errors of what a person tries.
var (
	ErrUnknownCommand = errors.New("there is no such command")
	ErrNotAllowed     = errors.New("you may not use this command here")
	ErrUnknownMessage = errors.New("there is no such message")
	ErrUnknownChannel = errors.New("there is no such channel")
	ErrUnknownLocale  = errors.New("there is no such language at Discord")
	errNotAdmin       = errors.New("only an administrator can do this")
)

// DM returns the person's direct messages with the bot.
func (a Actor) DM() Channel {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	return *a.s.world.direct[a.ID]
}

// Command gives the slash command called name in channel, which may name a subcommand as
// well: "table open". It returns once the bot has been told: see [Interaction.Wait].
func (a Actor) Command(channel ID, name string, given ...Given) (*Interaction, error) {
	return a.s.send(a.command(InteractionCommand, channel, name, given))
}

// Do is Command and [Interaction.Wait].
func (a Actor) Do(ctx context.Context, channel ID, name string, given ...Given) (Answer, error) {
	i, err := a.Command(channel, name, given...)
	return i.wait(ctx, err)
}

// Autocomplete types into the option that is Focused and returns the choices
// that the bot offers.
func (a Actor) Autocomplete(ctx context.Context, channel ID, name string,
	given ...Given) ([]Choice, error) {
	i, err := a.s.send(a.command(InteractionAutocomplete, channel, name, given))
	answer, err := i.wait(ctx, err)
	return answer.Choices, err
}

// Click presses the button of the message whose custom id or label is button.
func (a Actor) Click(message ID, button string) (*Interaction, error) {
	return a.s.send(a.click(message, button))
}

// Choose chooses values of the select whose custom id or placeholder is name.
func (a Actor) Choose(message ID, name string, values ...string) (*Interaction, error) {
	return a.s.send(a.click(message, name, values...))
}

// Submit fills in the modal that answered an interaction, by the inputs' custom ids.
func (a Actor) Submit(asked ID, inputs map[string]string) (*Interaction, error) {
	return a.s.send(a.submit(asked, inputs))
}

// Press is Click and [Interaction.Wait].
func (a Actor) Press(ctx context.Context, message ID, button string) (Answer, error) {
	i, err := a.Click(message, button)
	return i.wait(ctx, err)
}

// send tells the bot of i, unless it could not be made.
func (s *Server) send(i *Interaction, err error) (*Interaction, error) {
	if err == nil {
		s.dispatch(i)
	}
	return i, err
}

// CommandPayload returns the interaction that Command would send, with nothing
// checked: the command and its options need not be registered. The id is new
// and the token is good once it is injected.
func (a Actor) CommandPayload(channel ID, name string, given ...Given) json.RawMessage {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	name, given = along(name, given)
	c := a.s.command(name)
	if c == nil {
		c = &Command{ID: a.s.nextID(), Name: name}
	}
	i := a.s.draft(&Interaction{kind: InteractionCommand, person: a.Person,
		channel: a.s.world.rooms[channel]})
	return marshal(a.s.payload(i, map[string]any{
		"id": c.ID, "name": name, "type": commandSlash, "options": unchecked(c.Options, given),
	}))
}

// unchecked returns options as they are given, of the types that are wanted or,
// where none is, of text.
func unchecked(wanted []CommandOption, given []Given) []Given {
	options := []Given{}
	for _, g := range given {
		g.Type = optionString
		if i := slices.IndexFunc(wanted, g.fills); i >= 0 {
			g.Type, g.Options = wanted[i].Type, unchecked(wanted[i].Options, g.Options)
		}
		options = append(options, g)
	}
	return options
}

// ClickPayload returns the interaction of a press of the button customID of m,
// with nothing checked: the button need not be there, m may be an old state of
// the message or forgotten.
func (a Actor) ClickPayload(m Message, customID string) json.RawMessage {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	i := a.s.draft(&Interaction{kind: InteractionComponent, person: a.Person,
		channel: a.s.world.rooms[m.ChannelID]})
	return a.s.clickPayload(i, &m, customID)
}

// Speak sets the language of the person's Discord. It returns [ErrUnknownLocale] for
// one that Discord does not have.
func (a Actor) Speak(locale string) error {
	return a.s.speak(locale, func(w *world) {
		p := w.everyone[a.ID]
		p.Locale = locale
		w.everyone[a.ID] = p
		if i := slices.IndexFunc(w.people, func(q Person) bool { return q.ID == a.ID }); i >= 0 {
			w.people[i] = p
		}
	})
}

// SpeakInGuild sets the language of the guild, as its administrators may.
func (a Actor) SpeakInGuild(locale string) error {
	if !a.Admin {
		return errNotAdmin
	}
	return a.s.speak(locale, func(w *world) { w.locale = locale })
}

// Deny takes permissions away from the bot in a channel of the guild, as its administrators
// may, and gives it all others there.
func (a Actor) Deny(channel ID, permissions uint64) error {
	return a.manage(channel, func(w *world) { w.denied[channel] = permissions })
}

// Archive archives a channel of the guild as if it were a thread, as its administrators may.
// Whoever writes or presses there next reopens it, as Discord's clients do.
func (a Actor) Archive(channel ID) error {
	return a.manage(channel, func(w *world) { w.archived[channel] = true })
}

// manage changes a channel of the guild, unless somebody may not.
func (a Actor) manage(channel ID, change func(*world)) error {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	switch room := a.s.world.rooms[channel]; {
	case room == nil || room.DM:
		return ErrUnknownChannel
	case !a.Admin:
		return errNotAdmin
	}
	change(a.s.world)
	a.s.worldChanged()
	return nil
}

// speak changes a language and tells everybody who looks on.
func (s *Server) speak(locale string, change func(*world)) error {
	if _, known := Locales[locale]; !known {
		return fmt.Errorf("%q: %w", locale, ErrUnknownLocale)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.world)
	s.worldChanged()
	return nil
}

// Say posts a plain message. The bot does not hear of it.
func (a Actor) Say(channel ID, content string) (Message, error) {
	content = strings.TrimSpace(content)
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	room := a.s.world.rooms[channel]
	switch {
	case content == "":
		return Message{}, errors.New("write something first")
	case utf8.RuneCountInString(content) > maxContent:
		return Message{}, errors.New("a message can have 2000 characters: shorten it")
	case !a.s.world.sees(a.ID, room):
		return Message{}, ErrUnknownChannel
	}
	delete(a.s.world.archived, room.ID)
	m := a.s.newMessage(room, a.user())
	m.Content = content
	a.s.show(m)
	return *m, nil
}

// Dismiss removes a message that only the person sees.
func (a Actor) Dismiss(message ID) error {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	m := a.s.store.messages[message]
	switch {
	case m == nil:
		return nil
	case m.EphemeralFor != a.ID:
		return errors.New("only messages that only you see can be dismissed")
	}
	a.s.remove(m)
	return nil
}

// Delete removes a message from a channel, as its author may and those who manage messages.
// The bot does not hear of it.
func (a Actor) Delete(message ID) error {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	m := a.s.store.messages[message]
	switch {
	case m == nil || m.Ephemeral() || !a.s.visible(m, a.ID):
		return ErrUnknownMessage
	case m.Author.ID != a.ID &&
		(a.Permissions()&ManageMessages == 0 || a.s.world.rooms[m.ChannelID].DM):
		return errors.New("only its author and who may manage messages can delete it")
	}
	a.s.remove(m)
	return nil
}

// Messages returns what the person sees in channel, oldest first.
func (a Actor) Messages(channel ID) []Message { return a.s.Messages(channel, a.ID) }

// Messages returns what viewer sees in channel, oldest first; a viewer of 0
// sees what everybody does.
func (s *Server) Messages(channel, viewer ID) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.messages(channel, viewer)
}

// messages is Messages under the lock.
func (s *Server) messages(channel, viewer ID) []Message {
	var list []Message
	for _, id := range s.store.order[channel] {
		if m := s.store.messages[id]; m != nil && s.visible(m, viewer) {
			list = append(list, *m)
		}
	}
	return list
}

// Message returns the present state of the message called id.
func (s *Server) Message(id ID) (Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.store.messages[id]
	if m == nil {
		return Message{}, false
	}
	return *m, true
}

// visible reports whether viewer sees m. The caller holds the lock.
func (s *Server) visible(m *Message, viewer ID) bool {
	if m.EphemeralFor != 0 {
		return m.EphemeralFor == viewer
	}
	return s.world.sees(viewer, s.world.rooms[m.ChannelID])
}

// command checks a command and makes its interaction.
func (a Actor) command(kind int, channel ID, name string, given []Given) (*Interaction, error) {
	s := a.s
	s.mu.Lock()
	defer s.mu.Unlock()
	name, given = along(name, given)
	room, c := s.world.rooms[channel], s.command(name)
	switch {
	case !s.world.sees(a.ID, room):
		return nil, ErrUnknownChannel
	case c == nil || !s.world.offers(room):
		return nil, fmt.Errorf("/%s: %w", name, ErrUnknownCommand)
	case !c.allowed(room, a.Person):
		return nil, fmt.Errorf("/%s: %w", name, ErrNotAllowed)
	}
	r := reading{w: s.world, typing: kind == InteractionAutocomplete, users: map[ID]Person{}}
	options, err := r.options(c.Options, given)
	if err != nil {
		return nil, err
	}
	data := map[string]any{"id": c.ID, "name": c.Name, "type": c.Type}
	if len(options) > 0 {
		data["options"] = options
	}
	if len(r.users) > 0 {
		data["resolved"] = r.resolved()
	}
	for of := options; len(of) == 1 && of[0].Type <= optionGroup; of = of[0].Options {
		name += " " + of[0].Name
	}
	i := s.begin(&Interaction{kind: kind, person: a.Person, channel: room, command: name,
		focused: r.focus})
	i.Raw = marshal(s.payload(i, data))
	return i, nil
}

// allowed reports whether p is offered the command in room.
func (c *Command) allowed(room *Channel, p Person) bool {
	context := 0
	if room.DM {
		context = 1
	}
	switch {
	case c.Contexts != nil && !slices.Contains(*c.Contexts, context):
		return false
	case room.DM:
		return c.DMPermission == nil || *c.DMPermission
	case c.MemberPermissions == nil:
		return true
	}
	need, _ := strconv.ParseUint(string(*c.MemberPermissions), 10, 64)
	// "0" is for administrators only.
	return p.Admin || need != 0 && p.Permissions()&need == need
}

// click checks a press and makes its interaction.
func (a Actor) click(message ID, button string, values ...string) (*Interaction, error) {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	m := a.s.store.messages[message]
	if m == nil || !a.s.visible(m, a.ID) {
		return nil, ErrUnknownMessage
	}
	c, _ := m.Find(button)
	switch {
	case !a.s.world.offers(a.s.world.rooms[m.ChannelID]):
		return nil, fmt.Errorf("%q: %w", button, ErrUnknownCommand)
	case c.CustomID == "":
		return nil, fmt.Errorf("%q: the message has no such button", button)
	case c.Disabled:
		return nil, fmt.Errorf("%q: the button is disabled", button)
	case !c.takes(values):
		return nil, fmt.Errorf("%q: the select has no such values, or not as many can be chosen", button)
	}
	i := a.s.begin(&Interaction{kind: InteractionComponent, person: a.Person,
		channel: a.s.world.rooms[m.ChannelID], source: m.ID})
	i.Raw = a.s.clickPayload(i, m, c.CustomID, values...)
	return i, nil
}

// takes reports whether values can be chosen of the component.
func (c Component) takes(values []string) bool {
	if c.Type != selectType {
		return len(values) == 0
	}
	for _, value := range values {
		has := func(o SelectOption) bool { return o.Value == value }
		if !slices.ContainsFunc(c.Options, has) {
			return false
		}
	}
	low, high := c.bounds()
	return len(values) >= low && len(values) <= high
}

func (s *Server) clickPayload(i *Interaction, m *Message, customID string,
	values ...string) json.RawMessage {
	c, _ := m.Find(customID)
	data := map[string]any{"custom_id": customID, "component_type": cmp.Or(c.Type, buttonType),
		"id": c.ID}
	if c.Type == selectType {
		data["values"] = append([]string{}, values...)
	}
	payload := s.payload(i, data)
	payload["message"] = m
	return marshal(payload)
}

// submit checks what is entered in a modal and makes its interaction.
func (a Actor) submit(id ID, inputs map[string]string) (*Interaction, error) {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	all := a.s.interactions.order
	n := slices.IndexFunc(all, func(i *Interaction) bool {
		return i.ID == id && i.person.ID == a.ID && i.answer.Modal != nil
	})
	if n < 0 {
		return nil, errors.New("there is no such modal")
	}
	asked := all[n]
	modal := asked.answer.Modal
	rows := []any{}
	for n, row := range modal.Components {
		c := row.Components[0]
		text := inputs[c.CustomID]
		most, required := cmp.Or(c.MaxLength, 4000), c.Required == nil || *c.Required
		size := utf8.RuneCountInString(text)
		if size > most || size < c.MinLength && (required || size > 0) || required && size == 0 {
			return nil, fmt.Errorf("%q: the text is too short or too long", c.Label)
		}
		rows = append(rows, map[string]any{"type": rowType, "id": 2*n + 1, "components": []any{
			map[string]any{"type": inputType, "id": 2*n + 2, "custom_id": c.CustomID,
				"value": text}}})
	}
	i := a.s.begin(&Interaction{kind: InteractionModal, person: a.Person, channel: asked.channel,
		source: asked.source})
	payload := a.s.payload(i, map[string]any{"custom_id": modal.CustomID, "components": rows})
	if m := a.s.store.messages[asked.source]; m != nil {
		payload["message"] = m
	}
	i.Raw = marshal(payload)
	return i, nil
}

// Alter returns payload after change, for [Server.Inject]. Numbers in it are
// [json.Number].
func Alter(payload json.RawMessage, change func(map[string]any)) json.RawMessage {
	d := json.NewDecoder(bytes.NewReader(payload))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		panic("localdiscord: the payload is no object: " + err.Error())
	}
	change(v)
	return marshal(v)
}
