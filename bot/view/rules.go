package view

import (
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/message"
)

// Rules shows the rules of a table in words, with the edges of its side bets.
func Rules(w *lang.Printer, t tables.Table, sides SideEdges) message.Reply {
	r := private(w.Say("rules.title", t.Title),
		"- "+strings.Join(RulesInWords(w, t.Rules), "\n- "))
	if lines := pricedSides(w, t.Rules, sides); lines != nil {
		r.Embeds[0].Fields = append(r.Embeds[0].Fields,
			field(w.Say("side.title"), strings.Join(lines, "\n")))
	}
	r.Rows = rows(line(practice(w, t.Name)))
	r.Embeds[0].Footer = footer(w.Say("rules.bets", int64(t.Rules.MinBet), int64(t.Rules.MaxBet)))
	return r
}

// RulesInWords returns the rules in sentences, in the order a newcomer needs them.
func RulesInWords(w *lang.Printer, r blackjack.Rules) []string {
	goal := w.Say("rules.goal")
	if r.BothBustTie {
		goal = w.Say("rules.goal.both")
	}
	lines := []string{goal + " " + cardsInWords(w, r), shoeInWords(w, r)}
	if r.Jokers > 0 {
		lines = append(lines, w.Say("rules.jokers", r.Jokers))
	}
	lines = append(lines, startInWords(w, r)...)
	lines = append(lines, dealerInWords(w, r))
	lines = append(lines, actionsInWords(w, r)...)
	lines = append(lines, payInWords(w, r)...)
	return append(lines, sidesInWords(w, r)...)
}

func cardsInWords(w *lang.Printer, r blackjack.Rules) string {
	if !r.Suits() {
		return w.Say("rules.cards.numbers")
	}
	return w.Say("rules.cards." + [...]string{
		blackjack.AcesBest: "best", blackjack.AcesSame: "same",
		blackjack.AcesEleven: "eleven", blackjack.AcesOne: "one",
	}[r.Aces])
}

func shoeInWords(w *lang.Printer, r blackjack.Rules) string {
	decks := w.Say("rules.decks", r.Decks)
	line := w.Say("rules.shoe.kept", decks)
	switch {
	case r.Endless():
		return w.Say("rules.shoe.endless")
	case r.Fresh:
		line = w.Say("rules.shoe.fresh", decks)
	case r.EmptyWins:
		line = w.Say("rules.shoe.empty", decks)
	case r.ReshuffleBelow > 0:
		line = w.Say("rules.shoe.low", decks, r.ReshuffleBelow)
	}
	switch r.Pack {
	case blackjack.Numbers:
		line += " " + w.Say("rules.pack.numbers")
	case blackjack.Forty:
		line += " " + w.Say("rules.pack.forty")
	}
	return line
}

func startInWords(w *lang.Printer, r blackjack.Rules) []string {
	switch {
	case r.BankShows:
		return []string{w.Say("rules.start.bank")}
	case r.Start == blackjack.Nothing:
		return []string{w.Say("rules.start.none")}
	case r.Start == blackjack.OneEach:
		return []string{w.Say("rules.start.one")}
	}
	lines := []string{w.Say("rules.start.two")}
	if r.Naturals() {
		lines[0] = w.Say("rules.natural", r.NaturalPays.String())
	}
	if r.SeatBySeat {
		lines = append(lines, w.Say("rules.seat.order"))
	}
	return append(lines, upcardInWords(w, r)...)
}

// upcardInWords says which of the dealer's two cards are seen, and when the
// dealer looks for blackjack.
func upcardInWords(w *lang.Printer, r blackjack.Rules) []string {
	switch {
	case r.HoleCard == blackjack.NoHoleCard && r.Naturals():
		return []string{w.Say("rules.no.hole.card.natural")}
	case r.HoleCard == blackjack.NoHoleCard:
		return []string{w.Say("rules.no.hole.card")}
	}
	lines := []string{w.Say("rules.upcard.first")}
	if r.LastUp {
		lines[0] = w.Say("rules.upcard.last")
	}
	if r.Naturals() {
		lines = append(lines, w.Say("rules.peek"))
	}
	return lines
}

func dealerInWords(w *lang.Printer, r blackjack.Rules) string {
	switch {
	case r.HouseDecides:
		return w.Say("rules.dealer.house")
	case r.DealerHitsSoft17:
		return w.Say("rules.dealer.hits.soft")
	case r.DealerStands == 17 && r.Aces == blackjack.AcesBest:
		return w.Say("rules.dealer.stands.soft")
	}
	return w.Say("rules.dealer", r.DealerStands-1, r.DealerStands)
}

func actionsInWords(w *lang.Printer, r blackjack.Rules) []string {
	var lines []string
	if r.AskedAt21 {
		lines = append(lines, w.Say("rules.asked.at.21"))
	}
	if r.Double == blackjack.DoubleNothing && r.MaxHands == 1 && !r.LateSurrender && !r.Insurance {
		return append(lines, w.Say("rules.hit.or.stand"))
	}
	lines = append(lines, doubleInWords(w, r), splitInWords(w, r))
	if r.LateSurrender {
		lines = append(lines, w.Say("rules.surrender"))
	} else {
		lines = append(lines, w.Say("rules.surrender.none"))
	}
	if r.Insurance {
		lines = append(lines, w.Say("rules.insurance"))
	}
	if r.EvenMoney {
		lines = append(lines, w.Say("rules.even.money"))
	}
	return lines
}

func doubleInWords(w *lang.Printer, r blackjack.Rules) string {
	if r.Double == blackjack.DoubleNothing {
		return w.Say("rules.double.none")
	}
	line := w.Say("rules.double." + [...]string{blackjack.DoubleAny: "any",
		blackjack.DoubleNine: "nine", blackjack.DoubleTen: "ten"}[r.Double])
	if r.DoubleAfterSplit {
		return line + " " + w.Say("rules.double.after")
	}
	return line + " " + w.Say("rules.double.after.none")
}

func splitInWords(w *lang.Printer, r blackjack.Rules) string {
	if r.MaxHands == 1 {
		return w.Say("rules.split.none")
	}
	line := w.Say("rules.split", r.MaxHands)
	if r.MaxAceHands == 1 {
		line += " " + w.Say("rules.split.aces.none")
	} else if r.MaxAceHands < r.MaxHands {
		line += " " + w.Say("rules.split.aces", r.MaxAceHands)
	}
	if r.MaxAceHands > 1 && !r.HitSplitAces {
		line += " " + w.Say("rules.split.aces.one")
	}
	return line + " " + w.Say("rules.split.21")
}

func payInWords(w *lang.Printer, r blackjack.Rules) []string {
	var lines []string
	if r.HeartsDouble {
		lines = append(lines, w.Say("rules.hearts"))
	}
	if r.DealerWins21 {
		lines = append(lines, w.Say("rules.dealer.21"))
	}
	if r.TieLoses {
		return append(lines, w.Say("rules.tie.loses"))
	}
	last := w.Say("rules.tie.push")
	if r.NaturalPays.Per > 1 || r.LateSurrender || r.Insurance {
		last += " " + w.Say("rules.round.down")
	}
	return append(lines, last)
}

func sidesInWords(w *lang.Printer, r blackjack.Rules) (lines []string) {
	for _, b := range offered(r) {
		var pays []any
		for _, n := range r.SidePays(b) {
			pays = append(pays, int64(n))
		}
		lines = append(lines, w.Say("rules."+tables.SideKey(b), pays...))
	}
	return lines
}
