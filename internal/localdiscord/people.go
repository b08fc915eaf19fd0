package localdiscord

import (
	"bytes"
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

// DM returns the person's direct messages with the bot.
func (a Actor) DM() Channel {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	return *a.s.world.direct[a.ID]
}

// Command gives the slash command called name in channel. It returns once the
// bot has been told: see [Interaction.Wait].
func (a Actor) Command(channel ID, name string, given ...Given) (*Interaction, error) {
	in, payload, err := a.command(InteractionCommand, channel, name, given)
	if err != nil {
		return nil, err
	}
	return a.s.send(in, payload), nil
}

// Do is Command and [Interaction.Wait].
func (a Actor) Do(ctx context.Context, channel ID, name string, given ...Given) (Answer, error) {
	i, err := a.Command(channel, name, given...)
	if err != nil {
		return Answer{}, err
	}
	return i.Wait(ctx)
}

// Autocomplete types into the option that is Focused and returns the choices
// that the bot offers.
func (a Actor) Autocomplete(ctx context.Context, channel ID, name string,
	given ...Given) ([]Choice, error) {
	in, payload, err := a.command(InteractionAutocomplete, channel, name, given)
	if err != nil {
		return nil, err
	}
	answer, err := a.s.send(in, payload).Wait(ctx)
	return answer.Choices, err
}

// CommandPayload returns the interaction that Command would send, with nothing
// checked: the command and its options need not be registered. The id is new
// and the token is good once it is injected.
func (a Actor) CommandPayload(channel ID, name string, given ...Given) json.RawMessage {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	data := map[string]any{"id": a.s.nextID(), "name": name, "type": 1}
	var wanted []CommandOption
	if c := a.s.command(name); c != nil {
		data["id"] = c.ID
		wanted = c.Options
	}
	data["options"] = unchecked(wanted, given)
	in := &interaction{id: a.s.nextID(), kind: InteractionCommand, person: a.Person,
		channel: a.s.world.rooms[channel], token: newToken()}
	return marshal(a.s.payload(in, data))
}

// unchecked returns options as they are given, of the types that are wanted or,
// where none is, of text.
func unchecked(wanted []CommandOption, given []Given) []any {
	options := []any{}
	for _, g := range given {
		kind := OptionString
		var inner []CommandOption
		i := slices.IndexFunc(wanted, func(o CommandOption) bool { return o.Name == g.Name })
		if i >= 0 {
			kind, inner = wanted[i].Type, wanted[i].Options
		}
		option := map[string]any{"name": g.Name, "type": kind, "value": g.Value}
		if kind == OptionSubcommand || kind == OptionSubcommandGroup {
			delete(option, "value")
			option["options"] = unchecked(inner, g.Options)
		}
		options = append(options, option)
	}
	return options
}

// ClickPayload returns the interaction of a press of the button customID of m,
// with nothing checked: the button need not be there, m may be an old state of
// the message or forgotten.
func (a Actor) ClickPayload(m Message, customID string) json.RawMessage {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	in := &interaction{id: a.s.nextID(), kind: InteractionComponent, person: a.Person,
		channel: a.s.world.rooms[m.ChannelID], token: newToken()}
	return marshal(a.s.clickPayload(in, &m, customID))
}

// Click presses the button of the message whose custom id or label is button.
func (a Actor) Click(message ID, button string) (*Interaction, error) {
	a.s.mu.Lock()
	in, payload, err := a.click(message, button)
	a.s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return a.s.send(in, payload), nil
}

// Press is Click and [Interaction.Wait].
func (a Actor) Press(ctx context.Context, message ID, button string) (Answer, error) {
	i, err := a.Click(message, button)
	if err != nil {
		return Answer{}, err
	}
	return i.Wait(ctx)
}

var (
	errNothingSaid  = errors.New("write something first")
	errTooLong      = errors.New("a message can have 2000 characters: shorten it")
	errNotEphemeral = errors.New("only messages that only you see can be dismissed")
)

// Say posts a plain message. The bot does not hear of it.
func (a Actor) Say(channel ID, content string) (Message, error) {
	content = strings.TrimSpace(content)
	switch {
	case content == "":
		return Message{}, errNothingSaid
	case utf8.RuneCountInString(content) > maxContent:
		return Message{}, errTooLong
	}
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	room := a.s.world.rooms[channel]
	if !a.s.world.sees(a.ID, room) {
		return Message{}, ErrUnknownChannel
	}
	m := a.s.newMessage(room, a.user())
	m.Content = content
	a.s.publish(m)
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
		return errNotEphemeral
	}
	a.s.remove(m)
	return nil
}

