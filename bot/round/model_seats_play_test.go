package round_test

import (
	"time"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/round"
	"holecard/storage"
)

// hold takes what the seats have staked by now.
func (m *seats) hold(o *open) {
	for i := range o.seats {
		s := &o.seats[i]
		staked := o.round.Staked(blackjack.Seat(i))
		if s.said && s.answer == blackjack.Insure {
			staked += o.round.Bet(blackjack.Seat(i)) / 2
		}
		m.people[s.user].chips -= staked - s.held
		s.held = staked
	}
}

// funded is the round with the chips that there are.
func (m *seats) funded(o *open) blackjack.Round {
	r := o.round
	for i, s := range o.seats {
		r = r.Fund(blackjack.Seat(i),
			m.people[s.user].chips+s.held-r.Staked(blackjack.Seat(i)))
	}
	return r
}

// asked reports whether a seat has something to say now.
func (m *seats) asked(o *open, i int) bool {
	r := m.funded(o)
	switch {
	case !o.playing:
		return false
	case r.Phase() == blackjack.Insuring:
		_, ok := r.AskedOf(blackjack.Seat(i))
		return ok && !o.seats[i].said
	}
	return r.Turn() == blackjack.Seat(i)
}

// person reports whether a seat's player is there.
func (o *open) person(i int) bool {
	at := o.chair(o.seats[i].user)
	return o.seats[i].plays == "" && at >= 0 && !o.chairs[at].leaving
}

// playOn plays until somebody has to be asked.
func (m *seats) playOn(o *open) {
	moved := false
	defer func() {
		for i := range o.seats {
			s := &o.seats[i]
			s.said = s.said && o.round.Phase() == blackjack.Insuring
		}
	}()
	for o.round.Phase() != blackjack.Over {
		r := m.funded(o)
		i := int(r.Turn())
		a := blackjack.Decline
		switch {
		case r.Phase() == blackjack.Insuring:
			for j := range o.seats {
				if m.asked(o, j) && o.person(j) {
					return
				}
			}
			if s := &o.seats[i]; s.said {
				a, s.said = s.answer, false
			} else if m.asked(o, i) {
				a = m.strategy(o, r, i)
			} else {
				m.did["no chips left for insurance"]++
			}
		case i >= 0 && o.person(i):
			if moved {
				m.wait(o, o.times[1])
			}
			return
		default:
			a = m.strategy(o, r, i)
		}
		next, err := r.Play(r.Turn(), a)
		if err != nil {
			m.wrong("the model plays", a, err)
		}
		o.round, moved = next, true
		m.hold(o)
	}
	m.over(o)
}

// strategy says what is played for a seat, or for the house.
func (m *seats) strategy(o *open, r blackjack.Round, i int) blackjack.Action {
	plays := strategy.StopAt(tables.HouseStops)
	seen := strategy.See(r)
	if i >= 0 {
		at := o.chair(o.seats[i].user)
		if at < 0 || o.chairs[at].leaving {
			m.did["played for who has left"]++
			if r.Phase() == blackjack.Insuring {
				return blackjack.Decline
			}
			return blackjack.Stand
		}
		m.did["played by a strategy"]++
		p, err := strategy.Parse(o.seats[i].plays, strategy.Env{})
		if err != nil {
			m.wrong(err)
		}
		a, err := p.Decide(&seen)
		if err != nil {
			m.wrong(err)
		}
		return a
	}
	m.did["the house decides"]++
	a, _ := plays.Decide(&seen)
	return a
}

// over settles all seats and opens the bets again.
func (m *seats) over(o *open) {
	view := o.round.View()
	for i := range o.seats {
		s := &o.seats[i]
		p, pay := m.people[s.user], o.round.Payout(blackjack.Seat(i))
		p.chips += pay.Staked - pay.Lost + pay.Won
		tally(&p.stats, view.Seats[i], pay.Staked, pay.Net())
		s.held = 0
		if c := o.chair(s.user); c >= 0 {
			o.chairs[c].last, o.chairs[c].bet = o.chairs[c].bet, storage.Bet{}
			o.chairs[c].ready = false
		}
	}
	var stay []chair
	for _, c := range o.chairs {
		if c.slept > 1 {
			o.tell(storage.Asleep, c.user)
			m.did["asleep twice"]++
		} else if !c.leaving {
			stay = append(stay, c)
		}
	}
	o.chairs, o.playing = stay, false
	m.wait(o, 5*time.Minute)
	m.leaves(o)
	if view.Emptied {
		m.did["an empty shoe ends a round"]++
	}
	m.did["rounds"]++
	m.did["seats"] += len(o.seats)
}

