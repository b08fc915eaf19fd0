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

func TestSelectsAndModalsAreExamined(t *testing.T) {
	c := func(body string) *value {
		v, err := parseForm([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	row := func(components string) string {
		return `{"components":[{"type":1,"components":[` + components + `]}]}`
	}
	const options = `"options":[{"label":"A","value":"a"}]`
	for _, f := range []struct{ components, code string }{
		{`{"type":3,` + options + `}`, "BASE_TYPE_REQUIRED"},
		{`{"type":3,"custom_id":"s"}`, "BASE_TYPE_REQUIRED"},
		{`{"type":3,"custom_id":"s","max_values":2,` + options + `}`, "INVALID_RANGE"},
		{`{"type":3,"custom_id":"s",` + options + `},{"type":3,"custom_id":"t",` + options + `}`,
			"LAYOUT_WIDTH"},
		{`{"type":3,"custom_id":"s","options":[{"label":"A","value":"a"},
			{"label":"B","value":"a"}]}`,
			"VALUE_DUPLICATED"},
		{`{"type":3,"custom_id":"s","options":[{"label":"A","value":"a","default":true},
			{"label":"B","value":"b","default":true}]}`, "TOO_MANY_DEFAULT"},
		{`{"type":3,"custom_id":"s","placeholder":"` + strings.Repeat("x", 151) + `",` + options +
			`}`,
			"BASE_TYPE_MAX_LENGTH"},
	} {
		if _, err := (&call{}).message(c(row(f.components))); err == nil ||
			!strings.Contains(string(marshal(err)), f.code) {
			t.Errorf("%s: %s", f.components, marshal(err))
		}
	}
	modal := func(input string) string {
		return `{"custom_id":"m","title":"T","components":[{"type":1,"components":[` + input +
			`]}]}`
	}
	for _, f := range []struct{ body, code string }{
		{`{"custom_id":"m","components":[]}`, "BASE_TYPE_REQUIRED"},
		{modal(`{"type":2,"custom_id":"b","style":1,"label":"x"}`), "UNION_TYPE_CHOICES"},
		{modal(`{"type":4,"custom_id":"b","style":3,"label":"x"}`), "BASE_TYPE_CHOICES"},
		{modal(`{"type":4,"style":1,"label":"x"}`), "BASE_TYPE_REQUIRED"},
		{modal(`{"type":4,"custom_id":"b","style":1,"label":"` + strings.Repeat("x", 46) + `"}`),
			"BASE_TYPE_BAD_LENGTH"},
		{modal(`{"type":4,"custom_id":"b","style":1,"label":"x","value":"abc","max_length":2}`),
			"BASE_TYPE_MAX_LENGTH"},
	} {
		if _, err := readModal(c(f.body)); err == nil ||
			!strings.Contains(string(marshal(err)), f.code) {
			t.Errorf("%s: %s", f.body, marshal(err))
		}
	}
}
