package view

import (
	"fmt"
	"math"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/sim"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/chart"
	"holecard/bot/lang"
	"holecard/bot/message"
)

// ruinBankroll is the bankroll whose risk of ruin is shown, in smallest bets.
const ruinBankroll = 1000

// counterNotes say when the shoe was shuffled, what a bet is, and that chance tells too little.
func counterNotes(w *lang.Printer, r blackjack.Rules, c *sim.Counted) (lines []string) {
	switch {
	case !r.Fresh:
		lines = append(lines, w.Say("sim.shoe", lang.Rate(dealtOf(r))))
	case c.Remembers:
		lines = append(lines, w.Say("sim.fresh"))
	}
	if c.Spread() {
		lines = append(lines, w.Say("sim.unit"))
	}
	if all := c.All(); !all.Told() {
		lines = append(lines, w.Say("sim.untold"))
	}
	return lines
}

// dealtOf returns the share of a shoe that is dealt before a shuffle: in whole percent where
// that is so many cards, as it was asked for.
func dealtOf(r blackjack.Rules) float64 {
	share := 1 - float64(r.ReshuffleBelow)/float64(r.Cards())
	whole := math.Round(100*share) / 100
	again, err := tables.Set(r, fmt.Sprintf("penetration=%.2f", whole))
	if err == nil && again.ReshuffleBelow == r.ReshuffleBelow {
		return whole
	}
	return share
}

// counterFigures are the figures of a player who counts or bets. Those of what is expected
// are left out where that is not told from zero.
func counterFigures(w *lang.Printer, c *sim.Counted) []*discordgo.MessageEmbedField {
	all := c.All()
	fields := []*discordgo.MessageEmbedField{
		figure(w.Say("sim.per100"), w.Say("sim.bets",
			w.Fact(lang.Mean(100*all.EV()))+" ± "+w.Decimal(100*all.StdErr(), 1, 1))),
		figure(w.Say("sim.bet"), w.Say("sim.bets", w.Decimal(all.Bet(), 2, 2))),
		figure(w.Say("sim.deviation"), w.Say("sim.bets", w.Decimal(all.StdDev(), 2, 2))),
	}
	if !all.Told() {
		return fields
	}
	n0 := "∞"
	if rounds := all.N0(); rounds < math.MaxInt32 {
		n0 = w.Say("rounds", int64(math.Ceil(rounds)))
	}
	fields = append(fields, figure(w.Say("sim.n0"), n0),
		figure(w.Say("sim.score"), w.Decimal(all.Score(), 1, 1)))
	if !c.Moves {
		fields = append(fields,
			figure(w.Say("sim.ruin"), w.Fact(lang.Rate(all.Ruin(ruinBankroll, 0)))))
	}
	return fields
}

// countPicture draws what rounds were worth by true count.
func countPicture(w *lang.Printer, t tables.Table, name string, r sim.Result) message.File {
	d := chart.Counts{Words: w, Title: t.Title + ": " + strategyName(w, name), Count: "Hi-Lo",
		Rounds: r.Rounds, Most: sim.MostCount}
	if by := r.Counted.By; by != strategy.HiLo {
		d.Count = by.String()
	}
	for _, b := range r.Counted.ByCount {
		d.Bars = append(d.Bars, chart.CountBar{Count: b.Count, Edge: b.Edge(), Err: b.EdgeErr(),
			Share: float64(b.Rounds) / float64(r.Rounds)})
	}
	return message.File{Name: "counts.png", Alt: d.Alt(), PNG: d.PNG()}
}
