package localdiscord

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// given starts /blackjack as Ada in #blackjack.
func (s *Server) given(t *testing.T) *Interaction {
	t.Helper()
	if len(s.Commands()) == 0 {
		s.register(t, blackjack)
	}
	i, err := s.As(s.People()[0]).Command(s.Channel("blackjack").ID, "blackjack")
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// hook is the path of i's webhook.
func (s *Server) hook(i *Interaction) string {
	return "/webhooks/" + s.Application().ID.String() + "/" + i.Token
}

func TestAnswerMustComeWithinThreeSeconds(t *testing.T) {
	for _, c := range []struct {
		after  time.Duration
		status int
	}{{2999 * time.Millisecond, 204}, {3001 * time.Millisecond, 404}} {
		bubble(t, Config{}, func(t *testing.T, s *Server, _ *PipeListener) {
			i := s.given(t)
			time.Sleep(c.after)
			code, body := s.answer(t, i, `{"type":4,"data":{"content":"x"}}`)
			if code != c.status || code == 404 && fmt.Sprint(body["code"]) != "10062" {
				t.Errorf("after %v: %d %v", c.after, code, body)
			}
			_, err := i.Wait(within(t))
			if late := c.status == 404; late != errors.Is(err, ErrNoAnswer) {
				t.Errorf("after %v the person gets %v", c.after, err)
			}
			seen := s.As(s.People()[0]).Messages(s.Channel("blackjack").ID)
			if len(seen) != 1 || seen[0].Failed != (c.status == 404) {
				t.Errorf("after %v the person sees %+v", c.after, seen)
			}
			if others := s.Messages(s.Channel("blackjack").ID, s.People()[1].ID); c.status == 404 &&
				len(others) != 0 {
				t.Error("others see that the application did not respond")
			}
		})
	}
}

func TestTokenLivesFifteenMinutes(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, _ *PipeListener) {
		i := s.given(t)
		s.answer(t, i, `{"type":5}`)
		time.Sleep(15*time.Minute - time.Second)
		if code, body := s.do(t, "PATCH", s.hook(i)+"/messages/@original",
			`{"content":"x"}`); code != 200 {
			t.Errorf("before: %d %v", code, body)
		}
		time.Sleep(2 * time.Second)
		if code, body := s.do(t, "PATCH", s.hook(i)+"/messages/@original",
			`{"content":"y"}`); code != 401 || fmt.Sprint(body["code"]) != "50027" {
			t.Errorf("after: %d %v", code, body)
		}
	})
}

func TestUpdateLeavesWhatIsLeftOut(t *testing.T) {
	const first = `{"type":4,"data":{"content":"text","embeds":[{"title":"hand"}],` +
		`"components":[{"type":1,"components":[` +
		`{"type":2,"style":1,"label":"Hit","custom_id":"hit"}]}]}}`
	for _, c := range []struct {
		data             string
		text             string
		embeds, rows     int
		editedOrReplaced bool
	}{
		{`{}`, "text", 1, 1, true},
		{`{"content":""}`, "", 1, 1, true},
		{`{"content":null}`, "", 1, 1, true},
		{`{"components":[]}`, "text", 1, 0, true},
		{`{"components":null}`, "text", 1, 1, true},
		{`{"embeds":[]}`, "text", 0, 1, true},
	} {
		s := New(Config{})
		i := s.given(t)
		s.answer(t, i, first)
		before, _ := i.Latest()
		press, err := s.As(s.People()[1]).Click(before.ID, "Hit")
		if err != nil {
			t.Fatal(err)
		}
		if code, body := s.answer(t, press, `{"type":7,"data":`+c.data+`}`); code != 204 {
			t.Fatalf("%s: %d %v", c.data, code, body)
		}
		m, _ := press.Latest()
		if m.ID != before.ID || m.Content != c.text || len(m.Embeds) != c.embeds ||
			len(m.Components) != c.rows || m.EditedTimestamp == nil {
			t.Errorf("%s: got %+v", c.data, m)
		}
		if before.Content != "text" || len(before.Components) != 1 {
			t.Errorf("%s: the message before has changed: %+v", c.data, before)
		}
		s.Close()
	}
}

func TestEphemeralAnswersAreSeenByOnePerson(t *testing.T) {
	s := New(Config{})
	defer s.Close()
	i := s.given(t)
	s.answer(t, i,
		`{"type":4,"data":{"content":"x","flags":64,`+
			button(`"style":1,"label":"Hit","custom_id":"hit"`)+`}}`)
	channel := s.Channel("blackjack").ID
	ada, grace := s.As(s.People()[0]), s.As(s.People()[1])
	if len(ada.Messages(channel)) != 1 || len(grace.Messages(channel)) != 0 {
		t.Errorf("Ada sees %d messages, Grace %d", len(ada.Messages(channel)),
			len(grace.Messages(channel)))
	}
	m, _ := i.Latest()
	if _, err := grace.Click(m.ID, "Hit"); !errors.Is(err, ErrUnknownMessage) {
		t.Errorf("Grace's press: %v", err)
	}
}

func TestPeopleAreHeldToTheCommand(t *testing.T) {
	s := New(Config{})
	defer s.Close()
	s.register(t, blackjack)
	ada, grace := s.As(s.People()[0]), s.As(s.People()[1])
	room := s.Channel("blackjack").ID
	for _, c := range []struct {
		fact    string
		who     Actor
		channel ID
		name    string
		given   []Given
		wrong   string // "" for fine
	}{
		{"no options", ada, room, "blackjack", nil, ""},
		{"a number as text", ada, room, "blackjack", []Given{{Name: "bet", Value: "50"}}, ""},
		{"a number below the least", ada, room, "blackjack", []Given{{Name: "bet", Value: 0}},
			"at least 1"},
		{"a number above the greatest", ada, room, "blackjack", []Given{{Name: "bet", Value: 1001}},
			"at most 1000"},
		{"a number beyond 2^53", ada, room, "blackjack",
			[]Given{{Name: "bet", Value: uint64(1) << 63}}, "whole number"},
		{"a fraction", ada, room, "blackjack", []Given{{Name: "bet", Value: 1.5}}, "whole number"},
		{"not a boolean", ada, room, "blackjack", []Given{{Name: "private", Value: "perhaps"}},
			"true or false"},
		{"an unknown option", ada, room, "blackjack", []Given{{Name: "hand", Value: 1}},
			"no such option"},
		{"an option twice", ada, room, "blackjack",
			[]Given{{Name: "bet", Value: 1}, {Name: "bet", Value: 2}}, "twice"},
		{"a required option left out", ada, room, "stats", nil, "required"},
		{"a person who is nobody", ada, room, "stats", []Given{{Name: "player", Value: "5"}},
			"people here"},
		{"a choice that is none", ada, room, "stats",
			[]Given{{Name: "player", Value: grace.Person},
				{Name: "kind", Value: "some"}}, "one of All"},
		{"an unknown command", ada, room, "poker", nil, ErrUnknownCommand.Error()},
		{"an admin's command by an admin", ada, room, "admin", nil, ""},
		{"an admin's command by another", grace, room, "admin", nil, ErrNotAllowed.Error()},
		{"a guild's command in direct messages", ada, ada.DM().ID, "guildonly", nil,
			ErrNotAllowed.Error()},
		{"another's direct messages", ada, grace.DM().ID, "blackjack", nil,
			ErrUnknownChannel.Error()},
	} {
		_, err := c.who.Command(c.channel, c.name, c.given...)
		if c.wrong == "" && err != nil || c.wrong != "" &&
			(err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s: got %v, want %q", c.fact, err, c.wrong)
		}
	}
}