// Messages returns what the person sees in channel, oldest first.
func (a Actor) Messages(channel ID) []Message {
	return a.s.Messages(channel, a.ID)
}

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
	s.store.channel(channel, func(m *Message) {
		if s.visible(m, viewer) {
			list = append(list, *m)
		}
	})
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

// Latest returns the message that i led to as it is now: the answer with all
// its edits, or the message with the pressed button. It is false while there
// is none.
func (i *Interaction) Latest() (Message, bool) {
	i.s.mu.Lock()
	id := i.in.original
	if id == 0 {
		id = i.in.source
	}
	i.s.mu.Unlock()
	return i.s.Message(id)
}

// FollowUps returns the further messages of i as they are now.
func (i *Interaction) FollowUps() []Message {
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	var list []Message
	for _, id := range i.in.followUp {
		if m := i.s.store.messages[id]; m != nil {
			list = append(list, *m)
		}
	}
	return list
}

// visible tells whether viewer sees m. The caller holds the lock.
func (s *Server) visible(m *Message, viewer ID) bool {
	if m.EphemeralFor != 0 {
		return m.EphemeralFor == viewer
	}
	return s.world.sees(viewer, s.world.rooms[m.ChannelID])
}

// command checks a command and makes its interaction.
func (a Actor) command(kind int, channel ID, name string,
	given []Given) (*interaction, map[string]any, error) {
	s := a.s
	s.mu.Lock()
	defer s.mu.Unlock()
	room := s.world.rooms[channel]
	if !s.world.sees(a.ID, room) {
		return nil, nil, ErrUnknownChannel
	}
	c := s.command(name)
	if c == nil {
		return nil, nil, fmt.Errorf("/%s: %w", name, ErrUnknownCommand)
	}
	if !c.allowed(room, a.Person) {
		return nil, nil, fmt.Errorf("/%s: %w", name, ErrNotAllowed)
	}
	r := reading{w: s.world, typing: kind == InteractionAutocomplete, users: map[ID]Person{}}
	options, err := r.options(c.Options, given)
	if err != nil {
		return nil, nil, err
	}
	data := map[string]any{"id": c.ID, "name": c.Name, "type": c.Type}
	if len(options) > 0 {
		data["options"] = options
	}
	if c.GuildID != 0 {
		data["guild_id"] = c.GuildID
	}
	if len(r.users) > 0 {
		data["resolved"] = r.resolved()
	}
	in := s.begin(&interaction{kind: kind, person: a.Person, channel: room, command: c.Name,
		focused: r.focus})
	return in, s.payload(in, data), nil
}

// allowed tells whether p is offered the command in room.
func (c *Command) allowed(room *Channel, p Person) bool {
	if room.DM {
		if c.GuildID != 0 || c.DMPermission != nil && !*c.DMPermission {
			return false
		}
		return c.Contexts == nil || slices.Contains(*c.Contexts, 1)
	}
	if c.Contexts != nil && !slices.Contains(*c.Contexts, 0) {
		return false
	}
	if c.MemberPermissions == nil {
		return true
	}
	need, _ := strconv.ParseUint(string(*c.MemberPermissions), 10, 64)
	// "0" is for administrators only.
	return p.Admin || need != 0 && p.permissions()&need == need
}

// click checks a press and makes its interaction. The caller holds the lock.
func (a Actor) click(message ID, button string) (*interaction, map[string]any, error) {
	m := a.s.store.messages[message]
	if m == nil || !a.s.visible(m, a.ID) {
		return nil, nil, ErrUnknownMessage
	}
	c, found := m.Find(button)
	switch {
	case !found || c.CustomID == "":
		return nil, nil, fmt.Errorf("%q: %w", button, ErrUnknownButton)
	case c.Disabled:
		return nil, nil, fmt.Errorf("%q: %w", button, ErrDisabled)
	}
	in := a.s.begin(&interaction{kind: InteractionComponent, person: a.Person,
		channel: a.s.world.rooms[m.ChannelID], source: m.ID})
	return in, a.s.clickPayload(in, m, c.CustomID), nil
}

func (s *Server) clickPayload(in *interaction, m *Message, customID string) map[string]any {
	id := 0
	c, found := m.Find(customID)
	if found {
		id = c.ID
	}
	payload := s.payload(in, map[string]any{"custom_id": customID, "component_type": Button,
		"id": id})
	payload["message"] = m
	return payload
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
