package blackjack

// State is all that the future and the result of a course with one seat depend on, apart from
// its rules and its bet, and apart from what no rule tells apart: suits, other than hearts
// where they double a win, and the order of cards. Courses of the same rules, bet and purse
// with equal states want the same, and still do after the same cards and actions; once over,
// they end alike. Side bets and what an empty purse forbids are not in it.
type State struct {
	phase   Phase
	house   bool // it is the house's turn
	hand    uint8
	owed    bool
	emptied bool
	insured bool
	nhands  uint8
	hands   [MaxSplitHands]handState
	dealer  handState
	up      uint8 // class of the upcard, 0 for none
}

// handState is what counts of a hand: of one that has ended only what it can still win.
type handState struct {
	end     ending
	doubled bool
	natural bool
	hearts  uint8 // 1 where it has a heart; of a pair that may be split, a bit for each card
	total   uint8

	soft   bool
	split  bool
	cards  uint8 // 0, 1, 2, or 3 for more
	class  uint8 // of a single card, or of two that may be split
	lowest uint8 // the total with every ace and joker as 1, where total and soft do not say it
	aces   uint8 // there; one is like more where only one can count 11
	jokers uint8 // there; two or more make up any total
}

// State returns the state of a course with one seat.
func (c *Course) State() State {
	s := &c.seats[0]
	state := State{
		phase: c.phase, house: c.turn == House, hand: uint8(c.hand), owed: c.owed,
		emptied: c.emptied, insured: s.insurance > 0, nhands: uint8(s.nhands),
		dealer: c.handState(&c.dealer),
	}
	for i := range s.nhands {
		h := &s.hands[i]
		state.hands[i] = c.handState(h)
		pair := h.end == open && c.splits(s, h)
		if pair {
			state.hands[i].class = uint8(h.cards[0].Class())
		}
		if c.rules.HeartsDouble {
			state.hands[i].hearts = h.heartBits(pair)
		}
	}
	if c.dealer.ncards > 0 && (!c.rules.LastUp || c.dealer.ncards > 1) {
		state.up = uint8(c.upcard().Class())
	}
	return state
}

func (c *Course) handState(h *hand) handState {
	state := handState{end: h.end, doubled: h.doubled, natural: c.natural(h)}
	switch h.end {
	case stood:
		state.total = h.total
		return state
	case busted, surrendered, tookEvenMoney:
		return state
	}
	state.total, state.soft, state.split = h.total, h.soft, h.split
	state.cards = min(h.ncards, 3)
	if h.ncards == 1 {
		state.class = uint8(h.cards[0].Class())
	}
	if c.rules.Jokers > 0 || c.rules.Aces == AcesSame {
		for _, card := range h.held() {
			state.lowest += uint8(card.Value())
			switch {
			case card.Ace():
				state.aces++
			case card.Joker():
				state.jokers = min(state.jokers+1, 2)
			}
		}
		if c.rules.Aces == AcesBest {
			state.aces = min(state.aces, 1)
		}
	}
	return state
}

func (h *hand) heartBits(pair bool) (bits uint8) {
	for i, card := range h.held() {
		switch {
		case !card.heart():
		case pair:
			bits |= 1 << i
		default:
			bits = 1
		}
	}
	return bits
}
