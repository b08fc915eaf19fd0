package blackjack

// kind is what a hand is to the rules of hitting, doubling and surrender.
type kind uint8

const (
	later      kind = iota // of any number of cards but two
	first                  // the first two cards
	splitFirst             // the first two cards of a hand that came of a split
	splitAces              // the same, where aces were split
	kinds
)

// plays is what a hand of each kind and total may do, apart from splits. It is
// worked out once for a table's rules.
type plays [kinds][maxTotal + 1]Actions

// maxTotal is more than any hand has: where aces count 11, one drawn to 21
// makes 32. It is one less than a power
// of two, so that looking up needs no check.
const maxTotal = 63

func (r *Rules) plays() (p plays) {
	for k := range p {
		for total := range p[k] {
			p[k][total] = r.mayPlay(kind(k), total)
		}
	}
	return p
}

// mayPlay returns what a hand of a kind may do, apart from splits. A natural is
// not asked, and who is over 21 may do nothing.
func (r *Rules) mayPlay(k kind, total int) Actions {
	if total > 21 || k == first && total == 21 && r.Naturals() {
		return 0
	}
	set := ActionsOf(Stand)
	if total == 21 && !r.AskedAt21 || k == splitAces && !r.HitSplitAces {
		return set
	}
	set = set.With(Hit)
	if k != later && r.Double.doubles(total) && (k == first || r.DoubleAfterSplit) {
		set = set.With(Double)
	}
	if k == first && r.LateSurrender {
		set = set.With(Surrender)
	}
	return set
}

func (h *hand) kind() kind {
	switch {
	case h.len() != 2:
		return later
	case !h.split():
		return first
	case h.cards[0].Ace():
		return splitAces
	}
	return splitFirst
}
