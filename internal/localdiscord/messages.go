package localdiscord

import (
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// This file takes what a bot does with messages: by its own token those of
// channels, by an interaction's token those that answer it.

// roomMessage returns the message in the path, unless only one person sees it. The caller holds
// the lock.
func (s *Server) roomMessage(c *call) (*Message, *apiError) {
	room, m := s.world.rooms[c.id("channel")], s.store.messages[c.id("message")]
	switch {
	case room == nil:
		return nil, errUnknownChannel
	case s.world.botMay(room)&ViewChannel == 0:
		return nil, errMissingAccess
	case m == nil || m.ChannelID != room.ID || m.Ephemeral():
		return nil, errUnknownMessage
	}
	return m, nil
}

// webhook returns the interaction whose token is in the path. The caller
// holds the lock.
func (s *Server) webhook(c *call) (*Interaction, *apiError) {
	i := s.interactions.byToken[c.r.PathValue("token")]
	switch {
	case c.id("app") != s.world.app.ID:
		return nil, errUnknownWebhook
	case i == nil || time.Since(i.created) > TokenLife:
		return nil, errInvalidToken
	case !i.answered || i.kind == InteractionAutocomplete:
		return nil, errUnknownWebhook
	}
	return i, nil
}

// ownMessage returns the message in the path if it is one of the interaction's.
// The caller holds the lock.
func (s *Server) ownMessage(c *call) (*Message, *apiError) {
	i, err := s.webhook(c)
	if err != nil {
		return nil, err
	}
	id := c.id("message")
	switch {
	case c.r.PathValue("message") == "@original":
		id = i.led()
	case id != i.original && !slices.Contains(i.followUp, id):
		id = 0
	}
	m := s.store.messages[id]
	if m == nil {
		return nil, errUnknownMessage
	}
	return m, nil
}

// needs are the permissions without which the bot's own token shows no such message.
func (m messageForm) needs(c *call) (permissions uint64) {
	if m.Embeds != nil && len(*m.Embeds) > 0 {
		permissions |= EmbedLinks
	}
	if len(c.uploads) > 0 {
		permissions |= AttachFiles
	}
	return permissions
}

func (s *Server) followUp(c *call, i *Interaction) (any, *apiError) {
	form, err := c.message("", c.body)
	if err != nil {
		return nil, err
	}
	// The first follow-up of a deferred answer takes its place.
	if m := s.store.messages[i.original]; m != nil && m.Loading() {
		return s.publish(s.edited(m, form, c))
	}
	m := s.newAnswer(i, form.Flags)
	m.Metadata.OriginalResponseMessageID = i.original
	if m, err = s.change(m, form, c); err == nil {
		i.followUp = append(i.followUp, m.ID)
	}
	return s.publish(m, err)
}

func (s *Server) showMessage(_ *call, m *Message) (any, *apiError) { return m, nil }

func (s *Server) editMessage(c *call, m *Message) (any, *apiError) {
	if m.Author.ID != s.world.app.ID {
		return nil, errNotAuthor
	}
	form, err := c.message("", c.body)
	if err != nil {
		return nil, err
	}
	return s.publish(s.edited(m, form, c))
}

// editOwn edits a message by the bot's own token. That the bot may not send messages in
// the channel any more does not matter.
func (s *Server) editOwn(c *call, m *Message) (any, *apiError) {
	form, err := c.message("", c.body)
	if err != nil {
		return nil, err
	}
	room := s.world.rooms[m.ChannelID]
	if need := form.needs(c); s.world.botMay(room)&need != need {
		return nil, errMissingPermissions
	}
	if s.world.archived[room.ID] {
		return nil, errThreadArchived
	}
	if err := s.limitEdit(c, m); err != nil {
		return nil, err
	}
	return s.editMessage(c, m)
}

// edited is old after a change.
func (s *Server) edited(old *Message, form messageForm, c *call) (*Message, *apiError) {
	m, err := s.change(old, form, c)
	switch {
	case err != nil:
	case m.Loading():
		m.Flags &^= FlagLoading
	default:
		m.EditedTimestamp = new(stamp(time.Now()))
	}
	return m, err
}

// newAnswer makes the message that answers i.
func (s *Server) newAnswer(i *Interaction, flags int) *Message {
	m := s.newMessage(i.channel, s.world.bot())
	m.Flags = flags &^ FlagSuppressEmbeds
	m.Type = 20
	m.ApplicationID, m.WebhookID = s.world.app.ID, s.world.app.ID
	m.Metadata = &InteractionMetadata{
		ID: i.ID, Type: i.kind, User: i.person.user(), Name: i.command,
		AuthorizingIntegrationOwners: map[string]ID{"0": s.world.guild},
	}
	if i.kind == InteractionComponent {
		m.Type = 19
		m.Metadata.InteractedMessageID = i.source
	} else {
		m.Interaction = &MessageInteraction{i.ID, i.kind, i.command, i.person.user()}
	}
	if m.Ephemeral() {
		m.EphemeralFor = i.person.ID
	}
	return m
}

// newMessage makes an empty message.
func (s *Server) newMessage(room *Channel, author User) *Message {
	return &Message{
		ID: s.nextID(), ChannelID: room.ID, Author: author, Timestamp: stamp(time.Now()),
		Mentions: []User{}, MentionRoles: []ID{}, Attachments: []Attachment{},
		Embeds: []*discordgo.MessageEmbed{}, Components: []Component{},
	}
}

// publish shows m, new or changed, unless making it failed.
func (s *Server) publish(m *Message, err *apiError) (any, *apiError) {
	if err != nil {
		return nil, err
	}
	s.show(m)
	return m, nil
}

// show keeps m, new or changed, and tells those who see it. The caller holds the lock.
func (s *Server) show(m *Message) {
	s.store.put(m)
	s.tellViewers(MessagePut, m)
}

// remove forgets m and tells those who saw it. The caller holds the lock.
func (s *Server) remove(m *Message) {
	delete(s.store.messages, m.ID)
	s.tellViewers(MessageRemoved, m)
}
