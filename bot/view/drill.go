package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/bot/chart"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/storage"
)

// Tell answers a question: by the number of an action, or by a count.
type Tell struct {
	Drill    storage.InteractionID `id:"dt"`
	Question uint8                 // from 1
	Answer   int16
}

// Resume shows a drill that is open.
type Resume struct {
	Drill storage.InteractionID `id:"dr"`
}

// Retrain begins another drill instead of one.
type Retrain struct {
	Drill storage.InteractionID `id:"dn"`
	Kind  drill.Kind
	Table string // empty for the guild's first
}

// Drill shows a player's drill: how the last answer was, and the next question or the result.
func Drill(w *lang.Printer, d story.Drill, cards Cards) message.Reply {
	q := asking{d, w, cards}
	r := private(w.Say("drill.title", kindName(w, d.Kind), d.Table.Title), "")
	e := r.Embeds[0]
	e.Color = colourPlaying
	var lines []string
	if done := q.answered(); len(done) > 0 {
		last := done[len(done)-1]
		e.Color = colourLost
		if last.Right {
			e.Color = colourWon
		}
		lines = append(lines, q.feedback(last), "")
	}
	right, run, _ := q.score()
	e.Footer = footer(w.Say("drill.progress", len(d.Asked), drill.Length, right, run))
	switch {
	case d.Over():
		e.Footer = nil
		lines = append(lines, q.result()...)
		r.Rows = q.another()
	case d.Kind == drill.Count:
		lines = append(lines, q.count(e, &r)...)
	default:
		lines = append(lines, q.hand(e, &r)...)
	}
	e.Description = strings.Join(lines, "\n")
	return r
}

// asking is a drill that is being shown.
type asking struct {
	story.Drill
	w     *lang.Printer
	cards Cards
}

// answered returns the questions that are answered.
func (q asking) answered() []storage.DrillQuestion {
	if q.Over() {
		return q.Asked
	}
	return q.Asked[:len(q.Asked)-1]
}

// feedback says how an answer was.
func (q asking) feedback(a storage.DrillQuestion) string {
	if q.Kind == drill.Count {
		return q.counted(a)
	}
	hand := cards(q.w, q.Table.Rules, cardsOf(a.Cards), 0)
	if a.Cell.Upcard > 0 {
		hand = q.w.Say("drill.against", hand,
			cards(q.w, q.Table.Rules, []blackjack.Card{blackjack.Card(a.Upcard)}, 0))
	}
	best := actionName(q.w, blackjack.Action(a.Best))
	if a.Right {
		return q.w.Say("drill.right", hand, best)
	}
	return q.w.Say("drill.wrong", hand, best, actionName(q.w, blackjack.Action(a.Answer)),
		share(q.w, a.Cost))
}

// share writes a cost as a part of the bet: in hundredths, or so that it is more than nothing.
func share(w *lang.Printer, cost storage.Micro) string {
	most := 2
	if cost < 10_000 {
		most = 6
	}
	return w.Decimal(float64(cost)/1e6, 2, most)
}

// counted says what the count was after an answer, with the working where it was wrong.
func (q asking) counted(a storage.DrillQuestion) string {
	n := len(q.answered())
	asked := drill.Ask(q.Shoe, n)
	mark := "❌ "
	if a.Right {
		mark = "✅ "
	}
	text := mark + q.w.Say("drill.count.now", lang.Net(asked.Running))
	if !a.Right {
		working := q.w.Fact(lang.Net(asked.Before))
		for _, c := range asked.Cards {
			working += " · " + cards(q.w, q.Table.Rules, []blackjack.Card{c}, 0) + " " +
				q.w.Fact(lang.Net(drill.Tag(c)))
		}
		text += "\n-# " + working + " = " + q.w.Fact(lang.Net(asked.Running))
	}
	if asked.True {
		text += "\n" + q.w.Say("drill.true.now", lang.Net(asked.Running), decks(q.w, asked),
			lang.Net(asked.Answer()))
	}
	return text
}

