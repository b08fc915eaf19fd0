package localdiscord

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
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
	if code, _ := s.do(t, "GET", "/channels/"+channel.String()+"/messages/"+m.ID.String(),
		""); code != 404 {
		t.Errorf("the bot reads it by the channel: %d", code)
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

func TestAutocompletionSendsWhatIsTypedAsText(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, _ *PipeListener) { autocompletion(t, s) })
}

func autocompletion(t *testing.T, s *Server) {
	s.register(t, blackjack)
	ada := s.As(s.People()[0])
	done := make(chan error)
	go func() {
		choices, err := ada.Autocomplete(t.Context(), s.Channel("blackjack").ID, "blackjack",
			Given{Name: "bet", Value: 1, Focused: true})
		if err == nil && (len(choices) != 1 || choices[0].Name != "half") {
			err = fmt.Errorf("got %v", choices)
		}
		done <- err
	}()
	synctest.Wait()
	i := s.last()
	if code, body := s.answer(t, i,
		`{"type":8,"data":{"choices":[{"name":"half","value":"50"}]}}`); code != 400 {
		t.Errorf("text for an integer is taken: %d %v", code, body)
	}
	if code, body := s.answer(t, i,
		`{"type":8,"data":{"choices":[{"name":"half","value":50}]}}`); code != 204 {
		t.Errorf("%d %v", code, body)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	typed := &reading{w: s.world, typing: true, users: map[ID]Person{}}
	list, err := typed.options(s.Commands()[0].Options,
		[]Given{{Name: "bet", Value: 1, Focused: true}})
	if err != nil || list[0].Value != "1" || !list[0].Focused || typed.focus != optionInteger {
		t.Errorf("the bot is told %+v, %v", list, err)
	}
	raw := ada.CommandPayload(s.Channel("blackjack").ID, "blackjack", Given{Name: "bet", Value: 1})
	if !bytes.Contains(raw, []byte(`"value":1`)) {
		t.Errorf("got %s", raw)
	}
}

func TestInteractionsCarryTheLanguagesOfPersonAndGuild(t *testing.T) {
	s := New(Config{})
	defer s.Close()
	s.register(t, blackjack)
	ada, grace := s.As(s.People()[0]), s.As(s.People()[1])
	if err := errors.Join(grace.Speak("ja"), ada.SpeakInGuild("pt-BR")); err != nil {
		t.Fatal(err)
	}
	if err := grace.SpeakInGuild("de"); err != errNotAdmin {
		t.Errorf("Grace may change the guild: %v", err)
	}
	if err := ada.Speak("en"); !errors.Is(err, ErrUnknownLocale) {
		t.Errorf("Ada speaks what Discord has not: %v", err)
	}
	if w := s.World(); w.Locale != "pt-BR" || w.People[1].Locale != "ja" ||
		w.People[0].Locale != "en-US" {
		t.Errorf("the world is %+v", w)
	}
	i, err := grace.Command(s.Channel("lounge").ID, "blackjack")
	if err != nil || !bytes.Contains(i.Raw, []byte(`"locale":"ja"`)) ||
		!bytes.Contains(i.Raw, []byte(`"guild_locale":"pt-BR"`)) {
		t.Errorf("the bot is told %s, %v", i.Raw, err)
	}
}

func TestCheckSeesAndRefusesRequests(t *testing.T) {
	var seen []string
	s := New(Config{Check: func(method, path string, body []byte) error {
		seen = append(seen, method+" "+path+" "+string(body))
		if method == "PUT" {
			return errors.New("no")
		}
		return nil
	}})
	defer s.Close()
	if code, _ := s.do(t, "GET", "/gateway", ""); code != 200 {
		t.Errorf("%d", code)
	}
	if code, _ := s.do(t, "PUT", "/applications/1/commands", "[]"); code != 400 {
		t.Errorf("%d", code)
	}
	if want := []string{"GET /gateway ", "PUT /applications/1/commands []"}; !slices.Equal(seen,
		want) {
		t.Errorf("seen %q, want %q", seen, want)
	}
	if r := s.Requests(); len(r) != 2 ||
		r[1] != (Request{"PUT", "/applications/1/commands", "[]"}) {
		t.Errorf("got %v", r)
	}
}

func TestWhatIsKeptIsBounded(t *testing.T) {
	s := New(Config{KeepMessages: 3, KeepRequests: 2})
	defer s.Close()
	for n := range 10 {
		i := s.given(t)
		s.answer(t, i, fmt.Sprintf(`{"type":4,"data":{"content":"%d"}}`, n))
	}
	seen := s.Messages(s.Channel("blackjack").ID, 0)
	if len(seen) != 3 || seen[0].Content != "7" || len(s.store.messages) != 3 {
		t.Errorf("%d messages, %d kept", len(seen), len(s.store.messages))
	}
	if len(s.Requests()) != 2 || len(s.requests) > 4 {
		t.Errorf("%d requests, %d kept", len(s.Requests()), len(s.requests))
	}
	for range keepInteractions + 5 {
		s.given(t)
	}
	if len(s.interactions.byToken) != keepInteractions {
		t.Errorf("%d tokens are kept", len(s.interactions.byToken))
	}
}
