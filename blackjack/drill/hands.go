package drill

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/review"
)

// stake is what hands are dealt for: half of it is a whole chip.
const stake = 10

// Hands are the hands of a table that are decisions, by their cells.
type Hands struct {
	rules blackjack.Rules
	full  []blackjack.Card
	cells []review.Cell
	of    map[review.Cell][]classes
}

// classes are those of a player's cards and of the dealer's upcard.
type classes struct {
	cards  [2]int8 // 0 for none
	upcard int8
}

// HandsOf returns the hands of a table: of two cards and, where it deals fewer, of one. Its
// totals are all that longer hands have.
func HandsOf(rules blackjack.Rules) *Hands {
	rules = rules.WithoutSides()
	rules.MinBet, rules.MaxBet = stake, stake
	h := &Hands{rules: rules, full: rules.Full(), of: make(map[review.Cell][]classes)}
	has := make(map[int]bool)
	for _, c := range h.full {
		has[c.Class()] = true
	}
	all := slices.Sorted(maps.Keys(has))
	var add func(c classes, n int)
	add = func(c classes, n int) {
		if r, ok := h.deal(c, h.full); ok {
			cell := review.CellOf(r.View())
			h.of[cell] = append(h.of[cell], c)
		}
		for _, class := range all {
			if n < len(c.cards) {
				c.cards[n] = int8(class)
				add(c, n+1)
			}
		}
	}
	upcards := all
	if !rules.ShowsUpcard() {
		upcards = all[:1] // whatever it is
	}
	for _, class := range upcards {
		add(classes{upcard: int8(class)}, 0)
	}
	h.cells = slices.SortedFunc(maps.Keys(h.of), func(a, b review.Cell) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Total, b.Total),
			cmp.Compare(a.Upcard, b.Upcard))
	})
	return h
}

// Cells returns the cells of a kind, in order.
func (h *Hands) Cells(k Kind) (list []review.Cell) {
	for _, c := range h.cells {
		if k.has(c) {
			list = append(list, c)
		}
	}
	return list
}

// Draw returns a round at the moment that somebody has to decide a hand of a kind: another
// cell than the last one, each as often as its weight says. The error is [ErrNone].
func (h *Hands) Draw(
	random *rand.Rand, k Kind, last review.Cell, weight func(review.Cell) float64,
) (blackjack.Round, error) {
	cells := h.Cells(k)
	if len(cells) > 1 {
		cells = slices.DeleteFunc(cells, func(c review.Cell) bool { return c == last })
	}
	var sum float64
	for _, c := range cells {
		sum += weight(c)
	}
	at := random.Float64() * sum
	for i, c := range cells {
		if at -= weight(c); at > 0 && i < len(cells)-1 {
			continue
		}
		hands := h.of[c]
		shoe := slices.Clone(h.full)
		random.Shuffle(len(shoe), func(i, j int) { shoe[i], shoe[j] = shoe[j], shoe[i] })
		if r, ok := h.deal(hands[random.IntN(len(hands))], shoe); ok {
			return r, nil
		}
		panic("drill: a hand that could be dealt from the full shoe cannot be dealt again")
	}
	return blackjack.Round{}, ErrNone
}

// harmless is the class of the hole card: with it the dealer never has a natural.
const harmless = 7

// deal deals a hand with the first cards of each class in a shoe, and reports whether it
// is a decision.
func (h *Hands) deal(c classes, shoe []blackjack.Card) (blackjack.Round, bool) {
	shoe = slices.Clone(shoe)
	take := func(class int8) (blackjack.Card, bool) {
		i := slices.IndexFunc(shoe, func(c blackjack.Card) bool { return c.Class() == int(class) })
		if i < 0 {
			return 0, false
		}
		card := shoe[i]
		if !h.rules.Endless() {
			shoe = slices.Delete(shoe, i, i+1)
		}
		return card, true
	}
	var cards []blackjack.Card
	for _, class := range c.cards {
		if card, ok := take(class); ok {
			cards = append(cards, card)
		} else if class != 0 {
			return blackjack.Round{}, false
		}
	}
	upcard, ok := take(c.upcard)
	hole, _ := take(harmless)
	if !ok || len(cards) < max(1, h.rules.Start.Cards()) {
		return blackjack.Round{}, false
	}
	top, err := blackjack.NewShoe(h.rules.Stacked(cards, upcard, hole)...)
	if err != nil {
		return blackjack.Round{}, false
	}
	r, err := blackjack.Deal(h.rules, top, blackjack.Bet{Stake: stake, Purse: 100 * stake})
	if err == nil && r.Phase() == blackjack.Insuring {
		r, err = r.Play(0, blackjack.Decline)
	}
	for n := h.rules.Start.Cards(); n < len(cards) && err == nil; n++ {
		r, err = r.Play(0, blackjack.Hit)
	}
	return r, err == nil && r.Phase() == blackjack.Playing && r.Turn() == 0 && r.Legal(0).Len() > 1
}
