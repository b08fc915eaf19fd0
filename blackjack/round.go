package blackjack

// Seat is a player's place in a round, counted from 0, or [House].
type Seat int

// House is the dealer's own seat, which is asked only where the rules let the
// house decide.
const House Seat = -1

// MaxSeats is the most players in a round.
const MaxSeats = 7

// Phase is how far a round has come.
type Phase uint8

// The phases.
const (
	Insuring Phase = iota + 1 // seats are asked for insurance
	Playing                   // seats play their hands
	Deciding                  // the house decides its own hand
	Over                      // every hand has an outcome
)

// maxLog bounds the actions of a round: each draws a card or ends a hand. Eight
// decks have 424 cards with jokers, seven seats 28 hands and 7 answers to
// insurance, and the house ends its hand once.
const maxLog = 512

// Round is one deal, from bets to settlement. It is a value: copies are rounds
// of their own.
type Round struct {
	rules  Rules
	plan   plan // what follows from the rules
	shoe   Shoe
	next   int    // the first card of the shoe not yet dealt
	supply Supply // of a series, else nil
	sides  []side // of each seat, nil where nobody bets aside; rounds share it, since it stays

	phase   Phase
	emptied bool    // the shoe is empty, and so the round is the players'
	waits   waiting // what the hands played so far wait for
	at      uint8   // the place of the hand that is asked about
	may     Actions // what the seat whose turn it is may do, nothing once the round is over

	nseats int
	seats  [MaxSeats + 1]seat // the dealer's is at the end, and never has a purse
	hands  [handPlaces]hand   // four places for each seat, and then the dealer's
	nlog   int
	log    [maxLog]Action // what was asked and answered; see record.go
	across [maxDealt]Card // room for a deal from two shuffles
}

// The hands of a seat have their places one after the other.
const (
	seatShift  = 2 // the places of a seat are 1 << seatShift
	bankPlace  = MaxSeats << seatShift
	handPlaces = (MaxSeats + 1) << seatShift
)

// seat is a player's place: a hand, more after splits.
type seat struct {
	purse     Chips // what can still be added to the stakes
	insurance Chips
	nhands    int
}

// waiting is what hands wait for before they have an outcome.
type waiting uint8

const (
	forAll waiting = 1 << iota // all of the dealer's cards
	forOne                     // a second card that could make a dealer's natural
)

// Bet is what a seat brings to a round.
type Bet struct {
	Stake Chips
	Purse Chips // chips the seat could add later, to double, split or insure
	Sides Sides // beside the stake, and not of the purse
}

// Deal deals a round from the shoe: a card to each seat and the dealer's
// upcard, then a second card to each and the hole card, as far as the table
// deals them. It returns an error that wraps [ErrRules], [ErrSeats], [ErrShoe]
// or [ErrShoeEmpty], or a [*StakeError] or [*SideBetError].
func Deal(rules Rules, shoe Shoe, bets ...Bet) (Round, error) {
	r := Round{shoe: shoe}
	if err := r.begin(rules, bets); err != nil {
		return Round{}, err
	}
	if err := shoe.fits(rules); err != nil {
		return Round{}, err
	}
	if err := r.orEmptied(r.deal(shoe.cards)); err != nil {
		return Round{}, err
	}
	return r, nil
}

// begin makes r a round of which nothing is dealt yet.
func (r *Round) begin(rules Rules, bets []Bet) error {
	if err := rules.Validate(); err != nil {
		return err
	}
	if len(bets) < 1 || len(bets) > MaxSeats {
		return ErrSeats
	}
	for i, b := range bets {
		if err := rules.Takes(b); err != nil {
			return err
		}
		r.sit(i, b)
		if b.Sides == (Sides{}) {
			continue
		}
		if r.sides == nil {
			r.sides = make([]side, len(bets))
		}
		r.sides[i].stakes = b.Sides
	}
	r.rules, r.plan = rules, rules.plan(len(bets))
	r.nseats, r.phase = len(bets), Playing
	return nil
}

