package view

import (
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/wallet"
)

// Balance shows what a player has.
func Balance(w *lang.Printer, a wallet.Account, own bool) message.Reply {
	chips := lang.Chips(a.Balance)
	switch {
	case own && a.New:
		return message.Note(w.Say("balance.start", chips))
	case own && a.Balance == 0 && a.Held == 0:
		return message.Note(w.Say("balance.broke"))
	case own && a.Held == 0:
		return message.Note(w.Say("balance.yours", chips))
	case own:
		return message.Note(w.Say("balance.yours.held", chips, int64(a.Held)))
	}
	return message.Note(theirs(w, Name(w, a.Name), a))
}

// theirs says what a player has, or will start with.
func theirs(w *lang.Printer, name string, a wallet.Account) string {
	chips := lang.Chips(a.Balance)
	switch {
	case a.New:
		return w.Say("balance.theirs.start", name, chips)
	case a.Held > 0:
		return w.Say("balance.theirs.held", name, chips, int64(a.Held))
	}
	return w.Say("balance.theirs", name, chips)
}

// Daily shows the daily chips, or when they come.
func Daily(w *lang.Printer, d wallet.Daily) message.Reply {
	if !d.Collected {
		return message.Note(w.Say("daily.twice", int64(d.NextChips), d.Next))
	}
	text := w.Say("daily.done", lang.Chips(d.Chips), d.Next, int64(d.NextChips))
	if d.Streak > 1 {
		text += "\n" + w.Say("daily.streak", d.Streak)
	}
	r := private("", text)
	r.Private, r.Embeds[0].Color = d.Hidden, colourWon
	r.Embeds[0].Fields = append(r.Embeds[0].Fields,
		figure(w.Say("hand.balance"), w.Number(int64(d.Balance))))
	return r
}
