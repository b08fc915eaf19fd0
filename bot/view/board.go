package view

import (
	"fmt"
	"strings"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// Board shows a page of a leaderboard to the reader of that name.
func Board(w *lang.Printer, b session.Board, reader string) message.Reply {
	e := message.Embed{
		Title:  w.Say("board.title", orderName(w, b.Order)),
		Colour: colourNatural,
		Footer: w.Say("board.page", b.Page+1, b.Pages) + " · " + w.Say("players", b.Of),
	}
	var lines []string
	for _, s := range b.Standings {
		name := Name(w, s.Name)
		if s.Player == b.You.Player && b.You.Position > 0 {
			name = "**" + name + "**"
		}
		lines = append(lines, fmt.Sprintf("%d. %s · %s", s.Position, name,
			rankedBy(w, b.Order, s)))
	}
	switch {
	case len(lines) > 0:
	case b.Order == storage.ByWinRate:
		lines = append(lines, w.Say("board.none.rate", storage.RatedHands))
	default:
		lines = append(lines, w.Say("board.none"))
	}
	e.Text = strings.Join(lines, "\n")
	if own := ownPosition(w, b, reader); own != "" {
		e.Text += "\n\n" + own
	}
	return message.Reply{Embeds: []message.Embed{e}, Rows: boardButtons(w, b)}
}

// ownPosition says where the reader stands, or what it takes to be ranked.
func ownPosition(w *lang.Printer, b session.Board, reader string) string {
	you, name := b.You, Name(w, reader)
	left := storage.RatedHands - you.Stats.Hands
	ranked := you.Position > 0 && you.Stats.Hands > 0
	var lines []string
	switch {
	case b.Order != storage.ByWinRate:
	case !ranked && you.Stats.Hands > 0 && left > 0:
		return w.Say("board.rate.left", left, name)
	default:
		lines = append(lines, w.Say("board.rate", storage.RatedHands))
	}
	if ranked {
		lines = append(lines, w.Say("board.you", name, you.Position, rankedBy(w, b.Order, you)))
	}
	return strings.Join(lines, "\n")
}

// OrderCodes are the orders of a leaderboard: the values of an option and the ends of
// keys. They never change.
var OrderCodes = [storage.Orders]string{
	storage.ByChips:      "chips",
	storage.ByNet:        "net",
	storage.ByWinRate:    "rate",
	storage.ByBiggestWin: "biggest",
	storage.ByStreak:     "streak",
	storage.BySkill:      "skill",
}

func orderName(w *lang.Printer, by storage.Order) string {
	return w.Say("choice.by." + OrderCodes[by])
}

func rankedBy(w *lang.Printer, by storage.Order, s storage.Standing) string {
	switch by {
	case storage.ByNet:
		return w.Fact(lang.Net(s.Stats.Net))
	case storage.ByBiggestWin:
		return w.Number(int64(s.Stats.BiggestWin))
	case storage.ByWinRate:
		return w.Say("board.won", winRate(w, s.Stats), s.Stats.Hands)
	}
	return w.Fact(lang.Chips(s.Balance))
}

func boardButtons(w *lang.Printer, b session.Board) [][]message.Button {
	var orders []message.Button
	for by := range storage.Order(storage.Orders) {
		style := message.Secondary
		if by == b.Order {
			style = message.Primary
		}
		orders = append(orders,
			message.Button{Label: orderName(w, by), Style: style, ID: id(Sort{by})})
	}
	return [][]message.Button{{
		{Label: w.Say("board.previous"), Emoji: "◀️", Disabled: b.Page == 0,
			ID: id(Turn{b.Order, max(b.Page-1, 0)})},
		{Label: w.Say("board.next"), Emoji: "▶️", Disabled: b.Page >= b.Pages-1,
			ID: id(Turn{b.Order, b.Page + 1})},
	}, orders}
}
