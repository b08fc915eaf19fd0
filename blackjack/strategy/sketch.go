package strategy

import (
	"errors"
	"slices"

	"holecard/blackjack"
)

// Sketch is a strategy as a chart.
type Sketch struct {
	*Chart
	Needs Needs // of the strategy
	// Mixed are the cells in which hands are played in several ways. The chart has that
	// of most hands as they are dealt.
	Mixed   []Cell
	Insures bool // it takes insurance or even money, for which a chart has no place
	// Sampled is the number of cards from which on not all hands were looked at, 0 where
	// more could not change anything.
	Sampled int
}

// Cell is an entry of a chart.
type Cell struct {
	Kind   Kind
	At     int // the total, or the value of one card of a pair
	Column int
}

// In reports whether the cell is in a row.
func (c Cell) In(r Row) bool {
	return c.Kind == r.Kind && r.First <= c.At && c.At <= r.Last
}

// ErrNoChart reports a strategy that nobody can draw a chart of: what it does does not
// follow from what it sees.
var ErrNoChart = errors.New("a strategy that draws lots or asks a person has no chart")

// SketchOf returns a strategy as a chart for a table's rules. It is asked about each hand
// that the table deals, and about those it draws a card to: all with the memory of a
// fresh shoe. Of larger hands it is asked about some, if it goes by more than total,
// softness and upcard. A [Chart] is its own sketch. The error is [ErrNoChart], or that of
// the rules.
func SketchOf(a Strategy, rules blackjack.Rules) (Sketch, error) {
	needs := NeedsOf(a)
	if c, ok := a.(*Chart); ok {
		return Sketch{Chart: c, Needs: needs}, nil
	}
	if needs.Asks || needs.Chance {
		return Sketch{}, ErrNoChart
	}
	if err := rules.Validate(); err != nil {
		return Sketch{}, err
	}
	rules = rules.WithoutSides()
	rules.MinBet, rules.MaxBet = sketchStake, sketchStake
	d := drawing{of: a, rules: rules, copies: make(map[blackjack.Card][]blackjack.Card),
		votes: make(map[Cell]*votes)}
	for _, c := range rules.Full() {
		d.add(alike(c, needs.Suits), c)
	}
	drawn, err := d.hands()
	if err == nil && needs.varies() {
		err = d.larger(drawn)
	}
	if err != nil {
		return Sketch{}, err
	}
	d.chart.plain()
	d.chart.Written = true
	return Sketch{&d.chart, needs, d.mixed(), d.insures, d.sampled}, nil
}

// sketchStake is what hands are dealt for: half of it is a whole chip.
const sketchStake = 10

// drawing is a sketch that is being made.
type drawing struct {
	of     Strategy
	rules  blackjack.Rules
	cards  []blackjack.Card // that hands are dealt from, each standing for those alike
	copies map[blackjack.Card][]blackjack.Card
	asked  []decision
	votes  map[Cell]*votes
	chart  Chart

	upcards []blackjack.Card
	insures bool
	sampled int // as in the sketch
}

// decision is what the strategy did with a hand.
type decision struct {
	cell Cell
	seen Situation
	did  blackjack.Action
}

// votes are the moves of the hands of a cell, by weight, where they were first found.
type votes struct {
	origin int
	weight [moves]float64
}

func (d *drawing) add(stands, c blackjack.Card) {
	if len(d.copies[stands]) == 0 {
		d.cards = append(d.cards, stands)
	}
	d.copies[stands] = append(d.copies[stands], c)
}

// alike returns the card that stands for all of a class and, where that matters, a suit.
func alike(c blackjack.Card, minds [4]bool) blackjack.Card {
	if c.Joker() {
		return blackjack.Joker
	}
	suit := c.Suit()
	if !minds[suit] {
		suit = 0
		for minds[suit] {
			suit++
		}
	}
	return blackjack.NewCard(blackjack.Rank(c.Class()-1), suit)
}

// hands asks about the hands of each number of cards, fewest first, and returns those with
// one card more than it has asked about.
func (d *drawing) hands() ([][]blackjack.Card, error) {
	most := max(d.rules.Start.Cards()+1, 3)
	if len(d.cards) > Columns { // suits matter: there are too many
		most = max(d.rules.Start.Cards(), 2)
	}
	var had [Columns]bool
	for _, c := range d.cards {
		if !had[c.Class()] && (len(d.upcards) == 0 || d.rules.ShowsUpcard()) {
			d.upcards = append(d.upcards, c)
		}
		had[c.Class()] = true
	}
	hands := d.extended([][]blackjack.Card{nil}, d.rules.Start.Cards())
	for n := d.rules.Start.Cards(); n <= most; n++ {
		drawn, err := d.round(hands)
		if err != nil {
			return nil, err
		}
		hands = drawn
	}
	return hands, nil
}

