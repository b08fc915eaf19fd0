// Package message holds what people are shown: texts, and discordgo's embeds and
// components, with what belongs to no type of discordgo. The package view makes them of
// what happened, the package discord sends them.
package message

import "github.com/bwmarrin/discordgo"

// Reply is a message that people are shown.
type Reply struct {
	Text string
	// Embeds hold Discord's markdown: what people chose themselves (names) has been escaped.
	Embeds  []*discordgo.MessageEmbed
	Rows    []discordgo.MessageComponent
	Private bool   // only the person who asked sees it
	Files   []File // pictures, which embeds name
	Version uint32 // of what several people share, which it shows; 0 for none
}

// Place is where a message is, as the JSON of a message says. The zero Place is unknown.
type Place struct {
	Channel uint64 `json:"channel_id,string"`
	Message uint64 `json:"id,string"`
}

// Note returns a short private answer.
func Note(text string) Reply { return Reply{Text: text, Private: true} }

// File is a picture beside a message, or data.
type File struct {
	Name string // such as "chart.png"
	Alt  string // what it shows, for those who do not see it
	PNG  []byte
	JSON []byte // instead of a picture
}
