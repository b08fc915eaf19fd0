package localdiscord

import (
	"maps"
	"net/http"
	"strconv"
	"time"
)

// limit is how many requests Discord takes in a time.
type limit struct {
	most int
	per  time.Duration
}

var (
	// channelEdits are those of all messages of a channel, as the headers of Discord's
	// answers say.
	channelEdits = limit{5, 5 * time.Second}
	// oldEdits are those of a message that is older than an hour. Discord does not say
	// how many it takes; this is what bots have met.
	oldEdits = limit{3, 20 * time.Second}
)

// oldMessage is the age from which oldEdits holds.
const oldMessage = time.Hour

// window is how many requests of a limit were taken until it ends.
type window struct {
	limit
	ends time.Time
	used int
}

// edit takes an edit of what has an id into account. It returns how long to wait for when
// it is one too many. The caller holds the lock.
func (s *Server) edit(id ID, l limit) (*window, time.Duration) {
	now := time.Now()
	maps.DeleteFunc(s.edits, func(_ ID, w *window) bool { return !now.Before(w.ends) })
	w := s.edits[id]
	if w == nil {
		w = &window{limit: l, ends: now.Add(l.per)}
		s.edits[id] = w
	}
	if w.used == w.most {
		return w, w.ends.Sub(now)
	}
	w.used++
	return w, 0
}

// limitEdit refuses an edit by the bot's own token when there were too many.
func (s *Server) limitEdit(c *call, m *Message) *apiError {
	w, wait := s.edit(m.ChannelID, channelEdits)
	c.header.Set("X-RateLimit-Limit", strconv.Itoa(w.most))
	c.header.Set("X-RateLimit-Remaining", strconv.Itoa(w.most-w.used))
	c.header.Set("X-RateLimit-Reset-After",
		strconv.FormatFloat(time.Until(w.ends).Seconds(), 'f', 3, 64))
	code := codeGeneral
	if wait == 0 && time.Since(m.ID.Time()) > oldMessage {
		_, wait = s.edit(m.ID, oldEdits)
		code = codeTooManyOldEdits
	}
	if wait == 0 {
		return nil
	}
	no := refuse(http.StatusTooManyRequests, code, "")
	no.wait = wait
	return no
}
