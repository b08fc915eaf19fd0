package view

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/sim"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/chart"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
)

// Odds shows the exact odds of a strategy at a table, or of best play where it
// has no name, and the edges of the table's side bets. Opposed is the house's strategy,
// where it decides.
func Odds(w *lang.Printer, t tables.Table, name, opposed string, r odds.Result,
	sides SideEdges, gone int) message.Reply {
	reply, e := embedded(colourPlain, w.Say("odds.title", t.Title), w.Say("odds.result",
		players(w, name, opposed), HouseEdge{Share: -r.EV, Known: true}.Words(w)))
	e.Fields = append(e.Fields, winPushLoss(w, r.Win, r.Push, r.Loss))
	if t.Rules.EmptyWins || gone > 0 {
		e.Description += "\n" + OfDeck(w, t.Rules, gone)
	}
	if len(r.ByUpcard) > 1 {
		e.Fields = append(e.Fields, field(w.Say("odds.upcards"), byUpcard(w, r.ByUpcard)))
	}
	if lines := pricedSides(w, t.Rules, sides); lines != nil && gone == 0 {
		e.Fields = append(e.Fields, field(w.Say("side.title"), strings.Join(lines, "\n")))
	}
	return reply
}

// OfDeck says of which round odds are, and which one they leave out; so many cards are gone.
func OfDeck(w *lang.Printer, r blackjack.Rules, gone int) string {
	of := w.Say("odds.full.deck")
	if gone > 0 {
		of = w.Say("odds.gone", int64(gone))
	}
	if r.EmptyWins {
		of += " " + w.Say("odds.left.out")
	}
	return of
}

func winPushLoss(w *lang.Printer, win, push, loss float64) *discordgo.MessageEmbedField {
	return field(w.Say("odds.shares"), w.Fact(lang.Rate(win))+" · "+
		w.Fact(lang.Rate(push))+" · "+w.Fact(lang.Rate(loss)))
}

// players says who plays, and against whom.
func players(w *lang.Printer, name, opposed string) string {
	who := w.Say("play.best")
	switch {
	case strategy.IsChart(name):
		who = strategyName(w, name)
	case name != "":
		who = span(strategyName(w, name))
	}
	if opposed == "" {
		return who
	}
	return w.Say("play.against", who, code(strategyName(w, opposed)))
}

// strategyName names a strategy in plain text: a chart is too long to be its own name.
func strategyName(w *lang.Printer, expression string) string {
	if strategy.IsChart(expression) {
		return w.Say("play.chart")
	}
	return strategy.Brief(expression)
}

// span shows a text as code. An empty one, which would be no code, is two quotes.
func span(text string) string { return "`" + code(cmp.Or(text, `""`)) + "`" }

// code makes text safe within a code span, and short enough for an embed.
func code(text string) string {
	text = strings.ReplaceAll(text, "`", "'")
	return shortened(text, 300)
}

