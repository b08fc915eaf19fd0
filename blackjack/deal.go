package blackjack

// deal deals from the cards of the shoe.
func (r *Round) deal(shoe []Card) error {
	p := &r.plan
	cards, err := shoe[:min(p.dealt, len(shoe))], error(nil)
	r.shoe.cards, r.next = shoe, len(cards)
	if len(cards) < p.dealt {
		cards, err = r.gather(p.dealt)
	}
	for i := range r.nseats {
		r.give(i, cards)
	}
	r.give(MaxSeats, cards)
	if err != nil {
		return err
	}
	if r.sides != nil {
		r.decideSides()
	}
	switch {
	case r.rules.Insures(r.upcard()):
		r.phase = Insuring
	case r.peek():
		return nil
	}
	return r.advance()
}

func (r *Round) draw(h *hand) error {
	next := r.next
	if uint(next) >= uint(len(r.shoe.cards)) {
		return r.drawOn(h)
	}
	h.add(r.shoe.cards[next])
	h.count(r.rules.Aces)
	r.next = next + 1
	return nil
}

// drawOn draws when the cards at hand are used up.
func (r *Round) drawOn(h *hand) error {
	if err := r.refill(); err != nil {
		return err
	}
	return r.draw(h)
}

// refill goes on to the next cards of the supply, where there is one.
func (r *Round) refill() error {
	if r.supply == nil {
		return ErrShoeEmpty
	}
	cards, err := r.supply.More()
	r.shoe.cards, r.next = cards, 0
	return err
}

// give makes of the cards dealt a seat's hand, or the dealer's, as far as there
// are enough.
func (r *Round) give(who int, cards []Card) {
	p := &r.plan
	h, at := &r.hands[who<<seatShift&(handPlaces-1)], &p.at[who&MaxSeats]
	var t tally
	if p.each == 2 && int(at[1]) < len(cards) { // as nearly always
		c, d := cards[at[0]], cards[at[1]]
		h.cards[0], h.cards[1] = c, d
		t = tallies[c] + tallies[d]
	} else {
		for i, at := range at {
			if int(at) < len(cards) {
				h.cards[i] = cards[at]
				t += tallies[cards[at]]
			}
		}
	}
	h.tally, h.sum, h.doubled = t, r.rules.Aces.count(t), false
	h.end = ending(one(t&naturalMask == p.special))
	h.bust() // where aces count 11, two are too much
}

// gather takes the first cards where the shoe has fewer: from one shuffle and the
// next. With an error it returns those that there are.
func (r *Round) gather(n int) ([]Card, error) {
	cards := append(r.across[:0], r.shoe.cards...)
	r.next = len(r.shoe.cards)
	for len(cards) < n {
		if r.next == len(r.shoe.cards) {
			if err := r.refill(); err != nil {
				return cards, err
			}
		}
		cards = append(cards, r.shoe.cards[r.next])
		r.next++
	}
	return cards, nil
}
