package discord

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/internal/localdiscord"
)

// inspected gives a test an inspector of a bot on local Discord that has faults.
func inspected(t *testing.T, o Options, fault func(*http.Request) localdiscord.Fault,
	test func(*testing.T, *Inspector, *localdiscord.Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		localdiscord.PassEpoch()
		pipe := localdiscord.NewPipeListener()
		server := localdiscord.New(localdiscord.Config{Fault: fault})
		go server.Serve(pipe)
		if o.Token == "" {
			o.Token = server.Token()
		}
		o.APIURL, o.Dial = "http://127.0.0.1/api/v9", pipe.Dial
		i, err := Inspect(registerSpecs, o)
		if err != nil {
			t.Fatal(err)
		}
		test(t, i, server)
		i.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Hour) // the goroutines of both sides end
	})
}

func says(body string) localdiscord.Fault { return localdiscord.Fault{Status: 200, Body: body} }

func TestAnInspectorAsksWhatDiscordKnows(t *testing.T) {
	inspected(t, Options{}, nil, func(t *testing.T, i *Inspector, s *localdiscord.Server) {
		me, err := i.Application(t.Context())
		id := s.Application().ID.String()
		if err != nil || me.ID != id || me.Name != s.Application().Name || me.Endpoint != "" ||
			me.Invite != inviteLink(id) {
			t.Errorf("%+v, %v", me, err)
		}
		if ours, n, err := i.Registered(t.Context()); ours || n != 0 || err != nil {
			t.Errorf("before: %v, %d, %v", ours, n, err)
		}
		if err := i.c.register(t.Context()); err != nil {
			t.Fatal(err)
		}
		if ours, n, err := i.Registered(t.Context()); !ours || n != 3 || err != nil {
			t.Errorf("registered: %v, %d, %v", ours, n, err)
		}
		starts, err := i.Starts(t.Context())
		if err != nil || starts.Remaining != 999 || starts.Total != 1000 {
			t.Errorf("%+v, %v", starts, err)
		}
		servers, err := i.Servers(t.Context(), 10)
		if err != nil || len(servers) != 1 || servers[0].ID != s.GuildID().String() ||
			servers[0].Name != s.World().Guild {
			t.Errorf("%+v, %v", servers, err)
		}
	})
}

func TestAnInspectorWithATokenThatIsRefusedSaysSo(t *testing.T) {
	inspected(t, Options{Token: "another"}, nil,
		func(t *testing.T, i *Inspector, s *localdiscord.Server) {
			_, err := i.Application(t.Context())
			_, errServers := i.Servers(t.Context(), 1)
			if !errors.Is(err, ErrBadToken) || !errors.Is(errServers, ErrBadToken) {
				t.Errorf("%v, %v", err, errServers)
			}
		})
}