// shortened returns a text of at most that many characters, and an ellipsis. It cuts through no
// escaped character.
func shortened(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	cut := string(runes[:most])
	if bare := strings.TrimRight(cut, `\`); (len(cut)-len(bare))%2 == 1 {
		cut = cut[:len(cut)-1]
	}
	return cut + "…"
}

// byUpcard lists figures in lines that a phone does not break.
func byUpcard(w *lang.Printer, list []odds.Upcard) string {
	var b strings.Builder
	b.WriteString("```\n")
	for _, u := range list {
		name, ok := map[int]string{0: "–", 1: "A", 11: "★"}[u.Value]
		if !ok {
			name = w.Number(int64(u.Value))
		}
		fmt.Fprintf(&b, "%-2s %8s %6s %6s %6s\n", name, w.Fact(lang.Gain(u.EV)),
			w.Fact(lang.Rate(u.Win)), w.Fact(lang.Rate(u.Push)), w.Fact(lang.Rate(u.Loss)))
	}
	return b.String() + "```"
}

// Simulating shows how far a simulation has come.
func Simulating(w *lang.Printer, t tables.Table, name string, rounds, of int64) message.Reply {
	const width = 20
	full := int(width * rounds / of)
	bar := strings.Repeat("▰", full) + strings.Repeat("▱", width-full)
	r, _ := embedded(colourPlaying, w.Say("sim.title", t.Title), players(w, name, "")+"\n"+
		w.Say("sim.progress", bar, w.Say("percent", 100*rounds/of), w.Say("rounds", of)))
	return r
}

// Simulated shows the result of a simulation, which may have ended early.
func Simulated(w *lang.Printer, t tables.Table, name, opposed string, r sim.Result, asked int64,
) message.Reply {
	share := func(n int64) lang.Rate { return lang.Rate(float64(n) / float64(r.Rounds)) }
	mean, err := r.EV(), r.StdErr()
	if r.Counted != nil {
		all := r.Counted.All()
		mean, err = all.Edge(), all.EdgeErr()
	}
	text := w.Say("sim.result", players(w, name, opposed), share(r.Wins),
		w.Say("rounds", r.Rounds), lang.Gain(mean), lang.Share(err))
	if r.Rounds < asked {
		text += "\n" + w.Say("sim.early", w.Say("rounds", asked))
	}
	reply, e := embedded(colourPlain, w.Say("sim.title", t.Title), text)
	e.Fields = []*discordgo.MessageEmbedField{
		winPushLoss(w, float64(share(r.Wins)), float64(share(r.Pushes)), float64(share(r.Losses))),
		figure(w.Say("sim.net"), w.Say("sim.bets", lang.Mean(r.Net()))),
		figure(w.Say("sim.busts"), w.Fact(share(r.Busts))),
		figure(w.Say("sim.naturals"), w.Fact(share(r.Naturals))),
		figure(w.Say("sim.deviation"), w.Say("sim.bets", w.Decimal(r.StdDev(), 2, 2))),
	}
	if r.Counted != nil {
		for _, line := range counterNotes(w, t.Rules, r.Counted) {
			e.Description += "\n" + line
		}
		e.Fields = append(e.Fields[:1], counterFigures(w, r.Counted)...)
	}
	picture := SimulationPicture(w, t, name, r)
	e.Image, reply.Files = image(picture.Name), []message.File{picture}
	return reply
}

// SimulationPicture draws what rounds were worth by true count, where they are told so,
// else how they ended.
func SimulationPicture(w *lang.Printer, t tables.Table, name string, r sim.Result) message.File {
	if r.Counted != nil && len(r.Counted.ByCount) > 1 {
		return countPicture(w, t, name, r)
	}
	return distribution(w, t, name, r)
}

// distribution draws how often rounds ended with which result. Where bets differ it draws no mean:
// all rounds count alike in it, and the one that is told weighs them by their bets.
func distribution(w *lang.Printer, t tables.Table, name string, r sim.Result) message.File {
	d := chart.Distribution{Words: w,
		Title: t.Title + ": " + strategyName(w, name), Rounds: r.Rounds, Mean: r.EV(),
		StdErr: r.StdErr()}
	if r.Counted != nil && r.Counted.Spread() {
		d.Mean = math.NaN()
	}
	for _, bin := range r.Distribution {
		d.Bars = append(d.Bars, chart.Bar{
			Net:   float64(bin.Net) / float64(r.Unit),
			Share: float64(bin.Rounds) / float64(r.Rounds),
		})
	}
	return message.File{Name: "distribution.png", Alt: d.Alt(), PNG: d.PNG()}
}

// Watched shows a round step by step: as it was after each.
func Watched(w *lang.Printer, t tables.Table, name, opposed string, steps []round.Step,
) (list []message.Reply) {
	for n := range steps {
		list = append(list, watched(w, t, name, opposed, steps[:n+1]))
	}
	return list
}

// watched shows the steps of a round so far.
func watched(w *lang.Printer, t tables.Table, name, opposed string, steps []round.Step,
) message.Reply {
	lines := []string{players(w, name, opposed)}
	for i := range steps {
		lines = append(lines, watchedStep(w, steps, i))
	}
	last := steps[len(steps)-1].View
	r, e := embedded(colourPlaying, w.Say("watch.title", t.Title), "")
	if last.Phase == blackjack.Over {
		payout, d := last.Seats[0].Payout, last.Dealer
		lines = append(lines,
			w.Say("watch.dealer", cards(w, last.Rules, d.Cards, 0),
				total(w, d.Total, d.Soft, d.Natural)),
			"", w.Say("watch.net", lang.Net(payout.Net()), int64(last.Rules.MinBet)))
		e.Color = colourOf(payout.Net())
	}
	e.Description = shortened(strings.Join(lines, "\n"), 4000)
	return r
}

func watchedStep(w *lang.Printer, steps []round.Step, i int) string {
	s := steps[i]
	d, rules := s.View.Dealer, s.View.Rules
	switch {
	case i == 0:
		return w.Say("watch.dealt", handNow(w, s.View, 0), cards(w, rules, d.Cards, d.Hidden))
	case s.Actor == blackjack.House:
		return w.Say("watch.house", actionName(w, s.Action), cards(w, rules, d.Cards, 0),
			total(w, d.Total, d.Soft, false))
	}
	played := steps[i-1].View.Seats[0].Turn
	return w.Say("watch.action", actionName(w, s.Action), handNow(w, s.View, played))
}

func handNow(w *lang.Printer, v blackjack.View, i int) string {
	h := v.Seats[0].Hands[i]
	return w.Say("watch.hand", cards(w, v.Rules, h.Cards, 0), total(w, h.Total, h.Soft, h.Natural))
}

// Advice shows the best action of a hand, and what each legal one is worth.
func Advice(w *lang.Printer, h round.Hand, options []odds.Option) message.Reply {
	seat := h.View.Seats[0]
	stake := float64(seat.Hands[seat.Turn].Stake)
	worth := func(o odds.Option) any {
		if stake < 10 {
			return o.EV * stake // in hundredths of a chip, or all would look the same
		}
		return lang.Mean(o.EV * stake)
	}
	best := options[0]
	others := ""
	for i, o := range options[1:] {
		other := w.Say("hint.other", actionName(w, o.Action), worth(o))
		if i > 0 {
			other = w.Say("list.more", others, other)
		}
		others = other
	}
	if others == "" {
		return message.Note(w.Say("hint.only", actionName(w, best.Action), worth(best)))
	}
	return message.Note(w.Say("hint", actionName(w, best.Action), worth(best), others))
}
