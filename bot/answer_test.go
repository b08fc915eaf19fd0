package bot

import (
	"fmt"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/bot/view"
)

func TestRepliesBecomeExactlyThisJSON(t *testing.T) {
	rows := [][]view.Button{
		{{Label: "Hit", Style: view.Primary, Click: view.Press{Hand: 1, Version: 2, Action: blackjack.Hit}}, {Label: "Stand", Disabled: true, Click: view.Press{}}},
		{},
		{{Emoji: "🂡", Style: view.Danger, Click: view.Turn{Page: 3}}, {Label: "Again", Style: view.Success, Click: view.Again{}}},
	}
	encode := func(c view.Click) string { return fmt.Sprintf("%T", c) }
	const nobody = `"allowed_mentions":{"parse":[]}`
	for _, test := range []struct {
		name    string
		reply   view.Reply
		pressed bool
		want    string
	}{
		{"a word", view.Reply{Text: "hi"}, false,
			`{"type":4,"data":{"content":"hi","embeds":[],"components":[],` + nobody + `}}`},
		{"a private word", view.Reply{Text: "hi", Private: true}, true,
			`{"type":4,"data":{"content":"hi","embeds":[],"components":[],` + nobody + `,"flags":64}}`},
		{"an update clears what it does not have", view.Reply{Update: true}, true,
			`{"type":7,"data":{"content":"","embeds":[],"components":[],` + nobody + `}}`},
		{"an update stays as private as its message is", view.Reply{Update: true, Private: true}, true,
			`{"type":7,"data":{"content":"","embeds":[],"components":[],` + nobody + `}}`},
		{"a command has no message to update", view.Reply{Text: "hi", Update: true, Private: true}, false,
			`{"type":4,"data":{"content":"hi","embeds":[],"components":[],` + nobody + `,"flags":64}}`},
		{"embeds and buttons", view.Reply{Rows: rows, Embeds: []view.Embed{
			{Title: "T", Text: "D", Colour: 0xff8000, Fields: []view.Field{{Name: "n", Value: "v", Inline: true}, {Name: "m", Value: "w"}}, Footer: "f"}, {Text: "bare"}}}, false,
			`{"type":4,"data":{"content":"","embeds":[` +
				`{"title":"T","description":"D","color":16744448,"fields":[{"name":"n","value":"v","inline":true},{"name":"m","value":"w"}],"footer":{"text":"f"}},{"description":"bare"}],` +
				`"components":[{"type":1,"components":[{"type":2,"style":1,"label":"Hit","custom_id":"view.Press"},{"type":2,"style":2,"label":"Stand","custom_id":"view.Press","disabled":true}]},` +
				`{"type":1,"components":[{"type":2,"style":4,"emoji":{"name":"🂡"},"custom_id":"view.Turn"},{"type":2,"style":3,"label":"Again","custom_id":"view.Again"}]}],` + nobody + `}}`},
	} {
		if got := string(mustEncode(replyAnswer(test.reply, test.pressed, encode))); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestChoicesAreThoseThatDiscordTakes(t *testing.T) {
	many := make([]view.Choice, 30)
	for i := range many {
		many[i] = view.Choice{Name: fmt.Sprint(i), Value: fmt.Sprint(i)}
	}
	long := strings.Repeat("é", 101)
	for _, test := range []struct {
		name    string
		kind    OptionKind
		choices []view.Choice
		want    string
	}{
		{"none is a list", Integer, nil, `[]`},
		{"integers are numbers", Integer, []view.Choice{{Name: "all", Value: "100"}, {Name: "most", Value: "9007199254740991"}}, `[{"name":"all","value":100},{"name":"most","value":9007199254740991}]`},
		{"what is no integer is left out", Integer, []view.Choice{{Name: "a", Value: "x"}, {Name: "b", Value: "9007199254740992"}, {Name: "c", Value: "1"}}, `[{"name":"c","value":1}]`},
		{"texts are texts", Text, []view.Choice{{Name: "one", Value: "1"}}, `[{"name":"one","value":"1"}]`},
		{"names are cut, values are not", Text, []view.Choice{{Name: long, Value: "v"}, {Name: "n", Value: long}, {Name: "", Value: "v"}}, `[{"name":"` + long[:200] + `","value":"v"}]`},
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
