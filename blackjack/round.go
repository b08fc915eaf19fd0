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
	rules   Rules
	plays   plays // what the rules let hands do
	order   order // whose the cards are that are dealt
	norder  int
	shoe    Shoe
	next    int    // the first card of the shoe not yet dealt
	supply  Supply // of a series, else nil
	phase   Phase
	emptied bool // the shoe is empty, and so the round is the players'
	turn    Seat
	may     Actions // what the seat whose turn it is may do, nothing once the round is over
	nseats  int
	seats   [MaxSeats]seat
	dealer  hand
	nlog    int
	log     [maxLog]Action // what was asked and answered; see record.go
}

// seat is a player's place: a hand, more after splits.
type seat struct {
	purse     Chips // what can still be added to the stakes
	nhands    int
	turn      int // the hand that is played
	hands     [MaxSplitHands]hand
	insurance Chips
}

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
	if err := r.orEmptied(r.deal()); err != nil {
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
		r.seats[i].begin(b)
	}
	r.rules, r.plays = rules, rules.plays()
	r.nseats, r.phase = len(bets), Playing
	r.order, r.norder = rules.order(r.nseats)
	return nil
}

// begin gives the seat its first hand, with no card yet.
func (s *seat) begin(b Bet) {
	s.purse, s.nhands, s.turn, s.insurance = max(b.Purse, 0), 1, 0, 0
	s.hands[0].clear()
	s.hands[0].stake = b.Stake
}

func (r *Round) deal() error {
	err := r.dealCards()
	r.dealer.count(r.rules.Aces)
	for i := range r.nseats {
		h := &r.seats[i].hands[0]
		h.count(r.rules.Aces)
		h.bust() // where aces count 11, two are too much
	}
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

func (r *Round) dealCards() error {
	for _, who := range r.order[:r.norder] {
		h := &r.dealer
		if who != dealers {
			h = &r.seats[who].hands[0]
		}
		if r.next == len(r.shoe.cards) {
			if err := r.refill(); err != nil {
				return err
			}
		}
		h.add(r.shoe.cards[r.next])
		r.next++
	}
	return nil
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
		r.may = r.legal(r.purse())
	}
}

// Legal returns the actions that Play accepts of a seat now.
func (r Round) Legal(who Seat) Actions {
	if who != r.turn {
		return 0
	}
	return r.may
}

// Phase returns how far the round has come.
func (r Round) Phase() Phase { return r.phase }

// Turn returns the seat that is asked now; it means nothing once the round is over.
func (r Round) Turn() Seat { return r.turn }

// Seats returns the number of seats.
func (r Round) Seats() int { return r.nseats }

// Rules returns the rules that the round is played by.
func (r Round) Rules() Rules { return r.rules }

// Reshuffled reports whether the round has emptied one shuffle of its shoe and
// been continued by the next.
func (r Round) Reshuffled() bool { return r.next > r.shoe.first }

// Left returns how many cards of the shoe are not dealt yet.
func (r Round) Left() int { return r.shoe.Len() - r.next }

// purse returns the chips that the seat whose turn it is could add.
func (r *Round) purse() Chips {
	if r.turn == House {
		return 0
	}
	return r.seats[r.turn].purse
}

// asked returns the hand that is asked about.
func (r *Round) asked() *hand {
	if r.turn == House {
		return &r.dealer
	}
	s := &r.seats[r.turn]
	return &s.hands[s.turn]
}

