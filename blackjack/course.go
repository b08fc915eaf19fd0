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

	wants Want

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

// maxLog bounds the actions of a round: each draws a card or ends a hand. Eight
// decks have 424 cards with jokers, seven seats 28 hands and 7 answers to
// insurance, and the house ends its hand once.
const maxLog = 512

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
		s.fund(b.Purse)
		s.hands[0] = hand{}
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

// Give deals the card that the course wants to the hand that it is for.
func (c *Course) Give(card Card) {
	h := c.next()
	h.take(card, c.rules.Aces)
	if h != &c.dealer || c.phase == Deciding {
		h.bust()
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

// split makes two hands of the pair in turn. The new one stands
// right after it. Each gets its second card when its turn comes.
func (c *Course) split() {
	s, i := c.seat(), c.hand
	copy(s.hands[i+2:], s.hands[i+1:])
	s.nhands++
	pair := s.hands[i]
	for j := range 2 {
		s.hands[i+j] = hand{split: true}
		s.hands[i+j].take(pair.cards[j], c.rules.Aces)
	}
}

// RunOut says that there is no card left to give. It ends the round for the players where
// an empty shoe does that, and is [ErrShoeEmpty] elsewhere.
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

// insure asks each seat for insurance that has more than one answer.
func (c *Course) insure() Want {
	for ; int(c.turn) < c.nseats; c.turn++ {
		if c.ask() {
			return WantsAction
		}
	}
	return WantsNothing
}

// play goes from hand to hand. A natural and a hand that has ended are not asked, and a
// doubled hand stands on its third card.
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

// asked returns the hand in turn, and seat whose it is.
func (c *Course) asked() *hand {
	if c.turn == House {
		return &c.dealer
	}
	return &c.seats[c.turn].hands[c.hand]
}

func (c *Course) seat() *seat { return &c.seats[c.turn] }

// Total returns the total of the hand that is asked about, and whether it is soft.
func (c *Course) Total() (total int, soft bool) {
	h := c.asked()
	return int(h.total), h.soft
}

// Cards returns the cards of the hand that is asked about, in the order drawn.
// They are the course's own, and not to be changed.
func (c *Course) Cards() []Card { return c.asked().held() }

// Natural reports whether the hand that is asked about is a natural.
func (c *Course) Natural() bool { return c.natural(c.asked()) }

// Hands returns how many hands the seat has whose turn it is.
func (c *Course) Hands() int {
	if c.turn == House {
		return 1
	}
	return c.seat().nhands
}

// Upcard returns the card that the seat whose turn it is sees of its opponent,
// if it sees one. The house sees the first card of the first seat.
func (c *Course) Upcard() (card Card, seen bool) {
	if c.turn == House {
		h := &c.seats[0].hands[0]
		return h.cards[0], h.ncards > 0
	}
	return c.upcard(), c.dealer.ncards > 0
}

// Hole returns the dealer's card that lies face down, if one does.
func (c *Course) Hole() (card Card, hidden bool) {
	if c.phase >= Deciding || c.dealer.ncards != 2 {
		return 0, false
	}
	if c.rules.LastUp {
		return c.dealer.cards[0], true
	}
	return c.dealer.cards[1], true
}

// Endings counts what became of hands.
type Endings struct {
	Hands    [outcomes][2]int64 // by [Outcome]; doubled hands apart
	Naturals int64              // first hands that were naturals
}

// Add adds the endings of rounds that all ended like f.
func (e *Endings) Add(f *Endings, rounds int64) {
	for o := range e.Hands {
		e.Hands[o][0] += f.Hands[o][0] * rounds
		e.Hands[o][1] += f.Hands[o][1] * rounds
	}
	e.Naturals += f.Naturals * rounds
}

// Count adds the hands of the first seat, once the round is over, and returns
// the seat's winnings less its losses, without side bets.
func (c *Course) Count(e *Endings) Chips {
	if c.natural(&c.seats[0].hands[0]) {
		e.Naturals++
	}
	won, lost := c.insured(0)
	net := won - lost
	s := &c.seats[0]
	for i := range s.nhands {
		h, doubled := &s.hands[i], 0
		if h.doubled {
			doubled = 1
		}
		e.Hands[c.outcome(h)][doubled]++
		won, lost := c.pays(s, h)
		net += won - lost
	}
	return net
}

// Side returns how a side bet of the first seat ended, once the round is over.
func (c *Course) Side(b SideBet) SideResult {
	result, _ := c.sideResult(0, b)
	return result
}
