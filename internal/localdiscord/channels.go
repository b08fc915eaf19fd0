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

func (s *Server) listMessages(c *call) (answer, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	channel, err := s.room(c)
	if err != nil {
		return answer{}, err
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
	return ok(list[:min(limit, len(list))]), nil
}

func (s *Server) createMessage(c *call) (answer, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	channel, err := s.room(c)
	if err != nil {
		return answer{}, err
	}
	form := readMessage(c.body, c.uploads)
	if form.flags&FlagEphemeral != 0 {
		c.body.get("flags").fail("BASE_TYPE_CHOICES", "Only an answer to an interaction can be ephemeral.")
	}
	if err := c.body.form.err(); err != nil {
		return answer{}, err
	}
	if form.empty(c.uploads) {
		return answer{}, errEmptyMessage
	}
	m := s.change(s.newMessage(channel, s.world.bot()), form, c.uploads, c.base)
	s.publish(m)
	return ok(m), nil
}

func (s *Server) getMessage(c *call) (answer, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.roomMessage(c)
	if err != nil {
		return answer{}, err
	}
	return ok(m), nil
}

func (s *Server) editMessage(c *call) (answer, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.roomMessage(c)
	if err != nil {
		return answer{}, err
	}
	if m.Author.ID != s.world.app.ID {
		return answer{}, refuse(http.StatusForbidden, codeNotAuthor, "Cannot edit a message authored by another user")
	}
	form := readMessage(c.body, c.uploads)
	if err := c.body.form.err(); err != nil {
		return answer{}, err
	}
	return s.edit(m, form, c)
}

func (s *Server) deleteMessage(c *call) (answer, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.roomMessage(c)
	if err != nil {
		return answer{}, err
	}
	s.remove(m)
	return noContent, nil
}
