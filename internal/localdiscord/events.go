package localdiscord

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// This file tells the page what happens, as server-sent events.

// pageEvent is an event for the page: its type and what goes with it.
type pageEvent struct {
	Type    string
	Message any // a pageMessage, or an id
}

// MarshalJSON implements [json.Marshaler].
func (e pageEvent) MarshalJSON() ([]byte, error) {
	key := "message"
	if e.Type == "delete" {
		key = "id"
	}
	return json.Marshal(map[string]any{"type": e.Type, key: e.Message})
}

// pageMessage is a message as the page shows it.
type pageMessage struct {
	*Message
	EphemeralFor string           `json:"ephemeral_for"`
	Interaction  *pageInteraction `json:"interaction,omitempty"`
	State        string           `json:"state"`
}

// pageInteraction tells which command a message answers.
type pageInteraction struct {
	User struct {
		ID   ID     `json:"id"`
		Name string `json:"name"`
	} `json:"user"`
	Name string `json:"name"`
}

func onPage(m *Message) pageMessage {
	p := pageMessage{Message: m, EphemeralFor: m.EphemeralFor.String()}
	switch {
	case m.Failed:
		p.State = "failed"
	case m.Loading():
		p.State = "thinking"
	}
	if i := m.Interaction; i != nil {
		p.Interaction = &pageInteraction{Name: i.Name}
		p.Interaction.User.ID, p.Interaction.User.Name = i.User.ID, i.User.Username
		if i.User.GlobalName != nil {
			p.Interaction.User.Name = *i.User.GlobalName
		}
	}
	return p
}

// watcher is a page that is open.
type watcher struct {
	person ID
	events chan []byte
	gone   chan struct{} // closed when the page reads too slowly
	lost   bool
}

// hear queues an event. A page that does not keep up is cut off and connects
// again, which tells it everything.
func (w *watcher) hear(event []byte) {
	if w.lost {
		return
	}
	select {
	case w.events <- event:
	default:
		w.lost = true
		close(w.gone)
	}
}

// tell gives the pages of person an event. The caller holds the lock, as for
// everything below.
func (s *Server) tell(person ID, e pageEvent) {
	var raw []byte
	for w := range s.watchers {
		if w.person == person {
			if raw == nil {
				raw = marshal(e)
			}
			w.hear(raw)
		}
	}
}

// tellAll gives all pages an event.
func (s *Server) tellAll(e any) {
	if len(s.watchers) == 0 {
		return
	}
	raw := marshal(e)
	for w := range s.watchers {
		w.hear(raw)
	}
}

// tellMessage gives m, new or changed, to the pages of those who see it.
func (s *Server) tellMessage(m *Message) {
	s.tellViewers(m, func() any { return pageEvent{"message", onPage(m)} })
}

func (s *Server) tellDelete(m *Message) {
	s.tellViewers(m, func() any { return pageEvent{"delete", m.ID} })
}

func (s *Server) tellViewers(m *Message, event func() any) {
	var raw []byte
	for w := range s.watchers {
		if !s.visible(m, w.person) {
			continue
		}
		if raw == nil {
			raw = marshal(event())
		}
		w.hear(raw)
	}
}

// events streams what happens to the page of the person named by "as".
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	person, _ := ParseID(r.URL.Query().Get("as"))
	watcher := &watcher{person: person, events: make(chan []byte, 1024), gone: make(chan struct{})}
	s.mu.Lock()
	if _, known := s.world.everyone[person]; !known {
		s.mu.Unlock()
		writeJSON(w, http.StatusBadRequest, map[string]string{"message": "Nobody has the id that \"as\" gives: take one from /playground/world."})
		return
	}
	watcher.hear(marshal(s.worldEvent()))
	watcher.hear(marshal(s.messagesEvent(person)))
	s.watchers[watcher] = struct{}{}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.watchers, watcher)
		s.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	alive := time.NewTicker(20 * time.Second)
	defer alive.Stop()
	out := http.NewResponseController(w)
	for {
		var err error
		select {
		case event := <-watcher.events:
			_, err = fmt.Fprintf(w, "data: %s\n\n", event)
		case <-alive.C:
			_, err = fmt.Fprint(w, ":\n\n")
		case <-watcher.gone:
			return
		case <-r.Context().Done():
			return
		case <-s.done:
			return
		}
		if err == nil && len(watcher.events) == 0 {
			err = out.Flush()
		}
		if err != nil {
			return
		}
	}
}

func (s *Server) worldEvent() map[string]any {
	world := s.worldObject()
	world["type"] = "world"
	return world
}

func (s *Server) messagesEvent(person ID) any {
	list := []pageMessage{}
	see := func(c *Channel) {
		s.store.channel(c.ID, func(m *Message) {
			if s.visible(m, person) {
				list = append(list, onPage(m))
			}
		})
	}
	for _, c := range s.world.channels {
		see(c)
	}
	see(s.world.direct[person])
	return map[string]any{"type": "messages", "messages": list}
}

// worldObject is who and what there is, for the page.
func (s *Server) worldObject() map[string]any {
	w := s.world
	channels, people := []any{}, []any{}
	for _, c := range w.channels {
		channels = append(channels, map[string]any{"id": c.ID, "name": c.Name, "topic": c.Topic, "dm": false})
	}
	for _, p := range w.people {
		people = append(people, map[string]any{"id": p.ID, "name": p.Name, "color": p.Color, "admin": p.Admin})
		c := w.direct[p.ID]
		channels = append(channels, map[string]any{"id": c.ID, "name": w.app.Name, "topic": "Only you and the bot read this", "dm": true, "with": p.ID})
	}
	return map[string]any{
		"application": map[string]any{"id": w.app.ID, "name": w.app.Name},
		"guild":       map[string]any{"id": w.guild, "name": w.name},
		"bot":         map[string]any{"id": w.app.ID, "name": w.app.Name},
		"channels":    channels, "people": people, "commands": s.slashCommands(), "online": s.online(),
	}
}

// sentence makes an error fit to be shown to a person.
func sentence(err error) string {
	text := strings.TrimPrefix(err.Error(), "localdiscord: ")
	if text == "" {
		return "Something went wrong."
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
