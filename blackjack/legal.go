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
