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
}

// Deal deals a round from the shoe: a card to each seat and the dealer's
// upcard, then a second card to each and the hole card, as far as the table
// deals them. It returns an error that wraps [ErrRules], [ErrSeats], [ErrShoe]
// or [ErrShoeEmpty], or a [*StakeError].
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
		if b.Stake < rules.MinBet || b.Stake > rules.MaxBet {
			return &StakeError{b.Stake, rules.MinBet, rules.MaxBet}
		}
		r.sit(i, b)
	}
	r.rules, r.plan = rules, rules.plan(len(bets))
	r.nseats, r.phase = len(bets), Playing
	return nil
}

// sit gives a seat its stake and its purse.
func (r *Round) sit(who int, b Bet) {
	r.seats[who] = seat{purse: max(b.Purse, 0), nhands: 1}
	r.hands[who<<seatShift].stake = b.Stake
}

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
	switch {
	case err != nil:
		return err
	case r.rules.Insurance && r.upcard().Ace():
		r.phase = Insuring
	case r.peek():
		return nil
	}
	return r.advance()
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

// Seats returns the number of seats.
func (r Round) Seats() int { return r.nseats }

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

// bank returns the dealer's hand.
func (r *Round) bank() *hand { return &r.hands[bankPlace] }

// handsOf returns the hands of a seat.
func (r *Round) handsOf(who Seat) []hand {
	return r.hands[who<<seatShift:][:r.seats[who].nhands]
}

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

// refusal says why an action cannot be played.
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
// end of the round when there is none. Whoever has only one thing to do is not
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

// askHouse asks the house until it stands or is over 21.
func (r *Round) askHouse() {
	if r.bank().end == playing && r.bank().total() <= 21 {
		r.may = r.legal(0)
	} else {
		r.phase = Over
	}
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

// peek looks for a dealer's natural, which ends the round before anyone plays.
func (r *Round) peek() bool {
	if r.bank().end == hasNatural {
		r.phase = Over
	}
	return r.phase == Over
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
// are so many.
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

func (r *Round) upcard() Card { return r.bank().cards[r.plan.upcard&1] }

// natural reports an ace and a ten-value as the first two cards of a hand, where
// the rules make something of it.
func (r *Round) natural(h *hand) bool { return h.tally&naturalMask == r.plan.special }

// dealerPlays draws the dealer's cards, as long as a hand stands against them,
// or leaves that to the house.
func (r *Round) dealerPlays() error {
	r.phase = Over
	switch {
	case r.waits&forAll != 0 && r.rules.HouseDecides:
		r.phase, r.at = Deciding, bankPlace
		r.may = r.legal(0)
	case r.waits&forAll != 0:
		return r.dealerDraws()
	case r.waits&forOne != 0 && r.bank().len() == 1 && r.upcard().makesNatural():
		err := r.draw(r.bank())
		r.findNatural()
		return err
	}
	return nil
}

// findNatural marks a natural of the dealer's, which comes of the draw where
// there is no hole card.
func (r *Round) findNatural() { r.bank().end = ending(one(r.natural(r.bank()))) }

// dealerDraws draws by the dealer's rule.
func (r *Round) dealerDraws() error {
	h := r.bank()
	for !r.plan.stands[h.sum&(2*softBit-1)] {
		if err := r.draw(h); err != nil {
			return err
		}
	}
	r.findNatural()
	return nil
}
