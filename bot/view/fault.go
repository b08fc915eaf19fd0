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
	for _, of := range []func(blackjack.Fault, blackjack.Rules) string{
		faultOfCards, faultOfDeal, faultOfActions, faultOfChips,
	} {
		if text := of(e.Fault, e.Rules); text != "" {
			return text
		}
	}
	panic(fmt.Sprintf("view: no words for fault %d", e.Fault)) // a test tries all
}

func faultOfCards(f blackjack.Fault, r blackjack.Rules) string {
	switch f {
	case blackjack.DecksRange:
		return fmt.Sprintf("%d decks: a shoe has 1 to %d", r.Decks, blackjack.MaxDecks)
	case blackjack.JokersRange:
		return fmt.Sprintf("%d jokers: a shoe has 0 to %d", r.Jokers, blackjack.MaxJokers)
	case blackjack.UnknownAces:
		return fmt.Sprintf("unknown rule for aces (%d)", r.Aces)
	case blackjack.UnknownPack:
		return fmt.Sprintf("unknown kind of cards (%d)", r.Pack)
	case blackjack.NumbersWithJokersOrAces:
		return "jokers, and aces that count 11, need cards with faces: here every card counts " +
			"1 to 10"
	case blackjack.JokersNeedAces:
		return "jokers need aces that count 1 or 11, and no naturals"
	case blackjack.FortyDecks:
		return fmt.Sprintf("%d decks of forty cards: there is one", r.Decks)
	case blackjack.EndlessDecks:
		return "an endless deck has no number of decks"
	case blackjack.EndlessNotFresh:
		return "an endless deck is never reshuffled, so it is always fresh"
	case blackjack.FreshGetsLow:
		return "a shoe that is shuffled for each round never gets low or empty"
	case blackjack.ReshuffleRange:
		return fmt.Sprintf("a reshuffle below %d cards: the full shoe has %d",
			r.ReshuffleBelow, r.Cards())
	}
	return ""
}

func faultOfDeal(f blackjack.Fault, r blackjack.Rules) string {
	switch f {
	case blackjack.UnknownStart:
		return fmt.Sprintf("unknown start of a round (%d)", r.Start)
	case blackjack.UnknownHoleCard:
		return fmt.Sprintf("unknown rule for the hole card (%d)", r.HoleCard)
	case blackjack.SeatOrderStart:
		return "cards are dealt player by player only where each gets two"
	case blackjack.HoleCardStart:
		return "the dealer can do without a hole card only where two cards are dealt to the dealer"
	case blackjack.UpcardStart:
		return "the dealer's later card is the upcard only where the dealer is dealt two"
	case blackjack.BankStart:
		return "the bank shows its first card only where nothing is dealt before play"
	case blackjack.StandsRange:
		return fmt.Sprintf("a dealer who stands on %d: it is 16 or 17", r.DealerStands)
	case blackjack.Soft17Start:
		return "a dealer hits soft 17 only where the dealer stands on 17 and an ace counts 1 or 11"
	case blackjack.HouseStart:
		return "the house can play by a strategy only where each side begins with one card " +
			"that the other sees"
	case blackjack.HouseStands:
		return "the house plays by a strategy, so there is no total to stand on"
	case blackjack.HouseSoft17:
		return "the house plays by a strategy, so there is no rule for soft 17"
	}
	return ""
}

func faultOfActions(f blackjack.Fault, r blackjack.Rules) string {
	switch f {
	case blackjack.UnknownDouble:
		return fmt.Sprintf("unknown rule for doubling (%d)", r.Double)
	case blackjack.HandsRange:
		return fmt.Sprintf("up to %d hands: a seat has 1 to %d",
			r.MaxHands, blackjack.MaxSplitHands)
	case blackjack.AceHandsRange:
		return fmt.Sprintf("aces up to %d hands, but other cards up to %d",
			r.MaxAceHands, r.MaxHands)
	case blackjack.ActionsStart:
		return "doubling, splits, surrender, insurance and naturals need two cards dealt to each"
	case blackjack.DoubleAfterNothing:
		return "doubling after a split needs both splits and doubling"
	case blackjack.HitAcesUnsplit:
		return "split aces can't be hit where aces are not split"
	case blackjack.SplitsNeedAces:
		return "splits need aces that count 1 or 11"
	case blackjack.SurrenderWithoutPeek:
		return "late surrender comes after the peek, and without a hole card the dealer can't peek"
	case blackjack.InsuranceWithoutNatural:
		return "insurance is against a natural, and naturals are nothing special here"
	case blackjack.EvenMoneyWithoutInsurance:
		return "even money is insurance on a natural, and there is no insurance"
	}
	return ""
}

func faultOfChips(f blackjack.Fault, r blackjack.Rules) string {
	switch f {
	case blackjack.HeartsWithoutSuits:
		return "hearts can't double a win: these cards have no suits"
	case blackjack.TieWinsTwice:
		return "ties lose here, so a dealer's 21 wins already"
	case blackjack.NaturalPaysRange:
		return fmt.Sprintf("a natural pays %v: it must pay from 1:1 to 10:1", r.NaturalPays)
	case blackjack.NaturalNeedsAces:
		return "an ace and a ten are not a natural where an ace counts 1"
	case blackjack.BetsCrossed:
		return fmt.Sprintf("the smallest bet, %d, is above the largest, %d", r.MinBet, r.MaxBet)
	case blackjack.BetsRange:
		return fmt.Sprintf("bets from %d to %d: they go from 1 to at most %d",
			r.MinBet, r.MaxBet, blackjack.MaxStake)
	}
	return ""
}

// BadClientSeed says why a text cannot be a client seed.
func BadClientSeed(e *fair.ClientSeedError) string {
	switch e.Fault {
	case fair.ClientSeedEmpty:
		return "A seed has at least one character."
	case fair.ClientSeedTooLong:
		return fmt.Sprintf("A seed has up to %d characters, and that one has %d.", fair.MaxClientSeed, e.Length)
	case fair.ClientSeedControl:
		return "A seed has no line breaks and no control characters."
	case fair.ClientSeedEdge:
		return "A seed begins and ends with something other than a space."
	}
	return "A seed is text, and that isn't." // not UTF-8
}
