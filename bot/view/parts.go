package view

import (
	"slices"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/text/width"

	"holecard/bot/message"
)

// button is a button that stands out no more than others.
func button(label, id string) discordgo.Button {
	return styled(discordgo.SecondaryButton, label, id)
}

func styled(style discordgo.ButtonStyle, label, id string) discordgo.Button {
	return discordgo.Button{Label: label, Style: style, CustomID: id}
}

// arrow is a button to another page, which cannot be pressed where there is none.
func arrow(emoji, label, id string, none bool) discordgo.Button {
	b := button(label, id)
	b.Emoji, b.Disabled = &discordgo.ComponentEmoji{Name: emoji}, none
	return b
}

// line is a line of buttons.
func line(buttons ...discordgo.Button) []discordgo.Button { return buttons }

// rows are lines of components. Discord takes none without any.
func rows[C discordgo.MessageComponent](lines ...[]C) (list []discordgo.MessageComponent) {
	for _, line := range lines {
		var row discordgo.ActionsRow
		for _, c := range line {
			row.Components = append(row.Components, c)
		}
		if len(line) > 0 {
			list = append(list, row)
		}
	}
	return list
}

// selects are lines of a select each.
func selects(list ...discordgo.SelectMenu) []discordgo.MessageComponent {
	return rows(slices.Collect(slices.Chunk(list, 1))...)
}

// offer adds to a select what a click leads to.
func offer(to *discordgo.SelectMenu, label, about string, click any, now bool) {
	to.Options = append(to.Options, discordgo.SelectMenuOption{Label: label, Description: about,
		Value: id(click), Default: now})
}

// form asks for texts instead of answering with a message.
func form(id, title string, inputs ...discordgo.TextInput) *discordgo.InteractionResponseData {
	for i := range inputs {
		inputs[i].Style = discordgo.TextInputShort
	}
	return &discordgo.InteractionResponseData{CustomID: id, Title: title,
		Components: rows(slices.Collect(slices.Chunk(inputs, 1))...)}
}

// footer is a line below an embed, nil without a text.
func footer(text string) *discordgo.MessageEmbedFooter {
	if text == "" {
		return nil
	}
	return &discordgo.MessageEmbedFooter{Text: text}
}

// small writes lines in small print.
func small(lines []string) []string {
	for i, line := range lines {
		lines[i] = "-# " + line
	}
	return lines
}

// image is a file of the reply in an embed.
func image(file string) *discordgo.MessageEmbedImage {
	return &discordgo.MessageEmbedImage{URL: "attachment://" + file}
}

// embedded is a reply of one embed, and that.
func embedded(colour int, title, text string) (message.Reply, *discordgo.MessageEmbed) {
	e := &discordgo.MessageEmbed{Title: title, Description: text, Color: colour}
	return message.Reply{Embeds: []*discordgo.MessageEmbed{e}}, e
}

// private is a reply of one plain embed that only the person who asked sees.
func private(title, text string) message.Reply {
	r, _ := embedded(colourPlain, title, text)
	r.Private = true
	return r
}

// thirdOfPhone is how wide the name of a field may be that shares its line on a phone, in Latin
// letters.
const thirdOfPhone = 14

// figure is a field of an embed that shares its line with others, if its name is short enough.
func figure(name, value string) *discordgo.MessageEmbedField {
	wide := 0
	for _, r := range name {
		if wide++; width.LookupRune(r).Kind() == width.EastAsianWide {
			wide++
		}
	}
	return &discordgo.MessageEmbedField{Name: name, Value: value, Inline: wide <= thirdOfPhone}
}

// field is a field of an embed on a line of its own.
func field(name, value string) *discordgo.MessageEmbedField {
	return &discordgo.MessageEmbedField{Name: name, Value: value}
}
