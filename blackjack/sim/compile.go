package sim

import (
	"errors"
	"fmt"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// errUncompiled is that of too many states.
var errUncompiled = errors.New("too much to be compiled")

// mostStates bounds an automaton, before equal rows are merged: it has less than 16 MB.
const mostStates = 1 << 17

// compiler finds an automaton by playing the engine from each state with each card.
type compiler struct {
	rules   blackjack.Rules
	player  strategy.Strategy
	house   strategy.Strategy
	symbols []blackjack.Card // one of each
	sees    strategy.Situation
	cards   []blackjack.Card
	courses []*blackjack.Course // by depth

	states map[blackjack.State]place
	rows   numbers[row]
	ends   numbers[result]
	splits numbers[split]
	partsCompiler
}

// place is the number of a row, an end or a split, and which of them it is.
type place uint32

// The kinds of places.
const (
	isRow place = iota << 30
	isEnd
	isSplit
	kind = isEnd | isSplit
)

// row is what follows a state, by the symbol of the card.
type row [maxSymbols]place

// numbers gives things numbers.
type numbers[T comparable] struct {
	list []T
	at   map[T]uint32
}

// of returns the number of a thing, and whether it is new.
func (x *numbers[T]) of(thing T) (n uint32, added bool) {
	n, found := x.at[thing]
	if !found {
		if x.at == nil {
			x.at = map[T]uint32{}
		}
		n = uint32(len(x.list))
		x.at[thing] = n
		x.list = append(x.list, thing)
	}
	return n, !found
}

// compiles reports whether a round depends on nothing but the classes of its cards, and hearts
// where they count. Hands that have been split are parts of their own only where they begin alike
// and no empty shoe ends them at once. The house sees the player's first card, which no state has.
// Where side bets are offered the engine plays, so that the same rounds come with and without them.
func (c *Config) compiles() bool {
	if c.Rules.MaxHands > 1 && (c.Rules.EmptyWins || c.Rules.HeartsDouble) {
		return false
	}
	n := strategy.NeedsOf(c.Player)
	if c.House != nil {
		of := strategy.NeedsOf(c.House)
		if of.Upcard || c.Rules.MaxHands > 1 {
			return false
		}
		n = n.And(of)
	}
	n.Total, n.Soft, n.Upcard, n.Legal = false, false, false, false // a state has them
	return n == strategy.Needs{} && c.Rules == c.Rules.WithoutSides()
}

// compile returns the automaton of a simulation that [Config.compiles]. The error is that of a
// strategy, one that wraps [blackjack.ErrRules], or errUncompiled.
func compile(c *Config) (*automaton, error) {
	rules, unit := ofUnit(c.Rules), Unit(c.Rules)
	k := compiler{rules: rules, player: c.Player, house: c.House, symbols: symbols(&rules),
		states: map[blackjack.State]place{}, partsCompiler: newPartsCompiler()}
	k.sees.Rules = &k.rules
	course, err := blackjack.NewCourse(rules, c.bet(unit))
	if err == nil {
		err = k.decide(&course)
	}
	if err != nil {
		return nil, err
	}
	first, err := k.state(&course, 0)
	if err != nil {
		return nil, err
	}
	return k.link(first), nil
}

// symbolOf returns the number of a card among those that the rules tell apart.
func symbolOf(r *blackjack.Rules, c blackjack.Card) uint32 {
	n := uint32(c.Class() - 1)
	if r.HeartsDouble && c.Joker() {
		return 20
	}
	if r.HeartsDouble && c.Suit() == blackjack.Hearts {
		n += 10
	}
	return n
}

// symbols returns a card of each symbol.
func symbols(r *blackjack.Rules) []blackjack.Card {
	var cards []blackjack.Card
	for c := range blackjack.Joker + 1 {
		if n := symbolOf(r, c); int(n) == len(cards) && (!c.Joker() || r.Jokers > 0) {
			cards = append(cards, c)
		}
	}
	return cards
}

// state returns the place of a course that wants a card or is over.
func (k *compiler) state(c *blackjack.Course, depth int) (place, error) {
	key := c.State()
	at, found := k.states[key]
	if found {
		return at, nil
	}
	at, err := k.explore(c, depth)
	if err == nil && len(k.states) >= mostStates {
		err = errUncompiled
	}
	k.states[key] = at
	return at, err
}

func (k *compiler) explore(c *blackjack.Course, depth int) (place, error) {
	if c.Wants() == blackjack.WantsNothing {
		return k.end(c), nil
	}
	if _, hands := c.Progress(); hands > 1 {
		return k.split(c, depth)
	}
	var r row
	for symbol, card := range k.symbols {
		next, err := k.after(c, card, depth)
		if err == nil {
			r[symbol], err = k.state(next, depth+1)
		}
		if err != nil {
			return 0, err
		}
	}
	if k.rules.EmptyWins {
		empty := *c
		if err := empty.RunOut(); err != nil {
			return 0, err
		}
		r[len(k.symbols)] = k.end(&empty)
	}
	n, _ := k.rows.of(r)
	return isRow | place(n), nil
}

func (k *compiler) end(c *blackjack.Course) place {
	var r result
	r.net = c.Count(&r.endings)
	n, _ := k.ends.of(r)
	return isEnd | place(n)
}

// after returns what a course becomes with a card and the actions that follow. It is overwritten
// by the next one of the same depth.
func (k *compiler) after(c *blackjack.Course, card blackjack.Card, depth int) (
	*blackjack.Course, error,
) {
	if depth == len(k.courses) {
		k.courses = append(k.courses, &blackjack.Course{})
	}
	next := k.courses[depth]
	*next = *c
	next.Give(card)
	return next, k.decide(next)
}

// decide plays actions until the course wants a card, or nothing.
func (k *compiler) decide(c *blackjack.Course) error {
	s := &k.sees
	for c.Wants() == blackjack.WantsAction {
		k.cards = append(k.cards[:0], c.Cards()...)
		s.Cards = k.cards
		s.Total, s.Soft = c.Total()
		s.Upcard, s.Seen = c.Upcard()
		s.Hands, s.Legal, s.Natural = c.Hands(), c.Legal(), c.Natural()
		asked := k.player
		if c.Turn() == blackjack.House {
			asked = k.house
		}
		a, err := asked.Decide(s)
		if err == nil {
			err = c.Act(a)
		}
		if err != nil {
			return fmt.Errorf("strategy %v: %w", asked, err)
		}
	}
	return nil
}

// link numbers the states in the order in which rounds come to them: those that come often lie
// close together.
func (k *compiler) link(first place) *automaton {
	order, at := []place{first}, make([]uint32, len(k.rows.list))
	symbols := len(k.symbols)
	if k.rules.EmptyWins {
		symbols++
	}
	for i := 0; i < len(order); i++ {
		for _, to := range k.rows.list[order[i]][:symbols] {
			if to&kind == isRow && to != first && at[to] == 0 {
				at[to] = uint32(len(order) * symbols)
				order = append(order, to)
			}
		}
	}
	a := &automaton{symbols: uint32(symbols), ends: k.ends.list, splits: k.splits.list}
	a.firstEnd = uint32(len(order) * symbols)
	a.firstSplit = a.firstEnd + uint32(len(a.ends)*symbols)
	for range a.ends {
		order = append(order, first)
	}
	for _, from := range order {
		for _, to := range k.rows.list[from][:symbols] {
			switch n := uint32(to &^ kind); to & kind {
			case isEnd:
				a.next = append(a.next, a.firstEnd+n*a.symbols)
			case isSplit:
				a.next = append(a.next, a.firstSplit+n)
			default:
				a.next = append(a.next, at[n])
			}
		}
	}
	a.parts = k.parts()
	return a
}
