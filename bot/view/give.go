package view

import (
	"fmt"

	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// AskGift asks the giver whether to give.
func AskGift(g session.Gift, after session.Gave) message.Reply {
	e := message.Embed{
		Title: "Give chips?",
		Text: fmt.Sprintf("Give **%s** to %s? You then have **%s**.",
			Chips(g.Chips), Mention(g.To), Number(after.Balance)),
		Colour: colourPlain,
		Fields: playerField(g.ToName),
		Footer: fmt.Sprintf("%s a day can be given away; %s more today after this.",
			Chips(after.Daily), Number(after.Left)),
	}
	yes := message.Button{Label: "Give", Style: message.Success, ID: id(Give{g.Asked})}
	return confirmation(e, yes, g.Asked)
}

// Given tells the giver that it is done, and then everybody.
func Given(giver string, g session.Gift, after session.Gave) message.Reply {
	done := redrawn(message.Embed{
		Title: "Given",
		Text: fmt.Sprintf("You gave **%s** to %s. You have **%s** now.",
			Chips(g.Chips), Mention(g.To), Number(after.Balance)),
		Colour: colourWon,
	})
	who := Escape(giver)
	told := fmt.Sprintf("%s gives %s **%s**.", who, Mention(g.To), Chips(g.Chips))
	done.Then = &message.Reply{Text: told}
	return done
}

// Declined redraws a confirmation that was declined.
func Declined() message.Reply {
	return redrawn(message.Embed{Title: "Nothing was moved", Text: "You said no.",
		Colour: colourPushed})
}

func confirmation(
	e message.Embed, yes message.Button, asked storage.InteractionID,
) message.Reply {
	no := message.Button{Label: "Don't", ID: id(Decline{asked})}
	return message.Reply{Private: true, Embeds: []message.Embed{e},
		Rows: [][]message.Button{{yes, no}}}
}

// redrawn takes the place of a confirmation, which only one person sees.
func redrawn(e message.Embed) message.Reply {
	return message.Reply{Private: true, Update: true, Embeds: []message.Embed{e}}
}

func playerField(name string) []message.Field {
	if name == "" {
		return nil
	}
	return []message.Field{{Name: "Player", Value: Escape(name), Inline: true}}
}