func TestAnInspectorWaitsWhereDiscordAsksItTo(t *testing.T) {
	n := 0
	fault := func(*http.Request) localdiscord.Fault {
		if n++; n == 1 {
			return localdiscord.Fault{Status: 429, RetryAfter: 3 * time.Second}
		}
		return localdiscord.Fault{}
	}
	inspected(t, Options{}, fault, func(t *testing.T, i *Inspector, _ *localdiscord.Server) {
		begun := time.Now()
		if _, err := i.Starts(t.Context()); err != nil || time.Since(begun) < 3*time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

func TestTheErrorOfTheClockIsWhatFollowsForCertain(t *testing.T) {
	for _, test := range []struct{ off, want time.Duration }{
		{0, 0},
		{-900 * time.Millisecond, -900 * time.Millisecond},
		{900 * time.Millisecond, 0}, // the date has whole seconds
		{8 * time.Second, 7 * time.Second},
		{-8 * time.Second, -8 * time.Second},
	} {
		now := func() time.Time { return time.Now().Truncate(time.Second).Add(test.off) }
		inspected(t, Options{Now: now}, nil,
			func(t *testing.T, i *Inspector, s *localdiscord.Server) {
				if got, err := i.ClockError(t.Context()); got != test.want || err != nil {
					t.Errorf("%v off: %v, %v, want %v", test.off, got, err, test.want)
				}
			})
	}
}

func TestWhatKeepsPeopleFromPlayingIsFound(t *testing.T) {
	// The ids of local Discord are the same in every run.
	s := localdiscord.New(localdiscord.Config{})
	app, guild := s.Application().ID, s.GuildID()
	s.Close()
	page := func(of any, entries string) localdiscord.Fault {
		return says(fmt.Sprintf(`[{"id":"%v","application_id":"%v","guild_id":"%v",
			"permissions":[%s]}]`, of, app, guild, entries))
	}
	everyoneOff := fmt.Sprintf(`{"id":"%v","type":1,"permission":false}`, guild)
	channelsOff := fmt.Sprintf(`{"id":"%v","type":3,"permission":false}`, guild-1)
	stats := says(`[{"id":"7","type":1,"name":"stats","description":"x"}]`)
	globals := "/applications/" + app.String() + "/commands"
	roles := func(everyone, bots uint64) localdiscord.Fault {
		return says(fmt.Sprintf(`{"roles":[{"id":"%v","permissions":"%d"},
			{"id":"%v","permissions":"%d","managed":true}]}`, guild, everyone, app, bots))
	}
	const commands = discordgo.PermissionUseApplicationCommands
	channels := func(list string) localdiscord.Fault { return says("[" + list + "]") }
	closed := fmt.Sprintf(`{"id":"1","name":"closed","type":0,"permission_overwrites":[
		{"id":"%v","type":0,"allow":"0","deny":"2048"}]}`, guild)
	again := fmt.Sprintf(`{"id":"2","name":"again","type":5,"permission_overwrites":[
		{"id":"%v","type":0,"allow":"0","deny":"2048"},
		{"id":"%v","type":1,"allow":"2048","deny":"0"}]}`, guild, app)
	const voice = `{"id":"3","name":"voice","type":2,"permission_overwrites":[]}`
	permissions, server, rooms := "/commands/permissions", "/guilds/"+guild.String(), "/channels"
	of := func(h ...Hindrance) ServerFacts { return ServerFacts{Hindrances: h} }
	for _, test := range []struct {
		name    string
		answers map[string]localdiscord.Fault
		want    ServerFacts
	}{
		{"nothing", nil, of()},
		{"added without commands", map[string]localdiscord.Fault{
			"/guilds/" + guild.String() + "/commands": {Status: 403,
				Body: `{"code":50001,"message":"Missing Access"}`}}, of(NoScope)},
		{"off for everyone", map[string]localdiscord.Fault{permissions: page(app, everyoneOff)},
			of(EveryoneOff)},
		{"off for everyone but a role", map[string]localdiscord.Fault{permissions: page(app,
			everyoneOff+`,{"id":"9","type":1,"permission":true}`)}, of()},
		{"off for one role", map[string]localdiscord.Fault{permissions: page(app,
			`{"id":"9","type":1,"permission":false}`)}, of()},
		{"off in all channels", map[string]localdiscord.Fault{permissions: page(app, channelsOff)},
			of(ChannelsOff)},
		{"off in all channels but one", map[string]localdiscord.Fault{permissions: page(app,
			channelsOff+`,{"id":"9","type":3,"permission":true}`)}, of()},
		{"one command off", map[string]localdiscord.Fault{permissions: page(7, everyoneOff),
			globals: stats}, ServerFacts{Off: []string{"stats"}}},
		{"no role may use commands", map[string]localdiscord.Fault{
			server: roles(0, commands|invited)}, of(RolesOff)},
		{"the bot's role can do nothing", map[string]localdiscord.Fault{
			server: roles(commands, 0)}, ServerFacts{Hindrances: []Hindrance{NoChannel},
			Closed: []string{"blackjack", "lounge"}}},
		{"the bot's role can do everything", map[string]localdiscord.Fault{
			server: roles(commands, discordgo.PermissionAdministrator),
			rooms:  channels(closed)}, of()},
		{"one channel closed", map[string]localdiscord.Fault{
			server: roles(commands, invited),
			rooms:  channels(closed + "," + again + "," + voice)},
			ServerFacts{Closed: []string{"closed"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			fault := func(r *http.Request) localdiscord.Fault {
				for end, answer := range test.answers {
					if strings.HasSuffix(r.URL.Path, end) {
						return answer
					}
				}
				return localdiscord.Fault{}
			}
			inspected(t, Options{}, fault,
				func(t *testing.T, i *Inspector, s *localdiscord.Server) {
					i.c.application = app.String()
					got, err := i.Server(t.Context(), Server{ID: guild.String()})
					if err != nil || !slices.Equal(got.Hindrances, test.want.Hindrances) ||
						!slices.Equal(got.Off, test.want.Off) ||
						!slices.Equal(got.Closed, test.want.Closed) {
						t.Errorf("got %+v, %v, want %+v", got, err, test.want)
					}
				})
		})
	}
}
