package localdiscord

import (
	"net/http"
	"strconv"
)

// This file takes what a bot does with messages by its own token.

// room returns the channel in the path. The caller holds the lock.
func (s *Server) room(c *call) (*Channel, *apiError) {
	channel := s.world.rooms[c.id("channel")]
	if channel == nil {
		return nil, notFound(codeUnknownChannel, "Channel")
	}
	return channel, nil
}

// roomMessage returns the message in the path, unless one person only sees it.
func (s *Server) roomMessage(c *call) (*Message, *apiError) {
	channel, err := s.room(c)
	if err != nil {
		return nil, err
	}
	m := s.store.messages[c.id("message")]
	if m == nil || m.ChannelID != channel.ID || m.Ephemeral() {
		return nil, notFound(codeUnknownMessage, "Message")
	}
	return m, nil
}

func (s *Server) listMessages(c *call) (any, *apiError) {
	channel, err := s.room(c)
	if err != nil {
		return nil, err
	}
	limit := 50
	if n, err := strconv.Atoi(c.r.URL.Query().Get("limit")); err == nil && n >= 1 && n <= 100 {
		limit = n
	}
	list := []*Message{}
	s.store.channel(channel.ID, func(m *Message) {
		if !m.Ephemeral() {
			list = append([]*Message{m}, list...)
		}
	})
	return list[:min(limit, len(list))], nil
}

func (s *Server) createMessage(c *call) (any, *apiError) {
	channel, err := s.room(c)
	if err != nil {
		return nil, err
	}
	form, err := c.newMessage(c.body)
	if form.Flags&FlagEphemeral != 0 {
		c.body.get("flags").fail("BASE_TYPE_CHOICES",
			"Only an answer to an interaction can be ephemeral.")
		err = c.body.form.err()
	}
	if err != nil {
		return nil, err
	}
	m := s.change(s.newMessage(channel, s.world.bot()), form, c.uploads, c.base)
	s.publish(m)
	return m, nil
}

// finder finds the message that a path names.
type finder func(*Server, *call) (*Message, *apiError)

func show(find finder) handler {
	return func(s *Server, c *call) (any, *apiError) { return find(s, c) }
}

func edit(find finder) handler {
	return func(s *Server, c *call) (any, *apiError) {
		m, err := find(s, c)
		if err != nil {
			return nil, err
		}
		if m.Author.ID != s.world.app.ID {
			return nil, errNotAuthor
		}
		form, err := c.message(c.body)
		if err != nil {
			return nil, err
		}
		return s.edit(m, form, c)
	}
}

func remove(find finder) handler {
	return func(s *Server, c *call) (any, *apiError) {
		m, err := find(s, c)
		if err == nil {
			s.remove(m)
		}
		return nil, err
	}
}

var errNotAuthor = refuse(http.StatusForbidden, codeNotAuthor,
	"Cannot edit a message authored by another user")
