package localdiscord

import "net"

// EventKind says what happened.
type EventKind int

// The kinds of events.
const (
	WorldChanged   EventKind = iota // a bot came or went, or the commands changed
	MessagePut                      // Message is new or changed
	MessageRemoved                  // Message is as it was last
	ClickFailed                     // nobody answered the viewer's press on Message, an ID
	ModalOpened                     // Modal answers the viewer's Interaction
)

// Event is something that a person sees happen.
type Event struct {
	Kind        EventKind
	Message     *Message
	Interaction ID
	Modal       *Modal
}

// unreadEvents is how many events may wait for a watcher.
const unreadEvents = 1024

// watcher is somebody who looks on as viewer.
type watcher struct {
	viewer ID
	events chan Event
}

// Watch returns what viewer sees now in every channel, oldest first in each, and
// what happens from then on. The events end when they are not read fast enough,
// when the server closes and after stop.
func (s *Server) Watch(viewer Person) (seen []Message, events <-chan Event,
	stop func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return nil, nil, nil, net.ErrClosed
	}
	for _, c := range s.world.channels {
		seen = append(seen, s.messages(c.ID, viewer.ID)...)
	}
	seen = append(seen, s.messages(s.world.direct[viewer.ID].ID, viewer.ID)...)
	w := &watcher{viewer.ID, make(chan Event, unreadEvents)}
	s.watchers[w] = struct{}{}
	return seen, w.events, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.endWatch(w)
	}, nil
}

// endWatch ends the events of w, once. The caller holds the lock, as for
// everything below.
func (s *Server) endWatch(w *watcher) {
	if _, watching := s.watchers[w]; watching {
		delete(s.watchers, w)
		close(w.events)
	}
}

// tell gives e to the watchers whose viewer is among them.
func (s *Server) tell(e Event, among func(viewer ID) bool) {
	for w := range s.watchers {
		if !among(w.viewer) {
			continue
		}
		select {
		case w.events <- e:
		default:
			s.endWatch(w)
		}
	}
}

// tellViewers tells those who see m of it.
func (s *Server) tellViewers(kind EventKind, m *Message) {
	s.tell(Event{Kind: kind, Message: m}, func(viewer ID) bool { return s.visible(m, viewer) })
}

// worldChanged tells everybody that online or the commands changed.
func (s *Server) worldChanged() {
	close(s.changed)
	s.changed = make(chan struct{})
	s.tell(Event{Kind: WorldChanged}, func(ID) bool { return true })
}
