package view

import (
	"fmt"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/sim"
	"holecard/blackjack/tables"
	"holecard/bot/chart"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// Odds shows the exact odds of a strategy at a table, or of best play where it
// has no name. Opposed is the house's strategy, where it decides.
func Odds(t tables.Table, name, opposed string, r odds.Result) message.Reply {
	of := ""
	if t.Rules.EmptyWins {
		of = OfFullDeck(t.Rules) + " "
	}
	e := message.Embed{
		Title: t.Title + " blackjack · exact odds",
		Text: players(name, opposed) + "Computed card by card, not simulated. " + of +
			"Per chip of the first bet:",
		Colour: colourPlain,
		Fields: []message.Field{
			figure("Expected value", signedShare(r.EV)),
			edgeField(-r.EV),
			winPushLoss(r.Win, r.Push, r.Loss),
		},
	}
	if len(r.ByUpcard) > 1 {
		e.Fields = append(e.Fields,
			message.Field{Name: "By the dealer's upcard", Value: byUpcard(r.ByUpcard)})
	}
	return message.Reply{Embeds: []message.Embed{e}}
}

// OfFullDeck says of which round odds are, and which one they leave out.
func OfFullDeck(r blackjack.Rules) string {
	of := "Of a round dealt from a full deck."
	if r.EmptyWins {
		of += " The round that empties the deck, which the player wins, is left out."
	}
	return of
}

func edgeField(house float64) message.Field {
	if e := (HouseEdge{house, true}); e.Players() {
		return figure("Player's edge", Percent(-house))
	}
	return figure("House edge", Percent(max(house, 0)))
}

func winPushLoss(win, push, loss float64) message.Field {
	return message.Field{Name: "Win · push · loss",
		Value: Percent(win) + " · " + Percent(push) + " · " + Percent(loss)}
}

func players(name, opposed string) string {
	text := "Best play there is"
	if name != "" {
		text = "`" + code(name) + "`"
	}
	if opposed != "" {
		text += " against `" + code(opposed) + "`"
	}
	return text + "\n"
}

// code makes text safe within a code span, and short enough for an embed.
func code(text string) string {
	text = strings.ReplaceAll(text, "`", "'")
	return shortened(text, 300)
}

// shortened returns a text of at most that many characters, and an ellipsis.
func shortened(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

func byUpcard(list []odds.Upcard) string {
	var b strings.Builder
	b.WriteString("```\n")
	for _, u := range list {
		fmt.Fprintf(&b, "%-5s %8s   win %6s  push %6s  loss %6s\n", upcardName(u.Value),
			signedShare(u.EV), Percent(u.Win), Percent(u.Push), Percent(u.Loss))
	}
	return b.String() + "```"
}

func upcardName(value int) string {
	if name, ok := map[int]string{0: "none", 1: "A", 11: "joker"}[value]; ok {
		return name
	}
	return fmt.Sprint(value)
}

// signedShare writes a value in unit stakes: "+0.0123".
func signedShare(v float64) string { return fmt.Sprintf("%+.4f", v) }

// Simulating shows how far a simulation has come.
func Simulating(t tables.Table, name string, rounds, of int64) message.Reply {
	const width = 20
	full := int(width * rounds / of)
	bar := strings.Repeat("▰", full) + strings.Repeat("▱", width-full)
	return message.Reply{Embeds: []message.Embed{{
		Title: t.Title + " blackjack · simulation",
		Text: fmt.Sprintf("`%s`\n%s %d%% of %s rounds",
			code(name), bar, 100*rounds/of, Number(of)),
		Colour: colourPlaying,
	}}}
}

// Simulated shows the result of a simulation, which may have ended early.
func Simulated(t tables.Table, name, opposed string, r sim.Result, asked int64) message.Reply {
	text := players(name, opposed) +
		fmt.Sprintf("would win %s of %s rounds.", Number(r.Wins), Number(r.Rounds))
	if r.Rounds < asked {
		text += fmt.Sprintf(" (Time was up before the %s asked for.)", Number(asked))
	}
	share := func(n int64) float64 { return float64(n) / float64(r.Rounds) }
	picture := distribution(t, name, r)
	return message.Reply{Files: []message.File{picture}, Embeds: []message.Embed{{
		Image:  picture.Name,
		Title:  t.Title + " blackjack · simulation",
		Text:   text,
		Colour: colourPlain,
		Fields: []message.Field{
			figure("Mean per chip bet", fmt.Sprintf("%s ± %.4f", signedShare(r.EV()), r.StdErr())),
			figure("Won less lost", fmt.Sprintf("%+.1f bets", r.Net())),
			winPushLoss(share(r.Wins), share(r.Pushes), share(r.Losses)),
			figure("Busts", Percent(share(r.Busts))),
			figure("Blackjacks", Percent(share(r.Naturals))),
			figure("Standard deviation", fmt.Sprintf("%.3f", r.StdDev())),
		},
	}}}
}

// distribution draws how often rounds ended with which result.
func distribution(t tables.Table, name string, r sim.Result) message.File {
	d := chart.Distribution{
		Title: t.Title + ": " + name, Rounds: r.Rounds, Mean: r.EV(), StdErr: r.StdErr()}
	for _, bin := range r.Distribution {
		d.Bars = append(d.Bars, chart.Bar{
			Net:   float64(bin.Net) / float64(r.Unit),
			Share: float64(bin.Rounds) / float64(r.Rounds),
		})
	}
	return message.File{Name: "distribution.png", Alt: d.Alt(), PNG: d.PNG()}
}

// Watched shows a round step by step.
func Watched(t tables.Table, name, opposed string, steps []session.Step) message.Reply {
	first := watched(t, name, opposed, steps[:1])
	for n := 1; n < len(steps); n++ {
		first.Steps = append(first.Steps, watched(t, name, opposed, steps[:n+1]))
	}
	return first
}

// watched shows the steps of a round so far.
func watched(t tables.Table, name, opposed string, steps []session.Step) message.Reply {
	var lines []string
	for i, s := range steps {
		lines = append(lines, watchedStep(steps, i, s))
	}
	last := steps[len(steps)-1].View
	e := message.Embed{Title: t.Title + " blackjack · watching", Colour: colourPlaying,
		Text: players(name, opposed) + "\n" + strings.Join(lines, "\n")}
	if last.Phase == blackjack.Over {
		net, d := last.Seats[0].Payout.Net(), last.Dealer
		e.Text += fmt.Sprintf("\nDealer %s → %s\n\n**Net %+d** on a bet of 10, for no chips.",
			cards(last.Rules, d.Cards, 0), total(d.Total, d.Soft, d.Natural), net)
		e.Colour = colourOf(net)
	}
	e.Text = shortened(e.Text, 4000)
	return message.Reply{Embeds: []message.Embed{e}}
}

func watchedStep(steps []session.Step, i int, s session.Step) string {
	d, rules := s.View.Dealer, s.View.Rules
	if i == 0 {
		return fmt.Sprintf("Dealt %s, dealer %s",
			handNow(s.View, 0), cards(rules, d.Cards, d.Hidden))
	}
	if s.Actor == blackjack.House {
		return fmt.Sprintf("House: **%v** → %s (%s)",
			s.Action, cards(rules, d.Cards, 0), total(d.Total, d.Soft, false))
	}
	played := steps[i-1].View.Seats[0].Turn
	return fmt.Sprintf("**%v** → %s", s.Action, handNow(s.View, played))
}

func handNow(v blackjack.View, i int) string {
	h := v.Seats[0].Hands[i]
	return fmt.Sprintf("%s (%s)", cards(v.Rules, h.Cards, 0), total(h.Total, h.Soft, h.Natural))
}

// Settings shows the tables of a guild with their edges, and what its admins have
// changed. giveDaily is how many chips may be given away in a day.
func Settings(
	list []tables.Table, s storage.Settings, giveDaily storage.Chips, edges []HouseEdge,
) message.Reply {
	text := "The tables that may be played here. Without a name, the first is.\n"
	for i, t := range list {
		line := fmt.Sprintf("\n`%s` %s", t.Name, t.Title)
		before := " · "
		for _, c := range s.Rules {
			if c.Table == t.Name {
				line += before + "`" + c.Change + "`"
				before = " "
			}
		}
		if !edges[i].Known {
			line += " · ⚠️ **edge not known: it may be the players'**"
		}
		if edges[i].Players() {
			line += " · ⚠️ **" + edges[i].String() + ": it gives chips away**"
		}
		text += line
	}
	gifts := fmt.Sprintf("On: players may give each other chips, up to %s a day.",
		Number(giveDaily))
	switch {
	case giveDaily < 1:
		gifts = "Off, by whoever runs this bot."
	case s.NoGive:
		gifts = "Off: players may not give each other chips."
	}
	reply := private("Settings", shortened(text, 4000))
	reply.Embeds[0].Fields = []message.Field{{Name: "Gifts", Value: gifts}}
	return reply
}

// Advice shows what each legal action of a hand is worth, best first.
func Advice(w *lang.Printer, h session.Hand, options []odds.Option) message.Reply {
	seat := h.View.Seats[0]
	hand := seat.Hands[seat.Turn]
	best := options[0]
	text := fmt.Sprintf("**%s.** With %s against %s, each action is worth, "+
		"in chips for your stake of %s:\n", actionName(w, best.Action),
		handNow(h.View, seat.Turn), against(h.Table.Rules, h.View.Dealer), Number(hand.Stake))
	for _, o := range options {
		text += fmt.Sprintf("%s · %s\n",
			actionName(w, o.Action), signedChips(o.EV*float64(hand.Stake)))
	}
	return message.Note(text + "Computed exactly, from the cards you see.")
}

func against(r blackjack.Rules, d blackjack.DealerView) string {
	if len(d.Cards) == 0 {
		return "a dealer whose cards you don't see"
	}
	return cards(r, d.Cards[:1], 0)
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

func signedChips(v float64) string {
	if text := fmt.Sprintf("%+.2f", v); text != "-0.00" {
		return text
	}
	return "+0.00"
}
