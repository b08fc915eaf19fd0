package discord

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/message"
)

func TestRepliesBecomeExactlyThisJSON(t *testing.T) {
	const (
		bare  = `"tts":false,"content":"","components":[],"embeds":[]`
		hi    = `"tts":false,"content":"hi","components":[],"embeds":[]`
		ended = `,"allowed_mentions":{"parse":[],"replied_user":false}`
		none  = ended + `,"attachments":[]}}`
	)
	for _, test := range []struct {
		name    string
		reply   message.Reply
		pressed bool
		want    string
	}{
		{"a word", message.Reply{Text: "hi"}, false, `{"type":4,"data":{` + hi + none},
		{"a private word", message.Reply{Text: "hi", Private: true}, true,
			`{"type":4,"data":{` + hi + ended + `,"flags":64,"attachments":[]}}`},
		{"an update clears what it does not have", message.Reply{Update: true}, true,
			`{"type":7,"data":{` + bare + none},
		{"an update stays as private as its message is", message.Reply{Update: true, Private: true},
			true, `{"type":7,"data":{` + bare + none},
		{"a command has no message to update",
			message.Reply{Text: "hi", Update: true, Private: true}, false,
			`{"type":4,"data":{` + hi + ended + `,"flags":64,"attachments":[]}}`},
		{"an embed, a button and a picture", message.Reply{
			Embeds: []*discordgo.MessageEmbed{{Title: "T"}},
			Rows: row(discordgo.Button{Label: "Stand", Style: discordgo.SecondaryButton,
				CustomID: "press"}),
			Files: []message.File{{Name: "hand.png", Alt: "cards", PNG: []byte("png")}}}, false,
			`{"type":4,"data":{"tts":false,"content":"","components":[{"components":[{"label":` +
				`"Stand","style":2,"disabled":false,"custom_id":"press","type":2}],"type":1}],` +
				`"embeds":[{"title":"T"}]` + ended + `,"attachments":[{"id":"0",` +
				`"filename":"hand.png","description":"cards"}]}}`},
		{"a modal, also after a press", message.Reply{Update: true,
			Modal: &discordgo.InteractionResponseData{CustomID: "m", Title: "Bet", Components: row(
				discordgo.TextInput{CustomID: "b", Label: "Chips",
					Style: discordgo.TextInputShort, Required: true})}}, true,
			`{"type":9,"data":{"tts":false,"content":"","components":[{"components":[{` +
				`"custom_id":"b","label":"Chips","style":1,"required":true,"type":4}],"type":1}],` +
				`"embeds":null,"custom_id":"m","title":"Bet"}}`},
	} {
		if got := string(mustEncode(replyAnswer(test.reply, test.pressed))); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// row is a line of buttons.
func row(buttons ...discordgo.MessageComponent) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: buttons}}
}

func TestChoicesAreThoseThatDiscordTakes(t *testing.T) {
	long := strings.Repeat("é", 101)
	var choices Choices
	for _, c := range [][2]string{{"one", "1"}, {long, "v"}, {"n", long}, {"", "v"}} {
		choices.Offer(c[0], c[1])
	}
	const offers = `{"type":8,"data":{"choices":[`
	if got, want := string(mustEncode(completion(choices))), offers+
		`{"name":"one","value":"1"},{"name":"`+long[:200]+`","value":"v"}]}}`; got != want {
		t.Errorf("choices %s, want %s", got, want)
	}
	for n := range 30 {
		choices.Offer(fmt.Sprint(n), fmt.Sprint(n))
	}
	if len(choices) != 25 {
		t.Errorf("%d choices of 32, want 25", len(choices))
	}
	if got := string(mustEncode(completion(nil))); got != offers+"]}}" {
		t.Errorf("no choices are %s", got)
	}
}
