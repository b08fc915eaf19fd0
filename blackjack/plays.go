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

// plays is what a hand of each kind and total may do, apart from splits. It is
// worked out once for a table's rules.
type plays [Kinds][maxTotal + 1]Actions

// maxTotal is more than any hand has: where aces count 11, one drawn to 21 makes
// 32. It is one less than a power of two, so that looking up needs no check.
const maxTotal = 63

func (r *Rules) plays() (p plays) {
	for k := range p {
		for total := range 22 { // a hand over 21 may do nothing
			p[k][total] = r.MayPlay(Kind(k), total)
		}
	}
	return p
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

// HandsOf returns how many hands a seat may come to by splitting pairs of a class:
// see [Card.Class]. It is 1 for classes that are never split.
func (r *Rules) HandsOf(class int) int {
	switch class {
	case 1:
		return r.MaxAceHands
	case JokerClass:
		return 1
	}
	return r.MaxHands
}

// Insures reports whether insurance is offered against an upcard.
func (r *Rules) Insures(up Card) bool { return r.Insurance && up.Ace() }

// InsuranceActions returns what a seat may do that is offered insurance and has
// the chips for it.
func (r *Rules) InsuranceActions(natural bool) Actions {
	if natural && r.EvenMoney {
		return ActionsOf(Decline, EvenMoney)
	}
	return ActionsOf(Decline, Insure)
}

// DealerDraws reports whether the dealer takes a card by the table's rule.
func (r *Rules) DealerDraws(total int, soft bool) bool {
	return total < r.DealerStands || r.DealerHitsSoft17 && total == 17 && soft
}

// IsNatural reports whether these cards, the first of a hand, are a natural.
func (r *Rules) IsNatural(cards ...Card) bool {
	var t tally
	for _, c := range cards[:min(len(cards), 3)] {
		t += tallies[c]
	}
	return r.Naturals() && t&naturalMask == natural
}

// ShowsUpcard reports whether a card of the dealer is seen before play.
func (r *Rules) ShowsUpcard() bool { return r.Start != Nothing || r.BankShows }

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

func (h *hand) kind() Kind {
	switch {
	case h.len() != 2:
		return Later
	case !h.split():
		return First
	case h.cards[0].Ace():
		return SplitAces
	}
	return SplitFirst
}

// legal is the one predicate of what may be done: the actions of the seat whose
// turn it is, if it could add these chips.
func (r *Round) legal(purse Chips) Actions {
	switch r.phase {
	case Deciding:
		return 1<<Hit | 1<<Stand
	case Insuring:
		return r.legalInsurance(r.asked(), purse)
	}
	return r.legalPlay(r.asked(), r.seat().nhands, purse)
}

// legalPlay is legal for playing a hand of a seat that has nhands.
func (r *Round) legalPlay(h *hand, nhands int, purse Chips) Actions {
	if h.len() != 2 {
		return r.plan.plays[Later][h.total()&maxTotal]
	}
	set := r.plan.plays[h.kind()&(Kinds-1)][h.total()&maxTotal]
	if purse < h.stake {
		return set &^ (1 << Double)
	}
	// Whether two cards pair no processor guesses, so this does not branch.
	class := classes[h.cards[0]]
	pair := one(class == classes[h.cards[1]]) & one(nhands < int(r.plan.splits[class&15]))
	return set | Actions(pair<<Split)
}

func (r *Round) legalInsurance(h *hand, purse Chips) Actions {
	set := r.rules.InsuranceActions(r.natural(h))
	if cost := half.Of(h.stake); cost == 0 || cost > purse {
		set &^= 1 << Insure
	}
	return set
}
