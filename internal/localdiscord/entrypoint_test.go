package localdiscord

import (
	"strings"
	"testing"
)

func TestContextsAndEntryPointsAreTakenAsDiscordTakesThem(t *testing.T) {
	s := New(Config{})
	t.Cleanup(func() { s.Close() })
	app := "/applications/" + s.Application().ID.String() + "/commands"
	const entry = `{"type":4,"name":"launch","description":"","handler":2}`
	for _, c := range []struct {
		fact, method, path, body string
		code                     int
		says                     string
	}{
		{"contexts", "PUT", app,
			`[{"name":"a","description":"A","contexts":[0,1],"integration_types":[0]}]`, 200, ""},
		{"no contexts at all", "PUT", app, `[{"name":"a","description":"A","contexts":[]}]`, 400,
			"contexts"},
		{"a context that does not exist", "PUT", app,
			`[{"name":"a","description":"A","contexts":[3]}]`, 400, "contexts"},
		{"a context twice", "PUT", app, `[{"name":"a","description":"A","contexts":[0,0]}]`, 400,
			"SET_TYPE_ALREADY_CONTAINS_VALUE"},
		{"contexts that are objects", "PUT", app,
			`[{"name":"a","description":"A","contexts":[{},{}]}]`, 400, "NUMBER_TYPE_COERCE"},
		{"an installation that does not exist", "PUT", app,
			`[{"name":"a","description":"A","integration_types":[2]}]`, 400, "integration_types"},
		{"a handler of a slash command", "PUT", app, `[{"name":"a","description":"A","handler":1}]`,
			400, "handler"},
		{"two entry points", "PUT", app, "[" + entry + "," +
			strings.Replace(entry, "launch", "start", 1) + "]", 400, "ENTRY_POINT"},
		{"an entry point", "POST", app, entry, 201, ""},
		{"an overwrite without it", "PUT", app, `[{"name":"a","description":"A"}]`, 400,
			"Entry Point"},
		{"an overwrite with it", "PUT", app, `[{"name":"a","description":"A"},` + entry + `]`, 200,
			""},
		{"one of a guild", "POST", "/applications/" + s.Application().ID.String() + "/guilds/" +
			s.GuildID().String() + "/commands", entry, 400, "global"},
	} {
		code, body := s.do(t, c.method, c.path, c.body)
		if text := string(marshal(body)); code != c.code || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d %s, want %d with %q", c.fact, code, text, c.code, c.says)
		}
	}
	commands := s.Commands()
	if len(commands) != 2 || len(commands[0].IntegrationTypes) != 1 ||
		commands[0].Contexts != nil || commands[1].Handler != 2 {
		t.Errorf("in the end there are %+v", commands)
	}
	if typed := s.slashCommands(); len(typed) != 1 || typed[0].Name != "a" {
		t.Errorf("people are offered %+v", typed)
	}
}
