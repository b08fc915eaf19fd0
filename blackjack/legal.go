package blackjack

// legal is the one predicate of what may be done: the actions of the seat whose
// turn it is, if it could add so many chips.
func (r *Round) legal(purse Chips) Actions {
	switch r.phase {
	case Deciding:
		return 1<<Hit | 1<<Stand
	case Insuring:
		return r.legalInsurance(r.asked(), purse)
	}
	return r.legalPlay(r.asked(), r.seat().nhands, purse)
}

// legalPlay is legal for playing a hand, of a seat with so many hands.
func (r *Round) legalPlay(h *hand, nhands int, purse Chips) Actions {
	if h.len() != 2 {
		return r.plan.plays[later][h.total()&maxTotal]
	}
	set := r.plan.plays[h.kind()&(kinds-1)][h.total()&maxTotal]
	if purse < h.stake {
		return set &^ (1 << Double)
	}
	// Whether two cards pair no processor guesses, so this does not branch.
	value := values[h.cards[0]]
	pair := one(value == values[h.cards[1]]) & one(nhands < int(r.plan.splits[value&15]))
	if h.tally&jokerMask != 0 {
		pair = 0
	}
	return set | Actions(pair<<Split)
}

func (r *Round) legalInsurance(h *hand, purse Chips) Actions {
	set := ActionsOf(Decline)
	cost := half.Of(h.stake)
	switch {
	case r.natural(h) && r.rules.EvenMoney:
		set = set.With(EvenMoney)
	case cost > 0 && cost <= purse:
		set = set.With(Insure)
	}
	return set
}