// decks writes how many decks are left.
func decks(w *lang.Printer, c drill.Counted) string {
	return w.Decimal(float64(c.Halves)/2, 0, 1)
}

// hand asks what to do with a hand.
func (q asking) hand(e *discordgo.MessageEmbed, r *message.Reply) []string {
	v := q.View
	v.Seats = slices.Clone(v.Seats) // no chips are at stake
	v.Seats[0].Hands = slices.Clone(v.Seats[0].Hands)
	v.Seats[0].Hands[0].Stake = 0
	s := shown{round.Hand{Table: q.Table, View: v, Open: true},
		Frame{Words: q.w, Cards: q.cards}}
	lines := []string{"**" + q.w.Say("drill.ask") + "**"}
	lines = append(lines, s.table(r, e)...)
	r.Rows = rows(actions(q.w, s.Legal(), nil,
		func(a blackjack.Action) any { return Tell{q.ID, uint8(len(q.Asked)), int16(a)} },
		blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Split, blackjack.Surrender))
	return lines
}

// count shows cards and asks for the count.
func (q asking) count(e *discordgo.MessageEmbed, r *message.Reply) []string {
	asked := drill.Ask(q.Shoe, len(q.Asked))
	lines := []string{"**" + q.w.Say("drill.count.ask") + "**"}
	if asked.True {
		lines = []string{"**" + q.w.Say("drill.true.ask", decks(q.w, asked)) + "**",
			"-# " + q.w.Say("drill.true.rule")}
	}
	lines = append(lines, "-# "+q.w.Say("drill.count.rule"))
	s := shown{round.Hand{Table: q.Table}, Frame{Words: q.w, Cards: q.cards}}
	text := cards(q.w, q.Table.Rules, asked.Cards, 0)
	if q.cards.Painter != nil {
		picture := message.File{Name: "cards.png", Alt: strings.ReplaceAll(text, "`", ""),
			PNG: q.cards.Painter.Cards(s.faces(asked.Cards, 0), q.cards.Deck)}
		e.Image, r.Files = image(picture.Name), []message.File{picture}
		lines = append(lines, "-# "+picture.Alt)
	} else {
		lines = append(lines, "", s.cards(asked.Cards, 0))
	}
	var row []discordgo.Button
	for _, n := range asked.Choices(q.Seed, len(q.Asked)) {
		row = append(row,
			button(q.w.Fact(lang.Net(n)), id(Tell{q.ID, uint8(len(q.Asked)), int16(n)})))
	}
	r.Rows = rows(row)
	return lines
}

// score counts the answers that were right: in all, in a row now, and at most.
func (q asking) score() (right, run, most int) {
	for _, a := range q.answered() {
		run++
		if !a.Right {
			run = 0
			continue
		}
		right++
		most = max(most, run)
	}
	return right, run, most
}

// result sums a drill up.
func (q asking) result() []string {
	right, _, most := q.score()
	lines := []string{q.w.Say("drill.result", right, drill.Length, most)}
	if q.Award {
		lines = append(lines, q.w.Say("drill.award"))
	}
	if q.Kind == drill.Count {
		return lines
	}
	var cost storage.Micro
	var wrong []storage.DrillQuestion
	for _, a := range q.Asked {
		if cost += a.Cost; !a.Right {
			wrong = append(wrong, a)
		}
	}
	if wrong == nil {
		return lines
	}
	lines = append(lines, q.w.Say("drill.cost",
		q.w.Decimal(float64(cost)/1e6*100/drill.Length, 1, 1)))
	slices.SortStableFunc(wrong, func(a, b storage.DrillQuestion) int {
		return cmp.Compare(b.Cost, a.Cost)
	})
	var worst []string
	for _, a := range wrong[:min(3, len(wrong))] {
		worst = append(worst, q.cell(a.Cell))
	}
	return append(lines, q.w.Say("drill.practise", q.w.And(slices.Compact(worst))),
		ErrorMap(q.Asked))
}

