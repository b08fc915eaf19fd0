package view

import (
	"unicode/utf8"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// longestEmbed is the longest text of an embed that Discord takes, in characters.
const longestEmbed = 4096

// Transfers shows an admin what changed a player's wallet other than by play.
func Transfers(w *lang.Printer, a session.Account, list []session.Transfer) message.Reply {
	text := theirs(w, Mention(a.Player.User), a) + "\n"
	order := w.Say("transfers.order")
	switch len(list) {
	case 0:
		text += "\n" + w.Say("transfers.none")
		order = ""
	case session.LastTransfers:
		order = w.Say("transfers.order.last", len(list))
	}
	for i, t := range list {
		line := "\n" + transfer(w, t)
		if utf8.RuneCountInString(text+line) > longestEmbed { // the bot takes no reasons so long
			order = w.Say("transfers.order.cut", i)
			break
		}
		text += line
	}
	r := private(w.Say("transfers.title", Name(w, a.Name)), text)
	r.Embeds[0].Footer = footer(order)
	return r
}

// transfer writes one as a line.
func transfer(w *lang.Printer, t session.Transfer) string {
	line := w.Say("transfers.line", wayOf(w, t), lang.Net(t.Chips), t.At)
	if why := isolate(EscapeText(t.Why)); why != "" {
		line += ": " + why
	}
	return line
}

// wayOf says how chips came or went, and by whom.
func wayOf(w *lang.Printer, t session.Transfer) string {
	who := Person(w, t.With)
	switch {
	case t.Reason == storage.Reset:
		return w.Say("way.reset", who)
	case t.Reason == storage.Opening:
		return w.Say("way.opening")
	case t.Reason == storage.DailyChips:
		return w.Say("way.daily")
	case t.Reason == storage.Refill:
		return w.Say("way.refill")
	case t.Reason == storage.Gift && t.Chips < 0:
		return w.Say("way.gift.to", who)
	case t.Reason == storage.Gift:
		return w.Say("way.gift.from", who)
	case t.Reason == storage.Grant:
		return w.Say("way.grant", who)
	case t.Reason == storage.Confiscation:
		return w.Say("way.take", who)
	}
	return t.Reason.String() // there is none but the above
}
