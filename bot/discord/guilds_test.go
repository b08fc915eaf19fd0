package discord

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

// guildsOf returns what the bot is told of the guilds that it is in.
func guildsOf(t *testing.T, fault func(n int) localdiscord.Fault,
	test func(*localdiscord.Server, func() ([]storage.GuildID, error))) {
	t.Helper()
	asked := 0
	localDiscord(t, localdiscord.Config{Fault: func(r *http.Request) (f localdiscord.Fault) {
		if !strings.HasSuffix(r.URL.Path, "/users/@me/guilds") {
			return f
		}
		asked++
		return fault(asked)
	}}, stub{}, nil, func(*localdiscord.Server, *Options) {},
		func(t *testing.T, s *localdiscord.Server, c *Connection) {
			test(s, func() ([]storage.GuildID, error) { return c.Guilds(t.Context()) })
		})
}

func TestTheBotKnowsWhichServersItIsIn(t *testing.T) {
	none := func(int) localdiscord.Fault { return localdiscord.Fault{} }
	guildsOf(t, none, func(s *localdiscord.Server, ask func() ([]storage.GuildID, error)) {
		wants := func(want ...storage.GuildID) {
			t.Helper()
			if got, err := ask(); err != nil || !slices.Equal(got, want) {
				t.Errorf("it is in %v, %v, want %v", got, err, want)
			}
		}
		here := storage.GuildID(s.GuildID())
		wants(here)
		var all []storage.GuildID
		for id := range localdiscord.ID(401) {
			s.Invite(id + 1)
			all = append(all, storage.GuildID(id+1))
		}
		wants(append(all, here)...)
		s.Kick(s.GuildID())
		s.Kick(401)
		wants(all[:400]...)
		for id := range localdiscord.ID(400) {
			s.Kick(id + 1)
		}
		wants()
	})
}

func TestAnAnswerThatIsNotAWholeListOfServersIsAnError(t *testing.T) {
	said := func(body string) localdiscord.Fault {
		return localdiscord.Fault{Status: 200, Body: body}
	}
	var page []string
	for id := range guildsOfPage {
		page = append(page, fmt.Sprintf(`{"id": "%d"}`, id+1))
	}
	for name, answer := range map[string]localdiscord.Fault{
		"refused":                   {Status: 403},
		"failed":                    {Status: 500},
		"cut":                       {Cut: true},
		"nothing":                   said("null"),
		"no list":                   said(`{"message": "try later"}`),
		"no id":                     said(`[{"id": "5"}, {}]`),
		"an id that is not one":     said(`[{"id": "five"}]`),
		"ids that are not in order": said(`[{"id": "5"}, {"id": "5"}]`),
	} {
		for before := range 2 {
			t.Run(fmt.Sprint(name, " after ", before, " pages"), func(t *testing.T) {
				faults := func(n int) localdiscord.Fault {
					if n <= before {
						return said("[" + strings.Join(page, ",") + "]")
					}
					return answer
				}
				guildsOf(t, faults, func(_ *localdiscord.Server,
					ask func() ([]storage.GuildID, error)) {
					if got, err := ask(); err == nil || got != nil {
						t.Errorf("it is in %d servers, %v", len(got), err)
					}
				})
			})
		}
	}
}
