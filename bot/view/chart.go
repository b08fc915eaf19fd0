package view

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/chart"
	"holecard/bot/lang"
	"holecard/bot/message"
)

// Chart shows what a strategy does at a table, or best play where it has no name: as
// pictures, or as text that can be copied.
func Chart(w *lang.Printer, t tables.Table, name string, s strategy.Sketch, asText bool,
) message.Reply {
	who := players(w, name, "")
	if len(s.Columns()) > 1 {
		who += " · " + w.Say("chart.map.axis")
	}
	lines := append([]string{who}, leftOut(w, s)...)
	r, e := embedded(colourPlain, w.Say("strategy.title", t.Title), "")
	drawn := Drawn(w, t, name, s)
	legend := "-# " + unbroken(drawn.Legend())
	if asText {
		e.Description = strings.Join(append(lines, "```\n"+narrow(s.Text())+"```", legend), "\n")
		return r
	}
	if len(s.Mixed) > 0 {
		legend += " · " + EscapeText(w.Say("chart.play.mixed"))
	}
	e.Description = strings.Join(append(lines, legend), "\n")
	r.Embeds = nil
	for i, part := range drawn.Parts() {
		picture := message.File{Name: fmt.Sprintf("strategy%d.png", i+1), Alt: part.Alt(),
			PNG: part.PNG()}
		e.Image = image(picture.Name)
		r.Embeds, r.Files = append(r.Embeds, e), append(r.Files, picture)
		e = &discordgo.MessageEmbed{Color: e.Color}
	}
	return r
}

// onPhones is how many characters of a line in a block of code fit on a phone of 390 pixels.
const onPhones = 34

// namesOfRows is how wide the names of rows are in the text of a chart.
const namesOfRows = len("soft 19-21 ")

// narrow keeps the columns of a chart's text below each other on a phone: where its lines
// would be broken, each row has its name in a line above. It is read as before.
func narrow(text string) string {
	var b strings.Builder
	wide := false
	for line := range strings.Lines(text) {
		wide = wide || utf8.RuneCountInString(line) > onPhones+len("\n")
		if name := strings.TrimSpace(line[:namesOfRows]); name != "" {
			b.WriteString(name + "\n")
		}
		b.WriteString(line[namesOfRows:])
	}
	if !wide {
		return text
	}
	return b.String()
}

// unbroken keeps each letter of a legend in a line with what it means.
func unbroken(legend string) string {
	keys := strings.Split(legend, " · ")
	for i, k := range keys {
		if len(k) > 2 && k[1] == ' ' {
			keys[i] = k[:1] + "\u00a0" + k[2:]
		}
	}
	return strings.Join(keys, " · ")
}

// Drawn is the picture of a chart.
func Drawn(w *lang.Printer, t tables.Table, name string, s strategy.Sketch) chart.Strategy {
	if name == "" {
		name = w.Say("play.best")
	}
	return chart.Strategy{Words: w, Title: t.Title + " · " + strategyName(w, name), Sketch: s}
}

// LeftOut says in plain text what a strategy does that its chart does not show.
func LeftOut(w *lang.Printer, s strategy.Sketch) (lines []string) {
	for _, line := range leftOut(w, s) {
		lines = append(lines, unmarked(line))
	}
	return lines
}

// leftOut has the rows as code.
func leftOut(w *lang.Printer, s strategy.Sketch) (lines []string) {
	if len(s.Mixed) > 0 {
		lines = append(lines, w.Say("strategy.mixed", w.And(mixedRows(s.Mixed))))
	}
	if s.Sampled > 0 {
		lines = append(lines, w.Say("strategy.sampled", s.Sampled))
	}
	for _, left := range []struct {
		is  bool
		key string
	}{{s.Needs.Memory, "memory"}, {s.Needs.Bets, "bets"}, {s.Insures, "insurance"}} {
		if left.is {
			lines = append(lines, w.Say("strategy."+left.key))
		}
	}
	return lines
}

// mixedRows names the rows that the cells are in, neighbours as one.
func mixedRows(cells []strategy.Cell) (names []string) {
	var rows []strategy.Row
	for kind := range strategy.Kinds {
		for at := range strategy.Totals {
			row := strategy.Row{Kind: kind, First: at, Last: at}
			if !slices.ContainsFunc(cells, func(c strategy.Cell) bool { return c.In(row) }) {
				continue
			}
			if n := len(rows) - 1; n >= 0 && rows[n].Kind == kind && rows[n].Last == at-1 &&
				rows[n].String() != "pair A" {
				rows[n].Last = at
			} else {
				rows = append(rows, row)
			}
		}
	}
	for _, r := range rows {
		names = append(names, marked(r.String()))
	}
	return names
}
