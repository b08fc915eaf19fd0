package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/wallet"
	"holecard/storage"
)

// Adjust does to a wallet what an admin asked for.
type Adjust struct {
	Asked storage.InteractionID `id:"k"`
}

// look is how a button looks.
type look struct {
	key   string // what it is called, and the end of other keys
	style discordgo.ButtonStyle
}

// adjustmentLooks are the buttons of what admins can do.
var adjustmentLooks = map[storage.Reason]look{
	wallet.Grant: {"grant", discordgo.SuccessButton},
	wallet.Take:  {"take", discordgo.DangerButton},
	wallet.Reset: {"reset", discordgo.DangerButton},
}

// AskAdjustment asks an admin whether to do what it would do to the chips.
func AskAdjustment(w *lang.Printer, c wallet.Adjustment, would wallet.Adjusted) message.Reply {
	as, chips, who := adjustmentLooks[c.Do], c.Chips, Mention(c.To)
	lines := []string{w.Say("adjust.ask."+as.key, lang.Chips(chips), who)}
	if c.Do == wallet.Reset {
		chips = would.After
		lines[0] = w.Say("adjust.ask.reset", who, lang.Chips(chips))
	}
	switch {
	case would.Opened:
		lines = append(lines, w.Say("adjust.now.new", int64(would.Before)))
	case would.Held > 0:
		lines = append(lines, w.Say("adjust.now.held", int64(would.Before), int64(would.Held)))
	default:
		lines = append(lines, w.Say("adjust.now", int64(would.Before)))
	}
	if c.Do == wallet.Reset {
		lines = append(lines, w.Say("adjust.stats"))
	} else {
		lines = append(lines, w.Say("adjust.then", int64(would.After)))
	}
	return confirmation(w, strings.Join(lines, "\n"), w.Say("adjust.logged"),
		append(playerField(w, c.ToName), reasonField(w, c.Why)...), c.Asked,
		styled(as.style, w.Say("adjust.button."+as.key, int64(chips)), id(Adjust{c.Asked})))
}

// AdjustmentDone tells the admin what was done.
func AdjustmentDone(w *lang.Printer, c wallet.Adjustment, done wallet.Adjusted) message.Reply {
	who, moved := Mention(c.To), done.After-done.Before
	var text string
	switch {
	case done.Again:
		text = w.Say("adjust.again", who, lang.Chips(done.After))
	case moved == 0:
		text = w.Say("adjust.same", who, lang.Chips(done.After))
	case c.Do == wallet.Reset:
		text = w.Say("adjust.done.reset", who)
	default:
		text = w.Say("adjust.done."+adjustmentLooks[c.Do].key, lang.Chips(max(moved, -moved)), who)
	}
	if moved != 0 && !done.Again {
		text += "\n" + w.Say("adjust.change", int64(done.Before), int64(done.After))
	}
	return redrawn(colourWon, text,
		append(playerField(w, c.ToName), reasonField(w, c.Why)...)...)
}
