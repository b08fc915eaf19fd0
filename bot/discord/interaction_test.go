package discord

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bwmarrin/discordgo"

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
	for _, test := range []struct {
		name, json string
		want       interaction
	}{
		{"a command in a guild",
			`{"id":"10","application_id":"3","type":2,"token":"t","guild_id":"7","locale":"de",
			  "member":{"nick":"Nick","permissions":"2147483648","user":{"id":"5","username":"user","global_name":"Global"}},
			  "data":{"id":"1","name":"blackjack","type":1,"options":[{"name":"bet","type":4,"value":50},{"name":"private","type":5,"value":true}]}}`,
			interaction{caller: known(caller(7, "Nick"), "de", 1<<31), kind: commandKind,
				application: "3", token: "t", name: "blackjack",
				options: []Option{{Name: "bet", Value: "50"}, {Name: "private", Value: "true"}}}},
		{"a press in direct messages",
			`{"id":"10","type":3,"token":"t","user":{"id":"5","username":"user","global_name":"Global"},"data":{"custom_id":"x","component_type":2}}`,
			interaction{caller: caller(storage.DirectMessages(5), "Global"), kind: componentKind,
				token:    "t",
				customID: "x"}},
		{"people that options name, as far as it is told who they are",
			`{"id":"10","type":2,"token":"t","guild_id":"7","member":{"user":{"id":"5"}},"data":{"name":"b","resolved":{
			  "users":{"1":{"id":"1","username":"one","global_name":"One"},"2":{"id":"2","username":"two","bot":true},"3":{"id":"3","username":"three"}},
			  "members":{"1":{"nick":"Uno"},"2":{"nick":null}}},
			  "options":[{"name":"a","type":6,"value":"1"},{"name":"b","type":6,"value":"2"},{"name":"c","type":6,"value":"3"},{"name":"d","type":6,"value":"4"}]}}`,
			interaction{caller: caller(7, ""), kind: commandKind, token: "t", name: "b",
				options: []Option{
					{Name: "a", Value: "1", Who: Someone{Name: "Uno"}},
					{Name: "b", Value: "2", Who: Someone{Name: "two", Bot: true}},
					{Name: "c", Value: "3", Who: Someone{Name: "three", Outsider: true}},
					{Name: "d", Value: "4"}}}},
		{"a press in a guild by whom it does not call a member, of a message with fields",
			`{"id":"10","type":3,"token":"t","guild_id":"7","user":{"id":"5"},"data":{"custom_id":"x"},
			  "message":{"components":[{"type":99}],"embeds":[{"fields":[{"name":"To","value":"Ada","inline":true},null,7]},"x",{"fields":{}},{"fields":[{"name":1,"value":null}]}]}}`,
			interaction{caller: outsider(caller(7, "")), kind: componentKind, token: "t",
				customID: "x"}},
		{"a press in a thread, where the bot has permissions",
			`{"id":"10","type":3,"token":"t","guild_id":"7","channel_id":"88","app_permissions":"1024","channel":{"id":"88","type":11},
			  "member":{"user":{"id":"5"}},"data":{"custom_id":"x"},"message":{"id":"99"}}`,
			interaction{caller: inThread(caller(7, ""), 88, discordgo.PermissionViewChannel), kind: componentKind,
				token: "t", customID: "x", message: 99}},
		{"a channel and permissions that cannot be read are unknown",
			`{"id":"10","type":3,"token":"t","guild_id":"7","channel_id":"x","app_permissions":"all","channel":7,
			  "member":{"user":{"id":"5"}},"data":{"custom_id":"x"},"message":{"id":"y"}}`,
			interaction{caller: caller(7, ""), kind: componentKind, token: "t", customID: "x"}},
		{"a channel of which only the object is sent",
			`{"id":"10","type":3,"token":"t","guild_id":"7","app_permissions":1024,"channel":{"id":88,"type":12},
			  "member":{"user":{"id":"5"}},"data":{"custom_id":"x"}}`,
			interaction{caller: inThread(caller(7, ""), 88, discordgo.PermissionViewChannel), kind: componentKind,
				token: "t", customID: "x"}},
		{"a choice in a select, by one with a picture",
			`{"id":"10","type":3,"token":"t","guild_id":"7","guild_locale":"fr","data":{"custom_id":"x",
			  "component_type":3,"values":["a","b"]},"member":{"avatar":null,"user":{"id":"5","avatar":"a_0f"}}}`,
			interaction{caller: pictured(caller(7, ""), "avatars/5/a_0f", "fr"),
				kind:  componentKind,
				token: "t", customID: "x", values: []string{"a", "b"}}},
		{"what was entered in a modal, by one with a picture in the guild",
			`{"id":"10","type":5,"token":"t","guild_id":"7","data":{"custom_id":"x","components":[
			  {"type":1,"components":[{"type":4,"custom_id":"bet","value":"1k"}]},
			  {"type":18,"component":{"type":4,"custom_id":"note","value":""}}]},
			  "member":{"avatar":"aa","user":{"id":"5","avatar":"../../x"}}}`,
			interaction{caller: pictured(caller(7, ""), "guilds/7/users/5/avatars/aa", ""),
				kind: modalKind, token: "t", customID: "x",
				inputs: map[string]string{"bet": "1k", "note": ""}}},
		{"a byte-order mark before what was typed",
			`{"id":"10","type":5,"token":"t","user":{"id":"5"},"data":{"custom_id":"x","options":[
			  {"name":"a","value":"\ufeff10\ufeff"}],"components":[{"type":1,"components":[
			  {"type":4,"custom_id":"bet","value":"\ufeff1k"}]}]}}`,
			interaction{caller: caller(storage.DirectMessages(5), ""), kind: modalKind,
				token: "t", customID: "x", options: []Option{{Name: "a", Value: "10\ufeff"}},
				inputs: map[string]string{"bet": "1k"}}},
		{"a typed integer comes as text",
			`{"id":"10","type":4,"token":"t","user":{"id":"5","username":"user"},"data":{"name":"blackjack","options":[{"name":"bet","type":4,"value":"5x","focused":true}]}}`,
			interaction{caller: caller(storage.DirectMessages(5), "user"), kind: completionKind,
				token: "t",
				name:  "blackjack", options: []Option{{Name: "bet", Value: "5x", Focused: true}}}},
		{"numbers keep all their digits",
			`{"id":"10","type":2,"token":"t","user":{"id":"5"},"data":{"name":"b","options":[
			  {"name":"a","value":9223372036854775808},{"name":"b","value":-9007199254740993},{"name":"c","value":1e3},{"name":"d","value":5.0},
			  {"name":"e","value":2.5},{"name":"f","value":1e400},{"name":"g","value":-0.0}]}}`,
			interaction{caller: caller(storage.DirectMessages(5), ""), kind: commandKind,
				token: "t", name: "b",
				options: []Option{
					{Name: "a", Value: "9223372036854775808"},
					{Name: "b", Value: "-9007199254740993"},
					{Name: "c", Value: "1000"}, {Name: "d", Value: "5"},
					{Name: "e", Value: "2.5"}, {Name: "f", Value: "1e400"},
					{Name: "g", Value: "-0"}}}},
		{"an option without a value, and none worth reading",
			`{"id":"10","type":2,"token":"t","user":{"id":"5"},"data":{"name":"b","options":[{"name":"a"},{"name":"b","value":null},{"name":"c","value":{"x":1}},null,7,{}]}}`,
			interaction{caller: caller(storage.DirectMessages(5), ""), kind: commandKind,
				token: "t", name: "b",
				options: []Option{{Name: "a"}, {Name: "b"}, {Name: "c"}}}},
		{"ids and permissions as numbers, the guild as an object",
			`{"id":10,"application_id":3,"type":"2","token":"t","guild":{"id":7},"member":{"permissions":8,"user":{"id":5,"username":9}},"data":{"name":"b"}}`,
			interaction{caller: known(caller(7, "9"), "", 8), kind: commandKind, application: "3",
				token: "t", name: "b"}},
		{"everything else odd",
			`{"id":"10","type":2,"token":"t","user":{"id":"5"},"member":7,"locale":{},"message":{"components":[{"type":99}]},"guild":[],"data":{"name":["b"],"options":{"a":1},"custom_id":4}}`,
			interaction{caller: caller(storage.DirectMessages(5), ""), kind: commandKind,
				token: "t", customID: "4"}},
		{"nothing but who and what",
			`{"id":"10","token":"t","user":{"id":"5"},"data":[]}`,
			interaction{caller: caller(storage.DirectMessages(5), ""), token: "t"}},
		{"permissions that cannot be read permit nothing",
			`{"id":"10","token":"t","member":{"user":{"id":"5"},"permissions":"-1"}}`,
			interaction{caller: caller(storage.DirectMessages(5), ""), token: "t"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := parseInteraction([]byte(test.json), noon)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&test.want, got, unexported); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestAnInteractionOfNobodyIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"null":                                   `null`,
		"a list":                                 `[]`,
		"empty":                                  `{}`,
		"no id":                                  `{"token":"t","user":{"id":"5"}}`,
		"no token":                               `{"id":"10","user":{"id":"5"}}`,
		"no user":                                `{"id":"10","token":"t"}`,
		"a server that would be direct messages": `{"id":"10","token":"t","guild_id":"9223372036854775813","member":{"user":{"id":"5"}}}`,
		"odd id":                                 `{"id":"ten","token":"t","user":{"id":"5"}}`,
		"negative id":                            `{"id":-10,"token":"t","user":{"id":"5"}}`,
		"odd user":                               `{"id":"10","token":"t","user":{"id":"5.5"}}`,
		// not to be taken for direct messages
		"odd guild": `{"id":"10","token":"t","guild_id":"main","user":{"id":"5"}}`,
	} {
		if got, err := parseInteraction([]byte(text), noon); !errors.Is(err, errNobody) {
			t.Errorf("%s: %+v, %v; want errNobody", name, got, err)
		}
	}
	if _, err := parseInteraction([]byte(`{"id":`), noon); err == nil {
		t.Error("half an object is read")
	}
}

