package view

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/bot/chart"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/storage"
)

// Stats shows what became of a player's rounds and, where that is known, why. Pictures are
// left out for those who want text.
func Stats(w *lang.Printer, a wallet.Account, story story.Story, pictures bool,
) message.Reply {
	s := a.Stats
	r, e := embedded(colourPlain, w.Say("stats.title", Name(w, a.Name)), "")
	r.Private = story.Hidden
	e.Fields = []*discordgo.MessageEmbedField{
		figure(w.Say("hand.balance"), w.Number(int64(a.Balance))),
		figure(w.Say("stats.net"), w.Fact(lang.Net(s.Net))),
		figure(w.Say("stats.hands"), w.Number(int64(s.Hands))),
	}
	var lines []string
	if a.Held > 0 {
		lines = append(lines, theirs(w, Name(w, a.Name), a))
	}
	if s.Hands == 0 {
		e.Description = strings.Join(append(lines, w.Say("stats.none")), "\n")
		return r
	}
	lines = append(lines, w.Say("stats.record", s.Wins, s.Losses, s.Pushes))
	lines = append(lines, why(w, story.Tallies[storage.Ever])...)
	if story.Waiting {
		lines = append(lines, "-# "+w.Say("stats.waiting"))
	}
	e.Description = strings.Join(lines, "\n")
	e.Fields = slices.Concat(e.Fields, counts(w, s), periods(w, a, story))
	if by := a.Position; by.At > 0 && !a.Player.Guild.Direct() {
		e.Footer = footer(w.Say("stats.position", by.At, by.Of))
	}
	if !pictures {
		return r
	}
	if len(story.Balances) > 1 {
		b := chart.Bankroll{Words: w, Name: plain(a.Name, longestName)}
		for _, n := range story.Balances {
			b.Balances = append(b.Balances, int64(n))
		}
		r.Files = append(r.Files, message.File{Name: "bankroll.png", Alt: b.Alt(), PNG: b.PNG()})
		e.Image = image("bankroll.png")
	}
	if m := errorMap(w, story.Lessons); len(m.Cells) > 0 {
		e := &discordgo.MessageEmbed{Color: colourPlain,
			Description: "-# " + m.Alt() + "\n-# " + m.Legend()}
		for i, part := range m.Parts() {
			picture := message.File{Name: fmt.Sprintf("mistakes%d.png", i+1), Alt: part.Alt(),
				PNG: part.PNG()}
			e.Image = image(picture.Name)
			r.Embeds, r.Files = append(r.Embeds, e), append(r.Files, picture)
			e = &discordgo.MessageEmbed{Color: e.Color}
		}
	}
	return r
}

// why says how much of what a player won was luck.
func why(w *lang.Printer, t storage.Tally) (lines []string) {
	if t.Expected == 0 && t.Value == 0 && t.Decisions == 0 {
		return nil // no round was looked at
	}
	n := 0
	if luck := t.Luck(); max(luck, -luck, t.Cost) < blackjack.Chips(10).Micro() {
		n = 1
	}
	// rounded so that the three add up to the net as they are shown
	edge, mistakes := rounded(t.Expected, n), rounded(t.Cost, n)
	luck := t.Known.Micro() - edge + mistakes
	if luck < 0 {
		lines = append(lines, w.Say("stats.unlucky", exactly(w, -luck, n), exactly(w, mistakes, n)))
	} else {
		lines = append(lines, w.Say("stats.lucky", exactly(w, luck, n), exactly(w, mistakes, n)))
	}
	return append(lines, "-# "+w.Say("stats.parts", w.Fact(lang.Net(t.Known)),
		gain(w, edge, n), gain(w, -mistakes, n), gain(w, luck, n)))
}

// counts are how often what happened.
func counts(w *lang.Printer, s storage.Stats) []*discordgo.MessageEmbedField {
	number := func(key string, n storage.Chips) *discordgo.MessageEmbedField {
		return figure(w.Say("stats."+key), w.Number(int64(n)))
	}
	return []*discordgo.MessageEmbedField{
		figure(w.Say("stats.rate"), winRate(w, s)),
		number("biggest.win", s.BiggestWin),
		number("biggest.loss", s.BiggestLoss),
		number("wagered", s.Wagered),
		number("naturals", storage.Chips(s.Naturals)),
		number("busts", storage.Chips(s.Busts)),
		number("doubles", storage.Chips(s.Doubles)),
		number("splits", storage.Chips(s.Splits)),
		number("surrenders", storage.Chips(s.Surrenders)),
	}
}

