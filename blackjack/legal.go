package blackjack

// Kind is what a hand is to the rules of hitting, doubling and surrender.
type Kind uint8

// The kinds.
const (
	Later      Kind = iota // of any number of cards but two
	First                  // the first two cards
	SplitFirst             // the first two cards of a hand of a split
	SplitAces              // the same, where aces were split
	Kinds
)

func (h *hand) kind() Kind {
	switch {
	case h.ncards != 2:
		return Later
	case !h.split:
		return First
	case h.cards[0].Ace():
		return SplitAces
	}
	return SplitFirst
}

// legal is the one predicate of what may be done: the actions of the seat whose
// turn it is, if it could add these chips.
func (c *Course) legal(purse Chips) Actions {
	switch c.phase {
	case Insuring:
		return c.legalInsurance(purse)
	case Playing:
		return c.legalPlay(purse)
	case Deciding:
		return ActionsOf(Hit, Stand)
	}
	return 0
}

// legalPlay is legal for the hand in turn of a seat that plays.
func (c *Course) legalPlay(purse Chips) Actions {
	h := c.asked()
	set := c.rules.MayPlay(h.kind(), int(h.total))
	if c.splits(c.seat(), h) {
		set = set.With(Split)
	}
	if purse < c.seat().bet {
		set = set.Without(Double).Without(Split)
	}
	return set
}

// MayPlay returns what a hand of a kind and total may do whose seat has the chips
// for it, apart from splits. A natural is not asked, and a hand over 21 may do
// nothing.
func (r *Rules) MayPlay(k Kind, total int) Actions {
	if total > 21 || k == First && total == 21 && r.Naturals() {
		return 0
	}
	set := ActionsOf(Stand)
	if total == 21 && !r.AskedAt21 || k == SplitAces && !r.HitSplitAces {
		return set
	}
	set = set.With(Hit)
	if k != Later && r.Double.doubles(total) && (k == First || r.DoubleAfterSplit) {
		set = set.With(Double)
	}
	if k == First && r.LateSurrender {
		set = set.With(Surrender)
	}
	return set
}

// doubles reports whether the total of the first two cards may be doubled.
// Soft totals are 12 or more, so only DoubleAny takes them.
func (d DoubleOn) doubles(total int) bool {
	switch d {
	case DoubleAny:
		return true
	case DoubleNine:
		return total >= 9 && total <= 11
	case DoubleTen:
		return total == 10 || total == 11
	}
	return false
}

// ShowsUpcard reports whether a card of the dealer is seen before play.
func (r *Rules) ShowsUpcard() bool { return r.Start != Nothing || r.BankShows }
