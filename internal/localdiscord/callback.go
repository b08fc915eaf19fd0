package localdiscord

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// This file takes the bot's first answers to interactions.

var (
	errUnknownInteraction = notFound(codeUnknownInteraction, "interaction")
	errAcknowledged       = refuse(http.StatusBadRequest, codeAcknowledged,
		"Interaction has already been acknowledged.")
)

// callbacksFor are the types of answers that an interaction can get.
var callbacksFor = map[int][]int64{
	InteractionCommand: {CallbackMessage, CallbackDeferredAnswer},
	InteractionComponent: {
		CallbackMessage, CallbackDeferredAnswer, CallbackDeferredUpdate, CallbackUpdate,
	},
	InteractionAutocomplete: {CallbackChoices},
}

func (s *Server) callback(c *call) (any, *apiError) {
	in := s.interactions.byToken[c.r.PathValue("token")]
	switch {
	case in == nil || in.id != c.id("interaction") || in.dead || time.Since(in.created) > TokenLife:
		return nil, errUnknownInteraction
	case in.answered:
		return nil, errAcknowledged
	}
	a, err := s.readAnswer(in, c)
	if err != nil {
		return nil, err
	}
	in.answered, in.callback, in.done = true, a.Type, time.Now()
	in.deadline.Stop()
	in.answer = a
	close(in.first)
	if a.Message != nil {
		s.publish(a.Message)
	}
	if c.r.URL.Query().Get("with_response") != "true" {
		return nil, nil
	}
	return callbackResponse(in, a), nil
}

// readAnswer examines the callback and makes the answer; it changes nothing
// but in.original.
func (s *Server) readAnswer(in *interaction, c *call) (Answer, *apiError) {
	v := c.body
	if !v.object() {
		return Answer{}, v.form.err()
	}
	kind := v.get("type")
	if kind.null() {
		kind.required()
		return Answer{}, v.form.err()
	}
	allowed, known := callbacksFor[in.kind]
	if !known {
		allowed = slices.Concat(callbacksFor[InteractionComponent],
			callbacksFor[InteractionAutocomplete])
	}
	a := Answer{Type: int(kind.oneOf(allowed...))}
	if err := v.form.err(); err != nil {
		return a, err
	}
	a.Body, _ = json.Marshal(v.v)
	data := v.get("data")
	switch a.Type {
	case CallbackMessage:
		return s.answerMessage(in, c, a, data)
	case CallbackDeferredAnswer:
		form, err := c.message(data)
		if err != nil {
			return a, err
		}
		m := s.newAnswer(in, FlagLoading|form.Flags&FlagEphemeral)
		in.original = m.ID
		a.Message = m
	case CallbackUpdate:
		return s.answerUpdate(in, c, a, data)
	case CallbackChoices:
		a.Choices = readAnswerChoices(data, in.focused)
	}
	return a, v.form.err()
}

func (s *Server) answerMessage(in *interaction, c *call, a Answer,
	data *value) (Answer, *apiError) {
	form, err := c.newMessage(data)
	if err != nil {
		return a, err
	}
	m := s.newAnswer(in, form.Flags)
	a.Message = s.change(m, form, c.uploads, c.base)
	in.original = m.ID
	return a, nil
}

func (s *Server) answerUpdate(in *interaction, c *call, a Answer, data *value) (Answer, *apiError) {
	form, err := c.message(data)
	if err != nil {
		return a, err
	}
	old := s.store.messages[in.source]
	if old == nil {
		// The message is forgotten or was never: Discord accepts the answer.
		return a, nil
	}
	m, err := s.edited(old, form, c)
	a.Message = m
	return a, err
}

// edited is old after a change that leaves something to show.
func (s *Server) edited(old *Message, form messageForm, c *call) (*Message, *apiError) {
	m := s.change(old, form, c.uploads, c.base)
	if m.Content == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && len(m.files) == 0 {
		return nil, errEmptyMessage
	}
	if m.Loading() {
		m.Flags &^= FlagLoading
	} else {
		now := stamp(time.Now())
		m.EditedTimestamp = &now
	}
	return m, nil
}

// newAnswer makes the message that answers in.
func (s *Server) newAnswer(in *interaction, flags int) *Message {
	m := s.newMessage(in.channel, s.world.bot())
	m.Flags = flags &^ FlagSuppressEmbeds
	m.Type = 20
	m.ApplicationID, m.WebhookID = s.world.app.ID, s.world.app.ID
	m.Metadata = &InteractionMetadata{
		ID: in.id, Type: in.kind, User: in.person.user(), Name: in.command,
		AuthorizingIntegrationOwners: map[string]ID{"0": s.world.guild},
	}
	if in.kind == InteractionComponent {
		m.Type = 19
		m.Metadata.InteractedMessageID = in.source
	} else {
		m.Interaction = &MessageInteraction{in.id, in.kind, in.command, in.person.user()}
	}
	if m.Ephemeral() {
		m.EphemeralFor = in.person.ID
	}
	return m
}

// newMessage makes an empty message.
func (s *Server) newMessage(channel *Channel, author User) *Message {
	return &Message{
		ID: s.nextID(), ChannelID: channel.ID, Author: author, Timestamp: stamp(time.Now()),
		Mentions: []User{}, MentionRoles: []ID{}, Attachments: []Attachment{},
		Embeds: []Embed{}, Components: []Component{},
	}
}

// publish keeps m, new or changed, and tells those who see it. The caller
// holds the lock.
func (s *Server) publish(m *Message) {
	s.store.put(m)
	s.tellViewers(MessagePut, m)
}

// readAnswerChoices examines the choices of an autocompletion for an option
// of the given type.
func readAnswerChoices(data *value, kind int) []Choice {
	var form choicesForm
	if data.null() {
		data.get("choices").required()
	}
	data.read(choicesShape, &form)
	if kind == 0 {
		kind = OptionString
	}
	checkChoices(data.get("choices"), form.Choices, kind)
	return form.Choices
}

// choicesForm is the answer to an autocompletion.
type choicesForm struct {
	Choices []Choice `json:"choices" form:"need,0..25"`
}

var choicesShape = shapeOf[choicesForm]()

// callbackResponse is what with_response=true gets.
func callbackResponse(in *interaction, a Answer) any {
	about := map[string]any{"id": in.id, "type": in.kind, "channel_id": in.channel.ID}
	resource := map[string]any{"type": a.Type}
	if a.Message != nil {
		resource["message"] = a.Message
		about["response_message_id"] = a.Message.ID
		about["response_message_loading"] = a.Message.Loading()
		about["response_message_ephemeral"] = a.Message.Ephemeral()
	}
	if a.Message == nil && a.Type != CallbackDeferredUpdate && a.Type != CallbackUpdate {
		return map[string]any{"interaction": about}
	}
	return map[string]any{"interaction": about, "resource": resource}
}