func FuzzNoInteractionPanics(f *testing.F) {
	f.Add([]byte(`{"id":"10","application_id":"3","type":2,"token":"t","guild_id":"7","member":{"nick":"N","user":{"id":"5"}},"data":{"name":"b","options":[{"name":"a","value":1e3}]}}`))
	f.Add([]byte(`{"id":10,"token":"t","user":{"id":"5"},"data":null}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		in, err := parseInteraction(raw, noon)
		if err == nil &&
			(in.caller.Interaction == 0 || in.caller.Player.User == 0 || in.token == "" ||
				!json.Valid(raw)) {
			t.Errorf("took %q as %+v", raw, in)
		}
	})
}

func TestWhatTheBotLacksInAChannelIsNamed(t *testing.T) {
	all := Caller{AppPermissions: discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles}
	for _, test := range []struct {
		name    string
		may     int64
		thread  bool
		missing int64
	}{
		{"nothing is said", 0, false, 0},
		{"an administrator", discordgo.PermissionAdministrator, true, 0},
		{"everything", all.AppPermissions, false, 0},
		{"no embeds", all.AppPermissions &^ discordgo.PermissionEmbedLinks, false, discordgo.PermissionEmbedLinks},
		{"a channel that it does not see", 1 << 6, false, all.AppPermissions},
		{"a thread", all.AppPermissions, true, discordgo.PermissionSendMessagesInThreads},
		{"a thread of a channel where it may not write",
			all.AppPermissions&^discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads, true, 0},
	} {
		c := Caller{AppPermissions: test.may, Thread: test.thread}
		if got := c.Missing(); got != test.missing {
			t.Errorf("%s: missing %b, want %b", test.name, got, test.missing)
		}
	}
}
