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
	text := Escape(a.Name) + " has"
	switch {
	case own && a.New:
		return message.Note(fmt.Sprintf("You start with **%s**. "+
			"`/blackjack` deals your first hand.", Chips(a.Balance)))
	case own:
		text = "You have"
	}
	text += fmt.Sprintf(" **%s**", Chips(a.Balance))
	if a.Held > 0 {
		text += fmt.Sprintf(", and %s on the table", Number(a.Held))
	}
	text += "."
	if own && a.Balance == 0 && a.Held == 0 {
		text += " `/daily` gives you more."
	}
	return message.Note(text)
}

// Daily shows the daily chips, or when they come.
func Daily(d session.Daily) message.Reply {
	if !d.Collected {
		return message.Note(fmt.Sprintf("You have collected today's chips already. "+
			"There are %s more %s.", Number(d.NextChips), Relative(d.Next)))
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
			figure("Balance", Number(d.Balance)),
			figure("Next", fmt.Sprintf("%s %s", Chips(d.NextChips), Relative(d.Next))),
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
			figure("Balance", Number(a.Balance)),
			figure("Net winnings", signed(s.Net)),
			figure("Hands", Number(s.Hands)),
		},
	}
	if s.Hands == 0 {
		e.Text = "No hand played yet. `/blackjack` deals one."
		return message.Reply{Embeds: []message.Embed{e}}
	}
	e.Text = fmt.Sprintf("%s won, %s lost, %s pushed.",
		Number(s.Wins), Number(s.Losses), Number(s.Pushes))
	e.Fields = append(e.Fields,
		figure("Win rate", winRate(s)),
		figure("Biggest win", Number(s.BiggestWin)),
		figure("Biggest loss", Number(s.BiggestLoss)),
		figure("Wagered", Number(s.Wagered)),
		figure("Blackjacks", Number(s.Naturals)),
		figure("Busts", Number(s.Busts)),
		figure("Doubles", Number(s.Doubles)),
		figure("Splits", Number(s.Splits)),
		figure("Surrenders", Number(s.Surrenders)),
	)
	by := a.Positions[storage.ByChips]
	if by.At > 0 && !a.Player.Guild.Direct() {
		e.Footer = fmt.Sprintf("%s by chips of %s", ordinal(by.At), count(by.Of, "player"))
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

// ordinal writes a position: "1st", "22nd", "13th".
func ordinal(n int) string {
	last := n % 10
	if last > 3 || n/10%10 == 1 {
		last = 0
	}
	return Number(n) + [...]string{"th", "st", "nd", "rd"}[last]
}
