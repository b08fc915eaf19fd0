package view

import (
	"github.com/bwmarrin/discordgo"

	"holecard/bot/message"
)

// button is a button that stands out no more than others.
func button(label, id string) discordgo.Button {
	return discordgo.Button{Label: label, Style: discordgo.SecondaryButton, CustomID: id}
}

// emoji is one Unicode emoji before a label.
func emoji(text string) *discordgo.ComponentEmoji { return &discordgo.ComponentEmoji{Name: text} }

// rows are lines of buttons. Discord takes none without a button.
func rows(lines ...[]discordgo.Button) (list []discordgo.MessageComponent) {
	for _, line := range lines {
		var row discordgo.ActionsRow
		for _, b := range line {
			row.Components = append(row.Components, b)
		}
		if len(line) > 0 {
			list = append(list, row)
		}
	}
	return list
}

// selects are lines of a select each.
func selects(list ...discordgo.SelectMenu) (lines []discordgo.MessageComponent) {
	for _, s := range list {
		lines = append(lines,
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{s}})
	}
	return lines
}

// form asks for texts instead of answering with a message.
func form(id, title string, inputs ...discordgo.TextInput) message.Reply {
	m := &discordgo.InteractionResponseData{CustomID: id, Title: title}
	for _, in := range inputs {
		in.Style = discordgo.TextInputShort
		m.Components = append(m.Components,
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{in}})
	}
	return message.Reply{Modal: m}
}

// footer is a line below an embed, nil without a text.
func footer(text string) *discordgo.MessageEmbedFooter {
	if text == "" {
		return nil
	}
	return &discordgo.MessageEmbedFooter{Text: text}
}

// image is a file of the reply in an embed.
func image(file string) *discordgo.MessageEmbedImage {
	return &discordgo.MessageEmbedImage{URL: "attachment://" + file}
}
