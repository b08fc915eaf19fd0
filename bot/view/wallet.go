package view

import (
	"fmt"
	"time"

	"holecard/bot/session"
	"holecard/storage"
)

const colourPlain Colour = 0x5865F2

// Balance shows what a player has.
func Balance(a session.Account, own bool) Reply {
	text := fmt.Sprintf("%s has **%s**", Escape(a.Name), Chips(a.Balance))
	switch {
	case own && a.New:
		return Reply{Private: true, Text: fmt.Sprintf("You start with **%s**. `/blackjack` deals your first hand.", Chips(a.Balance))}
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
	return Reply{Text: text, Private: true}
}

// Daily shows what came of asking for the daily chips.
func Daily(d session.Daily) Reply {
	if !d.Collected {
		return Reply{Private: true, Text: fmt.Sprintf(
			"You have collected today's chips already. There are %s more %s.", Number(d.NextChips), Relative(d.Next))}
	}
	streak := ""
	if d.Streak > 1 {
		streak = fmt.Sprintf(" That is day %d in a row.", d.Streak)
	}
	return Reply{Embeds: []Embed{{
		Title:  "Daily chips",
		Text:   fmt.Sprintf("You collect **%s**.%s", Chips(d.Chips), streak),
		Colour: colourWon,
		Fields: []Field{
			{"Balance", Number(d.Balance), true},
			{"Next", fmt.Sprintf("%s %s", Chips(d.NextChips), Relative(d.Next)), true},
		},
	}}}
}

// Relative writes a time that clients show as "in 3 hours" and keep up to date.
func Relative(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// Stats shows a player's history.
func Stats(a session.Account) Reply {
	s := a.Stats
	e := Embed{
		Title:  Escape(a.Name) + " · statistics",
		Colour: colourPlain,
		Fields: []Field{
			{"Balance", Number(a.Balance), true},
			{"Net winnings", signed(s.Net), true},
			{"Hands", Number(s.Hands), true},
		},
	}
	if s.Hands == 0 {
		e.Text = "No hand played yet. `/blackjack` deals one."
		return Reply{Embeds: []Embed{e}}
	}
	e.Text = fmt.Sprintf("%s won, %s lost, %s pushed.", Number(s.Wins), Number(s.Losses), Number(s.Pushes))
	e.Fields = append(e.Fields,
		Field{"Win rate", winRate(s), true},
		Field{"Biggest win", Number(s.BiggestWin), true},
		Field{"Biggest loss", Number(s.BiggestLoss), true},
		Field{"Wagered", Number(s.Wagered), true},
		Field{"Blackjacks", Number(s.Naturals), true},
		Field{"Busts", Number(s.Busts), true},
		Field{"Doubles", Number(s.Doubles), true},
		Field{"Splits", Number(s.Splits), true},
		Field{"Surrenders", Number(s.Surrenders), true},
	)
	if place := a.Places[storage.ByChips]; place.Place > 0 && a.Player.Guild != storage.DirectMessages {
		e.Footer = fmt.Sprintf("%s by chips of %s", ordinal(place.Place), count(place.Of, "player"))
	}
	return Reply{Embeds: []Embed{e}}
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
