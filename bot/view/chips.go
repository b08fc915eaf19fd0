package view

import (
	"fmt"

	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// look is how a button looks.
type look struct {
	label string
	style message.Style
}

// adjustmentLooks are the buttons of what admins can do.
var adjustmentLooks = map[storage.Reason]look{
	session.Grant: {"Grant", message.Success},
	session.Take:  {"Take", message.Danger},
	session.Reset: {"Reset", message.Danger},
}

// AskAdjustment asks an admin whether to do what it would do to the chips.
func AskAdjustment(c session.Adjustment, would session.Adjusted) message.Reply {
	e := message.Embed{
		Title:  adjustmentLooks[c.Do].label + " chips?",
		Text:   askInWords(c, would),
		Colour: colourPlain,
		Fields: append(playerField(c.ToName), reasonField(c.Why)...),
		Footer: "It goes into the ledger with who did it and why.",
	}
	if would.Held > 0 {
		e.Text += fmt.Sprintf(" The %s on the table stay there.", Number(would.Held))
	}
	as := adjustmentLooks[c.Do]
	yes := message.Button{Label: as.label, Style: as.style, ID: id(Adjust{c.Asked})}
	return confirmation(e, yes, c.Asked)
}

func askInWords(c session.Adjustment, would session.Adjusted) string {
	who, before, after := Mention(c.To), Chips(would.Before), Number(would.After)
	switch {
	case c.Do == session.Take:
		return fmt.Sprintf("Take **%s** of %s's **%s**? They then have **%s**.",
			Number(c.Chips), who, before, after)
	case c.Do == session.Reset:
		return fmt.Sprintf("Set %s's wallet back to **%s**, which a wallet starts with? It has "+
			"**%s** now; what counts is what it has when you press. "+
			"Statistics stay as they are.", who, Chips(would.After), Number(would.Before))
	case would.Opened:
		return fmt.Sprintf("Grant %s **%s**? They have not played here yet: their wallet is "+
			"opened with %s, and then has **%s**.",
			who, Chips(c.Chips), before, after)
	}
	return fmt.Sprintf("Grant %s **%s**? They have %s, and then **%s**.",
		who, Chips(c.Chips), before, after)
}

// AdjustmentDone tells the admin what was done.
func AdjustmentDone(c session.Adjustment, done session.Adjusted) message.Reply {
	who, moved := Mention(c.To), done.After-done.Before
	e := message.Embed{Title: "Done", Colour: colourWon,
		Fields: append(playerField(c.ToName), reasonField(c.Why)...)}
	switch {
	case done.Again:
		e.Text = fmt.Sprintf("%s has **%s** now.", who, Chips(done.After))
	case moved == 0:
		e.Text = fmt.Sprintf("%s had **%s** already: nothing was moved.", who, Chips(done.After))
	case c.Do == session.Reset:
		e.Text = fmt.Sprintf("You set %s's wallet back to **%s**. They had %s.",
			who, Chips(done.After), Number(done.Before))
	case moved < 0:
		e.Text = fmt.Sprintf("You took **%s** of %s's %s. They have **%s** now.",
			Number(-moved), who, Chips(done.Before), Number(done.After))
	case done.Opened:
		e.Text = fmt.Sprintf("You granted %s **%s**. Their wallet was opened with %s and has "+
			"**%s** now.",
			who, Chips(moved), Chips(done.Before), Number(done.After))
	default:
		e.Text = fmt.Sprintf("You granted %s **%s**. They had %s and have **%s** now.",
			who, Chips(moved), Chips(done.Before), Number(done.After))
	}
	return redrawn(e)
}

func reasonField(why string) []message.Field {
	shown := EscapeText(why)
	if shown == "" { // nothing that is seen: Discord takes no empty field
		return nil
	}
	return []message.Field{{Name: "Reason", Value: shown}}
}
