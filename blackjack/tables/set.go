package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// key is a rule that can be changed by name.
type key struct {
	name   string
	values string // what it takes, in words
	set    func(r *blackjack.Rules, value string) bool
	get    func(r blackjack.Rules) string
}

// SetError tells why [Set] changes nothing, and what would.
type SetError struct{ Reason string }

func (e *SetError) Error() string { return e.Reason }

func refuse(format string, args ...any) error { return &SetError{fmt.Sprintf(format, args...)} }

// Set returns the rules with one changed by "key=value". The rules are not yet
// validated, since several keys may only make sense together: call
// [blackjack.Rules.Validate] when all are set. The error says which keys there
// are, or what the key takes.
func Set(r blackjack.Rules, change string) (blackjack.Rules, error) {
	name, value, ok := strings.Cut(change, "=")
	if !ok {
		return r, refuse("%q changes no rule: write key=value, such as decks=8", change)
	}
	for _, k := range keys() {
		if k.name != strings.TrimSpace(name) {
			continue
		}
		changed := r
		if !k.set(&changed, strings.TrimSpace(value)) {
			return r, refuse("%s takes %s, not %q", k.name, k.values, value)
		}
		return changed, nil
	}
	return r, refuse("there is no rule %q: there are %s", name, strings.Join(Keys(), ", "))
}

// Keys returns the names of the rules that [Set] changes.
func Keys() []string {
	var names []string
	for _, k := range keys() {
		names = append(names, k.name)
	}
	return names
}

// Value is a rule by its key.
type Value struct{ Key, Value, Takes string }

// Values returns every rule that [Set] changes as it is now.
func Values(r blackjack.Rules) []Value {
	var list []Value
	for _, k := range keys() {
		list = append(list, Value{k.name, k.get(r), k.values})
	}
	return list
}

func keys() []key {
	return slices.Concat(cardKeys(), dealerKeys(), actionKeys(), chipKeys())
}

func cardKeys() []key {
	return []key{
		number("decks", 1, blackjack.MaxDecks, func(r *blackjack.Rules) *int { return &r.Decks }),
		number("jokers", 0, blackjack.MaxJokers, func(r *blackjack.Rules) *int { return &r.Jokers }),
		{"deck", "infinite or finite", setDeck, func(r blackjack.Rules) string {
			if r.Infinite {
				return "infinite"
			}
			return "finite"
		}},
		choice("aces", []string{"best", "same", "11", "1"}, func(r *blackjack.Rules) *blackjack.Aces { return &r.Aces }),
		{"fresh", "true or false", setFresh, func(r blackjack.Rules) string { return strconv.FormatBool(r.Fresh) }},
		{"penetration", "the share of the shoe dealt before a reshuffle, from 0.1 to 1, or 0 for a fresh one each round", setPenetration, func(r blackjack.Rules) string {
			if r.Fresh {
				return "0"
			}
			return strconv.FormatFloat(1-float64(r.ReshuffleBelow)/float64(r.Cards()), 'g', 4, 64)
		}},
	}
}

func dealerKeys() []key {
	return []key{
		flag("bankShows", func(r *blackjack.Rules) *bool { return &r.BankShows }),
		choice("holeCard", []string{"peek", "none"}, func(r *blackjack.Rules) *blackjack.HoleCard { return &r.HoleCard }),
		number("dealerStands", 16, 17, func(r *blackjack.Rules) *int { return &r.DealerStands }),
		flag("hitSoft17", func(r *blackjack.Rules) *bool { return &r.DealerHitsSoft17 }),
		{"tie", "push or house", func(r *blackjack.Rules, v string) bool {
			r.TieLoses = v == "house"
			return v == "push" || v == "house"
		}, func(r blackjack.Rules) string {
			if r.TieLoses {
				return "house"
			}
			return "push"
		}},
	}
}