// legal is the one predicate of what may be done: the actions of the seat whose
// turn it is, if it could add so many chips.
func (r *Round) legal(purse Chips) Actions {
	h := r.asked()
	switch r.phase {
	case Deciding:
		return ActionsOf(Hit, Stand)
	case Insuring:
		return r.legalInsurance(h, purse)
	}
	set := r.plays[h.kind()][h.total()&maxTotal]
	if purse < h.stake {
		return set &^ ActionsOf(Double)
	}
	if h.pair() && r.splits(h) {
		set = set.With(Split)
	}
	return set
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

// splits reports whether a pair may be split once more.
func (r *Round) splits(h *hand) bool {
	most := r.rules.MaxHands
	if h.cards[0].Ace() {
		most = r.rules.MaxAceHands
	}
	return r.seats[r.turn].nhands < most
}

// step is Play in place. After an error the round is not to be used.
func (r *Round) step(who Seat, a Action) error {
	if r.phase == Over {
		return ErrOver
	}
	if who != r.turn {
		return ErrNotYourTurn
	}
	if !r.may.Has(a) {
		return &IllegalError{a, r.may}
	}
	r.note(a)
	r.may = 0
	err := r.apply(a)
	if err == nil {
		err = r.advance()
	}
	return r.orEmptied(err)
}

// orEmptied ends the round for the players where an empty shoe does that.
func (r *Round) orEmptied(err error) error {
	if err == ErrShoeEmpty && r.rules.EmptyWins {
		r.emptied, r.phase = true, Over
		return nil
	}
	return err
}

// apply does what the action says to the hand whose turn it is.
func (r *Round) apply(a Action) error {
	if r.turn == House {
		return r.applyHouse(a)
	}
	s := &r.seats[r.turn]
	h := &s.hands[s.turn]
	switch a {
	case Hit:
		if err := r.draw(h); err != nil {
			return err
		}
		h.bust()
	case Stand:
		h.end = stood
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
		s.split(r.rules.Aces)
		return r.draw(h)
	case Surrender:
		h.end = surrendered
	case Insure:
		s.insurance = half.Of(h.stake)
		s.purse -= s.insurance
		r.turn++
	case EvenMoney:
		h.end = tookEvenMoney
		r.turn++
	case Decline:
		r.turn++
	}
	return nil
}

func (r *Round) applyHouse(a Action) error {
	if a == Stand {
		r.dealer.end = stood
		return nil
	}
	if err := r.draw(&r.dealer); err != nil {
		return err
	}
	r.dealer.bust()
	return nil
}

// split makes two hands of the one in turn; the new one stands right after it
// and gets its second card when its turn comes.
func (s *seat) split(a Aces) {
	copy(s.hands[s.turn+2:], s.hands[s.turn+1:s.nhands])
	s.nhands++
	old := &s.hands[s.turn]
	one := hand{stake: old.stake, split: true}
	two := one
	one.add(old.cards[0])
	one.count(a)
	two.add(old.cards[1])
	two.count(a)
	s.hands[s.turn], s.hands[s.turn+1] = one, two
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
		if r.dealer.end == playing {
			r.may = r.legal(0)
		} else {
			r.phase = Over
		}
		return nil
	}
	for int(r.turn) < r.nseats {
		s := &r.seats[r.turn]
		h := &s.hands[s.turn]
		if h.split && h.len() == 1 {
			if err := r.draw(h); err != nil {
				return err
			}
		}
		if h.end == playing && !r.natural(h) {
			if r.may = r.legal(s.purse); r.may.several() {
				return nil
			}
			if err := r.apply(r.forced(Stand)); err != nil {
				return err
			}
			continue
		}
		if s.turn++; s.turn == s.nhands {
			s.turn = 0
			r.turn++
		}
	}
	return r.dealerPlays()
}

// askInsurance goes on to the next seat that may insure; after the last the
// dealer peeks, and the hands are played or the round is over.
func (r *Round) askInsurance() {
	for int(r.turn) < r.nseats {
		if r.may = r.legal(r.purse()); r.may.several() {
			return
		}
		r.forced(Decline)
		r.turn++
	}
	if !r.peek() {
		r.phase, r.turn = Playing, 0
	}
}

// peek looks for a dealer's natural, which ends the round before anyone plays.
func (r *Round) peek() bool {
	if r.natural(&r.dealer) {
		r.phase = Over
	}
	return r.phase == Over
}

// unlimited is a purse that every action can be paid from.
const unlimited = Chips(1<<63 - 1)

// forced returns the only action there is. What only an empty purse forces is
// noted, so that the record replays without knowing every purse.
func (r *Round) forced(only Action) Action {
	if r.legal(unlimited) != r.may {
		r.note(only)
	}
	r.may = 0
	return only
}

func (r *Round) note(a Action) {
	r.log[r.nlog] = a
	r.nlog++
}

func (r *Round) draw(h *hand) error {
	if r.next >= len(r.shoe.cards) {
		if err := r.refill(); err != nil {
			return err
		}
	}
	h.add(r.shoe.cards[r.next])
	h.count(r.rules.Aces)
	r.next++
	return nil
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

func (r *Round) upcard() Card {
	if r.rules.LastUp {
		return r.dealer.cards[1]
	}
	return r.dealer.cards[0]
}

// natural reports an ace and a ten-value as the first two cards of a hand, where
// the rules make something of it.
func (r *Round) natural(h *hand) bool { return h.natural() && r.rules.Naturals() }

// dealerPlays draws the dealer's cards, as long as a hand stands against them,
// or leaves that to the house.
func (r *Round) dealerPlays() error {
	r.phase = Over
	all, one := r.awaited()
	if r.rules.HouseDecides {
		if all {
			r.phase, r.turn = Deciding, House
			r.may = r.legal(0)
		}
		return nil
	}
	if all {
		for r.dealerDraws() {
			if err := r.draw(&r.dealer); err != nil {
				return err
			}
		}
	} else if one && r.dealer.len() == 1 {
		return r.draw(&r.dealer)
	}
	return nil
}

// dealerDraws is the dealer's rule.
func (r *Round) dealerDraws() bool {
	total := r.dealer.total()
	return total < r.rules.DealerStands || r.rules.DealerHitsSoft17 && total == 17 && r.dealer.soft()
}

// awaited reports whether some hand waits for all of the dealer's cards, and
// whether some natural or insurance waits for a second card that could make a
// dealer's natural.
func (r *Round) awaited() (all, one bool) {
	for i := range r.nseats {
		s := &r.seats[i]
		one = one || s.insurance > 0
		for j := range s.nhands {
			switch h := &s.hands[j]; {
			case h.end == playing: // only a natural is not asked
				one = true
			case h.end == stood:
				all = true
			}
		}
	}
	v := values[r.upcard()]
	return all, one && (v == 1 || v == 10)
}
