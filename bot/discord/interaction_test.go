package discord

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/message"
	"holecard/storage"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// unexported lets cmp look into interactions.
var unexported = cmp.AllowUnexported(interaction{})

func TestInteractionsAreReadAsServersSendThem(t *testing.T) {
	caller := func(guild storage.GuildID, name string) Caller {
		return Caller{Interaction: 10, Player: storage.Player{Guild: guild, User: 5},
			DisplayName: name, Received: noon}
	}
	known := func(c Caller, locale string, permissions int64) Caller {
		c.Locale, c.Permissions = locale, permissions
		return c
	}
	pictured := func(c Caller, path, guild string) Caller {
		c.Avatar = "https://cdn.discordapp.com/" + path + ".png?size=64"
		c.GuildLocale = guild
		return c
	}
	inThread := func(c Caller, channel uint64, botMay int64) Caller {
		c.Channel, c.Thread, c.AppPermissions = channel, true, botMay
		return c
	}
	outsider := func(c Caller) Caller { c.Outsider = true; return c }
	const (
		command    = discordgo.InteractionApplicationCommand
		completion = discordgo.InteractionApplicationCommandAutocomplete
		press      = discordgo.InteractionMessageComponent
	)
	for _, test := range []struct {
		name, json string
		want       flat
		options    string // their names and values
	}{
		{"a command in a guild",
			`{"id":"10","application_id":"3","type":2,"token":"t","guild_id":"7","locale":"de",
			  "member":{"nick":"Nick","permissions":"2147483648","user":{"id":"5","username":"user","global_name":"Global"}},
			  "data":{"id":"1","name":"blackjack","type":1,"options":[{"name":"bet","type":4,"value":50},{"name":"private","type":5,"value":true}]}}`,
			flat{caller: known(caller(7, "Nick"), "de", 1<<31), kind: command,
				application: "3", token: "t", name: "blackjack"}, "bet=50 private=true"},
		{"a subcommand",
			`{"id":"10","type":2,"token":"t","user":{"id":"5"},"data":{"name":"profile","options":[{"name":"privacy","type":2,
			  "options":[{"name":"export","type":1,"options":[null,{"name":"everywhere","type":5,"value":true}]}]}]}}`,
			flat{caller: caller(storage.DirectMessages(5), ""), kind: command, token: "t",
				name: "profile privacy export"}, "everywhere=true"},
		{"a press in direct messages",
			`{"id":"10","type":3,"token":"t","user":{"id":"5","username":"user","global_name":"Global"},"data":{"custom_id":"x","component_type":2}}`,
			flat{caller: caller(storage.DirectMessages(5), "Global"), kind: press,
				token: "t", customID: "x"}, ""},
		{"a press in a guild by whom it does not call a member",
			`{"id":"10","type":3,"token":"t","guild_id":"7","user":{"id":"5"},"data":{"custom_id":"x"}}`,
			flat{caller: outsider(caller(7, "")), kind: press, token: "t", customID: "x"},
			""},
		{"a press in a thread, where the bot has permissions, of a message with buttons",
			`{"id":"10","type":3,"token":"t","guild_id":"7","channel_id":"88","app_permissions":"1024","channel":{"id":"88","type":11},
			  "member":{"user":{"id":"5"}},"data":{"custom_id":"x"},"message":{"id":"99","components":[{"type":1,"components":[
			  {"type":2,"style":1,"custom_id":"x"},{"type":2,"style":5,"url":"u"}]},{"type":1,"components":[{"type":3,"custom_id":"y"}]}]}}`,
			flat{caller: inThread(caller(7, ""), 88, discordgo.PermissionViewChannel),
				kind: press, token: "t", customID: "x", message: 99, beside: []string{"x", "y"}}, ""},
		{"a press of a message with a component that nobody knows, spaced out",
			`{"id": "10", "type": 3, "token": "t", "guild_id": "7", "member": {"user": {"id": "5"}},
			  "message": {"id": "99", "embeds": [{"title": "}"}], "components": [{"type": 99, "custom_id": "z"}]},
			  "data": {"custom_id": "x"}}`,
			flat{caller: caller(7, ""), kind: press, token: "t", customID: "x", message: 99,
				beside: []string{"z"}}, ""},
		{"a channel and a message that cannot be read are unknown",
			`{"id":"10","type":3,"token":"t","guild_id":"7","channel_id":"x","channel":7,
			  "member":{"user":{"id":"5"}},"data":{"custom_id":"x"},"message":{"id":"y"}}`,
			flat{caller: caller(7, ""), kind: press, token: "t", customID: "x"}, ""},
		{"a choice in a select, by one with a picture",
			`{"id":"10","type":3,"token":"t","guild_id":"7","guild_locale":"fr","data":{"custom_id":"x",
			  "component_type":3,"values":["a","b"]},"member":{"avatar":null,"user":{"id":"5","avatar":"a_0f"}}}`,
			flat{caller: pictured(caller(7, ""), "avatars/5/a_0f", "fr"), kind: press,
				token: "t", customID: "x", values: []string{"a", "b"}}, ""},
		{"what was entered in a modal, in rows and by labels, by one with a picture in the guild",
			`{"id":"10","type":5,"token":"t","guild_id":"7","data":{"custom_id":"x","components":[
			  {"type":1,"components":[{"type":4,"custom_id":"bet","value":"\ufeff1k"}]},
			  {"type":18,"component":{"type":4,"custom_id":"note","value":""}}]},
			  "member":{"avatar":"aa","user":{"id":"5","avatar":"../../x"}}}`,
			flat{caller: pictured(caller(7, ""), "guilds/7/users/5/avatars/aa", ""),
				kind: discordgo.InteractionModalSubmit, token: "t", customID: "x",
				inputs: map[string]string{"bet": "1k", "note": ""}}, ""},
		{"a typed integer comes as text, with a byte-order mark",
			`{"id":"10","type":4,"token":"t","user":{"id":"5","username":"user"},"data":{"name":"blackjack","options":[{"name":"bet","type":4,"value":"\ufeff5x","focused":true}]}}`,
			flat{caller: caller(storage.DirectMessages(5), "user"), kind: completion,
				token: "t", name: "blackjack"}, "bet=5x"},
		{"numbers keep all the digits that Discord sends",
			`{"id":"10","type":2,"token":"t","user":{"id":"5"},"data":{"name":"b","options":[
			  {"name":"b","value":-9007199254740991},{"name":"c","value":1e3},{"name":"d","value":5.0},{"name":"e","value":2.5}]}}`,
			flat{caller: caller(storage.DirectMessages(5), ""), kind: command, token: "t",
				name: "b"}, "b=-9007199254740991 c=1000 d=5 e=2.5"},
		{"an option without a value, and none worth reading",
			`{"id":"10","type":2,"token":"t","user":{"id":"5"},"data":{"name":"b","options":[{"name":"a"},{"name":"b","value":null},{"name":"c","value":{"x":1}},null]}}`,
			flat{caller: caller(storage.DirectMessages(5), ""), kind: command, token: "t",
				name: "b"}, "a= b= c="},
		{"nothing but who", `{"id":"10","token":"t","user":{"id":"5"},"data":[]}`,
			flat{caller: caller(storage.DirectMessages(5), ""), token: "t"}, ""},
		{"data that cannot be read",
			`{"id":"10","type":2,"token":"t","user":{"id":"5"},"data":{"name":["b"],"options":{"a":1}}}`,
			flat{caller: caller(storage.DirectMessages(5), ""), kind: command, token: "t"},
			""},
		{"all permissions at once permit nothing",
			`{"id":"10","token":"t","member":{"user":{"id":"5"},"permissions":"-1"}}`,
			flat{caller: caller(storage.DirectMessages(5), ""), token: "t"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := parseInteraction([]byte(test.json), noon)
			if err != nil {
				t.Fatal(err)
			}
			var options []string
			for _, o := range got.Options {
				options = append(options, o.Name+"="+got.Option(o.Name))
			}
			if given := strings.Join(options, " "); given != test.options {
				t.Errorf("the options are %s, want %s", given, test.options)
			}
			got.Options, got.Resolved = nil, nil
			if diff := cmp.Diff(test.want.interaction(), got, unexported); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// flat is an interaction in one struct.
type flat struct {
	caller                             Caller
	kind                               discordgo.InteractionType
	application, token, name, customID string
	values, beside                     []string
	inputs                             map[string]string
	message                            uint64
}

func (f flat) interaction() *interaction {
	return &interaction{Call: Call{Caller: f.caller, Name: f.name, Values: f.values, Inputs: f.inputs,
		At: message.Place{Channel: f.caller.Channel, Message: f.message}}, kind: f.kind,
		application: f.application, token: f.token, customID: f.customID, beside: f.beside}
}

func TestPeopleThatOptionsNameAreKnownAsFarAsItIsTold(t *testing.T) {
	in, err := parseInteraction([]byte(`{"id":"10","type":2,"token":"t","guild_id":"7","member":{"user":{"id":"5"}},"data":{"name":"b","resolved":{
		"users":{"1":{"id":"1","username":"one","global_name":"One"},"2":{"id":"2","username":"two","bot":true},"3":{"id":"3","username":"three"},"5":null},
		"members":{"1":{"nick":"Uno"},"2":{"nick":null}}},
		"options":[{"name":"1","value":"1"},{"name":"2","value":"2"},{"name":"3","value":"3"},{"name":"4","value":"4"},{"name":"5","value":"5"}]}}`), noon)
	if err != nil {
		t.Fatal(err)
	}
	for option, want := range map[string]Someone{"1": {Name: "Uno"}, "2": {Name: "two", Bot: true},
		"3": {Name: "three", Outsider: true}, "4": {}, "5": {}, "6": {}} {
		if got := in.Person(option); got != want {
			t.Errorf("%s is %+v, want %+v", option, got, want)
		}
	}
}

func TestAnInteractionOfNobodyIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"null":                                   `null`,
		"a list":                                 `[]`,
		"half an object":                         `{"id":`,
		"empty":                                  `{}`,
		"no id":                                  `{"token":"t","user":{"id":"5"}}`,
		"no token":                               `{"id":"10","user":{"id":"5"}}`,
		"no user":                                `{"id":"10","token":"t"}`,
		"a server that would be direct messages": `{"id":"10","token":"t","guild_id":"9223372036854775813","member":{"user":{"id":"5"}}}`,
		"odd id":                                 `{"id":"ten","token":"t","user":{"id":"5"}}`,
		"a number for an id":                     `{"id":10,"token":"t","user":{"id":"5"}}`,
		"odd user":                               `{"id":"10","token":"t","user":{"id":"5.5"}}`,
		// not to be taken for direct messages
		"odd guild": `{"id":"10","token":"t","guild_id":"main","user":{"id":"5"}}`,
	} {
		if got, err := parseInteraction([]byte(text), noon); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func FuzzNoInteractionPanics(f *testing.F) {
	f.Add([]byte(`{"id":"10","application_id":"3","type":2,"token":"t","guild_id":"7","member":{"nick":"N","user":{"id":"5"}},"data":{"name":"b","options":[{"name":"a","value":1e3}]}}`))
	f.Add([]byte(`{"id":"10","token":"t","user":{"id":"5"},"data":null}`))
	f.Add([]byte(`{"id":"10","type":5,"token":"t","user":{"id":"5"},"data":{"custom_id":"x","components":[null,{"type":1,"components":[null]}]},"message":{"components":[null]}}`))
	f.Add([]byte(`{"id":"10","type":4,"token":"t","user":{"id":"5"},"data":{"name":"b","resolved":{"users":{"1":null},"members":{"1":null}},"options":[null,{"type":1,"name":"a","options":[null,{"name":"p","value":"1","focused":true}]}]}}`))
	f.Add([]byte(`{"id":"10","token":"t","user":{"id":"5"},"message":"`))
	f.Add([]byte(`{"id":"10","token":"t","user":{"id":"5"},"message":{"id":"9"`))
	to := newRoutes(Routes{})
	f.Fuzz(func(t *testing.T, raw []byte) {
		in, err := parseInteraction(raw, noon)
		if err != nil {
			return
		}
		if in.Interaction == 0 || in.token == "" || !json.Valid(raw) ||
			in.Player.User == 0 && in.kind != discordgo.InteractionPing {
			t.Errorf("took %q as %+v", raw, in)
		}
		to.find(in)
		for _, o := range in.Options {
			in.Person(o.Name)
		}
		in.Focused()
	})
}

func TestWhatTheBotLacksInAChannelIsNamed(t *testing.T) {
	const all = invited &^ discordgo.PermissionSendMessagesInThreads
	for _, test := range []struct {
		name    string
		may     int64
		thread  bool
		missing int64
	}{
		{"nothing is said", 0, false, 0},
		{"an administrator", discordgo.PermissionAdministrator, true, 0},
		{"everything", all, false, 0},
		{"no embeds", all &^ discordgo.PermissionEmbedLinks, false,
			discordgo.PermissionEmbedLinks},
		{"a channel that it does not see", 1 << 6, false, all},
		{"a thread", all, true, discordgo.PermissionSendMessagesInThreads},
		{"a thread of a channel where it may not write",
			invited &^ discordgo.PermissionSendMessages, true, 0},
	} {
		c := Caller{AppPermissions: test.may, Thread: test.thread}
		if got := c.Missing(); got != test.missing {
			t.Errorf("%s: missing %b, want %b", test.name, got, test.missing)
		}
	}
}
