package view

import (
	"fmt"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/message"
	"holecard/bot/session"
)

// Rules shows the rules of a table in words.
func Rules(t tables.Table) message.Reply {
	r := private(t.Title+" blackjack · rules", "- "+strings.Join(RulesInWords(t.Rules), "\n- "))
	r.Embeds[0].Footer = fmt.Sprintf("Bets from %s to %s.",
		Number(t.Rules.MinBet), Chips(t.Rules.MaxBet))
	return r
}

// RulesInWords returns the rules in sentences, in the order a newcomer needs them.
func RulesInWords(r blackjack.Rules) []string {
	lines := []string{"Come closer to 21 than the dealer. If you go over, you lose at once. " +
		cardsInWords(r), shoeInWords(r)}
	if r.Jokers > 0 {
		lines = append(lines, fmt.Sprintf("%d jokers: "+
			"each counts any number from 1 to 11, whatever is best.", r.Jokers))
	}
	lines = append(lines, startInWords(r)...)
	lines = append(lines, dealerInWords(r))
	lines = append(lines, actionsInWords(r)...)
	return append(lines, payInWords(r)...)
}

func cardsInWords(r blackjack.Rules) string {
	if !r.Suits() {
		return "Each card is a number from 1 to 10."
	}
	return "Face cards count 10, " + [...]string{
		blackjack.AcesBest:   "an ace 1 or 11.",
		blackjack.AcesSame:   "aces all 11, or all 1 where that goes over 21.",
		blackjack.AcesEleven: "an ace always 11: two aces are 22.",
		blackjack.AcesOne:    "an ace 1.",
	}[r.Aces]
}

func shoeInWords(r blackjack.Rules) string {
	shoe := "One deck"
	if r.Decks > 1 {
		shoe = fmt.Sprintf("%d decks", r.Decks)
	}
	switch r.Pack {
	case blackjack.Numbers:
		shoe += ", with sixteen tens to four of each other number,"
	case blackjack.Forty:
		shoe += " of forty cards, four of each number,"
	}
	switch {
	case r.Endless():
		return "There is no deck: every number is as likely as any other, always."
	case r.Fresh:
		return shoe + ", shuffled before each hand."
	case r.EmptyWins:
		return shoe + " played until no card is left; the hand in which that happens is yours."
	case r.ReshuffleBelow > 0:
		return fmt.Sprintf("%s kept from hand to hand, shuffled when fewer than %d cards "+
			"are left before one.", shoe, r.ReshuffleBelow)
	}
	return shoe + " kept from hand to hand; " +
		"when no card is left, a new shuffle goes on with the same hand."
}

func startInWords(r blackjack.Rules) []string {
	switch {
	case r.BankShows:
		return []string{"You begin with no card, and the dealer with one that you see."}
	case r.Start == blackjack.Nothing:
		return []string{"You and the dealer begin with no card; you play without seeing the " +
			"dealer's."}
	case r.Start == blackjack.OneEach:
		return []string{"You and the house get one card each, face up."}
	}
	lines := []string{"Two cards each. 21 on two cards is a 21 like any other."}
	if r.Naturals() {
		lines[0] = fmt.Sprintf("Blackjack, an ace and a ten-value as first two cards, "+
			"beats any other 21 and pays %v.", r.NaturalPays)
	}
	if r.SeatBySeat {
		lines = append(lines, "You get both your cards first, then the dealer.")
	}
	return append(lines, upcardInWords(r)...)
}

// upcardInWords says which of the dealer's two cards are seen, and when the
// dealer looks for blackjack.
func upcardInWords(r blackjack.Rules) []string {
	switch {
	case r.HoleCard == blackjack.NoHoleCard && r.Naturals():
		return []string{"The dealer takes the second card after you have played; " +
			"blackjack then takes doubled and split bets too."}
	case r.HoleCard == blackjack.NoHoleCard:
		return []string{"The dealer takes the second card after you have played."}
	}
	lines := []string{"You see the dealer's first card."}
	if r.LastUp {
		lines[0] = "You see the dealer's second card."
	}
	if r.Naturals() {
		lines = append(lines, "The dealer looks for blackjack before you play, "+
			"so you never lose more than your bet to it.")
	}
	return lines
}

