package localdiscord

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const selectMessage = `{"type":4,"data":{"components":[{"type":1,"components":[{"type":3,
	"custom_id":"s","placeholder":"Pages","min_values":1,"max_values":2,"options":[
	{"label":"A","value":"a"},{"label":"B","value":"b","default":true},
	{"label":"C","value":"c"}]}]}]}}`

const betModal = `{"type":9,"data":{"custom_id":"m","title":"Bet","components":[{"type":1,
	"components":[{"type":4,"custom_id":"bet","style":1,"label":"Chips","max_length":5}]}]}}`

func TestAPersonChoosesAndFillsIn(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, _ *PipeListener) {
		asked := s.given(t)
		ada := s.As(asked.person)
		if status, body := s.answer(t, asked, selectMessage); status != 204 {
			t.Fatal(status, body)
		}
		m, _ := asked.Latest()
		for _, wrong := range [][]string{nil, {"x"}, {"a", "b", "c"}} {
			if _, err := ada.Choose(m.ID, "s", wrong...); err == nil {
				t.Errorf("%q can be chosen", wrong)
			}
		}
		chosen, err := ada.Choose(m.ID, "s", "a", "c")
		if err != nil {
			t.Fatal(err)
		}
		var told struct {
			Data struct {
				Values     []string
				Components json.RawMessage
			}
		}
		if json.Unmarshal(chosen.Raw, &told); strings.Join(told.Data.Values, " ") != "a c" {
			t.Errorf("the bot is told %s", chosen.Raw)
		}
		_, happens, stop, _ := s.Watch(ada.Person)
		defer stop()
		if status, body := s.answer(t, chosen, betModal); status != 204 {
			t.Fatal(status, body)
		}
		if e := <-happens; e.Kind != ModalOpened || e.Modal.Title != "Bet" ||
			e.Interaction != chosen.ID {
			t.Errorf("the person sees %+v", e)
		}
		for _, wrong := range []string{"", "123456"} {
			if _, err := ada.Submit(chosen.ID, map[string]string{"bet": wrong}); err == nil {
				t.Errorf("%q can be entered", wrong)
			}
		}
		sent, err := ada.Submit(chosen.ID, map[string]string{"bet": "1k"})
		if err != nil {
			t.Fatal(err)
		}
		json.Unmarshal(sent.Raw, &told)
		if !strings.Contains(string(told.Data.Components), `"value":"1k"`) {
			t.Errorf("the bot is told %s", sent.Raw)
		}
		if status, body := s.answer(t, sent, betModal); status != 400 {
			t.Errorf("a modal answers a modal: %d %v", status, body)
		}
		time.Sleep(AnswerWithin)
	})
}

func TestAMessageNamesTheWholeCommandThatItAnswers(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, _ *PipeListener) {
		s.register(t, `[{"name":"settings","description":"x","options":[{"type":2,"name":"chips",
			"description":"x","options":[{"type":1,"name":"show","description":"x"}]}]}]`)
		i, err := s.As(s.People()[0]).Command(s.Channel("blackjack").ID, "settings chips show")
		if err != nil {
			t.Fatal(err)
		}
		s.answer(t, i, `{"type":4,"data":{"content":"x"}}`)
		if a, err := i.Wait(within(t)); err != nil || a.Message.Metadata.Name != "settings chips show" {
			t.Errorf("the message answers /%v, %v", a.Message.Metadata, err)
		}
	})
}