// round asks about hands of as many cards and returns those to which a card is drawn, with
// each card that it can be.
func (d *drawing) round(hands [][]blackjack.Card) ([][]blackjack.Card, error) {
	var drawn [][]blackjack.Card
	for _, hand := range hands {
		reached := false
		for _, up := range d.upcards {
			hits, err := d.ask(hand, up)
			if err != nil {
				return nil, err
			}
			reached = reached || hits
		}
		if reached {
			drawn = append(drawn, hand)
		}
	}
	d.fill()
	return d.extended(drawn, 1), nil
}

// mostSampled is how many cards the largest hands have that a sketch looks at.
const mostSampled = 7

// larger asks about hands that are drawn to, of ever more cards: one for all that look
// alike.
func (d *drawing) larger(hands [][]blackjack.Card) (err error) {
	for len(hands) > 0 {
		n := len(hands[0])
		hands = d.samples(hands)
		if len(hands) > 0 && d.sampled == 0 {
			d.sampled = n
		}
		if n > mostSampled {
			return nil
		}
		if hands, err = d.round(hands); err != nil {
			return err
		}
	}
	return nil
}

// samples returns a hand for each total, with each last card; where suits matter, with each
// number of cards of the suit that it has most of.
func (d *drawing) samples(hands [][]blackjack.Card) (list [][]blackjack.Card) {
	type look struct {
		total, last, most int
		soft              bool
		suit              blackjack.Suit
	}
	had := make(map[look]bool)
	for _, hand := range hands {
		var l look
		if l.total, l.soft = d.rules.Aces.Total(hand...); l.total > 21 {
			continue
		}
		l.last = hand[len(hand)-1].Class()
		if len(d.cards) > Columns {
			l.last = 0
			var of [4]int
			for _, c := range hand {
				if !c.Joker() {
					of[c.Suit()]++
				}
			}
			for suit, n := range of {
				if n > l.most {
					l.suit, l.most = blackjack.Suit(suit), n
				}
			}
		}
		if !had[l] {
			had[l] = true
			list = append(list, hand)
		}
	}
	return list
}

// extended returns hands with n more cards.
func (d *drawing) extended(hands [][]blackjack.Card, n int) [][]blackjack.Card {
	for range n {
		var longer [][]blackjack.Card
		for _, hand := range hands {
			for _, c := range d.cards {
				longer = append(longer, append(hand[:len(hand):len(hand)], c))
			}
		}
		hands = longer
	}
	return hands
}

// harmless are values of a hole card with which the dealer never has a natural.
var harmless = []int{7, 8}

// ask asks the strategy about a hand, if that comes up, and reports whether it draws a card.
func (d *drawing) ask(hand []blackjack.Card, up blackjack.Card) (hits bool, _ error) {
	weight, taken := 1.0, make(map[blackjack.Card]int)
	take := func(c blackjack.Card) blackjack.Card {
		copies, n := d.copies[c], taken[c]
		if d.rules.Endless() {
			n = 0
		}
		weight *= float64(len(copies) - n)
		taken[c]++
		return copies[min(n, len(copies)-1)]
	}
	dealt := make([]blackjack.Card, len(hand))
	for i, c := range hand {
		dealt[i] = take(c)
	}
	up = take(up)
	if weight <= 0 {
		return false, nil
	}
	of := weight
	i := slices.IndexFunc(d.cards, func(c blackjack.Card) bool {
		return slices.Contains(harmless, c.Class()) &&
			(d.rules.Endless() || taken[c] < len(d.copies[c]))
	})
	r, err := d.deal(dealt, up, take(d.cards[i]))
	switch {
	case errors.Is(err, blackjack.ErrShoeEmpty): // the dealer draws: nobody is asked any more
		return false, nil
	case err != nil || r.Phase() == blackjack.Over || r.Turn() != 0 || r.Legal(0).Len() < 2:
		return false, err
	}
	s := See(r)
	memory := NewMemory(&d.rules)
	memory.See(up)
	for _, c := range dealt {
		memory.See(c)
	}
	s.Memory = &memory
	return d.vote(s, of)
}

