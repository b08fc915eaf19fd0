package view

import (
	"unicode/utf8"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/wallet"
	"holecard/storage"
)

// longestEmbed is the longest text of an embed that Discord takes, in characters.
const longestEmbed = 4096

// Transfers shows an admin what changed a player's wallet other than by play.
func Transfers(w *lang.Printer, a wallet.Account, list []wallet.Transfer) message.Reply {
	text := theirs(w, Mention(a.Player.User), a) + "\n"
	order := w.Say("transfers.order")
	switch len(list) {
	case 0:
		text += "\n" + w.Say("transfers.none")
		order = ""
	case wallet.LastTransfers:
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
func transfer(w *lang.Printer, t wallet.Transfer) string {
	line := w.Say("transfers.line", wayOf(w, t), lang.Net(t.Chips), t.At)
	if why := isolate(EscapeText(t.Why)); why != "" {
		line += ": " + why
	}
	return line
}

// ways end the keys of how chips came or went.
var ways = map[storage.Reason]string{
	storage.Opening: "opening", storage.DailyChips: "daily", storage.Refill: "refill",
	storage.Gift: "gift.from", storage.Grant: "grant", storage.Confiscation: "take",
	storage.Reset: "reset",
}

// wayOf says how chips came or went, and by whom.
func wayOf(w *lang.Printer, t wallet.Transfer) string {
	if t.Reason == storage.Gift && t.Chips < 0 {
		return w.Say("way.gift.to", Person(w, t.With))
	}
	return w.Say("way."+ways[t.Reason], Person(w, t.With))
}