// cell names a cell: "16 against 10".
func (q asking) cell(c storage.LessonCell) string {
	name := "**" + rowOf(c) + "**"
	if c.Upcard == 0 {
		return name
	}
	return q.w.Say("drill.against", name, "**"+chart.ValueName(int(c.Upcard))+"**")
}

// rowOf names the hands of a cell without words: "16", "A-7", "8-8".
func rowOf(c storage.LessonCell) string {
	switch c.Kind {
	case storage.Soft:
		return "A-" + chart.ValueName(int(c.Total)-11)
	case storage.Pair:
		return chart.ValueName(int(c.Total)) + "-" + chart.ValueName(int(c.Total))
	}
	return strconv.Itoa(int(c.Total))
}

// ErrorMap draws which hands were decided wrongly, and against which upcards: a line for each
// hand with a mistake, in letters of one width that a phone does not break.
func ErrorMap(asked []storage.DrillQuestion) string {
	type row struct{ kind, total int }
	right := make(map[storage.LessonCell]bool)
	var rows []row
	seen := false
	for _, a := range asked {
		was, again := right[a.Cell]
		right[a.Cell] = a.Right && (was || !again)
		seen = seen || a.Cell.Upcard > 0
		if !a.Right {
			rows = append(rows, row{int(a.Cell.Kind), int(a.Cell.Total)})
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(b.total, a.total))
	})
	upcards := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 1}
	if !seen {
		upcards = []int{0}
	}
	var b strings.Builder
	b.WriteString("```\n     ")
	for _, up := range upcards {
		b.WriteString(" " + strings.Replace(chart.ValueName(up), "10", "T", 1))
	}
	for _, r := range slices.Compact(rows) {
		c := storage.LessonCell{Kind: storage.LessonKind(r.kind), Total: uint8(r.total)}
		fmt.Fprintf(&b, "\n%5s", rowOf(c))
		for _, up := range upcards {
			c.Upcard = uint8(up)
			mark := "·"
			if ok, asked := right[c]; asked && ok {
				mark = "✓"
			} else if asked {
				mark = "✗"
			}
			b.WriteString(" " + mark)
		}
	}
	return b.String() + "\n```"
}

// another offers another drill: of the same kind, and of what was worst.
func (q asking) another() []discordgo.MessageComponent {
	row := line(styled(discordgo.PrimaryButton, q.w.Say("button.drill.again"),
		id(Retrain{q.ID, q.Kind, q.Table.Name})))
	var cost [storage.LessonKinds]storage.Micro
	var most storage.Micro
	worst := q.Kind
	for _, a := range q.Asked {
		if cost[a.Cell.Kind] += a.Cost; cost[a.Cell.Kind] > most {
			most = cost[a.Cell.Kind]
			worst = [...]drill.Kind{drill.Hard, drill.Soft, drill.Pairs}[a.Cell.Kind]
		}
	}
	if worst != q.Kind {
		row = append(row, button(kindName(q.w, worst), id(Retrain{q.ID, worst, q.Table.Name})))
	}
	return rows(row)
}

// OpenDrill asks whether to go on with a drill or to begin the one that was asked for.
func OpenDrill(w *lang.Printer, d story.Drill, t story.Training) message.Reply {
	r := message.Note(w.Say("drill.open", len(d.Asked), drill.Length, kindName(w, d.Kind),
		d.Table.Title))
	r.Rows = rows(line(
		styled(discordgo.PrimaryButton, w.Say("button.drill.on"), id(Resume{d.ID})),
		button(w.Say("button.drill.new", kindName(w, t.Kind)), id(Retrain{d.ID, t.Kind, t.Table}))))
	return r
}

func kindName(w *lang.Printer, k drill.Kind) string { return w.Say("choice.kind." + string(k)) }

func cardsOf(list []byte) []blackjack.Card {
	cards := make([]blackjack.Card, len(list))
	for i, c := range list {
		cards[i] = blackjack.Card(c)
	}
	return cards
}
