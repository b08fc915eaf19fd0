package discord

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

var registerSpecs = []Spec{
	{Name: "stats", Description: Texts{"": "Your record", "de": "Deine Bilanz"},
		Options: []OptionSpec{{Name: "player", Description: Texts{"": "Whose"}, Kind: Person}}},
	{Name: "blackjack", Description: Texts{"": "Play"}, Permissions: 32, ServerOnly: true,
		Options: []OptionSpec{
			{Name: "table", Description: Texts{"": "Rules", "de": "Regeln", "fr": "Règles"},
				Kind: Text, Required: true, Choices: []ChoiceSpec{
					{Name: Texts{"": "Vegas", "ja": "ベガス"}, Value: "vegas"}}},
			{Name: "bet", Description: Texts{"": "Chips"}, Kind: Integer, Min: 1, Completed: true},
			{Name: "private", Description: Texts{"": "Alone"}, Kind: Boolean},
		}},
	{Name: "you look", Description: Texts{"": "Look"}, Groups: []Texts{{"": "Yours"}}},
	{Name: "you data show", Description: Texts{"": "Show"},
		Groups: []Texts{{"": "Yours"}, {"": "Data"}}},
	{Name: "you data hide", Description: Texts{"": "Hide"},
		Groups: []Texts{{"": "Yours"}, {"": "Data"}}},
}

const registeredJSON = `[
	{"type":1,"name":"stats","description":"Your record","description_localizations":{"de":"Deine Bilanz"},"options":[{"type":6,"name":"player","description":"Whose"}],
		"contexts":[0,1],"integration_types":[0]},
	{"type":1,"name":"blackjack","description":"Play","options":[
		{"type":3,"name":"table","description":"Rules","description_localizations":{"de":"Regeln","fr":"Règles"},"required":true,
			"choices":[{"name":"Vegas","name_localizations":{"ja":"ベガス"},"value":"vegas"}]},
		{"type":4,"name":"bet","description":"Chips","autocomplete":true,"min_value":1},
		{"type":5,"name":"private","description":"Alone"}],"default_member_permissions":32,
		"contexts":[0],"integration_types":[0]},
	{"type":1,"name":"you","description":"Yours","options":[{"type":1,"name":"look","description":"Look"},
		{"type":2,"name":"data","description":"Data","options":[{"type":1,"name":"show","description":"Show"},
			{"type":1,"name":"hide","description":"Hide"}]}],
		"contexts":[0,1],"integration_types":[0]}]`

func TestCommandsAreSentAsDiscordTakesThem(t *testing.T) {
	got := string(mustEncode(wireCommands(registerSpecs)))
	want := strings.NewReplacer("\n", "", "\t", "").Replace(registeredJSON)
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// Discord refuses an overwrite that leaves the owner's entry point out.
func TestTheOwnersEntryPointIsKept(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.commands = json.RawMessage(`[{"id":"9","application_id":"1","version":"3","type":4,"name":"launch","name_localizations":null,"description":"Play",
			"default_member_permissions":"32","dm_permission":true,"contexts":[0,1,2],"integration_types":[0,1],"handler":2,"nsfw":false},
			{"id":"8","type":1,"name":"old","description":"Old"},{"id":"7","type":2,"name":"Look","description":""}]`)
		r := play(f, echo())
		var sent []map[string]any
		if err := json.Unmarshal([]byte(r.registered()), &sent); err != nil || len(sent) != 2 ||
			sent[0]["name"] != "blackjack" {
			t.Fatalf("registered %s", r.registered())
		}
		want := `{"contexts":[0,1,2],"default_member_permissions":32,"description":"Play","handler":2,"id":"9","integration_types":[0,1],"name":"launch","nsfw":false,"type":4}`
		if got := string(mustEncode(sent[1])); got != want {
			t.Errorf("the entry point is sent as\n%s, want\n%s", got, want)
		}
	})
}

func TestTheBotPlaysOnWhenCommandsCannotBeRegisteredAndTriesLater(t *testing.T) {
	bubble(t, func(t *testing.T) {
		const body = `{"retry_after":200}`
		r := play(newFake(t).meets("PUT", status(400, body), status(429, body),
			status(500, body), status(403, body), nil), echo())
		if n := len(r.requests("PUT")); n != 1 {
			t.Errorf("%d tries before the bot is ready, want 1", n)
		}
		time.Sleep(time.Hour)
		if n := len(r.requests("PUT")); n != 5 {
			t.Errorf("%d tries in an hour, want 5", n)
		}
		if !strings.Contains(r.log.String(), "not registered; playing with those that are") {
			t.Errorf("nobody was told:\n%s", r.log)
		}
	})
}

// Some servers answer an overwrite without ids, and list them.
func TestTheIDsOfCommandsAreLearnedFromTheAnswerOrTheList(t *testing.T) {
	const listed = `[{"id":"9","type":4,"name":"launch"},{"id":7,"type":1,"name":"blackjack"},
		{"id":"8","name":"stats"},{"id":"x","name":"help"},{"id":"5","type":2,"name":"Look"}]`
	for name, answers := range map[string][3]string{ // before, to the overwrite, and after
		"the answer":        {`[]`, listed, `[]`},
		"the list":          {`[]`, `[{"name":"blackjack"}]`, listed},
		"a list of objects": {`{}`, `{}`, listed},
	} {
		bubble(t, func(t *testing.T) {
			f := newFake(t)
			asked := -1
			f.rest = func(w http.ResponseWriter, r *http.Request, _ int) bool {
				if !strings.HasSuffix(r.URL.Path, "/commands") {
					return false
				}
				asked++
				fmt.Fprint(w, answers[asked])
				return true
			}
			var got map[string]string
			f.known = func(ids map[string]string) { got = ids }
			play(f, echo())
			if len(got) != 2 || got["blackjack"] != "7" || got["stats"] != "8" {
				t.Errorf("from %s: %v", name, got)
			}
		})
	}
}
