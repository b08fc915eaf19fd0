package view

import (
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/story"
	"holecard/storage"
)

// Turn shows a page of a leaderboard.
type Turn struct {
	story.Ranking `id:"l" of:"leaderboard"`
	Page          int // the first is 0
}

// PickBoard is a choice among leaderboards. What was chosen comes as the value of the select.
type PickBoard struct {
	Line uint8 `id:"lp" of:"leaderboard" is:"choice"`
}

// Board shows a page of a leaderboard to the reader of that name.
func Board(w *lang.Printer, b story.Board, reader string) message.Reply {
	title := w.Say("board.title", orderName(w, b.By))
	if b.By != storage.ByChips {
		title += " · " + PeriodName(w, b.In)
	}
	r, e := embedded(colourNatural, title, "")
	e.Footer = footer(w.Say("board.page", b.Page+1, b.Pages) + " · " + w.Say("players", b.Of))
	var lines []string
	for _, s := range b.Standings {
		name := Name(w, s.Name)
		if s.Player == b.You.Player && b.You.Position > 0 {
			name = "**" + name + "**"
		}
		lines = append(lines, fmt.Sprintf("%d. %s%s · %s", s.Position, medal(s.Position), name,
			rankedBy(w, b.Ranking, s)))
	}
	if len(lines) == 0 {
		lines = append(lines, nobody(w, b.Ranking))
		if !b.OfProfile() && b.In != story.LastMonth {
			lines = append(lines, w.Say("board.soon"))
		}
	}
	e.Description = strings.Join(lines, "\n")
	if notes := boardNotes(w, b, reader); len(notes) > 0 {
		e.Description += "\n\n" + strings.Join(notes, "\n")
	}
	r.Rows = append(boardSelects(w, b), rows(line(
		arrow("◀️", w.Say("board.previous"), id(Turn{b.Ranking, max(b.Page-1, 0)}), b.Page == 0),
		arrow("▶️", w.Say("board.next"), id(Turn{b.Ranking, b.Page + 1}), b.Page >= b.Pages-1)))...)
	return r
}

// medal is what the first three get.
func medal(position int) string {
	if position > 3 {
		return ""
	}
	return []string{"🥇 ", "🥈 ", "🥉 "}[position-1]
}

// nobody says why a board is empty.
func nobody(w *lang.Printer, b story.Ranking) string {
	if b.In == story.LastMonth {
		return w.Say("board.none.last")
	}
	in := w.Say("board.in." + PeriodCodes[b.In])
	switch b.By {
	case storage.ByWinRate:
		return w.Say("board.none.rate", storage.RatedHands, in)
	case storage.BySkill:
		return w.Say("board.none.skill", storage.RatedDecisions, in)
	case storage.ByBiggestWin, storage.ByStreak:
		return w.Say("board.none.won", in)
	}
	if b.In == story.AllTime {
		return w.Say("board.none")
	}
	return w.Say("board.none.in", in)
}

// boardNotes say how the board ranks, where the reader stands, or what it takes to be ranked.
func boardNotes(w *lang.Printer, b story.Board, reader string) (lines []string) {
	you, name := b.You, Name(w, reader)
	played, decided := you.Stats.Hands, you.Tally.Decisions
	if !b.OfProfile() {
		played = you.Tally.Rounds
	}
	ranked := you.Position > 0 && played > 0
	waits := !ranked && b.In != story.LastMonth
	switch {
	case b.By == storage.ByWinRate && waits && played > 0 && played < storage.RatedHands:
		return append(lines, w.Say("board.rate.left", storage.RatedHands-played, name))
	case b.By == storage.ByWinRate:
		lines = append(lines, w.Say("board.rate", storage.RatedHands))
	case b.By == storage.BySkill:
		lines = append(lines, w.Say("board.skill", storage.RatedDecisions))
		if waits && decided > 0 && decided < storage.RatedDecisions {
			return append(lines, w.Say("board.skill.left", storage.RatedDecisions-decided, name))
		}
	}
	if ranked {
		lines = append(lines, w.Say("board.you", name, you.Position, rankedBy(w, b.Ranking, you)))
	}
	return lines
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

// PeriodCodes are the periods of a leaderboard, likewise.
var PeriodCodes = [story.Periods]string{"ever", "today", "week", "month", "last"}

func orderName(w *lang.Printer, by storage.Order) string {
	return w.Say("choice.by." + OrderCodes[by])
}

// PeriodName is what people call a period.
func PeriodName(w *lang.Printer, in story.Lately) string {
	return w.Say("choice.in." + PeriodCodes[in])
}

func rankedBy(w *lang.Printer, b story.Ranking, s storage.Standing) string {
	if !b.OfProfile() {
		t := s.Tally
		s.Stats = storage.Stats{Hands: t.Rounds, Wins: t.Wins, Net: t.Net, BiggestWin: t.BiggestWin}
	}
	switch b.By {
	case storage.ByNet:
		return w.Fact(lang.Net(s.Stats.Net))
	case storage.ByBiggestWin:
		return w.Number(int64(s.Stats.BiggestWin))
	case storage.ByWinRate:
		return w.Say("board.won", winRate(w, s.Stats), s.Stats.Hands)
	case storage.ByStreak:
		return w.Say("board.run", s.Tally.BestRun)
	case storage.BySkill:
		cost := float64(s.Tally.CostPer100()) / 1e6
		return w.Say("board.cost", w.Decimal(cost, 2, 2), s.Tally.Decisions)
	}
	return w.Fact(lang.Chips(s.Balance))
}

// boardSelects choose the order and the period.
func boardSelects(w *lang.Printer, b story.Board) []discordgo.MessageComponent {
	by := discordgo.SelectMenu{CustomID: id(PickBoard{}), Placeholder: w.Say("board.by")}
	for order := range storage.Order(storage.Orders) {
		to := story.Ranking{By: order, In: b.In}
		if !to.Valid() {
			to.In = story.AllTime
		}
		offer(&by, orderName(w, order), "", Turn{to, 0}, order == b.By)
	}
	in := discordgo.SelectMenu{CustomID: id(PickBoard{1}), Placeholder: w.Say("board.period")}
	for period := range story.Lately(story.Periods) {
		to := story.Ranking{By: b.By, In: period}
		if !to.Valid() {
			to.By = storage.ByNet
		}
		offer(&in, PeriodName(w, period), "", Turn{to, 0}, period == b.In)
	}
	return selects(by, in)
}
