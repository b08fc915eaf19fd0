package blackjack

// Seat is a player's place in a round, counted from 0, or [House].
type Seat int

// House is the dealer's own seat, which is asked only where the rules let the
// house decide.
const House Seat = -1

// MaxSeats is the most players in a round.
const MaxSeats = 7

// Bet is what a seat brings to a round.
type Bet struct {
	Stake Chips
	Purse Chips // chips the seat could add later, to double, split or insure
	Sides Sides // beside the stake, and not of the purse
}

// Round is one deal, from bets to settlement: a course and the shoe that its cards come from.
// It is a value: copies are rounds of their own, and no method changes its receiver. That is a
// pointer only because a round is large.
type Round struct {
	course Course
	shoe   Shoe
	next   int     // the first card of the shoe not yet dealt
	dealt  account // of the cards before it
}

// Deal deals a round from the shoe: a card to each seat and the dealer's
// upcard, then a second card to each and the hole card, as far as the table
// deals them. It returns an error that wraps [ErrRules], [ErrSeats], [ErrShoe],
// [ErrShoeEmpty] or [ErrInvariant], or a [*StakeError] or [*SideBetError].
func Deal(rules Rules, shoe Shoe, bets ...Bet) (Round, error) {
	course, err := NewCourse(rules, bets...)
	if err != nil {
		return Round{}, err
	}
	if err := shoe.fits(rules); err != nil {
		return Round{}, err
	}
	r := Round{course: course, shoe: shoe}
	if err := r.deal(); err != nil {
		return Round{}, err
	}
	return r, r.Check()
}

// deal gives the course cards of the shoe as long as it wants one.
func (r *Round) deal() error {
	for r.course.wants == WantsCard {
		if r.next == len(r.shoe.cards) {
			return r.course.RunOut()
		}
		card := r.shoe.cards[r.next]
		r.next++
		r.dealt.enter(card)
		r.course.Give(card)
	}
	return nil
}

// Play applies one action of the seat whose turn it is and returns the round
// that follows. It never changes r. The error is [ErrOver], [ErrNotYourTurn], an
// [*IllegalError], or wraps [ErrShoeEmpty] or [ErrInvariant]; then the round returned is r.
func (r *Round) Play(who Seat, a Action) (Round, error) {
	next := *r
	err := r.step(&next, who, a)
	return next, err
}

// step makes a copy of r the round that follows. After an error it is a copy of r again.
func (r *Round) step(next *Round, who Seat, a Action) error {
	if r.course.phase != Over && who != r.course.turn {
		return ErrNotYourTurn
	}
	err := next.act(a)
	if err != nil {
		*next = *r
	}
	return err
}

// act is Play in place, for the seat whose turn it is. After an error the round is not to be
// used.
func (r *Round) act(a Action) error {
	if err := r.Check(); err != nil {
		return err
	}
	if err := r.course.Act(a); err != nil {
		return err
	}
	if err := r.deal(); err != nil {
		return err
	}
	return r.Check()
}

// Fund returns the round with the chips that a seat could still add.
func (r *Round) Fund(who Seat, purse Chips) Round {
	funded := *r
	funded.course.seats[who].fund(purse)
	return funded
}

// Legal returns the actions that Play accepts of a seat now.
func (r *Round) Legal(who Seat) Actions {
	if who != r.course.turn {
		return 0
	}
	return r.course.Legal()
}

// LegalWith returns what Legal would return if the seat could add these chips.
func (r *Round) LegalWith(who Seat, purse Chips) Actions {
	if who != r.course.turn || r.course.wants != WantsAction {
		return 0
	}
	return r.course.legal(purse)
}

// AskedOf returns the round as a seat is asked for insurance that comes after the one in
// turn, and false for a seat that is not asked, or was. Nothing but the chips of a seat
// depends on its answer, so seats can be asked at once and play their answers in turn.
func (r *Round) AskedOf(who Seat) (Round, bool) {
	asked := *r
	c := &asked.course
	if c.phase != Insuring || who < c.turn || int(who) >= c.nseats {
		return asked, false
	}
	c.turn = who
	return asked, c.Legal().several()
}

// Phase returns how far the round has come.
func (r *Round) Phase() Phase { return r.course.phase }

// Turn returns the seat that is asked now; it means nothing once the round is over.
func (r *Round) Turn() Seat { return r.course.turn }

// Rules returns the rules that the round is played by.
func (r *Round) Rules() Rules { return r.course.rules }

// Reshuffled reports whether the round has emptied one shuffle of its shoe and
// been continued by the next.
func (r *Round) Reshuffled() bool { return r.next > r.shoe.first }

// Left returns how many cards of the shoe are not dealt yet.
func (r *Round) Left() int { return r.shoe.Len() - r.next }
