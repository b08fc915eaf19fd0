package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// keys are all rules that can be changed, bound to r: a test holds that they reach
// every field of [blackjack.Rules].
func keys(r *blackjack.Rules) []key {
	return slices.Concat(cardKeys(r), dealKeys(r), dealerKeys(r), actionKeys(r), chipKeys(r))
}

func cardKeys(r *blackjack.Rules) []key {
	return []key{
		number("decks", 1, blackjack.MaxDecks, &r.Decks),
		number("jokers", 0, blackjack.MaxJokers, &r.Jokers),
		named("deck", packNames[:], func() int { return int(r.Pack) },
			func(i int) { setPack(r, blackjack.Pack(i)) }),
		choice("aces", &r.Aces, "best", "same", "11", "1"),
		flag("fresh", &r.Fresh).then(func() {
			if r.Fresh {
				r.ReshuffleBelow, r.EmptyWins = 0, false
			}
		}),
		{"penetration", Takes{Share, []string{"0.1", "1", "20 cards", "0"}},
			func(v string) bool { return setPenetration(r, v) },
			func() string { return penetration(r) }},
		flag("emptyWins", &r.EmptyWins),
	}
}

func dealKeys(r *blackjack.Rules) []key {
	return []key{
		choice("start", &r.Start, "two", "one", "none"),
		either("deal", "alternate", "player-first", &r.SeatBySeat),
		either("upcard", "first", "last", &r.LastUp),
		flag("bankShows", &r.BankShows),
		choice("holeCard", &r.HoleCard, "peek", "none"),
	}
}

func dealerKeys(r *blackjack.Rules) []key {
	return []key{
		number("dealerStands", 16, 17, &r.DealerStands),
		flag("hitSoft17", &r.DealerHitsSoft17),
		flag("houseDecides", &r.HouseDecides).then(func() {
			if r.HouseDecides {
				r.DealerStands, r.DealerHitsSoft17 = 17, false // which says nothing any more
			}
		}),
		flag("dealerWins21", &r.DealerWins21),
		either("tie", "push", "house", &r.TieLoses),
		either("bothBust", "lose", "tie", &r.BothBustTie),
	}
}

func actionKeys(r *blackjack.Rules) []key {
	return []key{
		flag("askedAt21", &r.AskedAt21),
		choice("double", &r.Double, "any", "9-11", "10-11", "none").then(func() {
			r.DoubleAfterSplit = r.DoubleAfterSplit && r.Double != blackjack.DoubleNothing
		}),
		flag("das", &r.DoubleAfterSplit),
		number("maxHands", 1, blackjack.MaxSplitHands,
			&r.MaxHands).then(func() {
			r.MaxAceHands = min(r.MaxAceHands, r.MaxHands)
			r.DoubleAfterSplit = r.DoubleAfterSplit && r.MaxHands > 1
			r.HitSplitAces = r.HitSplitAces && r.MaxAceHands > 1
		}),
		number("maxAceHands", 1, blackjack.MaxSplitHands,
			&r.MaxAceHands).then(func() { r.HitSplitAces = r.HitSplitAces && r.MaxAceHands > 1 }),
		flag("hitSplitAces", &r.HitSplitAces),
		either("surrender", "none", "late", &r.LateSurrender),
		flag("insurance", &r.Insurance).then(func() {
			r.EvenMoney = r.EvenMoney && r.Insurance
		}),
		flag("evenMoney", &r.EvenMoney),
	}
}

func chipKeys(r *blackjack.Rules) []key {
	return []key{
		{"natural", Takes{OneOf, []string{"3:2", "6:5", "1:1", "none"}},
			func(v string) bool { return setNatural(r, v) },
			func() string {
				if !r.Naturals() {
					return "none"
				}
				return r.NaturalPays.String()
			}},
		flag("hearts", &r.HeartsDouble),
		sideKey(blackjack.PerfectPairs, &r.Pairs),
		sideKey(blackjack.TwentyOnePlusThree, &r.Poker),
		sideKey(blackjack.DealerBust, &r.Bust),
		chips("minBet", &r.MinBet),
		chips("maxBet", &r.MaxBet),
	}
}

func sideKey(b blackjack.SideBet, at *blackjack.PayTable) key {
	return choice(SideKey(b), at, b.PayTables()...)
}

// SideKey returns the key of the rule that offers a side bet, which is also what people type
// to make one.
func SideKey(b blackjack.SideBet) string {
	return [blackjack.SideBets]string{"pairs", "poker", "bust"}[b]
}

// packNames are the packs as --set calls them.
var packNames = [...]string{
	blackjack.French: "suits", blackjack.Endless: "infinite",
	blackjack.Numbers: "finite", blackjack.Forty: "forty",
}

// setPack says which cards a deck has. One that ends, where cards were without
// end, goes on from round to round, and the round that empties it is won.
func setPack(r *blackjack.Rules, pack blackjack.Pack) {
	was := r.Pack
	r.Pack = pack
	switch {
	case r.Endless():
		r.Fresh, r.EmptyWins, r.ReshuffleBelow = true, false, 0
	case was == blackjack.Endless:
		r.Fresh, r.EmptyWins = false, true
	}
}

// leastPenetration is the least share of a shoe that is dealt before a reshuffle.
const leastPenetration = 0.1

// setPenetration lets the shoe go on from round to round until a share of it, such as
// 0.75 or 75%, is dealt, or until fewer cards are left than a number. The least share is compared
// as cards, which is how the rule is stored and shown.
func setPenetration(r *blackjack.Rules, v string) bool {
	cards, isCards := readCards(v)
	if !isCards {
		number, percent := strings.CutSuffix(v, "%")
		share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if percent {
			share /= 100
		}
		if err != nil || !(share >= 0 && share <= 1) {
			return false
		}
		if share == 0 {
			r.Fresh, r.ReshuffleBelow, r.EmptyWins = true, 0, false
			return true
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
func penetration(r *blackjack.Rules) string {
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
		win, per := blackjack.Chips(v[0]-'0'), blackjack.Chips(v[2]-'0')
		r.NaturalPays = blackjack.Ratio{Win: win, Per: per}
		return true
	}
	return false
}
