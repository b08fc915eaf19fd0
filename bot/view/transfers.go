package view

import (
	"fmt"
	"unicode/utf8"

	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// longestEmbed is the longest text of an embed that Discord takes, in characters.
const longestEmbed = 4096

// Transfers shows an admin what changed a player's wallet other than by play.
func Transfers(a session.Account, list []session.Transfer) message.Reply {
	text := fmt.Sprintf("%s has **%s**", Mention(a.Player.User), Chips(a.Balance))
	if a.New {
		text = fmt.Sprintf("%s starts with **%s**", Mention(a.Player.User), Chips(a.Balance))
	}
	if a.Held > 0 {
		text += fmt.Sprintf(", and %s on the table", Number(a.Held))
	}
	text += ".\n"
	footer := "Newest first. What hands won and lost is not listed."
	switch len(list) {
	case 0:
		text += "\nNo chips came or went other than by play."
		footer = ""
	case session.LastTransfers:
		footer = fmt.Sprintf("The last %d, newest first. "+
			"What hands won and lost is not listed.", len(list))
	}
	for i, t := range list {
		line := "\n" + transfer(t)
		if utf8.RuneCountInString(text+line) > longestEmbed { // the bot takes no reasons so long
			footer = fmt.Sprintf("Newest first; "+
				"the others after these %d have too long reasons to be shown.", i)
			break
		}
		text += line
	}
	r := private(Escape(a.Name)+" · chips", text)
	r.Embeds[0].Footer = footer
	return r
}

// transfer writes one as a line.
func transfer(t session.Transfer) string {
	line := fmt.Sprintf("**%s** %s %s", signed(t.Chips), wayOf(t), Relative(t.At))
	if why := isolate(EscapeText(t.Why)); why != "" {
		line += ": " + why
	}
	return line
}

// wayOf says how chips came or went, and by whom.
func wayOf(t session.Transfer) string {
	who := Mention(t.With)
	switch {
	case t.Reason == storage.Reset:
		return "reset by " + who
	case t.Reason == storage.Opening:
		return "to begin with"
	case t.Reason == storage.DailyChips:
		return "daily chips"
	case t.Reason == storage.Gift && t.Chips < 0:
		return "given to " + who
	case t.Reason == storage.Gift:
		return "given by " + who
	case t.Reason == storage.Grant:
		return "granted by " + who
	case t.Reason == storage.Confiscation:
		return "taken by " + who
	}
	return t.Reason.String() // there is none but the above
}
