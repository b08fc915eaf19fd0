package discord

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/message"
)

// hitAnswer is the answer of [echo] to a press of the button "hit".
var hitAnswer = wireAnswer{discordgo.InteractionResponseUpdateMessage,
	encodeMessage(message.Reply{Text: "hit"}, false)}

func TestRepliesBecomeExactlyThisJSON(t *testing.T) {
	const (
		bare  = `"tts":false,"content":"","components":[],"embeds":[]`
		hi    = `"tts":false,"content":"hi","components":[],"embeds":[]`
		ended = `,"allowed_mentions":{"parse":[],"replied_user":false}`
		none  = ended + `,"attachments":[]}}`
	)
	private := message.Note("hi")
	for _, test := range []struct {
		name   string
		answer func(Responder)
		kind   int // of the interaction, 0 for a press
		want   string
	}{
		{"a word", func(r Responder) { r.Answer(message.Reply{Text: "hi"}) }, 0,
			`{"type":4,"data":{` + hi + none},
		{"a private word", func(r Responder) { r.Answer(private) }, 0,
			`{"type":4,"data":{` + hi + ended + `,"flags":64,"attachments":[]}}`},
		{"an update clears what it does not have",
			func(r Responder) { r.Update(message.Reply{}) }, 0,
			`{"type":7,"data":{` + bare + none},
		{"an update stays as private as its message is",
			func(r Responder) { r.Update(message.Reply{Private: true}) }, 0,
			`{"type":7,"data":{` + bare + none},
		{"a command has no message to update", func(r Responder) { r.Update(private) }, 2,
			`{"type":4,"data":{` + hi + ended + `,"flags":64,"attachments":[]}}`},
		{"nor has a command's modal", func(r Responder) { r.Update(private) }, 5,
			`{"type":4,"data":{` + hi + ended + `,"flags":64,"attachments":[]}}`},
		{"a message that stays as it is", func(r Responder) { r.Keep() }, 0, `{"type":6}`},
		{"an embed, a button and a picture", func(r Responder) {
			r.Answer(message.Reply{
				Embeds: []*discordgo.MessageEmbed{{Title: "T"}},
				Rows: row(discordgo.Button{Label: "Stand", Style: discordgo.SecondaryButton,
					CustomID: "press"}),
				Files: []message.File{{Name: "hand.png", Alt: "cards", PNG: []byte("png")}}})
		}, 0,
			`{"type":4,"data":{"tts":false,"content":"","components":[{"components":[{"label":` +
				`"Stand","style":2,"disabled":false,"custom_id":"press","type":2}],"type":1}],` +
				`"embeds":[{"title":"T"}]` + ended + `,"attachments":[{"id":"0",` +
				`"filename":"hand.png","description":"cards"}]}}`},
		{"a modal", func(r Responder) {
			r.Ask(&discordgo.InteractionResponseData{CustomID: "m", Title: "Bet", Components: row(
				discordgo.TextInput{CustomID: "b", Label: "Chips",
					Style: discordgo.TextInputShort, Required: true})})
		}, 0,
			`{"type":9,"data":{"tts":false,"content":"","components":[{"components":[{` +
				`"custom_id":"b","label":"Chips","style":1,"required":true,"type":4}],"type":1}],` +
				`"embeds":null,"custom_id":"m","title":"Bet"}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				h := stub{onClick: func(_ context.Context, r Responder, _ tapped) { test.answer(r) },
					onCommand: func(_ context.Context, r Responder, _ *Call) { test.answer(r) }}
				r := play(newFake(t), h)
				raw := pressJSON(snowflake(1), 5, "x")
				if test.kind != 0 {
					raw = strings.NewReplacer(`"type":3`, fmt.Sprintf(`"type":%d`, test.kind),
						`"message":{"id":"99"},`, "", `"data":{`, `"data":{"name":"blackjack",`).Replace(raw)
				}
				r.link().event("INTERACTION_CREATE", raw)
				synctest.Wait()
				got := r.requests("/callback")[0].body
				if _, form, files := strings.Cut(got, "application/json\r\n\r\n"); files {
					got, _, _ = strings.Cut(form, "\r\n")
				}
				if got != test.want {
					t.Errorf("\n got %s\nwant %s", got, test.want)
				}
			})
		})
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