func (r *Round) sit(who int, b Bet) {
	r.seats[who] = seat{purse: max(b.Purse, 0), nhands: 1}
	r.hands[who<<seatShift].stake = b.Stake
}

// Play applies one action of the seat whose turn it is and returns the round
// that follows. It never changes r. The error is [ErrOver], [ErrNotYourTurn], an
// [*IllegalError], or [ErrShoeEmpty]; then the round returned is r.
func (r Round) Play(who Seat, a Action) (Round, error) {
	next := r
	if err := next.step(who, a); err != nil {
		return r, err
	}
	return next, nil
}

// Fund returns the round with the chips that a seat could still add.
func (r Round) Fund(who Seat, purse Chips) Round {
	r.fund(who, purse)
	return r
}

func (r *Round) fund(who Seat, purse Chips) {
	r.seats[who].purse = max(purse, 0)
	if r.phase != Over {
		r.may = r.legal(r.seat().purse)
	}
}

// Legal returns the actions that Play accepts of a seat now.
func (r Round) Legal(who Seat) Actions {
	if who != r.Turn() {
		return 0
	}
	return r.may
}

// AskedOf returns the round as a seat is asked for insurance that comes after the one in
// turn, and false for a seat that is not asked, or was. Nothing but the chips of a seat
// depends on its answer, so seats can be asked at once and play their answers in turn.
func (r Round) AskedOf(who Seat) (Round, bool) {
	if r.phase != Insuring || who < r.turn() || int(who) >= r.nseats {
		return r, false
	}
	r.at = uint8(who << seatShift)
	r.may = r.legal(r.seat().purse)
	return r, r.may.several()
}

// Phase returns how far the round has come.
func (r Round) Phase() Phase { return r.phase }

// Turn returns the seat that is asked now; it means nothing once the round is over.
func (r Round) Turn() Seat { return r.turn() }

func (r *Round) turn() Seat {
	if r.at == bankPlace {
		return House
	}
	return Seat(r.at >> seatShift)
}

// Rules returns the rules that the round is played by.
func (r Round) Rules() Rules { return r.rules }

// Reshuffled reports whether the round has emptied one shuffle of its shoe and
// been continued by the next.
func (r Round) Reshuffled() bool { return r.next > r.shoe.first }

// Left returns how many cards of the shoe are not dealt yet.
func (r Round) Left() int { return r.shoe.Len() - r.next }

// asked returns the hand that is asked about, and seat whose it is.
func (r *Round) asked() *hand { return &r.hands[r.at&(handPlaces-1)] }
func (r *Round) seat() *seat  { return &r.seats[r.at>>seatShift&MaxSeats] }

func (r *Round) bank() *hand { return &r.hands[bankPlace] }

func (r *Round) handsOf(who Seat) []hand {
	return r.hands[who<<seatShift:][:r.seats[who].nhands]
}

// step is Play in place. After an error the round is not to be used.
func (r *Round) step(who Seat, a Action) error {
	if r.phase != Over && who != r.turn() {
		return ErrNotYourTurn
	}
	return r.act(a)
}

// act is step for the seat whose turn it is.
func (r *Round) act(a Action) error {
	if r.may&(1<<(a&15)) == 0 {
		return r.refusal(a)
	}
	r.note(a)
	r.may = 0
	h, err := r.asked(), error(nil)
	switch a {
	case Hit:
		err = r.draw(h)
	case Stand:
		h.end = stood
	default:
		err = r.apply(a)
	}
	if err == nil {
		err = r.advance()
	}
	if err != nil {
		return r.orEmptied(err)
	}
	return nil
}

func (r *Round) refusal(a Action) error {
	if r.phase == Over {
		return ErrOver
	}
	return &IllegalError{a, r.may}
}

