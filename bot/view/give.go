package view

import (
	"github.com/bwmarrin/discordgo"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/wallet"
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
func AskGift(w *lang.Printer, g wallet.Gift, after wallet.Gave) message.Reply {
	return confirmation(w,
		w.Say("gift.ask", lang.Chips(g.Chips), Mention(g.To), int64(after.Balance)),
		w.Say("gift.limit", int64(after.Daily), int64(after.Left)), playerField(w, g.ToName), g.Asked,
		styled(discordgo.SuccessButton, w.Say("gift.give", int64(g.Chips)), id(Give{g.Asked})))
}

// Given tells the giver in their own words that it is done.
func Given(w *lang.Printer, g wallet.Gift, after wallet.Gave) message.Reply {
	return redrawn(colourWon,
		w.Say("gift.done", lang.Chips(g.Chips), Mention(g.To), int64(after.Balance)))
}

// Told tells everybody of a gift.
func Told(w *lang.Printer, giver string, g wallet.Gift) message.Reply {
	return message.Reply{Text: w.Say("gift.told", Name(w, giver), Mention(g.To),
		lang.Chips(g.Chips))}
}

// Declined redraws a confirmation that was declined.
func Declined(w *lang.Printer) message.Reply {
	return redrawn(colourPushed, w.Say("cancelled"))
}

func confirmation(w *lang.Printer, text, below string, fields []*discordgo.MessageEmbedField,
	asked storage.InteractionID, yes discordgo.Button) message.Reply {
	r := private("", text)
	r.Embeds[0].Fields, r.Embeds[0].Footer = fields, footer(below)
	r.Rows = rows(line(yes, button(w.Say("button.cancel"), id(Decline{asked}))))
	return r
}

// redrawn takes the place of a confirmation, which only one person sees.
func redrawn(colour int, text string, fields ...*discordgo.MessageEmbedField) message.Reply {
	r := private("", text)
	r.Embeds[0].Color, r.Embeds[0].Fields = colour, fields
	return r
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
	return []*discordgo.MessageEmbedField{field(w.Say("field.reason"), shown)}
}
