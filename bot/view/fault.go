package view

import (
	"fmt"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/tables"
)

// BadRule says why a rule is not changed.
func BadRule(e *tables.SetError) string {
	switch e.Fault {
	case tables.WrongValue:
		return fmt.Sprintf("%s: %s.", e.Title, Takes(e.Takes))
	case tables.UnknownRule:
		return fmt.Sprintf("There's no rule “%s”. There are: %s.",
			Escape(e.Key), strings.Join(tables.Keys(), ", "))
	}
	return "A rule is changed by its key and a value, such as decks and 8."
}

// BadRuleLine says why a rule is not changed, in a line of plain text for those
// who write key=value.
func BadRuleLine(e *tables.SetError) string {
	switch e.Fault {
	case tables.WrongValue:
		return fmt.Sprintf("%s takes %s, not %q", e.Key, Takes(e.Takes), e.Value)
	case tables.UnknownRule:
		return fmt.Sprintf("there is no rule %q: there are %s",
			e.Key, strings.Join(tables.Keys(), ", "))
	}
	return fmt.Sprintf("%q changes no rule: write key=value, such as decks=8", e.Key)
}

// Takes says what a rule can be set to.
func Takes(t tables.Takes) string {
	switch t.Kind {
	case tables.Share:
		return "the share of the shoe dealt before a reshuffle, from 0.1 to 1, or the cards " +
			`left, such as "20 cards", or 0 for a fresh one each round`
	case tables.Number:
		return strings.Join(t.Values, " to ")
	case tables.Chips:
		return strings.Join(t.Values, " to ") + " chips"
	}
	return oneOf(t.Values)
}

// oneOf lists what there is to choose from: "Vegas, Downtown or European".
func oneOf(list []string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// BadRules says why rules cannot be played.
func BadRules(e *blackjack.RulesError) string { return capital(Fault(e)) + "." }

// Fault says why rules cannot be played, as a part of a sentence.
func Fault(e *blackjack.RulesError) string {
	r, f := e.Rules, fmt.Sprintf
	switch e.Fault {
	case blackjack.DecksRange:
		return f("%d decks: a shoe has 1 to %d", r.Decks, blackjack.MaxDecks)
	case blackjack.JokersRange:
		return f("%d jokers: a shoe has 0 to %d", r.Jokers, blackjack.MaxJokers)
	case blackjack.UnknownAces:
		return f("unknown rule for aces (%d)", r.Aces)
	case blackjack.UnknownPack:
		return f("unknown kind of cards (%d)", r.Pack)
	case blackjack.FortyDecks:
		return f("%d decks of forty cards: there is one", r.Decks)
	case blackjack.ReshuffleRange:
		return f("a reshuffle below %d cards: the full shoe has %d", r.ReshuffleBelow, r.Cards())
	case blackjack.UnknownStart:
		return f("unknown start of a round (%d)", r.Start)
	case blackjack.UnknownHoleCard:
		return f("unknown rule for the hole card (%d)", r.HoleCard)
	case blackjack.StandsRange:
		return f("a dealer who stands on %d: it is 16 or 17", r.DealerStands)
	case blackjack.UnknownDouble:
		return f("unknown rule for doubling (%d)", r.Double)
	case blackjack.HandsRange:
		return f("up to %d hands: a seat has 1 to %d", r.MaxHands, blackjack.MaxSplitHands)
	case blackjack.AceHandsRange:
		return f("aces up to %d hands, but other cards up to %d", r.MaxAceHands, r.MaxHands)
	case blackjack.NaturalPaysRange:
		return f("a natural pays %v: it must pay from 1:1 to 10:1", r.NaturalPays)
	case blackjack.BetsCrossed:
		return f("the smallest bet, %d, is above the largest, %d", r.MinBet, r.MaxBet)
	case blackjack.BetsRange:
		return f("bets from %d to %d: they go from 1 to at most %d",
			r.MinBet, r.MaxBet, blackjack.MaxStake)
	}
	text, ok := faults[e.Fault]
	if !ok {
		panic(fmt.Sprintf("view: no words for fault %d", e.Fault)) // a test tries all
	}
	return text
}

// faults are those that tell no number.
var faults = map[blackjack.Fault]string{
	blackjack.JokersNeedAces: "jokers need aces that count 1 or 11, and no naturals",
	blackjack.EndlessDecks:   "an endless deck has no number of decks",
	blackjack.FreshGetsLow:   "a shoe that is shuffled for each round never gets low or empty",
	blackjack.SeatOrderStart: "cards are dealt player by player only where each gets two",
	blackjack.HoleCardStart: "the dealer can do without a hole card only where two cards are " +
		"dealt to the dealer",
	blackjack.UpcardStart: "the dealer's later card is the upcard only where the dealer is " +
		"dealt two",
	blackjack.BankStart: "the bank shows its first card only where nothing is dealt before " +
		"play",
	blackjack.Soft17Start: "a dealer hits soft 17 only where the dealer stands on 17 and an " +
		"ace counts 1 or 11",
	blackjack.HouseStart: "the house can play by a strategy only where each side begins with " +
		"one card that the other sees",
	blackjack.HouseStands: "the house plays by a strategy, so there is no total to stand on",
	blackjack.HouseSoft17: "the house plays by a strategy, so there is no rule for soft 17",
	blackjack.ActionsStart: "doubling, splits, surrender, insurance and naturals need two " +
		"cards dealt to each",
	blackjack.HitAcesUnsplit: "split aces can't be hit where aces are not split",
	blackjack.SplitsNeedAces: "splits need aces that count 1 or 11",
	blackjack.TieWinsTwice:   "ties lose here, so a dealer's 21 wins already",

	blackjack.EndlessNotFresh:    "an endless deck is never reshuffled, so it is always fresh",
	blackjack.DoubleAfterNothing: "doubling after a split needs both splits and doubling",
	blackjack.HeartsWithoutSuits: "hearts can't double a win: these cards have no suits",
	blackjack.NaturalNeedsAces:   "an ace and a ten are not a natural where an ace counts 1",

	blackjack.NumbersWithJokersOrAces: "jokers, and aces that count 11, need cards with faces: " +
		"here every card counts 1 to 10",
	blackjack.SurrenderWithoutPeek: "late surrender comes after the peek, and without a " +
		"hole card the dealer can't peek",
	blackjack.InsuranceWithoutNatural: "insurance is against a natural, and naturals are " +
		"nothing special here",
	blackjack.EvenMoneyWithoutInsurance: "even money is insurance on a natural, and there is no " +
		"insurance",
}

// BadClientSeed says why a text cannot be a client seed.
func BadClientSeed(e *fair.ClientSeedError) string {
	switch e.Fault {
	case fair.ClientSeedEmpty:
		return "A seed has at least one character."
	case fair.ClientSeedTooLong:
		return fmt.Sprintf("A seed has up to %d characters, and that one has %d.",
			fair.MaxClientSeed, e.Length)
	case fair.ClientSeedControl:
		return "A seed has no line breaks and no control characters."
	case fair.ClientSeedEdge:
		return "A seed begins and ends with something other than a space."
	}
	return "A seed is text, and that isn't." // not UTF-8
}
