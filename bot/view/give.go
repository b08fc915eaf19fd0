package view

import (
	"fmt"

	"holecard/bot/session"
	"holecard/storage"
)

// The fields of questions. What a press needs and a custom ID has no room for
// is read back from them.
const (
	PlayerField = "Player"
	ReasonField = "Reason"
)

// AskGift asks the giver whether to give.
func AskGift(from storage.Player, g session.Gift, after session.Gave) Reply {
	e := Embed{
		Title:  "Give chips?",
		Text:   fmt.Sprintf("Give **%s** to %s? You then have **%s**.", Chips(g.Chips), Mention(g.To), Number(after.Balance)),
		Colour: colourPlain,
		Fields: playerField(g.ToName),
		Footer: fmt.Sprintf("%s a day can be given away; %s more today after this.", Chips(after.Daily), Number(after.Left)),
	}
	return question(e, Button{Label: "Give", Style: Success, Click: Give{from, g.To, g.Chips, g.Asked}}, Decline{from, g.Asked})
}

// Given tells the giver that it is done, and then everybody.
func Given(giver string, g session.Gift, after session.Gave) Reply {
	done := redrawn(Embed{
		Title:  "Given",
		Text:   fmt.Sprintf("You gave **%s** to %s. You have **%s** now.", Chips(g.Chips), Mention(g.To), Number(after.Balance)),
		Colour: colourWon,
	})
	done.Then = &Reply{Text: fmt.Sprintf("%s gives %s **%s**.", Escape(giver), Mention(g.To), Chips(g.Chips))}
	return done
}

// Declined redraws a question that was answered with no.
func Declined() Reply {
	return redrawn(Embed{Title: "Nothing was moved", Text: "You said no.", Colour: colourPushed})
}

func question(e Embed, yes Button, no Decline) Reply {
	return Reply{Private: true, Embeds: []Embed{e}, Rows: [][]Button{{yes, {Label: "Don't", Click: no}}}}
}

// redrawn takes the place of a question, which only one person sees.
func redrawn(e Embed) Reply { return Reply{Private: true, Update: true, Embeds: []Embed{e}} }

func playerField(name string) []Field {
	if name == "" {
		return nil
	}
	return []Field{{Name: PlayerField, Value: Escape(name), Inline: true}}
}
