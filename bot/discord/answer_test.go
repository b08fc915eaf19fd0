package discord

import (
	"fmt"
	"strings"
	"testing"

	"holecard/bot/message"
)

func TestRepliesBecomeExactlyThisJSON(t *testing.T) {
	rows := [][]message.Button{
		{{Label: "Hit", Style: message.Primary, ID: "press"},
			{Label: "Stand", Disabled: true, ID: "button"}},
		{},
		{{Emoji: "🂡", Style: message.Danger, ID: "turn"},
			{Label: "Again", Style: message.Success, ID: "again"}},
	}
	const nobody = `"allowed_mentions":{"parse":[]},"attachments":[]`
	for _, test := range []struct {
		name    string
		reply   message.Reply
		pressed bool
		want    string
	}{
		{"a word", message.Reply{Text: "hi"}, false,
			`{"type":4,"data":{"content":"hi","embeds":[],"components":[],` + nobody + `}}`},
		{"a private word", message.Reply{Text: "hi", Private: true}, true,
			`{"type":4,"data":{"content":"hi","embeds":[],"components":[],` + nobody +
				`,"flags":64}}`},
		{"an update clears what it does not have", message.Reply{Update: true}, true,
			`{"type":7,"data":{"content":"","embeds":[],"components":[],` + nobody + `}}`},
		{"an update stays as private as its message is", message.Reply{Update: true, Private: true},
			true,
			`{"type":7,"data":{"content":"","embeds":[],"components":[],` + nobody + `}}`},
		{"a command has no message to update",
			message.Reply{Text: "hi", Update: true, Private: true}, false,
			`{"type":4,"data":{"content":"hi","embeds":[],"components":[],` + nobody +
				`,"flags":64}}`},
		{"embeds and buttons", message.Reply{Rows: rows, Embeds: []message.Embed{
			{Title: "T", Text: "D", Colour: 0xff8000,
				Fields: []message.Field{{Name: "n", Value: "v", Inline: true},
					{Name: "m", Value: "w"}}, Footer: "f"}, {Text: "bare"}}}, false,
			`{"type":4,"data":{"content":"","embeds":[` +
				`{"title":"T","description":"D","color":16744448,"fields":[{"name":"n","value":"v","inline":true},{"name":"m","value":"w"}],"footer":{"text":"f"}},{"description":"bare"}],` +
				`"components":[{"type":1,"components":[{"type":2,"style":1,"label":"Hit","custom_id":"press"},{"type":2,"style":2,"label":"Stand","custom_id":"button","disabled":true}]},` +
				`{"type":1,"components":[{"type":2,"style":4,"emoji":{"name":"🂡"},"custom_id":"turn"},{"type":2,"style":3,"label":"Again","custom_id":"again"}]}],` + nobody + `}}`},
		{"a person, a link and a select", message.Reply{
			Embeds: []message.Embed{{Author: &message.Author{Name: "Ada",
				Icon: "https://x/a.png"}}},
			Rows: [][]message.Button{{{Label: "Verify", URL: "https://x/#1"}}},
			Selects: []message.Select{{ID: "s", Hint: "Pages", Least: 1, Most: 2,
				Options: []message.SelectOption{{Label: "Tables", Value: "t", About: "All",
					Emoji:  "🂡",
					Chosen: true}}}}}, false,
			`{"type":4,"data":{"content":"","embeds":[{"author":{"name":"Ada",` +
				`"icon_url":"https://x/a.png"}}],"components":[{"type":1,"components":[{"type":3,` +
				`"custom_id":"s","placeholder":"Pages","min_values":1,"max_values":2,"options":[` +
				`{"label":"Tables","value":"t","description":"All","emoji":{"name":"🂡"},` +
				`"default":true}]}]},{"type":1,"components":[{"type":2,"style":5,"label":"Verify",` +
				`"url":"https://x/#1"}]}],` + nobody + `}}`},
		{"a modal, also after a press", message.Reply{Update: true, Modal: &message.Modal{ID: "m",
			Title: "Bet",
			Inputs: []message.Input{{ID: "b", Label: "Chips", Value: "10", Hint: "all",
				Longest: 20}, {ID: "n", Label: "Note", Optional: true, Long: true}}}}, true,
			`{"type":9,"data":{"custom_id":"m","title":"Bet","components":[{"type":1,"components":[` +
				`{"type":4,"custom_id":"b","style":1,"label":"Chips","value":"10","placeholder":"all",` +
				`"required":true,"max_length":20}]},{"type":1,"components":[{"type":4,` +
				`"custom_id":"n","style":2,"label":"Note","required":false}]}]}}`},
	} {
		if got := string(mustEncode(replyAnswer(test.reply, test.pressed))); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestChoicesAreThoseThatDiscordTakes(t *testing.T) {
	many := make([]message.Choice, 30)
	for i := range many {
		many[i] = message.Choice{Name: fmt.Sprint(i), Value: fmt.Sprint(i)}
	}
	long := strings.Repeat("é", 101)
	for _, test := range []struct {
		name    string
		kind    OptionKind
		choices []message.Choice
		want    string
	}{
		{"none is a list", Integer, nil, `[]`},
		{"integers are numbers", Integer,
			[]message.Choice{{Name: "all", Value: "100"},
				{Name: "most", Value: "9007199254740991"}},
			`[{"name":"all","value":100},{"name":"most","value":9007199254740991}]`},
		{"what is no integer is left out", Integer,
			[]message.Choice{{Name: "a", Value: "x"}, {Name: "b", Value: "9007199254740992"},
				{Name: "c", Value: "1"}}, `[{"name":"c","value":1}]`},
		{"texts are texts", Text, []message.Choice{{Name: "one", Value: "1"}},
			`[{"name":"one","value":"1"}]`},
		{"names are cut, values are not", Text,
			[]message.Choice{{Name: long, Value: "v"}, {Name: "n", Value: long},
				{Name: "", Value: "v"}}, `[{"name":"` + long[:200] + `","value":"v"}]`},
		{"no more than 25", Text, many, string(mustEncode(choicesOf(Text, many[:25])))},
	} {
		if got := string(mustEncode(choicesOf(test.kind, test.choices))); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
	if n := len(choicesOf(Text, many)); n != 25 {
		t.Errorf("%d choices of 30, want 25", n)
	}
}
