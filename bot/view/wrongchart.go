package view

import (
	"cmp"
	"errors"

	"holecard/blackjack/strategy"
	"holecard/bot/lang"
)

// wrongChart says why the text of a chart is refused, as a part of a sentence.
func wrongChart(w *lang.Printer, e *strategy.SyntaxError) string {
	c, ok := errors.AsType[*strategy.ChartError](e)
	if !ok {
		panic("view: a wrong chart without a ChartError")
	}
	found := w.Say("found.end")
	if c.Found != "" {
		found = quoted(c.Found)
	}
	switch c.Fault {
	case strategy.ChartColumn:
		return w.Say("syntax.chart.column", found)
	case strategy.ChartRow:
		return w.Say("syntax.chart.row", found)
	case strategy.ChartTotal:
		return w.Say("syntax.chart.total", marked(c.Row), found)
	case strategy.ChartValue:
		return w.Say("syntax.chart.value", found)
	case strategy.ChartMove:
		return w.Say("syntax.chart.move", marked(c.Row), marked(c.Up), found)
	case strategy.ChartTwice:
		return w.Say("syntax.chart.twice", marked(cmp.Or(c.Row, c.Up)))
	case strategy.ChartNoUpcard:
		return w.Say("syntax.chart.upcard")
	case strategy.ChartWithin:
		return w.Say("syntax.chart.within", found)
	case strategy.ChartLacksColumn:
		return w.Say("syntax.chart.lacks", marked(c.Up))
	case strategy.ChartNever:
		return w.Say("syntax.chart.never", marked(c.Row))
	}
	return w.Say("syntax.chart.empty")
}
