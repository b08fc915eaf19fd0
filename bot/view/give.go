package view

import (
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
	e := message.Embed{
		Text:   w.Say("gift.ask", lang.Chips(g.Chips), Mention(g.To), int64(after.Balance)),
		Colour: colourPlain,
		Fields: playerField(w, g.ToName),
		Footer: w.Say("gift.limit", int64(after.Daily), int64(after.Left)),
	}
	yes := message.Button{Label: w.Say("gift.give", int64(g.Chips)), Style: message.Success,
		ID: id(Give{g.Asked})}
	return confirmation(w, e, yes, g.Asked)
}

// Given tells the giver in their own words that it is done, and then everybody here.
func Given(own, here *lang.Printer, giver string, g session.Gift, after session.Gave,
) message.Reply {
	done := redrawn(message.Embed{
		Text:   own.Say("gift.done", lang.Chips(g.Chips), Mention(g.To), int64(after.Balance)),
		Colour: colourWon,
	})
	done.Then = &message.Reply{Text: here.Say("gift.told", Name(here, giver), Mention(g.To),
		lang.Chips(g.Chips))}
	return done
}

// Declined redraws a confirmation that was declined.
func Declined(w *lang.Printer) message.Reply {
	return redrawn(message.Embed{Text: w.Say("cancelled"), Colour: colourPushed})
}

func confirmation(w *lang.Printer, e message.Embed, yes message.Button,
	asked storage.InteractionID) message.Reply {
	no := message.Button{Label: w.Say("button.cancel"), ID: id(Decline{asked})}
	return message.Reply{Private: true, Embeds: []message.Embed{e},
		Rows: [][]message.Button{{yes, no}}}
}

// redrawn takes the place of a confirmation, which only one person sees.
func redrawn(e message.Embed) message.Reply {
	return message.Reply{Private: true, Update: true, Embeds: []message.Embed{e}}
}

// playerField says who a mention is, which not every client can.
func playerField(w *lang.Printer, name string) []message.Field {
	if name == "" {
		return nil
	}
	return []message.Field{figure(w.Say("field.player"), Name(w, name))}
}

func reasonField(w *lang.Printer, why string) []message.Field {
	shown := EscapeText(why)
	if shown == "" { // nothing that is seen: Discord takes no empty field
		return nil
	}
	return []message.Field{{Name: w.Say("field.reason"), Value: shown}}
}