func (m *seats) play(o *open, user storage.UserID, fresh bool, a blackjack.Action) string {
	if !o.playing {
		return round.ErrNoRound.Error()
	}
	i := o.seat(user)
	if i < 0 {
		return round.ErrNotDealt.Error()
	}
	r := m.funded(o)
	insuring := r.Phase() == blackjack.Insuring
	switch {
	case o.seats[i].said:
		return round.ErrAnswered.Error()
	case !insuring && !m.asked(o, i):
		return round.ErrNotTurn.Error()
	case !fresh:
		return round.ErrTurnPassed.Error()
	}
	if insuring {
		r, _ = r.AskedOf(blackjack.Seat(i))
	}
	may := func(r blackjack.Round) bool { return r.Legal(blackjack.Seat(i)).Has(a) }
	switch {
	case may(r):
	case may(r.Fund(blackjack.Seat(i), r.Cost(a))):
		return "*wallet.ShortError"
	default:
		return "*blackjack.IllegalError"
	}
	if c := o.chair(user); c >= 0 {
		o.chairs[c].slept, o.chairs[c].plays = 0, ""
	}
	if o.seats[i].plays != "" {
		m.did["who presses takes over"]++
	}
	o.seats[i].plays = ""
	m.did["played "+a.String()]++
	if insuring {
		o.seats[i].answer, o.seats[i].said = a, true
		m.hold(o)
		if m.playOn(o); o.playing && o.round.Phase() != blackjack.Insuring {
			m.wait(o, o.times[1])
		}
		return ""
	}
	o.round, _ = r.Play(blackjack.Seat(i), a)
	m.hold(o)
	m.wait(o, o.times[1])
	m.playOn(o)
	return ""
}

// strike is what a deadline does.
func (m *seats) strike(o *open, by storage.InteractionID) {
	switch {
	case !o.playing && o.bettors() > 0:
		m.did["bets closed by the clock"]++
		m.deal(o, by)
		return
	case !o.playing:
		m.did["closed because nobody bets"]++
		o.closing = true
		return
	}
	insuring := o.round.Phase() == blackjack.Insuring
	for i := range o.seats {
		if !m.asked(o, i) || !o.person(i) {
			continue
		}
		c := o.chair(o.seats[i].user)
		o.chairs[c].slept++
		if insuring {
			o.tell(storage.Declined, o.seats[i].user)
			o.seats[i].said, o.seats[i].answer = true, blackjack.Decline
			m.did["slept when insurance was asked"]++
			continue
		}
		o.tell(storage.Slept, o.seats[i].user)
		m.did["slept in turn"]++
		for r := m.funded(o); r.Phase() == blackjack.Playing && int(r.Turn()) == i; {
			r, _ = r.Play(r.Turn(), blackjack.Stand)
			o.round = r
		}
		break
	}
	m.wait(o, o.times[1])
	m.playOn(o)
}

// stage is how far a table has come.
func (m *seats) stage(o *open) round.Stage {
	switch {
	case o.closing && !o.playing:
		return round.Closed
	case o.playing && o.round.Phase() == blackjack.Insuring:
		return round.Insuring
	case o.playing:
		return round.Playing
	case o.bettors() > 0:
		return round.Betting
	}
	return round.Waiting
}

// wake gives everybody time after a restart.
func (m *seats) wake() {
	for _, o := range m.tables {
		enough := 15 * time.Second
		if m.stage(o) == round.Waiting {
			enough = 5 * time.Minute
		}
		if o.until.Before(m.now.Add(enough)) {
			m.wait(o, enough)
		}
	}
}