func actionKeys() []key {
	return []key{
		choice("double", []string{"any", "9-11", "10-11", "none"}, func(r *blackjack.Rules) *blackjack.DoubleOn { return &r.Double }),
		flag("das", func(r *blackjack.Rules) *bool { return &r.DoubleAfterSplit }),
		{"maxHands", "1 to 4", setMaxHands, func(r blackjack.Rules) string { return strconv.Itoa(r.MaxHands) }},
		number("maxAceHands", 1, blackjack.MaxSplitHands, func(r *blackjack.Rules) *int { return &r.MaxAceHands }),
		flag("hitSplitAces", func(r *blackjack.Rules) *bool { return &r.HitSplitAces }),
		{"surrender", "none or late", func(r *blackjack.Rules, v string) bool {
			r.LateSurrender = v == "late"
			return v == "late" || v == "none"
		}, func(r blackjack.Rules) string {
			if r.LateSurrender {
				return "late"
			}
			return "none"
		}},
		flag("insurance", func(r *blackjack.Rules) *bool { return &r.Insurance }),
		flag("evenMoney", func(r *blackjack.Rules) *bool { return &r.EvenMoney }),
	}
}

func chipKeys() []key {
	return []key{
		{"natural", "3:2, 6:5, 1:1, or none where a natural is nothing special", setNatural, func(r blackjack.Rules) string {
			if !r.Naturals() {
				return "none"
			}
			return r.NaturalPays.String()
		}},
		flag("hearts", func(r *blackjack.Rules) *bool { return &r.HeartsDouble }),
		chips("minBet", func(r *blackjack.Rules) *blackjack.Chips { return &r.MinBet }),
		chips("maxBet", func(r *blackjack.Rules) *blackjack.Chips { return &r.MaxBet }),
	}
}

// setDeck makes the deck of a table without end a real one, or the other way.
// A real one goes on from round to round, and whose round empties it wins.
func setDeck(r *blackjack.Rules, v string) bool {
	switch v {
	case "infinite":
		r.Infinite, r.Fresh, r.EmptyWins = true, true, false
	case "finite":
		if r.Infinite {
			r.Infinite, r.Fresh, r.EmptyWins = false, false, true
		}
	default:
		return false
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

// setPenetration lets the shoe go on from round to round until so much is dealt.
// The least share is compared as cards, which is what it is told by.
func setPenetration(r *blackjack.Rules, v string) bool {
	share, err := strconv.ParseFloat(v, 64)
	if err != nil || !(share >= 0 && share <= 1) {
		return false
	}
	if share == 0 {
		return setFresh(r, "true")
	}
	cards := left(r, share)
	if cards > left(r, leastPenetration) {
		return false
	}
	r.Fresh, r.ReshuffleBelow = false, cards
	return true
}

// left returns how many cards are left of the shoe when a share is dealt.
func left(r *blackjack.Rules, share float64) int {
	return int((1-share)*float64(r.Cards()) + 0.5)
}

// setMaxHands also keeps aces within the new number of hands.
func setMaxHands(r *blackjack.Rules, v string) bool {
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > blackjack.MaxSplitHands {
		return false
	}
	r.MaxHands, r.MaxAceHands = n, min(r.MaxAceHands, n)
	r.DoubleAfterSplit = r.DoubleAfterSplit && n > 1
	return true
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

func flag(name string, at func(*blackjack.Rules) *bool) key {
	return key{name, "true or false", func(r *blackjack.Rules, v string) bool {
		b, err := strconv.ParseBool(v)
		*at(r) = b
		return err == nil
	}, func(r blackjack.Rules) string { return strconv.FormatBool(*at(&r)) }}
}

func number(name string, least, most int, at func(*blackjack.Rules) *int) key {
	return key{name, fmt.Sprintf("%d to %d", least, most), func(r *blackjack.Rules, v string) bool {
		n, err := strconv.Atoi(v)
		*at(r) = n
		return err == nil && n >= least && n <= most
	}, func(r blackjack.Rules) string { return strconv.Itoa(*at(&r)) }}
}

func chips(name string, at func(*blackjack.Rules) *blackjack.Chips) key {
	return key{name, fmt.Sprintf("1 to %d chips", blackjack.MaxStake), func(r *blackjack.Rules, v string) bool {
		n, err := strconv.ParseInt(v, 10, 64)
		*at(r) = blackjack.Chips(n)
		return err == nil && n >= 1 && n <= int64(blackjack.MaxStake)
	}, func(r blackjack.Rules) string { return strconv.FormatInt(int64(*at(&r)), 10) }}
}

// choice is a rule whose values are named in the order of its constants.
func choice[T ~uint8](name string, names []string, at func(*blackjack.Rules) *T) key {
	return key{name, strings.Join(names, ", "), func(r *blackjack.Rules, v string) bool {
		i := slices.Index(names, v)
		*at(r) = T(max(i, 0))
		return i >= 0
	}, func(r blackjack.Rules) string { return names[*at(&r)] }}
}