// deal deals a hand that draws until it has all its cards.
func (d *drawing) deal(hand []blackjack.Card, up, hole blackjack.Card) (blackjack.Round, error) {
	shoe, err := blackjack.NewShoe(d.rules.Stacked(hand, up, hole)...)
	if err != nil {
		return blackjack.Round{}, err
	}
	bet := blackjack.Bet{Stake: sketchStake, Purse: 100 * sketchStake}
	r, err := blackjack.Deal(d.rules, shoe, bet)
	if err == nil && r.Phase() == blackjack.Insuring {
		s := See(r)
		did, err := d.of.Decide(&s)
		if err != nil {
			return r, err
		}
		d.insures = d.insures || did != blackjack.Decline
		if r, err = r.Play(0, blackjack.Decline); err != nil {
			return r, err
		}
	}
	for range hand[d.rules.Start.Cards():] {
		if err != nil || r.Phase() == blackjack.Over {
			break
		}
		r, err = r.Play(0, blackjack.Hit)
	}
	return r, err
}

// vote counts what the strategy does with a hand in the cells that the hand is in.
func (d *drawing) vote(s Situation, weight float64) (hits bool, err error) {
	did, err := d.of.Decide(&s)
	if err != nil {
		return false, err
	}
	cell := Cell{HardRow, s.Total, Column(s.Upcard, s.Seen)}
	if s.Soft {
		cell.Kind = SoftRow
	}
	origin := 2 * len(s.Cards)
	if s.Legal.Has(blackjack.Split) {
		pair := Cell{PairRow, s.Cards[0].Value(), cell.Column}
		if err := d.count(pair, &s, origin, weight); err != nil {
			return false, err
		}
		d.asked = append(d.asked, decision{pair, s, did})
		s.Legal &^= blackjack.ActionsOf(blackjack.Split)
		origin++ // the total of a pair, unless another hand has it
	} else {
		d.asked = append(d.asked, decision{cell, s, did})
	}
	return did == blackjack.Hit, d.count(cell, &s, origin, weight)
}

func (d *drawing) count(cell Cell, s *Situation, origin int, weight float64) error {
	v := d.votes[cell]
	if v == nil {
		v = &votes{origin: origin}
		d.votes[cell] = v
	}
	if origin > v.origin {
		return nil
	}
	if origin < v.origin {
		*v = votes{origin: origin}
	}
	move, err := moveOf(d.of, *s)
	v.weight[move] += weight
	return err
}

// moveOf returns what a strategy does, and what it does where that is not allowed.
func moveOf(a Strategy, s Situation) (Move, error) {
	did, err := a.Decide(&s)
	if err != nil {
		return Unset, err
	}
	switch did {
	case blackjack.Hit:
		return Hit, nil
	case blackjack.Split:
		return Split, nil
	case blackjack.Double, blackjack.Surrender:
		s.Legal &^= blackjack.ActionsOf(did, blackjack.Double)
		other, err := a.Decide(&s)
		return orElse[did == blackjack.Surrender][other], err
	}
	return Stand, nil
}

// orElse are the moves that double, or surrender where the key is true, and else do another
// thing.
var orElse = map[bool]map[blackjack.Action]Move{
	false: {blackjack.Hit: DoubleElseHit, blackjack.Stand: DoubleElseStand,
		blackjack.Split: DoubleElseHit, blackjack.Surrender: DoubleElseHit},
	true: {blackjack.Hit: SurrenderElseHit, blackjack.Stand: SurrenderElseStand,
		blackjack.Split: SurrenderElseSplit},
}

// fill enters the moves of most hands.
func (d *drawing) fill() {
	for cell, v := range d.votes {
		most := Unset
		for m, weight := range v.weight {
			if weight > v.weight[most] {
				most = Move(m)
			}
		}
		*d.chart.cell(cell.Kind, cell.At, cell.Column) = most
	}
}

// mixed returns the cells with hands that are not played as the chart says.
func (d *drawing) mixed() (list []Cell) {
	had := make(map[Cell]bool)
	for i := range d.asked {
		a := &d.asked[i]
		if d.chart.Move(&a.seen).In(a.seen.Legal) != a.did && !had[a.cell] {
			had[a.cell] = true
			list = append(list, a.cell)
		}
	}
	return list
}
