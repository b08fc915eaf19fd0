package blackjack

// Course is a round without its shoe: what was dealt and done so far. It wants one thing at a
// time: a card, which [Course.Give] gives it, an action of the seat whose turn it is, which
// [Course.Act] plays, or nothing, once the round is over. It is a plain value: a copy is a
// course of its own, which can go on with other cards.
type Course struct {
	rules Rules

	phase   Phase
	turn    Seat // who is asked: a seat, or [House]
	hand    int  // which hand of that seat
	owed    bool // that hand has asked for a card, and waits for it
	emptied bool // the shoe is empty, and so the round is the players'
	wants   Want

	nseats int
	seats  [MaxSeats]seat
	dealer hand
	nlog   int
	log    [maxLog]Action // what was asked and answered; see record.go
}

// Phase is how far a round has come.
type Phase uint8

// The phases.
const (
	Dealing  Phase = iota // everyone gets the first cards
	Insuring              // seats are asked for insurance
	Playing               // seats play their hands
	Deciding              // the house decides its own hand
	Drawing               // the dealer draws by the table's rule
	Over                  // every hand has an outcome
)

// Want is what a course waits for.
type Want uint8

// The wants.
const (
	WantsNothing Want = iota // the round is over
	WantsCard
	WantsAction
)

// seat is a player's place: a hand, more after splits.
type seat struct {
	bet       Chips // the first stake, which each hand has, or twice that once doubled
	funds     Chips // what could be added to it at first
	purse     Chips // what is left of that
	insurance Chips
	sides     Sides
	results   [DealerBust]SideResult // of the side bets that the first cards decide
	nhands    int
	hands     [MaxSplitHands]hand
}

// maxLog bounds the actions of a round. Each draws a card, splits or ends a hand, and no round
// has more than 252: mostactions_test.go counts them.
const maxLog = 256

// NewCourse returns a course that has its bets and wants the first card. The error wraps
// [ErrRules] or [ErrSeats], or is a [*StakeError] or [*SideBetError].
func NewCourse(rules Rules, bets ...Bet) (Course, error) {
	var c Course
	if err := rules.Validate(); err != nil {
		return c, err
	}
	if len(bets) < 1 || len(bets) > MaxSeats {
		return c, ErrSeats
	}
	for _, b := range bets {
		if err := rules.Takes(b); err != nil {
			return c, err
		}
	}
	c.rules, c.nseats = rules, len(bets)
	c.begin(bets)
	return c, nil
}

// begin takes the bets, before the first card.
func (c *Course) begin(bets []Bet) {
	c.phase, c.turn, c.hand, c.owed, c.emptied, c.nlog = Dealing, 0, 0, false, false, 0
	c.dealer = hand{}
	for i, b := range bets {
		s := &c.seats[i]
		s.bet, s.sides, s.insurance, s.nhands = b.Stake, b.Sides, 0, 1
		s.hands[0] = hand{}
		s.fund(b.Purse)
	}
	c.advance()
}

// fund fills the purse, whatever was paid from it.
func (s *seat) fund(purse Chips) {
	s.purse = min(max(purse, 0), unlimited-s.paid())
	s.funds = s.purse + s.paid()
}

// Wants returns what the course waits for.
func (c *Course) Wants() Want { return c.wants }

// Legal returns what the seat whose turn it is may do, nothing where no action is wanted.
func (c *Course) Legal() Actions {
	switch {
	case c.wants != WantsAction:
		return 0
	case c.turn == House:
		return c.legal(0)
	}
	return c.legal(c.seat().purse)
}

// Turn returns the seat that is asked, where an action is wanted.
func (c *Course) Turn() Seat { return c.turn }

// Phase returns how far the round has come.
func (c *Course) Phase() Phase { return c.phase }

// Give deals the card that the course wants to the hand that it is for. A hand over 21 is
// bust. The dealer's ends so only where the house decides: elsewhere its total says it.
func (c *Course) Give(card Card) {
	h := c.next()
	h.take(card, c.rules.Aces)
	if h.total > 21 && (h != &c.dealer || c.phase == Deciding) {
		h.end = busted
	}
	c.owed = false
	c.advance()
}

// next returns the hand that gets the next card.
func (c *Course) next() *hand {
	switch c.phase {
	case Dealing:
		return c.nextDealt()
	case Playing:
		return c.asked()
	}
	return &c.dealer
}

// RunOut tells the course that no card is left. The round is the players' where an empty shoe
// makes it theirs; elsewhere the error is [ErrShoeEmpty].
func (c *Course) RunOut() error {
	if !c.rules.EmptyWins {
		return ErrShoeEmpty
	}
	c.emptied, c.phase, c.wants = true, Over, WantsNothing
	return nil
}

// advance goes on through the phases until a card or an action is wanted.
func (c *Course) advance() {
	for {
		switch c.phase {
		case Dealing:
			c.wants = c.deal()
		case Insuring:
			c.wants = c.insure()
		case Playing:
			c.wants = c.play()
		case Deciding:
			c.wants = c.decide()
		case Drawing:
			c.wants = c.draw()
		case Over:
			c.wants = WantsNothing
			return
		}
		if c.wants != WantsNothing {
			return
		}
		c.phase = c.following()
	}
}

// following returns the phase that follows one that wants nothing more.
func (c *Course) following() Phase {
	switch c.phase {
	case Dealing:
		c.decideSides()
		if c.rules.Insures(c.upcard()) {
			return Insuring
		}
		return c.peek()
	case Insuring:
		return c.peek()
	case Playing:
		return c.dealersTurn()
	}
	return Over
}

// asked returns the hand in turn, and seat whose it is.
func (c *Course) asked() *hand {
	if c.turn == House {
		return &c.dealer
	}
	return &c.seats[c.turn].hands[c.hand]
}

func (c *Course) seat() *seat { return &c.seats[c.turn] }
