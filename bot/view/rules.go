package view

import (
	"fmt"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// Rules tells the rules of a table in words.
func Rules(t tables.Table) Reply {
	return Reply{Private: true, Embeds: []Embed{{
		Title:  t.Title + " blackjack · rules",
		Text:   "- " + strings.Join(RulesInWords(t.Rules), "\n- "),
		Colour: colourPlain,
		Footer: fmt.Sprintf("Bets from %s to %s.", Number(t.Rules.MinBet), Chips(t.Rules.MaxBet)),
	}}}
}

// RulesInWords returns a sentence for each rule.
func RulesInWords(r blackjack.Rules) []string {
	lines := []string{
		"Come closer to 21 than the dealer, without going over. Pictures count 10, an ace 1 or 11.",
		fmt.Sprintf("%s, shuffled before each hand.", deckCount(r.Decks)),
		fmt.Sprintf("Blackjack, an ace and a ten-value as first two cards, pays %v.", r.NaturalPays),
	}
	if r.DealerHitsSoft17 {
		lines = append(lines, "The dealer draws to 16 and on soft 17, and stands on hard 17 or more.")
	} else {
		lines = append(lines, "The dealer draws to 16 and stands on 17 or more, soft 17 too.")
	}
	if r.HoleCard == blackjack.Peek {
		lines = append(lines, "The dealer looks for blackjack before you play, so you never lose more than your bet to it.")
	} else {
		lines = append(lines, "The dealer takes the second card after you have played; blackjack then takes doubled and split bets too.")
	}
	lines = append(lines, doubleInWords(r), splitInWords(r))
	if r.LateSurrender {
		lines = append(lines, "Surrender as your first action gives half your bet back.")
	} else {
		lines = append(lines, "No surrender.")
	}
	if r.Insurance {
		lines = append(lines, "Insurance against an ace costs half your bet and pays 2:1 if the dealer has blackjack.")
	}
	if r.EvenMoney {
		lines = append(lines, "With blackjack against an ace you may take even money: 1:1, whatever the dealer has.")
	}
	return append(lines, "Equal totals are a push: your bet comes back. Winnings on an odd bet round down.")
}

func deckCount(n int) string {
	if n == 1 {
		return "One deck"
	}
	return fmt.Sprintf("%d decks", n)
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