// periods are what was won lately, in a row, and for good; and what to practise.
func periods(w *lang.Printer, a wallet.Account,
	story story.Story) (list []*discordgo.MessageEmbedField) {
	add := func(name string, parts ...string) {
		list = append(list, field(name, strings.Join(parts, " · ")))
	}
	net := func(in storage.Span) string {
		return "**" + w.Fact(lang.Net(story.Tallies[in].Net)) + "**"
	}
	add(w.Say("stats.profit"), w.Say("stats.today", net(storage.Today)),
		w.Say("stats.week", net(storage.ThisWeek)), w.Say("stats.month", net(storage.ThisMonth)),
		w.Say("stats.ever", "**"+w.Fact(lang.Net(a.Stats.Net))+"**"))
	ever := story.Tallies[storage.Ever]
	add(w.Say("stats.streaks"), w.Say("stats.run", ever.Run), w.Say("stats.run.best", ever.BestRun),
		w.Say("stats.days", a.Streak))
	var given []string
	for award := range storage.Award(storage.Awards) {
		if story.Awards.Has(award) {
			given = append(given, AwardName(w, award))
		}
	}
	if len(given) > 0 {
		add(w.Say("stats.awards", len(given), storage.Awards), given...)
	}
	if worst := costliest(w, story.Lessons); len(worst) > 0 {
		list = append(list, field(w.Say("stats.worst"), strings.Join(worst, "\n")))
	}
	return list
}

// costliest lists the kinds of decisions that have cost a player most.
func costliest(w *lang.Printer, l storage.Lessons) (lines []string) {
	const most = 3
	cells := ofRounds(l)
	slices.SortFunc(cells, func(a, b storage.LessonCell) int {
		return cmp.Or(cmp.Compare(l.Cells[b].Cost, l.Cells[a].Cost), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Total, b.Total), cmp.Compare(a.Upcard, b.Upcard))
	})
	for _, c := range cells[:min(most, len(cells))] {
		if is := l.Cells[c]; is.Wrong > 0 {
			lines = append(lines, w.Say("stats.worst.line", situation(w, c), is.Wrong, is.Seen,
				cost(w, is.Cost)))
		}
	}
	return lines
}

// situation says what is decided about: "hard 16 against 10".
func situation(w *lang.Printer, c storage.LessonCell) string {
	hand := ""
	switch c.Kind {
	case storage.Soft:
		hand = w.Say("cell.soft", int(c.Total))
	case storage.Pair:
		hand = w.Say("cell.pair", chart.ValueName(int(c.Total)))
	default:
		hand = w.Say("cell.hard", int(c.Total))
	}
	if c.Upcard == 0 {
		return hand
	}
	return w.Say("cell.against", hand, chart.ValueName(int(c.Upcard)))
}

// mapKinds are the maps that lessons of a kind are drawn in.
var mapKinds = map[storage.LessonKind]chart.CellKind{storage.Hard: chart.HardCells,
	storage.Soft: chart.SoftCells, storage.Pair: chart.PairCells}

// ofRounds returns the kinds of decisions that were made in rounds. What was answered in drills
// is shown to nobody else.
func ofRounds(l storage.Lessons) []storage.LessonCell {
	return slices.DeleteFunc(slices.Collect(maps.Keys(l.Cells)),
		func(c storage.LessonCell) bool { return c.Drilled })
}

func errorMap(w *lang.Printer, l storage.Lessons) chart.ErrorMap {
	m := chart.ErrorMap{Words: w, Title: w.Say("stats.map")}
	for _, c := range ofRounds(l) {
		is := l.Cells[c]
		m.Cells = append(m.Cells, chart.Cell{Kind: mapKinds[c.Kind], Total: int(c.Total),
			Upcard: int(c.Upcard), Seen: is.Seen, Wrong: is.Wrong})
	}
	return m
}

// awardKeys end the keys of achievements.
var awardKeys = [storage.Awards]string{storage.FirstNatural: "natural",
	storage.FourWaySplit: "split", storage.CleanTwenty: "twenty", storage.CleanDrill: "drill",
	storage.Comeback: "comeback", storage.SevenDays: "days"}

// AwardName is what an achievement is called.
func AwardName(w *lang.Printer, a storage.Award) string { return w.Say("award." + awardKeys[a]) }

// Awarded says that a player has got achievements, a line each.
func Awarded(w *lang.Printer, set storage.AwardSet) (lines []string) {
	for a := range storage.Award(storage.Awards) {
		if set.Has(a) {
			lines = append(lines, w.Say("award.given", AwardName(w, a)))
		}
	}
	return lines
}

// winRate writes the share of a player's hands that were won.
func winRate(w *lang.Printer, s storage.Stats) string {
	return w.Fact(lang.Rate(float64(s.Wins) / float64(s.Hands)))
}
