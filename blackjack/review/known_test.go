package review_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/review"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/figures"
)

// after plays a round of one seat, which has its hand and faces an upcard. What comes then is
// any card.
func after(t *testing.T, r blackjack.Rules, cards string, actions ...blackjack.Action,
) blackjack.Round {
	t.Helper()
	list, err := blackjack.ParseCards(cards)
	if err != nil {
		t.Fatal(err)
	}
	rest := shuffledCards(rand.New(rand.NewPCG(1, 1)), r)
	for _, c := range list {
		at := slices.Index(rest, c)
		rest = slices.Delete(rest, at, at+1)
	}
	shoe, err := blackjack.NewShoe(append(list, rest...)...)
	if err != nil {
		t.Fatal(err)
	}
	round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: 1000, Purse: 10000})
	for _, a := range actions {
		if err == nil {
			round, err = round.Play(0, a)
		}
	}
	for err == nil && round.Phase() != blackjack.Over {
		round, err = round.Play(0, blackjack.Stand)
	}
	if err != nil {
		t.Fatal(err)
	}
	return round
}

// The costs of appendix 9 of the Wizard of Odds, between two of its columns, to its last
// digit; those of 16 against a ten (appendix 1, cards without end) and of split tens
// (Blackjack Hero, in whole hundredths) to what decks and rounding leave open.
func TestKnownMistakesCostWhatIsPublished(t *testing.T) {
	a := advisers()
	const (
		hit, stand, double = blackjack.Hit, blackjack.Stand, blackjack.Double
		appendix           = 1.5e-6
	)
	us := func(decks, soft string) []string {
		return []string{"decks=" + decks, "hitSoft17=" + soft, "surrender=none", "maxAceHands=1"}
	}
	european := func(decks string) []string {
		return []string{"decks=" + decks, "hitSoft17=true", "holeCard=none", "surrender=none"}
	}
	for _, c := range []struct {
		name    string
		changes []string
		cards   string // of the player, the upcard, of the player, the next
		did     []blackjack.Action
		cost    float64
		within  float64
	}{
		{"standing on 11", us("2", "true"), "6S AC 5D 9H",
			acts(stand), 0.166650 + 0.587564, appendix},
		{"hitting 11", us("2", "true"), "6S AC 5D 9H",
			acts(hit), 0.166650 - 0.121079, appendix},
		{"standing on 11", us("1", "false"), "6S AC 5D 9H",
			acts(stand), 0.240259 + 0.634013, appendix},
		{"hitting soft 18", us("1", "false"), "7S AC AD 9H",
			acts(hit), 0.108386 - 0.101015, appendix},
		{"doubling 10", us("5", "true"), "7S AC 3D 9H",
			acts(double), 0.034084 + 0.026078, appendix},
		{"doubling 11", european("6"), "6S AC 5D 9H",
			acts(double), 0.535879 - 0.235772, appendix},
		{"doubling 10", european("8"), "6S AC 4D 9H",
			acts(double), 0.639456 - 0.286345, appendix},
		{"standing on 16", us("8", "false"), "TS TC 6D 9H",
			acts(stand), 0.540430 - 0.539826, 0.006},
		{"splitting tens", us("8", "false"), "TS 6C TD 9H",
			acts(blackjack.Split), 0.70 - 0.56, 0.01},
	} {
		r := rules(t, "vegas", c.changes...)
		did := c.did
		if c.cards[3] == 'A' {
			did = append(acts(blackjack.Decline), did...)
		}
		v, err := review.Of(t.Context(), after(t, r, c.cards, did...), 0, nil, nil, a)
		if err != nil {
			t.Fatal(err)
		}
		s := v.Steps[len(did)-1]
		if got := s.Loss(); math.Abs(got-c.cost) > c.within || !s.Mistake() {
			t.Errorf("%s with %v costs %.6f a chip, published %.6f: %v", c.name, c.changes, got,
				c.cost, s.Options)
		}
		if want := math.Round(s.Loss() * 1e9); math.Abs(float64(s.Cost)-want) > 1 {
			t.Errorf("%s costs %d, want %.0f", c.name, s.Cost, want)
		}
	}
}

func acts(list ...blackjack.Action) []blackjack.Action { return list }

// Insurance is worth the tens that are left, of which the house keeps the odd chip.
func TestInsuranceCostsWhatTheTensSay(t *testing.T) {
	a := advisers()
	r := rules(t, "vegas", "decks=2")
	v, err := review.Of(t.Context(), after(t, r, "6S AC 5D 9H", blackjack.Insure), 0, nil, nil, a)
	if err != nil {
		t.Fatal(err)
	}
	tens := 32.0 / 101
	if want := 500 - 1500*tens; math.Abs(float64(v.Steps[0].Cost)/1e6-want) > 1e-6 {
		t.Errorf("insurance for 500 costs %d, want %.6f", v.Steps[0].Cost, want)
	}
	if v.Steps[0].Cell != (review.Cell{}) || v.Steps[1].Cell !=
		(review.Cell{Kind: review.Hard, Total: 11, Upcard: 1}) {
		t.Errorf("cells %v and %v", v.Steps[0].Cell, v.Steps[1].Cell)
	}
}

