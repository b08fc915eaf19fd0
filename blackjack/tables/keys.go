package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// keys are all rules that can be changed: a test holds that they reach every
// field of [blackjack.Rules].
func keys() []key {
	return slices.Concat(cardKeys(), dealKeys(), dealerKeys(), actionKeys(), chipKeys())
}

func cardKeys() []key {
	return []key{
		number("decks", "Number of decks", 1, blackjack.MaxDecks, func(r *blackjack.Rules) *int { return &r.Decks }),
		number("jokers", "Jokers", 0, blackjack.MaxJokers, func(r *blackjack.Rules) *int { return &r.Jokers }),
		{"deck", "Cards", "suits, infinite, finite or forty", false, setPack, func(r blackjack.Rules) string { return packNames[r.Pack] }},
		choice("aces", "Aces count", []string{"best", "same", "11", "1"}, func(r *blackjack.Rules) *blackjack.Aces { return &r.Aces }),
		{"fresh", "Shuffled before each hand", "true or false", false, setFresh, func(r blackjack.Rules) string { return strconv.FormatBool(r.Fresh) }},
		{
			"penetration", "Reshuffle", `the share of the shoe dealt before a reshuffle, from 0.1 to 1, or the cards left, such as "20 cards", or 0 for a fresh one each round`,
			false, setPenetration, penetration,
		},
		flag("emptyWins", "A hand that empties the deck wins", func(r *blackjack.Rules) *bool { return &r.EmptyWins }),
	}
}

func dealKeys() []key {
	return []key{
		choice("start", "Cards to begin with", []string{"two", "one", "none"}, func(r *blackjack.Rules) *blackjack.Start { return &r.Start }),
		either("deal", "The first cards are dealt", "alternate", "player-first", func(r *blackjack.Rules) *bool { return &r.SeatBySeat }),
		either("upcard", "Dealer's card shown", "first", "last", func(r *blackjack.Rules) *bool { return &r.LastUp }),
		flag("bankShows", "Dealer's first card shown", func(r *blackjack.Rules) *bool { return &r.BankShows }),
		choice("holeCard", "Hole card", []string{"peek", "none"}, func(r *blackjack.Rules) *blackjack.HoleCard { return &r.HoleCard }),
	}
}

func dealerKeys() []key {
	return []key{
		number("dealerStands", "Dealer stands on", 16, 17, func(r *blackjack.Rules) *int { return &r.DealerStands }),
		flag("hitSoft17", "Dealer hits soft 17", func(r *blackjack.Rules) *bool { return &r.DealerHitsSoft17 }),
		flag("houseDecides", "House plays by a strategy", func(r *blackjack.Rules) *bool { return &r.HouseDecides }).then(func(r *blackjack.Rules) {
			if r.HouseDecides {
				r.DealerStands, r.DealerHitsSoft17 = 17, false // a dealer's rule that says nothing any more
			}
		}),
		flag("dealerWins21", "Dealer's 21 always wins", func(r *blackjack.Rules) *bool { return &r.DealerWins21 }),
		either("tie", "Ties", "push", "house", func(r *blackjack.Rules) *bool { return &r.TieLoses }),
	}
}

func actionKeys() []key {
	return []key{
		flag("askedAt21", "Asked at 21", func(r *blackjack.Rules) *bool { return &r.AskedAt21 }),
		choice("double", "Double on", []string{"any", "9-11", "10-11", "none"}, func(r *blackjack.Rules) *blackjack.DoubleOn { return &r.Double }).then(func(r *blackjack.Rules) {
			r.DoubleAfterSplit = r.DoubleAfterSplit && r.Double != blackjack.DoubleNothing
		}),
		flag("das", "Double after split", func(r *blackjack.Rules) *bool { return &r.DoubleAfterSplit }),
		number("maxHands", "Hands after splits", 1, blackjack.MaxSplitHands, func(r *blackjack.Rules) *int { return &r.MaxHands }).then(func(r *blackjack.Rules) {
			r.MaxAceHands = min(r.MaxAceHands, r.MaxHands)
			r.DoubleAfterSplit = r.DoubleAfterSplit && r.MaxHands > 1
			r.HitSplitAces = r.HitSplitAces && r.MaxAceHands > 1
		}),
		number("maxAceHands", "Hands after splitting aces", 1, blackjack.MaxSplitHands, func(r *blackjack.Rules) *int { return &r.MaxAceHands }).then(func(r *blackjack.Rules) {
			r.HitSplitAces = r.HitSplitAces && r.MaxAceHands > 1
		}),
		flag("hitSplitAces", "Hit split aces", func(r *blackjack.Rules) *bool { return &r.HitSplitAces }),
		either("surrender", "Surrender", "none", "late", func(r *blackjack.Rules) *bool { return &r.LateSurrender }),
		flag("insurance", "Insurance", func(r *blackjack.Rules) *bool { return &r.Insurance }).then(func(r *blackjack.Rules) {
			r.EvenMoney = r.EvenMoney && r.Insurance
		}),
		flag("evenMoney", "Even money", func(r *blackjack.Rules) *bool { return &r.EvenMoney }),
	}
}

