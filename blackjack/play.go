package blackjack

// Act plays an action of the seat whose turn it is. The error is [ErrOver] or an
// [*IllegalError]; then nothing has changed.
func (c *Course) Act(a Action) error {
	if c.phase == Over {
		return ErrOver
	}
	if legal := c.Legal(); !legal.Has(a) {
		return &IllegalError{a, legal}
	}
	c.note(a)
	switch h := c.asked(); a {
	case Hit:
		c.owed = true
	case Stand:
		h.end = stood
	case Double:
		c.pay(c.seat().bet)
		h.doubled = true
		c.owed = true
	case Split:
		c.pay(c.seat().bet)
		c.split()
	case Surrender:
		h.end = surrendered
	case Insure:
		c.seat().insurance = half.Of(c.seat().bet)
		c.pay(c.seat().insurance)
		c.turn++
	case EvenMoney:
		h.end = tookEvenMoney
		c.turn++
	case Decline:
		c.turn++
	}
	c.advance()
	return nil
}

// pay takes chips from the purse of the seat whose turn it is.
func (c *Course) pay(chips Chips) { c.seat().purse -= chips }

// play goes from hand to hand, and wants:
//
//   - a card for a hand that has asked for one, or that a split has left with one
//   - nothing for a natural or a hand that has ended
//   - nothing for a doubled hand either, once it has its card: it stands
//   - an action where there is something to decide; else the hand stands, as on 21 or on a
//     split ace
func (c *Course) play() Want {
	for ; int(c.turn) < c.nseats; c.nextHand() {
		switch h := c.asked(); {
		case c.owed, h.split && h.ncards == 1:
			return WantsCard
		case h.end != open || c.natural(h):
		case h.doubled:
			h.end = stood
		case c.ask():
			return WantsAction
		default:
			h.end = stood
		}
	}
	return WantsNothing
}

func (c *Course) nextHand() {
	if c.hand++; c.hand == c.seat().nhands {
		c.turn, c.hand = c.turn+1, 0
	}
}

// ask reports whether the seat whose turn it is has something to decide. A seat with only
// one legal action is not asked: it is done.
func (c *Course) ask() bool {
	legal := c.legal(c.seat().purse)
	if legal.several() {
		return true
	}
	c.forced(legal)
	return false
}

// unlimited is a purse that every action can be paid from.
const unlimited = Chips(1<<63 - 1)

// forced notes the only action that there is where an empty purse is why, so that the record
// replays without knowing every purse.
func (c *Course) forced(only Actions) {
	if c.legal(unlimited) != only {
		for a := range only.All() {
			c.note(a)
		}
	}
}

func (c *Course) note(a Action) {
	c.log[c.nlog] = a
	c.nlog++
}