// What chips pay is less than what rules say where the stake does not divide.
func TestTheHouseKeepsOddChips(t *testing.T) {
	a := advisers()
	r := rules(t, "vegas")
	shoe := func(text string) blackjack.Shoe {
		cards, err := blackjack.ParseCards(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := blackjack.NewShoe(cards...)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		cards string
		stake blackjack.Chips
		did   blackjack.Action
		best  blackjack.Action
		worth float64 // of what was done
	}{
		{"TS TC 6D 9H 5C", 10, blackjack.Surrender, blackjack.Surrender, -0.5},
		{"TS TC 6D 9H 5C", 1, blackjack.Surrender, blackjack.Hit, -1},
		{"TS TC 6D 9H 5C", 5, blackjack.Surrender, blackjack.Hit, -0.6},
		{"AS AC KD 9H", 2, blackjack.Decline, blackjack.Decline, 1.5 * (1 - 95.0/309)},
		{"AS AC KD 9H", 1, blackjack.Decline, blackjack.EvenMoney, 1 - 95.0/309},
	} {
		round, err := blackjack.Deal(r, shoe(c.cards), blackjack.Bet{Stake: c.stake, Purse: 100})
		if err == nil {
			round, err = round.Play(0, c.did)
		}
		if err != nil {
			t.Fatal(err)
		}
		v, err := review.Of(t.Context(), round, 0, nil, nil, a)
		if err != nil {
			t.Fatal(err)
		}
		options := v.Steps[0].Options
		at := slices.IndexFunc(options, func(o odds.Option) bool { return o.Action == c.did })
		if options[0].Action != c.best || math.Abs(options[at].EV-c.worth) > 1e-12 {
			t.Errorf("%s for %d: %v, want %v first, and %v worth %v", c.cards, c.stake, options,
				c.best, c.did, c.worth)
		}
	}
}

// No review knows the hole card, or any that comes later: whatever they are, it says the same
// of all that was decided before they were seen.
func TestAReviewKnowsNothingThatWasNotSeen(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 5))
	a := advisers()
	compared, swapped := 0, 0
	for range 3 {
		for _, table := range tables.All() {
			r, house := table.Rules, figures.House(table.Rules)
			cards := shuffledCards(rng, r)
			moments, whole := played(t, rng, r, house, cards, nil)
			for i, m := range moments {
				if m.now.Turn() == blackjack.House {
					continue
				}
				other, hole := unseenSwapped(rng, r, cards, moments[:i], m.now)
				if hole {
					swapped++
				}
				_, changed := played(t, rng, r, house, other, moments[:i+1])
				same(t, table.Name, a, whole, changed, m.now.Acted())
				compared++
			}
		}
	}
	if swapped < 10 {
		t.Errorf("a hole card was exchanged %d times, in %d comparisons", swapped, compared)
	}
}

// moment is a round when somebody was asked, and what they did.
type moment struct {
	now blackjack.Round
	did blackjack.Action
}

// played plays a round in which all do what was done in some moments, and then anything. It
// returns the moments of all of it.
func played(t *testing.T, rng *rand.Rand, r blackjack.Rules, house strategy.Strategy,
	cards []blackjack.Card, as []moment) (list []moment, round blackjack.Round) {
	t.Helper()
	shoe, err := blackjack.NewShoe(cards...)
	if err == nil {
		round, err = blackjack.Deal(r, shoe, blackjack.Bet{Stake: 10, Purse: 1000})
	}
	for n := 0; err == nil && round.Phase() != blackjack.Over; n++ {
		did := anyOf(rng, round.Legal(round.Turn()))
		if n < len(as) {
			did = as[n].did
		} else if round.Turn() == blackjack.House {
			q := strategy.See(round)
			did, err = house.Decide(&q)
		}
		list = append(list, moment{round, did})
		if err == nil {
			round, err = round.Play(round.Turn(), did)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return list, round
}

// unseenSwapped puts all that nobody has seen at a moment into another order: the cards not
// dealt, and one that is dealt, if the round comes to look the same with another there.
func unseenSwapped(rng *rand.Rand, r blackjack.Rules, cards []blackjack.Card, as []moment,
	now blackjack.Round) (other []blackjack.Card, hole bool) {
	other = slices.Clone(cards)
	dealt := len(cards) - now.Left()
	rest := other[dealt:]
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	for _, at := range rng.Perm(dealt) {
		other[at], rest[0] = rest[0], other[at]
		if other[at] != rest[0] && looksLike(r, other, as, now) {
			return other, true
		}
		other[at], rest[0] = rest[0], other[at]
	}
	return other, false
}

func looksLike(r blackjack.Rules, cards []blackjack.Card, as []moment, now blackjack.Round) bool {
	shoe, err := blackjack.NewShoe(cards...)
	if err != nil {
		return false
	}
	round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: 10, Purse: 1000})
	for _, m := range as {
		if err == nil {
			round, err = round.Play(round.Turn(), m.did)
		}
	}
	return err == nil && reflect.DeepEqual(round.View(), now.View())
}

// same compares two reviews up to an action.
func same(t *testing.T, table string, a review.Adviser, x, y blackjack.Round, upTo int) {
	t.Helper()
	one, err := review.Of(t.Context(), x, 0, nil, nil, a)
	if err != nil {
		t.Fatal(err)
	}
	other, err := review.Of(t.Context(), y, 0, nil, nil, a)
	if err != nil {
		t.Fatal(err)
	}
	if one.Expected != other.Expected || one.Value != other.Value {
		t.Errorf("%s: worth %d and %d, with other cards %d and %d", table, one.Expected,
			one.Value, other.Expected, other.Value)
	}
	for i, s := range one.Steps {
		if s.Action <= upTo && !reflect.DeepEqual(s, other.Steps[i]) {
			t.Errorf("%s: step %d is %+v, with other cards %+v", table, i, s, other.Steps[i])
		}
	}
}
