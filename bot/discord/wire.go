package discord

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/gateway"
	"holecard/bot/message"
)

// Limits of Discord's.
const (
	mostChoices   = 25
	longestChoice = 100
)

// wireAnswer is the answer to an interaction. Its data are a [wireMessage], a modal as
// discordgo has it, [wireChoices] or nothing.
type wireAnswer struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// wireMessage is a message. All fields but the flags are always sent: a field that
// is left out of an update would stay what it was, an old picture too, and names
// can ping people unless no mention is allowed.
type wireMessage struct {
	discordgo.InteractionResponseData
	// discordgo's attachments have no description
	Attachments []wireAttachment `json:"attachments"` // those that stay or come
}

type wireAttachment struct {
	// the number of the file in the form, as the text that Discord describes
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// Choices are what is offered for an option that is being typed.
type Choices []*discordgo.ApplicationCommandOptionChoice

// Offer adds a choice. One that Discord would refuse, and all others with it, is left out.
func (c *Choices) Offer(name, value string) {
	label := []rune(name)
	if len(label) == 0 || utf8.RuneCountInString(value) > longestChoice || len(*c) == mostChoices {
		return
	}
	*c = append(*c, &discordgo.ApplicationCommandOptionChoice{
		Name: string(label[:min(len(label), longestChoice)]), Value: value})
}

// wireChoices are sent where there are none as well: discordgo leaves an empty list out.
type wireChoices struct {
	Choices Choices `json:"choices"`
}

// encodeMessage returns the message that a reply shows. Discord takes no null for a list.
func encodeMessage(r message.Reply, private bool) wireMessage {
	m := wireMessage{discordgo.InteractionResponseData{
		Content:    r.Text,
		Embeds:     append([]*discordgo.MessageEmbed{}, r.Embeds...),
		Components: append([]discordgo.MessageComponent{}, r.Rows...),
		AllowedMentions: &discordgo.MessageAllowedMentions{
			Parse: []discordgo.AllowedMentionType{}},
	}, []wireAttachment{}}
	if private {
		m.Flags = discordgo.MessageFlagsEphemeral
	}
	for i, f := range r.Files {
		m.Attachments = append(m.Attachments, wireAttachment{strconv.Itoa(i), f.Name, f.Alt})
	}
	return m
}

// completion is the answer that offers choices.
func completion(choices Choices) wireAnswer {
	return wireAnswer{discordgo.InteractionApplicationCommandAutocompleteResult,
		wireChoices{append(Choices{}, choices...)}}
}

// withFiles returns v as JSON, with files as Discord's form.
func withFiles(v any, files ...message.File) gateway.Content {
	if len(files) == 0 {
		return gateway.Content{Type: "application/json", Body: mustEncode(v)}
	}
	var parts []*discordgo.File
	for _, f := range files {
		part := discordgo.File{Name: f.Name, ContentType: "image/png",
			Reader: bytes.NewReader(f.PNG)}
		if f.JSON != nil {
			part.ContentType, part.Reader = "application/json", bytes.NewReader(f.JSON)
		}
		parts = append(parts, &part)
	}
	form, body, err := discordgo.MultipartBodyWithJSON(v, parts)
	if err != nil {
		panic("discord: " + err.Error()) // writing to memory does not fail
	}
	return gateway.Content{Type: form, Body: body}
}

// mustEncode returns v as JSON.
func mustEncode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		// what is sent holds strings, numbers and lists of them only
		panic("discord: " + err.Error())
	}
	return raw
}
