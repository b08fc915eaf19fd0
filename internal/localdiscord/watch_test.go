package localdiscord

import (
	"testing"
)

func TestPressWithoutAnswerIsToldToWhoPressed(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, l *PipeListener) {
		i := s.given(t)
		s.answer(t, i,
			`{"type":4,"data":{`+button(`"style":1,"label":"Hit","custom_id":"hit"`)+`}}`)
		m, _ := i.Latest()
		ada, grace := s.People()[0], s.People()[1]
		_, another, stop, err := s.Watch(ada)
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
		seen, events, stop, err := s.Watch(grace)
		if err != nil || len(seen) != 1 || seen[0].ID != m.ID {
			t.Fatalf("Grace sees %+v at first (%v)", seen, err)
		}
		defer stop()
		if _, err := s.As(grace).Press(within(t), m.ID, "Hit"); err != ErrNoAnswer {
			t.Errorf("got %v", err)
		}
		if e := <-events; e.Kind != ClickFailed || e.Message.ID != m.ID {
			t.Errorf("Grace hears %+v", e)
		}
		if len(another) != 0 {
			t.Errorf("Ada hears %+v", <-another)
		}
	})
}

func TestEventsEndForWhoFallsBehindAndWhenAllEnds(t *testing.T) {
	s := New(Config{})
	ada := s.People()[0]
	_, slow, stop, _ := s.Watch(ada)
	for range unreadEvents + 1 {
		if _, err := s.As(ada).Say(s.Channel("lounge").ID, "hello"); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	_, stopped, stop, _ := s.Watch(ada)
	stop()
	_, watching, stop, _ := s.Watch(ada)
	s.Close()
	stop()
	for name, w := range map[string]struct {
		events <-chan Event
		want   int
	}{"slow": {slow, unreadEvents}, "stopped": {stopped, 0}, "watching": {watching, 0}} {
		n := 0
		for range w.events {
			n++
		}
		if n != w.want {
			t.Errorf("a %s watcher hears %d events and the end, want %d", name, n, w.want)
		}
	}
	if _, _, _, err := s.Watch(ada); err == nil {
		t.Error("a closed server can be watched")
	}
}
