package discord

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"holecard/bot/message"
)

// shownAt is the message of pressJSON.
var shownAt = message.Place{Channel: 88, Message: 99}

// state is what a message is to show: its newest number.
type state struct {
	atomic.Int64
	lost  chan error
	drawn func(Live) message.Reply // nil for the number
	bot   *Connection              // is told of each press, nil for none
}

func newState() *state { return &state{lost: make(chan error, 100)} }

// at is the state as it is now, in a message. Versions count from 1.
func (s *state) at(place message.Place) Live {
	return Live{At: place, Version: uint32(s.Load()) + 1, Of: fmt.Sprint("state ", s.Load())}
}

func (s *state) live() Live { return s.at(shownAt) }

func (s *state) draw(l Live) message.Reply {
	if s.drawn != nil {
		return s.drawn(l)
	}
	return message.Reply{Text: l.Of.(string), Version: l.Version}
}

func (s *state) newest(_ context.Context, l Live) (Live, bool) { return s.at(l.At), true }
func (s *state) gone(_ context.Context, _ Live, why error) {
	select {
	case s.lost <- why:
	default: // enough are known
	}
}

// shows is a handler for messages that show a state.
func shows(s *state) stub {
	h := echo()
	h.of = s
	return h
}

// edits returns the edits that arrived, as "SECONDS CONTENT" since a time.
func (r *running) edits(since time.Time) []string {
	var all []string
	for _, s := range r.requests("PATCH /api/channels/88/messages/99") {
		_, content, _ := strings.Cut(s.body, `"content":"`)
		content, _, _ = strings.Cut(content, `"`)
		all = append(all, fmt.Sprintf("%.1f %s", s.at.Sub(since).Seconds(), content))
	}
	return all
}

// takesEdits makes a fake take edits of messages.
func takesEdits(f *fake) *fake {
	return f.meets("PATCH", status(200, "{}"))
}

// notes writes down which message an answer has become.
func notes(places *[]message.Place) func(message.Place, bool) {
	return func(at message.Place, known bool) {
		if known {
			*places = append(*places, at)
		}
	}
}

// posts is a handler that answers commands with messages, and writes down which.
func posts(places *[]message.Place, s *state) stub {
	return stub{onCommand: func(_ context.Context, r Responder, _ *Call) {
		notes(places)(r.Post(message.Reply{Text: "state 0"}))
	}, of: s}
}

func (r *running) rooms() int {
	r.bot.editor.mu.Lock()
	defer r.bot.editor.mu.Unlock()
	return len(r.bot.editor.rooms)
}

// pressed is a handler that answers presses of one shared message with its state.
func pressed(s *state, before func(tapped)) stub {
	return stub{onClick: func(_ context.Context, r Responder, c tapped) {
		before(c)
		if strings.HasSuffix(c.CustomID, "private") {
			r.Answer(message.Note("not your turn"))
			return
		}
		s.Add(1)
		if s.bot != nil {
			s.bot.Edit(s.live())
		}
		r.Update(s.draw(s.live()))
	}, of: s}
}
