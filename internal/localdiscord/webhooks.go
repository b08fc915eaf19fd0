package localdiscord

import (
	"net/http"
	"slices"
	"time"
)

// This file takes what a bot does with an interaction after its first answer.

// webhook returns the interaction whose token is in the path. The caller
// holds the lock.
func (s *Server) webhook(c *call) (*interaction, *apiError) {
	if c.id("app") != s.world.app.ID {
		return nil, notFound(codeUnknownWebhook, "Webhook")
	}
	in := s.interactions.byToken[c.r.PathValue("token")]
	if in == nil || time.Since(in.created) > TokenLife {
		return nil, refuse(http.StatusUnauthorized, codeInvalidToken, "Invalid Webhook Token")
	}
	if !in.answered || in.kind == InteractionAutocomplete {
		return nil, notFound(codeUnknownWebhook, "Webhook")
	}
	return in, nil
}

// ownMessage returns the message in the path if it is one of the interaction's.
// The caller holds the lock.
func (s *Server) ownMessage(c *call) (*Message, *apiError) {
	in, err := s.webhook(c)
	if err != nil {
		return nil, err
	}
	id := c.id("message")
	switch {
	case c.r.PathValue("message") != "@original":
		if id != in.original && !slices.Contains(in.followUp, id) {
			id = 0
		}
	case in.callback == CallbackUpdate || in.callback == CallbackDeferredUpdate:
		id = in.source
	default:
		id = in.original
	}
	m := s.store.messages[id]
	if m == nil {
		return nil, notFound(codeUnknownMessage, "Message")
	}
	return m, nil
}

func (s *Server) followUp(c *call) (any, *apiError) {
	in, err := s.webhook(c)
	if err != nil {
		return nil, err
	}
	form, err := c.newMessage(c.body)
	if err != nil {
		return nil, err
	}
	// The first follow-up of a deferred answer takes its place.
	if m := s.store.messages[in.original]; m != nil && m.Loading() {
		return s.edit(m, form, c)
	}
	m := s.change(s.newAnswer(in, form.Flags), form, c.uploads, c.base)
	m.Metadata.OriginalResponseMessageID = in.original
	in.followUp = append(in.followUp, m.ID)
	s.publish(m)
	return m, nil
}

// edit changes m and tells those who see it.
func (s *Server) edit(m *Message, form messageForm, c *call) (any, *apiError) {
	m, err := s.edited(m, form, c)
	if err != nil {
		return nil, err
	}
	s.publish(m)
	return m, nil
}

// remove forgets m and tells those who saw it. The caller holds the lock.
func (s *Server) remove(m *Message) {
	s.store.drop(m.ID)
	s.tellViewers(MessageRemoved, m)
}