func dealerInWords(r blackjack.Rules) string {
	switch {
	case r.HouseDecides:
		return "The house plays after you, seeing your first card, and stops where it likes."
	case r.DealerHitsSoft17:
		return "The dealer draws to 16 and on soft 17, and stands on hard 17 or more."
	}
	line := fmt.Sprintf("The dealer draws to %d and stands on %d or more",
		r.DealerStands-1, r.DealerStands)
	if r.DealerStands == 17 && r.Aces == blackjack.AcesBest {
		line += ", soft 17 too"
	}
	return line + "."
}

func actionsInWords(r blackjack.Rules) []string {
	var lines []string
	if r.AskedAt21 {
		lines = append(lines, "At 21 you are still asked.")
	}
	if r.Double == blackjack.DoubleNothing && r.MaxHands == 1 && !r.LateSurrender && !r.Insurance {
		return append(lines, "Hit or stand: no doubling, splitting or surrender.")
	}
	lines = append(lines, doubleInWords(r), splitInWords(r))
	if r.LateSurrender {
		lines = append(lines, "Surrender as your first action gives half your bet back.")
	} else {
		lines = append(lines, "No surrender.")
	}
	if r.Insurance {
		lines = append(lines, "Insurance against an ace costs half your bet "+
			"and pays 2:1 if the dealer has blackjack.")
	}
	if r.EvenMoney {
		lines = append(lines, "With blackjack against an ace you may take even money: "+
			"1:1, whatever the dealer has.")
	}
	return lines
}

func doubleInWords(r blackjack.Rules) string {
	on := "your first two cards"
	switch r.Double {
	case blackjack.DoubleNine:
		on = "a first total of 9, 10 or 11"
	case blackjack.DoubleTen:
		on = "a first total of 10 or 11"
	case blackjack.DoubleNothing:
		return "No doubling."
	}
	after := "but not after a split"
	if r.DoubleAfterSplit {
		after = "also after a split"
	}
	return fmt.Sprintf("Double on %s, %s: twice the bet, one card.", on, after)
}

func splitInWords(r blackjack.Rules) string {
	if r.MaxHands == 1 {
		return "No splitting."
	}
	line := fmt.Sprintf("Split two cards of equal value, up to %d hands", r.MaxHands)
	if r.MaxAceHands == 1 {
		return line + ", but not aces."
	}
	if r.MaxAceHands < r.MaxHands {
		line += fmt.Sprintf(", aces up to %d", r.MaxAceHands)
	}
	if !r.HitSplitAces {
		line += "; split aces get one card each"
	}
	return line + ". 21 after a split is not blackjack."
}

func payInWords(r blackjack.Rules) []string {
	var lines []string
	if r.HeartsDouble {
		lines = append(lines, "A win with a heart in your hand pays double.")
	}
	if r.DealerWins21 {
		lines = append(lines, "A dealer's 21 wins, even against yours.")
	}
	if r.TieLoses {
		return append(lines, "Ties lose.")
	}
	last := "Ties push: your bet comes back."
	if r.NaturalPays.Per > 1 || r.LateSurrender || r.Insurance {
		last += " Payouts round down."
	}
	return append(lines, last)
}

// NoTable names tables to try instead of one that is not played: those whose
// titles can be typed first.
func NoTable(e *session.TableError) string {
	var titles, names []string
	for _, name := range e.Allowed {
		if t, err := tables.Named(name); err == nil && strings.EqualFold(t.Title, name) {
			titles = append(titles, t.Title)
		} else {
			names = append(names, name)
		}
	}
	try := append(titles, names...)
	return fmt.Sprintf("There's no table “%s” here. Try %s.",
		Escape(e.Name), oneOf(try[:min(len(try), 3)]))
}
