package view

import (
	"fmt"
	"math"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/story"
	"holecard/storage"
)

// Past is a page of somebody's history.
type Past struct {
	Of    storage.UserID
	Page  int // as it is called; 0 for the newest rounds
	At    story.HistoryPlace
	Table string // whose rounds alone it lists, empty for all
}

// TurnHistory shows a page of a history.
type TurnHistory struct {
	Past `id:"hl" of:"history"`
}

// OpenRound opens the round that was chosen from a page of a history. It comes as the value
// of the select, which is the custom ID of a [StepTo].
type OpenRound struct {
	_ struct{} `id:"ho" of:"history" is:"choice"`
}

// History shows a page of a player's rounds.
func History(w *lang.Printer, h story.HistoryPage, at Past) message.Reply {
	if h.Newer == (story.HistoryPlace{}) {
		at.Page = 0
	}
	r := private(w.Say("history.title", Name(w, h.Name)), "")
	e := r.Embeds[0]
	if at.Table != "" {
		e.Title += " · " + title(at.Table)
	}
	e.Footer = footer(w.Say("history.page", at.Page+1))
	pick := discordgo.SelectMenu{CustomID: id(OpenRound{}), Placeholder: w.Say("history.open")}
	var lines []string
	waiting := false
	for i, l := range h.Lines {
		n := at.Page*story.HistorySize + i + 1
		lines = append(lines, fmt.Sprintf("%d. %s", n, historyLine(w, l)))
		waiting = waiting || l.Worth.State == storage.Unreviewed
		offer(&pick, w.Say("history.pick", n, mark(l.Net)+" "+w.Fact(lang.Net(l.Net)),
			title(l.Table)), w.Say("history.pick.about", int64(l.Stake), mistakes(w, l.Worth)),
			StepTo{Round: l.Round, Past: at}, false)
	}
	switch {
	case len(lines) > 0:
		r.Rows = selects(pick)
	case h.Cut:
	case at.Page > 0:
		lines = append(lines, w.Say("history.end"))
	default:
		lines = append(lines, w.Say("history.none"))
	}
	if h.Cut {
		lines = append(lines, w.Say("history.cut", story.HistoryLook))
	}
	if waiting {
		lines = append(lines, "-# "+w.Say("history.waiting"))
	}
	e.Description = strings.Join(lines, "\n")
	newer, older := at, at
	newer.Page, newer.At = max(0, at.Page-1), h.Newer
	older.Page, older.At = min(at.Page+1, math.MaxInt32), h.Older
	none := story.HistoryPlace{}
	if h.Newer != none || h.Older != none {
		r.Rows = append(r.Rows, rows(line(
			arrow("◀️", w.Say("history.newer"), id(TurnHistory{newer}), h.Newer == none),
			arrow("▶️", w.Say("history.older"), id(TurnHistory{older}), h.Older == none)))...)
	}
	return r
}

// historyLine says of a round what it brought, when and where.
func historyLine(w *lang.Printer, l storage.Line) string {
	return w.Say("history.line", mark(l.Net)+" **"+w.Fact(lang.Net(l.Net))+"**", int64(l.Stake),
		title(l.Table), mistakes(w, l.Worth), l.Dealt)
}

// mark is a sign of how a round ended.
func mark(net blackjack.Chips) string {
	switch {
	case net > 0:
		return "✅"
	case net < 0:
		return "❌"
	}
	return "➖"
}

// mistakes says what a round's mistakes have cost.
func mistakes(w *lang.Printer, worth storage.Worth) string {
	switch {
	case worth.State == storage.Unreviewed:
		return w.Say("history.unknown")
	case worth.State == storage.Unreviewable:
		return w.Say("history.unreviewable")
	case worth.Mistakes == 0:
		return w.Say("history.clean")
	}
	return w.Say("history.cost", cost(w, worth.Cost))
}