// orEmptied ends the round for the players where an empty shoe does that.
func (r *Round) orEmptied(err error) error {
	if err == ErrShoeEmpty && r.rules.EmptyWins {
		r.emptied, r.phase = true, Over
		return nil
	}
	return err
}

// apply does what an action other than hit and stand says to the hand whose
// turn it is.
func (r *Round) apply(a Action) error {
	s, h := r.seat(), r.asked()
	switch a {
	case Double:
		s.purse -= h.stake
		h.stake *= 2
		h.doubled, h.end = true, stood
		if err := r.draw(h); err != nil {
			return err
		}
		h.bust()
	case Split:
		s.purse -= h.stake
		r.splitHand()
		return r.draw(h)
	case Surrender:
		h.end = surrendered
	case Insure:
		s.insurance = half.Of(h.stake)
		s.purse -= s.insurance
		r.waits |= forOne
		r.nextSeat()
	case EvenMoney:
		h.end = tookEvenMoney
		r.nextSeat()
	case Decline:
		r.nextSeat()
	}
	return nil
}

// splitHand makes two hands of the one in turn; the new one stands right after
// it and gets its second card when its turn comes.
func (r *Round) splitHand() {
	all := r.hands[r.at&^(1<<seatShift-1):][:1<<seatShift]
	i := int(r.at & (1<<seatShift - 1))
	copy(all[i+2:], all[i+1:])
	r.seat().nhands++
	old := all[i]
	for j, c := range old.cards[:2] {
		h := &all[i+j]
		*h = hand{stake: old.stake, tally: splitMask}
		h.add(c)
		h.count(r.rules.Aces)
	}
}

func (h *hand) bust() {
	if h.total() > 21 {
		h.end = busted
	}
}

// advance goes on to the next hand that has something to decide, and to the
// end of the round when there is none. A seat with only one legal action is not
// asked: it is done.
func (r *Round) advance() error {
	switch r.phase {
	case Insuring:
		r.askInsurance()
		if r.phase != Playing {
			return nil
		}
	case Deciding:
		r.askHouse()
		return nil
	}
	for int(r.at>>seatShift) < r.nseats {
		h, s := r.asked(), r.seat()
		if h.tally&justSplitMask == justSplit {
			if err := r.draw(h); err != nil {
				return err
			}
		}
		if h.end == playing {
			if r.may = r.legalPlay(h, s.nhands, s.purse); r.may.several() {
				return nil
			}
			r.unasked(h)
		}
		r.waits |= waits[h.end&7]
		if int(r.at&(1<<seatShift-1))+1 < s.nhands {
			r.at++
		} else {
			r.nextSeat()
		}
	}
	return r.dealerPlays()
}

// waits is what a hand waits for by its ending.
var waits = [8]waiting{hasNatural: forOne, stood: forAll}

func (r *Round) nextSeat() { r.at = (r.at | (1<<seatShift - 1)) + 1 }

// unasked ends a hand that has nothing to decide.
func (r *Round) unasked(h *hand) {
	if h.total() > 21 {
		h.end = busted
		return
	}
	r.forced(Stand)
	h.end = stood
}

// askInsurance goes on to the next seat that may insure; after the last the
// dealer peeks, and the hands are played or the round is over.
func (r *Round) askInsurance() {
	for int(r.at>>seatShift) < r.nseats {
		if r.may = r.legal(r.seat().purse); r.may.several() {
			return
		}
		r.forced(Decline)
		r.nextSeat()
	}
	if !r.peek() {
		r.phase, r.at = Playing, 0
	}
}

// unlimited is a purse that every action can be paid from.
const unlimited = Chips(1<<63 - 1)

// forced takes the only action that there is. What only an empty purse forces
// is noted, so that the record replays without knowing every purse.
func (r *Round) forced(only Action) {
	if r.legal(unlimited) != r.may {
		r.note(only)
	}
	r.may = 0
}

func (r *Round) note(a Action) {
	r.log[r.nlog] = a
	r.nlog++
}
