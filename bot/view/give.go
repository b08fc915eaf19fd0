package view

import (
	"github.com/bwmarrin/discordgo"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// Give gives the chips that were asked about.
type Give struct {
	Asked storage.InteractionID `id:"y"`
}

// Decline declines what was to be confirmed.
type Decline struct {
	Asked storage.InteractionID `id:"d"`
}

// AskGift asks the giver whether to give.
func AskGift(w *lang.Printer, g session.Gift, after session.Gave) message.Reply {
	e := &discordgo.MessageEmbed{
		Description: w.Say("gift.ask", lang.Chips(g.Chips), Mention(g.To), int64(after.Balance)),
		Color:       colourPlain,
		Fields:      playerField(w, g.ToName),
		Footer:      footer(w.Say("gift.limit", int64(after.Daily), int64(after.Left))),
	}
	yes := discordgo.Button{Label: w.Say("gift.give", int64(g.Chips)),
		Style: discordgo.SuccessButton, CustomID: id(Give{g.Asked})}
	return confirmation(w, e, yes, g.Asked)
}

// Given tells the giver in their own words that it is done, and then everybody here.
func Given(own, here *lang.Printer, giver string, g session.Gift, after session.Gave,
) message.Reply {
	done := redrawn(&discordgo.MessageEmbed{
		Description: own.Say("gift.done", lang.Chips(g.Chips), Mention(g.To), int64(after.Balance)),
		Color:       colourWon,
	})
	done.Then = &message.Reply{Text: here.Say("gift.told", Name(here, giver), Mention(g.To),
		lang.Chips(g.Chips))}
	return done
}

// Declined redraws a confirmation that was declined.
func Declined(w *lang.Printer) message.Reply {
	return redrawn(&discordgo.MessageEmbed{Description: w.Say("cancelled"), Color: colourPushed})
}

func confirmation(w *lang.Printer, e *discordgo.MessageEmbed, yes discordgo.Button,
	asked storage.InteractionID) message.Reply {
	no := button(w.Say("button.cancel"), id(Decline{asked}))
	return message.Reply{Private: true, Embeds: []*discordgo.MessageEmbed{e},
		Rows: rows([]discordgo.Button{yes, no})}
}

// redrawn takes the place of a confirmation, which only one person sees.
func redrawn(e *discordgo.MessageEmbed) message.Reply {
	return message.Reply{Private: true, Update: true, Embeds: []*discordgo.MessageEmbed{e}}
}

// playerField says who a mention is, which not every client can.
func playerField(w *lang.Printer, name string) []*discordgo.MessageEmbedField {
	if name == "" {
		return nil
	}
	return []*discordgo.MessageEmbedField{figure(w.Say("field.player"), Name(w, name))}
}

func reasonField(w *lang.Printer, why string) []*discordgo.MessageEmbedField {
	shown := EscapeText(why)
	if shown == "" { // nothing that is seen: Discord takes no empty field
		return nil
	}
	return []*discordgo.MessageEmbedField{{Name: w.Say("field.reason"), Value: shown}}
}
