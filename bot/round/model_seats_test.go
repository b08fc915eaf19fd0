package round_test

import (
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

// chair is a place at a table of the model.
type chair struct {
	user      storage.UserID
	plays     string
	bet, last storage.Bet
	ready     bool
	skipped   int
	slept     int
	leaving   bool
}

// seat is a place in a round of the model.
type seat struct {
	user   storage.UserID
	plays  string
	answer blackjack.Action // to insurance
	said   bool             // it is there
	held   storage.Chips
}

// open is a table that people sit at, as it should be.
type open struct {
	id       storage.SeatingID
	table    string
	by       storage.UserID
	size     int
	min, max storage.Chips
	times    [2]time.Duration
	invited  []storage.UserID // nil for everybody
	chairs   []chair
	playing  bool
	closing  bool
	until    time.Time
	id0      storage.RoundID // of the newest round
	round    blackjack.Round
	seats    []seat
	news     []storage.News
	rest     []blackjack.Card // of the shoe, nil for none yet
	full     int              // cards of the whole shoe
	shoe     storage.Shuffle  // that goes on, after so many cards
	dealt    int
	promised string // the commitment that was shown last
}

// purse is a player's chips in the model.
type purse struct {
	chips storage.Chips
	own   storage.Chips // what an own hand may bring
	stats storage.Stats
}

// seats is the model of all tables and wallets.
type seats struct {
	now    time.Time
	people map[storage.UserID]*purse
	tables map[storage.SeatingID]*open
	rules  func(table string) (blackjack.Rules, error)
	origin func(storage.RoundID) (storage.ShoeOrigin, []string)
	wrong  func(...any)
	did    map[string]int // what came up, to see that all does
}

func (o *open) chair(user storage.UserID) int {
	return slices.IndexFunc(o.chairs, func(c chair) bool { return c.user == user })
}

func (o *open) seat(user storage.UserID) int {
	return slices.IndexFunc(o.seats, func(s seat) bool { return s.user == user })
}

func (o *open) bettors() (n int) {
	for _, c := range o.chairs {
		if c.bet.Stake > 0 {
			n++
		}
	}
	return n
}

func (o *open) limits(r blackjack.Rules) blackjack.Rules {
	least, most := r.MinBet, r.MaxBet
	if o.min > 0 {
		r.MinBet = min(max(least, o.min), most)
	}
	if o.max > 0 {
		r.MaxBet = max(min(most, o.max), r.MinBet)
	}
	return r
}

func (m *seats) wait(o *open, d time.Duration) { o.until = m.now.Add(d) }

// sits gives a player a chair, or says why not.
func (m *seats) sits(o *open, user storage.UserID) string {
	switch {
	case o.chair(user) >= 0:
		return ""
	case o.closing:
		return round.ErrNoSeating.Error()
	case o.invited != nil && user != o.by && !slices.Contains(o.invited, user):
		return round.ErrNotInvited.Error()
	case len(o.chairs) == o.size:
		return round.ErrSeatsTaken.Error()
	}
	o.chairs = append(o.chairs, chair{user: user})
	return ""
}

func (m *seats) sit(o *open, by storage.InteractionID, user storage.UserID, plays string) string {
	was := m.stage(o)
	if no := m.sits(o, user); no != "" {
		return no
	}
	c := &o.chairs[o.chair(user)]
	c.leaving, c.plays = false, plays
	if plays != "" && was == round.Betting {
		m.betFor(o, c)
	}
	m.dealIfReady(o, by)
	return ""
}

func (m *seats) betFor(o *open, c *chair) {
	if r, err := m.rules(o.table); err == nil && c.bet.Stake == 0 {
		c.bet = usual(*c, o.limits(r))
	}
	c.ready = true
}

func usual(c chair, r blackjack.Rules) storage.Bet {
	if last := c.last; last.Stake > 0 {
		for side, stake := range last.Sides {
			if r.PayTable(blackjack.SideBet(side)) == 0 || stake > min(r.SideMax(), last.Stake) {
				last.Sides[side] = 0
			}
		}
		return last
	}
	return storage.Bet{Stake: min(max(10, r.MinBet), r.MaxBet)}
}

func (m *seats) leave(o *open, by storage.InteractionID, user storage.UserID) string {
	at := o.chair(user)
	switch {
	case at < 0:
		return round.ErrNotSeated.Error()
	case o.playing && o.seat(user) >= 0:
		o.chairs[at].leaving = true
		m.did["leaver, in turn or not"]++
		m.playOn(o)
		return ""
	}
	bets := o.bettors()
	o.chairs = slices.Delete(o.chairs, at, at+1)
	if !o.playing && bets > 0 && o.bettors() == 0 {
		m.wait(o, 5*time.Minute)
		m.did["the last who bet leaves"]++
	}
	m.dealIfReady(o, by)
	return ""
}

// room is how many chips a wallet can still be given.
func (m *seats) room(user storage.UserID) storage.Chips {
	room := storage.MaxChips - m.people[user].chips - m.people[user].own
	for _, o := range m.tables {
		if i := o.seat(user); o.playing && i >= 0 {
			room -= o.seats[i].held + o.round.MostWon(blackjack.Seat(i))
		}
	}
	return room
}

// may says why a bet cannot be made.
func (m *seats) may(user storage.UserID, r blackjack.Rules, b storage.Bet) string {
	bet := blackjack.Bet{Stake: b.Stake, Sides: b.Sides}
	if err := r.Takes(bet); err != nil {
		return seatKind(err)
	}
	switch {
	case b.Stake+b.Sides.Sum() > m.people[user].chips:
		return "*wallet.ShortError"
	case r.MostWon(bet) > m.room(user):
		return wallet.ErrFull.Error()
	}
	return ""
}

func (m *seats) bet(o *open, user storage.UserID, b storage.Bet, sure bool) string {
	if o.playing {
		return round.ErrRoundOpen.Error()
	}
	before := slices.Clone(o.chairs)
	if no := m.sits(o, user); no != "" {
		return no
	}
	r, err := m.rules(o.table)
	r = o.limits(r)
	c := &o.chairs[o.chair(user)]
	if b.Stake == 0 {
		b, sure = usual(*c, r), true
	}
	no := seatKind(err)
	if err == nil {
		no = m.may(user, r, b)
	}
	if no == "" && !sure && b.Sides.Sum() > 0 && b.Stake+b.Sides.Sum() > m.people[user].chips/2 {
		no = "*round.BoldError"
	}
	if no != "" {
		o.chairs = before
		return no
	}
	first := o.bettors() == 0
	c.bet, c.ready = b, false
	if first {
		m.wait(o, o.times[0])
		for i := range o.chairs {
			if o.chairs[i].plays != "" {
				m.betFor(o, &o.chairs[i])
			}
		}
	}
	return ""
}

func (m *seats) ready(o *open, by storage.InteractionID, user storage.UserID) string {
	switch {
	case o.playing:
		return round.ErrRoundOpen.Error()
	case o.chair(user) < 0:
		return round.ErrNotSeated.Error()
	case o.bettors() == 0:
		return round.ErrNoBets.Error()
	}
	o.chairs[o.chair(user)].ready = true
	m.dealIfReady(o, by)
	return ""
}

func (m *seats) dealIfReady(o *open, by storage.InteractionID) {
	for _, c := range o.chairs {
		if !c.ready && c.plays == "" {
			return
		}
	}
	if !o.playing && o.bettors() > 0 {
		m.deal(o, by)
	}
}

// tell adds to the news.
func (o *open) tell(what storage.NewsKind, user storage.UserID) {
	o.news = append(o.news, storage.News{What: what, User: user, Name: "somebody"})
	if len(o.news) > 8 {
		o.news = o.news[1:]
	}
}

func (m *seats) deal(o *open, by storage.InteractionID) {
	r, err := m.rules(o.table)
	if err != nil {
		o.closing = true
		m.did["not played any more"]++
		return
	}
	r = o.limits(r)
	o.news = nil
	refused := make(map[storage.UserID]bool)
	var in []seat
	var bets []blackjack.Bet
	for i := range o.chairs {
		c := &o.chairs[i]
		if c.bet.Stake == 0 {
			continue
		}
		if no := m.may(c.user, r, c.bet); no != "" {
			why := storage.Refused
			if c.bet.Stake+c.bet.Sides.Sum() > m.people[c.user].chips {
				why = storage.Short
			}
			o.tell(why, c.user)
			c.bet, refused[c.user] = storage.Bet{}, true
			m.did["not dealt: "+no]++
			continue
		}
		in = append(in, seat{user: c.user, plays: c.plays})
		all := c.bet.Stake + c.bet.Sides.Sum()
		bets = append(bets, blackjack.Bet{Stake: c.bet.Stake, Sides: c.bet.Sides,
			Purse: m.people[c.user].chips - all})
	}
	if len(in) == 0 {
		for i := range o.chairs {
			o.chairs[i].ready = false
		}
		m.wait(o, 5*time.Minute)
		m.did["nobody can be dealt"]++
		return
	}
	dealt := func(c chair) bool {
		return refused[c.user] ||
			slices.ContainsFunc(in, func(s seat) bool { return s.user == c.user })
	}
	o.chairs = slices.DeleteFunc(o.chairs, func(c chair) bool {
		up := !dealt(c) && c.skipped == 1
		if up {
			o.tell(storage.Idle, c.user)
			m.did["did not bet twice"]++
		}
		return up
	})
	for i := range o.chairs {
		c := &o.chairs[i]
		c.ready = false
		if c.skipped++; dealt(*c) {
			c.skipped = 0
		}
	}
	o.id0, o.seats, o.playing = storage.RoundID(by), in, true
	o.round = m.cards(o, by, r, bets)
	m.wait(o, o.times[1])
	m.hold(o)
	m.playOn(o)
}

// cards deals from the shuffles that the round is kept with, which have to be those that
// were promised, or go on.
func (m *seats) cards(o *open, by storage.InteractionID, r blackjack.Rules,
	bets []blackjack.Bet) blackjack.Round {
	origin, clients := m.origin(o.id0)
	left := o.rest
	if left != nil && o.full != len(r.Full()) { // of other decks than the table has now
		left = []blackjack.Card{}
	}
	next, behind := origin.Behind, []blackjack.Card(nil)
	if r.Low(left) {
		next, left = origin.Shuffle, shuffled(origin.Shuffle, r)
	} else if m.did["the shoe goes on"]++; origin.Shuffle != o.shoe || origin.Dealt != o.dealt {
		m.wrong("the shoe goes on with", origin, ", was at", o.shoe, o.dealt)
	}
	if origin.Behind != (storage.Shuffle{}) {
		behind = shuffled(origin.Behind, r)
	}
	if next != (storage.Shuffle{}) && (next.By != by || next.Client != fair.Combine(clients) ||
		fair.Seed(next.Server).Commitment() != o.promised) {
		m.wrong("the shuffle is not of this round:", next)
	}
	shoe, err := blackjack.NewShoeThen(left, behind)
	if err != nil {
		m.wrong(err)
	}
	round, err := blackjack.Deal(r, shoe, bets...)
	if err != nil {
		m.wrong(err)
	}
	return round
}

// leaves keeps what a round leaves of its shoe.
func (m *seats) leaves(o *open) {
	origin, _ := m.origin(o.id0)
	first, behind := o.round.Dealt()
	rules := o.round.Rules()
	rest := o.round.Rest()
	o.shoe, o.dealt, o.full = origin.Shuffle, origin.Dealt+len(first), len(rules.Full())
	if o.round.Reshuffled() {
		o.shoe, o.dealt = origin.Behind, len(behind)
		m.did["the shoe ran out in a round"]++
	}
	if len(rest) == 0 || rules.Low(rest) {
		rest = []blackjack.Card{}
		o.shoe, o.dealt = storage.Shuffle{}, 0
	}
	if !rules.Fresh || o.rest != nil {
		o.rest = rest
	}
}
