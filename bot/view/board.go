package view

import (
	"fmt"
	"strings"

	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// OrderName is what an order of a leaderboard is called.
func OrderName(by storage.Order) string {
	return [storage.Orders]string{"Chips", "Net winnings", "Win rate", "Biggest win"}[by]
}

// Board shows a page of a leaderboard to the reader of that name.
func Board(b session.Board, reader string) message.Reply {
	e := message.Embed{
		Title:  "Leaderboard · " + strings.ToLower(OrderName(b.Order)),
		Colour: colourNatural,
		Footer: fmt.Sprintf("Page %d of %d · %s", b.Page+1, b.Pages, count(b.Of, "player")),
	}
	var lines []string
	for _, s := range b.Standings {
		name := Escape(s.Name)
		if s.Player == b.You.Player && b.You.Position > 0 {
			name = "**" + name + "**"
		}
		lines = append(lines, fmt.Sprintf("%d. %s · %s", s.Position, name, rankedBy(b.Order, s)))
	}
	e.Text = strings.Join(lines, "\n")
	if len(lines) == 0 {
		e.Text = "Nobody has played here yet. Type `/blackjack` and be the first."
	}
	if len(lines) == 0 && b.Order == storage.ByWinRate {
		e.Text = fmt.Sprintf("Nobody has played %d hands here yet.", storage.RatedHands)
	}
	switch left := storage.RatedHands - b.You.Stats.Hands; {
	case b.Order == storage.ByWinRate && b.You.Position == 0 && b.You.Player.User != 0:
		e.Text += fmt.Sprintf("\n\n%s is ranked after %s more.",
			Escape(reader), count(left, "hand"))
	case b.Order == storage.ByWinRate:
		e.Text += fmt.Sprintf("\n\nPlayers are ranked from %d hands on.", storage.RatedHands)
	}
	if b.You.Position > 0 {
		e.Text += fmt.Sprintf("\n\n%s is %s: %s.",
			Escape(reader), ordinal(b.You.Position), rankedBy(b.Order, b.You))
	}
	return message.Reply{Embeds: []message.Embed{e}, Rows: boardButtons(b)}
}

func rankedBy(by storage.Order, s storage.Standing) string {
	switch by {
	case storage.ByNet:
		return signed(s.Stats.Net)
	case storage.ByBiggestWin:
		return Number(s.Stats.BiggestWin)
	case storage.ByWinRate:
		return fmt.Sprintf("%s of %s", winRate(s.Stats), count(s.Stats.Hands, "hand"))
	}
	return Chips(s.Balance)
}

func boardButtons(b session.Board) [][]message.Button {
	var orders []message.Button
	for by := range storage.Order(storage.Orders) {
		style := message.Secondary
		if by == b.Order {
			style = message.Primary
		}
		orders = append(orders,
			message.Button{Label: OrderName(by), Style: style, ID: id(Sort{by})})
	}
	return [][]message.Button{{
		{Label: "Previous", Emoji: "◀️", Disabled: b.Page == 0,
			ID: id(Turn{b.Order, max(b.Page-1, 0)})},
		{Label: "Next", Emoji: "▶️", Disabled: b.Page >= b.Pages-1,
			ID: id(Turn{b.Order, b.Page + 1})},
	}, orders}
}
