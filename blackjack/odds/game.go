package odds

import (
	"cmp"
	"errors"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// Game is what odds are of.
type Game struct {
	Rules blackjack.Rules
	// Endless is a shoe so large that drawing a card changes nothing:
	// each rank is always 1 in 13. The decks of the rules do not count then.
	Endless bool
	// Gone is cards that are out of the shoe before the deal, as in a shoe that is kept. The
	// others may come in any order.
	Gone []blackjack.Card
}

// Result is the outcome of a round, per unit of its first stake, in the mean.
type Result struct {
	EV float64 `json:"ev"`
	// The probabilities that the round nets more than 0, 0, less.
	Win  float64 `json:"win"`
	Push float64 `json:"push"`
	Loss float64 `json:"loss"`

	ByUpcard []Upcard `json:"-"`
	Nets     []Net    `json:"-"` // what the round may net, with probabilities, least first
}

// Upcard is the odds of the rounds with an upcard, a dealer's natural included.
type Upcard struct {
	Value  int     `json:"-"` // 1, for aces, to 10; 11 for jokers; 0 where no card is seen
	Chance float64 `json:"chance"`
	EV     float64 `json:"ev"`
	Win    float64 `json:"win"`
	Push   float64 `json:"push"`
	Loss   float64 `json:"loss"`
}

// Net is what a round may net, in first stakes, and the probability.
type Net struct{ Net, Chance float64 }

// table is all that is known of a game before any upcard.
type table struct {
	meter *meter
	rules *blackjack.Rules
	deck  *deck
	hands *hands                       // a player's, or a house's that decides
	net   [dealerNatural][2][ends]int8 // see nets
	stake blackjack.Chips              // for [Advise]: see [Known]

	turns  *upcards // that are left to be computed
	values *deck    // by value alone
	dealer *hands   // a dealer's who plays by rule

	kept  *best         // of a [Table]
	hint  *hint         // of a [Table]
	trees map[int]*tree // by upcard, where a [Table] keeps them
	open  map[openKey]*openTree

	// What scenes compute in, one at a time.
	known  *memo
	two    *two
	falls  falls
	orders walker
	finals finals   // of the hand last looked at
	sums   []spread // by class of finals
	outs   []held   // to be foreseen
	room   []held   // to sort these in
}

func newTable(m *meter, g Game, suits [4]bool, last int) *table {
	t := &table{
		meter: m, rules: &g.Rules, deck: newDeck(g, suits), values: newDeck(g, [4]bool{}),
	}
	t.net = newNets(t.rules)
	t.hands = newHands(m, t.deck, t.rules, last)
	t.fit()
	return t
}

// fit gives a table what one computation at a time needs.
func (t *table) fit() {
	t.turns, t.two, t.known = &upcards{}, &two{}, &memo{}
	t.falls = newFalls(t.deck.most(), maxCards)
	t.orders = walker{h: t.hands, orders: true}
	t.dealer = newHands(t.meter, t.values, t.rules, 0)
}

// open checks a game and returns its table for what the players look at, nil for
// best play, and the policy of a house that decides, else nil.
func (m *meter) open(g Game, player, house strategy.Strategy) (*table, *asked, error) {
	if err := g.check(); err != nil {
		return nil, nil, err
	}
	var n strategy.Needs
	if player != nil {
		n = strategy.NeedsOf(player)
	}
	if g.Rules.HouseDecides {
		if house == nil || g.Rules.Start != blackjack.OneEach {
			return nil, nil, ErrHouse
		}
		n = n.And(strategy.NeedsOf(house))
	}
	if n.Asks {
		return nil, nil, ErrPerson
	}
	if n.Memory || n.Chance || n.Bets {
		return nil, nil, ErrExtras
	}
	n.Suits[blackjack.Hearts] = n.Suits[blackjack.Hearts] || g.Rules.HeartsDouble
	t := newTable(m, g, n.Suits, n.Last)
	if !g.Rules.HouseDecides {
		splits := g.Rules.MaxHands > 1 && (player == nil || n.Legal)
		t.deck.once = t.deck.suits() == 1 && !n.Suited && n.Last == 0 && !splits
		return t, nil, nil
	}
	return t, newAsked(t, house), nil
}

// upcards returns the kinds that the dealer's card may be, or none at all.
func (t *table) upcards() []int {
	if !t.rules.ShowsUpcard() {
		return []int{unseen}
	}
	var list []int
	for k, n := range t.deck.counts {
		if n > 0 {
			list = append(list, k)
		}
	}
	return list
}

// column returns the value that a kind has as upcard in results.
func (t *table) column(up int) int {
	if up == unseen {
		return 0
	}
	return int(t.deck.kinds[up].value) + 1
}

// ledger adds up the results of rounds by upcard.
type ledger struct {
	column [values + 1]map[float64]float64 // probability by net
	chance [values + 1]float64
}

func (l *ledger) add(column int, net, p float64) {
	if l.column[column] == nil {
		l.column[column] = map[float64]float64{}
	}
	l.column[column][net] += p
	l.chance[column] += p
}

// join adds the upcards of another ledger, which has none of the same value.
func (l *ledger) join(o *ledger) *ledger {
	for value, nets := range o.column {
		if nets != nil {
			l.column[value], l.chance[value] = nets, o.chance[value]
		}
	}
	return l
}

// result divides by the upcards' chances.
func (l *ledger) result() Result {
	var r Result
	all := map[float64]float64{}
	for value, nets := range l.column {
		if l.chance[value] == 0 {
			continue
		}
		u := Upcard{Value: value, Chance: l.chance[value]}
		for _, n := range sorted(nets) {
			all[n.Net] += n.Chance
			share := n.Chance / u.Chance
			u.EV += n.Net * share
			*side(n.Net, &u.Win, &u.Push, &u.Loss) += share
		}
		r.ByUpcard = append(r.ByUpcard, u)
	}
	r.Nets = sorted(all)
	for _, n := range r.Nets {
		r.EV += n.Net * n.Chance
		*side(n.Net, &r.Win, &r.Push, &r.Loss) += n.Chance
	}
	return r
}

func side(net float64, win, push, loss *float64) *float64 {
	switch {
	case net > 0:
		return win
	case net < 0:
		return loss
	}
	return push
}

// sorted returns what has a probability worth the name, in the order of nets,
// so that sums come out the same each time.
func sorted(nets map[float64]float64) []Net {
	var list []Net
	for net, p := range nets {
		if p > 1e-15 || p < -1e-15 {
			list = append(list, Net{net, p})
		}
	}
	slices.SortFunc(list, func(a, b Net) int { return cmp.Compare(a.Net, b.Net) })
	return list
}

// ErrNone is what all errors are that asking again does not help: there are no exact odds.
var ErrNone = errors.New("there are no exact odds")

// What odds are not computed of. All of them are [ErrNone].
var (
	ErrStrategy error = refusal("a strategy did what is not allowed")
	ErrHouse    error = refusal("no strategy for the house, which decides at this table")
	ErrPerson   error = refusal("a person's decisions have no odds")
	ErrExtras   error = refusal("counts, lots and bets have no odds of a hand")
	ErrCards    error = refusal("cards that the shoe does not have, or a hand over 21")
)

type refusal string

func (e refusal) Error() string      { return string(e) }
func (refusal) Is(target error) bool { return target == ErrNone }
