package discord

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

var (
	needed        = int64(discordgo.PermissionManageGuild)
	registerSpecs = []*discordgo.ApplicationCommand{
		{Name: "stats", Description: "Your record", Type: discordgo.ChatApplicationCommand,
			DescriptionLocalizations: &map[discordgo.Locale]string{"de": "Deine Bilanz"}},
		{Name: "blackjack", Description: "Play", DefaultMemberPermissions: &needed,
			Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionString, Name: "table", Description: "Rules",
					Required: true, Choices: []*discordgo.ApplicationCommandOptionChoice{
						{Name: "Vegas", Value: "vegas"}}},
				betOption,
				{Type: discordgo.ApplicationCommandOptionBoolean, Name: "private",
					Description: "Alone"}}},
		{Name: "you", Description: "Yours"},
	}
)

func TestCommandsAreSentAsDiscordTakesThem(t *testing.T) {
	c, err := Connect(Routes{Specs: registerSpecs}, Options{Token: fakeToken})
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"type":1,"name":"stats","description":"Your record",` +
		`"description_localizations":{"de":"Deine Bilanz"},"options":null},`
	if got := string(mustEncode(c.commands(nil))); !strings.HasPrefix(got, want) ||
		!strings.Contains(got, `"default_member_permissions":"32",`) {
		t.Errorf("registered %s, want %s", got, want)
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
		want := `{"contexts":[0,1,2],"default_member_permissions":"32","description":"Play","handler":2,"id":"9","integration_types":[0,1],"name":"launch","nsfw":false,"type":4}`
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
	const listed = `[{"id":"9","type":4,"name":"launch"},{"id":"7","type":1,"name":"blackjack"},
		{"id":"8","name":"stats"},{"name":"help"},{"id":"5","type":2,"name":"Look"}]`
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
