package blackjack

// State is all that the future and the result of a course with one seat depend on, apart from
// its rules and its bet, and apart from what no rule tells apart: suits, other than hearts
// where they double a win, and the order of cards. Courses of the same rules and bet with
// equal states, given the same cards and actions, end alike.
type State struct {
	phase   Phase
	turn    int8
	hand    uint8
	owed    bool
	emptied bool
	insured bool
	nhands  uint8
	hands   [MaxSplitHands]handState
	dealer  handState
	up      uint8 // class of the upcard
}

// handState is what counts of a hand: of an ended one its score and its stake, of one that is
// still played what further cards can make of it.
type handState struct {
	total   uint8
	soft    bool
	wild    uint8 // what aces and jokers can add later, where the total does not say it
	cards   uint8 // 0, 1, 2, or 3 for more
	class   uint8 // of the first card, where it matters: of a single card, a pair, split aces
	end     ending
	doubled bool
	split   bool
	natural bool
	hearts  bool
}

// State returns the state of the first seat.
func (c *Course) State() State {
	s := &c.seats[0]
	return State{phase: c.phase, turn: int8(c.turn), nhands: uint8(s.nhands)}
}
