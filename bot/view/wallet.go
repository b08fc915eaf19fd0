package view

import (
	"fmt"
	"time"

	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

const colourPlain message.Colour = 0x5865F2

// Balance shows what a player has.
func Balance(a session.Account, own bool) message.Reply {
	text := fmt.Sprintf("%s has **%s**", Escape(a.Name), Chips(a.Balance))
	switch {
	case own && a.New:
		return message.Reply{Private: true, Text: fmt.Sprintf("You start with **%s**. `/blackjack` deals your first hand.", Chips(a.Balance))}
	case own:
		text = fmt.Sprintf("You have **%s**", Chips(a.Balance))
	}
	if a.Held > 0 {
		text += fmt.Sprintf(", and %s on the table", Number(a.Held))
	}
	text += "."
	if own && a.Balance == 0 && a.Held == 0 {
		text += " `/daily` gives you more."
	}
	return message.Reply{Text: text, Private: true}
}

// Daily shows what came of asking for the daily chips.
func Daily(d session.Daily) message.Reply {
	if !d.Collected {
		return message.Reply{Private: true, Text: fmt.Sprintf(
			"You have collected today's chips already. There are %s more %s.", Number(d.NextChips), Relative(d.Next))}
	}
	streak := ""
	if d.Streak > 1 {
		streak = fmt.Sprintf(" That is day %d in a row.", d.Streak)
	}
	return message.Reply{Embeds: []message.Embed{{
		Title:  "Daily chips",
		Text:   fmt.Sprintf("You collect **%s**.%s", Chips(d.Chips), streak),
		Colour: colourWon,
		Fields: []message.Field{
			field("Balance", Number(d.Balance), true),
			field("Next", fmt.Sprintf("%s %s", Chips(d.NextChips), Relative(d.Next)), true),
		},
	}}}
}

// Relative writes a time that clients show as "in 3 hours" and keep up to date.
func Relative(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// Stats shows a player's history.
func Stats(a session.Account) message.Reply {
	s := a.Stats
	e := message.Embed{
		Title:  Escape(a.Name) + " · statistics",
		Colour: colourPlain,
		Fields: []message.Field{
			field("Balance", Number(a.Balance), true),
			field("Net winnings", signed(s.Net), true),
			field("Hands", Number(s.Hands), true),
		},
	}
	if s.Hands == 0 {
		e.Text = "No hand played yet. `/blackjack` deals one."
		return message.Reply{Embeds: []message.Embed{e}}
	}
	e.Text = fmt.Sprintf("%s won, %s lost, %s pushed.", Number(s.Wins), Number(s.Losses), Number(s.Pushes))
	e.Fields = append(e.Fields,
		field("Win rate", winRate(s), true),
		field("Biggest win", Number(s.BiggestWin), true),
		field("Biggest loss", Number(s.BiggestLoss), true),
		message.Field{Name: "Wagered", Value: Number(s.Wagered), Inline: true},
		message.Field{Name: "Blackjacks", Value: Number(s.Naturals), Inline: true},
		message.Field{Name: "Busts", Value: Number(s.Busts), Inline: true},
		message.Field{Name: "Doubles", Value: Number(s.Doubles), Inline: true},
		message.Field{Name: "Splits", Value: Number(s.Splits), Inline: true},
		message.Field{Name: "Surrenders", Value: Number(s.Surrenders), Inline: true},
	)
	if place := a.Places[storage.ByChips]; place.Place > 0 && a.Player.Guild != storage.DirectMessages {
		e.Footer = fmt.Sprintf("%s by chips of %s", ordinal(place.Place), count(place.Of, "player"))
	}
	return message.Reply{Embeds: []message.Embed{e}}
}

func winRate(s storage.Stats) string {
	return fmt.Sprintf("%.1f%%", 100*float64(s.Wins)/float64(s.Hands))
}

// signed writes a net amount: "+15", "-10", "0".
func signed(n storage.Chips) string {
	if n > 0 {
		return "+" + Number(n)
	}
	return Number(n)
}

// ordinal writes a place: "1st", "22nd", "13th".
func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return Number(n) + suffix
}