func chipKeys() []key {
	return []key{
		{"natural", "Blackjack pays", "3:2, 6:5, 1:1, or none where a natural is nothing special", false, setNatural, func(r blackjack.Rules) string {
			if !r.Naturals() {
				return "none"
			}
			return r.NaturalPays.String()
		}},
		flag("hearts", "A heart doubles a win", func(r *blackjack.Rules) *bool { return &r.HeartsDouble }),
		chips("minBet", "Smallest bet", func(r *blackjack.Rules) *blackjack.Chips { return &r.MinBet }),
		chips("maxBet", "Largest bet", func(r *blackjack.Rules) *blackjack.Chips { return &r.MaxBet }),
	}
}

// packNames are the packs as --set calls them.
var packNames = [...]string{blackjack.French: "suits", blackjack.Endless: "infinite", blackjack.Numbers: "finite", blackjack.Forty: "forty"}

// setPack says which cards a deck has. One that ends, where cards were without
// end, goes on from round to round, and the round that empties it is won.
func setPack(r *blackjack.Rules, v string) bool {
	i := slices.Index(packNames[:], v)
	if i < 0 {
		return false
	}
	was := r.Pack
	r.Pack = blackjack.Pack(i)
	switch {
	case r.Endless():
		r.Fresh, r.EmptyWins, r.ReshuffleBelow = true, false, 0
	case was == blackjack.Endless:
		r.Fresh, r.EmptyWins = false, true
	}
	return true
}

func setFresh(r *blackjack.Rules, v string) bool {
	fresh, err := strconv.ParseBool(v)
	r.Fresh = fresh
	if fresh {
		r.ReshuffleBelow, r.EmptyWins = 0, false
	}
	return err == nil
}

// leastPenetration is the least share of a shoe that is dealt before a reshuffle.
const leastPenetration = 0.1

// setPenetration lets the shoe go on from round to round until a share of it is
// dealt, or until fewer cards are left than a number. The least share is compared
// as cards, which is how the rule is kept and shown.
func setPenetration(r *blackjack.Rules, v string) bool {
	cards, isCards := readCards(v)
	if !isCards {
		share, err := strconv.ParseFloat(v, 64)
		if err != nil || !(share >= 0 && share <= 1) {
			return false
		}
		if share == 0 {
			return setFresh(r, "true")
		}
		if cards = left(r, share); cards > left(r, leastPenetration) {
			return false
		}
	}
	r.Fresh, r.ReshuffleBelow = false, cards
	return true
}

// readCards reads a number of cards: "20 cards".
func readCards(v string) (n int, ok bool) {
	digits, ok := strings.CutSuffix(strings.TrimSuffix(v, "s"), "card")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(digits))
	return n, err == nil && n >= 0
}

// penetration shows when the shoe is shuffled, as [setPenetration] takes it.
func penetration(r blackjack.Rules) string {
	switch {
	case r.Fresh:
		return "0"
	case r.ReshuffleBelow == 1:
		return "1 card"
	}
	return fmt.Sprintf("%d cards", r.ReshuffleBelow)
}

// left returns how many cards are left of the shoe when a share is dealt.
func left(r *blackjack.Rules, share float64) int {
	return int((1-share)*float64(r.Cards()) + 0.5)
}

func setNatural(r *blackjack.Rules, v string) bool {
	switch v {
	case "none":
		r.NaturalPays = blackjack.Ratio{}
		r.Insurance, r.EvenMoney = false, false
		return true
	case "3:2", "6:5", "1:1":
		r.NaturalPays = blackjack.Ratio{Win: blackjack.Chips(v[0] - '0'), Per: blackjack.Chips(v[2] - '0')}
		return true
	}
	return false
}
