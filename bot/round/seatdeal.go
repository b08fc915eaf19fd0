package round

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/care"
	"holecard/bot/interact"
	"holecard/bot/wallet"
	"holecard/storage"
)

// deal closes the bets: it holds all stakes and deals the cards. Who cannot pay is not
// dealt, and who has not bet twice stands up.
func (m *move) deal() error {
	table, err := m.s.Guilds.Playable(m.settings, m.Table)
	if err != nil { // it is not played here any more
		m.Closing = true
		return nil
	}
	table = limited(table, m.Min, m.Max)
	k := &Stored{Round: storage.Round{ID: storage.RoundID(m.by), Guild: m.Guild,
		Table: table.Name, Seating: m.ID, Place: m.Place, Dealt: m.now}}
	m.News = nil
	m.round, m.seats = k, nil
	refused := make(map[storage.UserID]bool)
	var bets []blackjack.Bet
	var clients []string
	m.loadLimits(func(c storage.Chair) bool { return c.Bet.Stake > 0 })
	for i := range m.Chairs {
		c := &m.Chairs[i]
		if c.Bet.Stake == 0 {
			continue
		}
		w, err := wallet.Read(m.tx, storage.Player{Guild: m.Guild, User: c.User})
		if err != nil {
			return err
		}
		why, err := mayBeDealt(m.tx, w, c.Bet, table.Rules)
		if err == nil && why == 0 {
			why, err = m.askToDeal(&w, c.Bet)
		}
		if err != nil {
			return err
		}
		if why != 0 {
			m.note(why, *c)
			c.Bet, refused[c.User] = storage.Bet{}, why != storage.Limited
			continue
		}
		c.Remind = c.Remind || w.Profile.Sitting.Reminded.Equal(m.now)
		m.s.client(&w.Profile.Fair)
		w.Profile.LastHand, w.Profile.Name = k.ID, c.Name
		w.Profile.Untold = 0 // they were told of it with the round before
		bets = append(bets, dealtBet(c.Bet, w.Stakes()-total(c.Bet)))
		m.seats = append(m.seats, &w)
		clients = append(clients, w.Profile.Fair.Client)
		k.Seats = append(k.Seats, storage.Seat{User: c.User, Plays: c.Plays,
			Client: w.Profile.Fair.Client})
	}
	if len(bets) == 0 {
		return m.nobody()
	}
	m.skip(refused)
	left, err := readDeck(m.tx, m.DeckOwner(), table)
	if err != nil {
		return err
	}
	m.Fair.Client = fair.Combine(clients)
	maker := &shoemaker{shuffle: m.s.Shuffle, rules: table.Rules}
	from, round, err := m.s.dealFrom(left, &m.Fair, m.by, maker, bets...)
	if err != nil {
		return err
	}
	k.Shoe, k.Shuffled, k.Game = from.origin, from.again, round
	m.Seating.Round, m.Playing = k.ID, true
	m.played()
	return m.playOn()
}

// mayBeDealt returns why a wallet's bet cannot be dealt, 0 where it can.
func mayBeDealt(r storage.Reader, w wallet.Wallet, b storage.Bet,
	rules blackjack.Rules) (storage.NewsKind, error) {
	room, err := w.Room(r)
	switch bet := dealtBet(b, 0); {
	case total(b) > w.Balance:
		return storage.Short, err
	case rules.Takes(bet) != nil || rules.MostWon(bet) > room:
		return storage.Refused, err
	}
	return 0, err
}

// askToDeal asks for the leave to deal a bet, and returns why there is none, 0 where it is
// given.
func (m *move) askToDeal(w *wallet.Wallet, b storage.Bet) (storage.NewsKind, error) {
	facts, err := m.ask.Facts(m.tx, w.Profile)
	if err != nil {
		return 0, err
	}
	if w.Leave, err = facts.Round(total(b)); err != nil {
		if _, stopped := errors.AsType[*care.StopError](err); stopped {
			return storage.Limited, nil
		}
	}
	w.Profile.Sitting = facts.Sit(w.Profile.Sitting)
	return 0, err
}

// askRaises asks for the leave to add to the stakes: of the visitor, and of seats that
// strategies play. Nobody else can in this move.
func (m *move) askRaises() error {
	raises := func(c storage.Chair) bool { return c.User == m.v.Player.User || c.Plays != "" }
	m.loadLimits(raises)
	for _, w := range m.seats {
		at := m.ChairOf(w.Profile.Player.User)
		if at < 0 || !raises(m.Chairs[at]) || w.Leave != (care.Leave{}) {
			continue
		}
		facts, err := m.ask.Facts(m.tx, w.Profile)
		if err != nil {
			return err
		}
		w.Leave = facts.Raise()
	}
	return nil
}

// loadLimits reads what is set by those in some chairs, except by the visitor, whose limits
// are read already.
func (m *move) loadLimits(of func(storage.Chair) bool) {
	var reads storage.Wanted
	for _, c := range m.Chairs {
		if c.User != m.v.Player.User && of(c) {
			m.ask.Wants(&reads, m.Guild, c.User)
		}
	}
	m.tx.Load(reads)
}

// dealtBet returns a bet as the round takes it, with the chips that can be added to it.
func dealtBet(b storage.Bet, purse storage.Chips) blackjack.Bet {
	return blackjack.Bet{Stake: b.Stake, Purse: purse, Sides: b.Sides}
}

// skip counts the rounds in a row that people do not bet in, and stands up who does not for
// the second time. Whose bet was refused has bet.
func (m *move) skip(refused map[storage.UserID]bool) {
	bet := func(c storage.Chair) bool { return m.round.SeatOf(c.User) >= 0 || refused[c.User] }
	m.Chairs = slices.DeleteFunc(m.Chairs, func(c storage.Chair) bool {
		idle := !bet(c) && c.Skipped+1 >= patience
		if idle {
			m.note(storage.Idle, c)
		}
		return idle
	})
	for i := range m.Chairs {
		c := &m.Chairs[i]
		if c.Ready = false; bet(*c) {
			c.Skipped = 0
		} else {
			c.Skipped++
		}
	}
}

// nobody goes back to waiting, because nobody can be dealt.
func (m *move) nobody() (err error) {
	m.round, m.seats = nil, nil
	for i := range m.Chairs {
		m.Chairs[i].Ready = false
	}
	if m.Seating.Round != 0 {
		if m.round, err = Read(m.tx, m.Seating.Round); err == nil {
			err = m.readSeats(m.tx)
		}
	}
	m.Turn++
	m.wait(idleTime)
	return err
}

// playOn plays what nobody has to be asked for, and ends the round when it is over.
func (m *move) playOn() error {
	if err := m.askRaises(); err != nil {
		return err
	}
	played, err := m.crew.playOn(m.seated)
	if err != nil {
		return err
	}
	if played {
		m.played()
	}
	if m.round.Game.Phase() == blackjack.Over {
		m.over()
	}
	return nil
}

// played notes that the round has gone on, and that something else is asked.
func (m *move) played() {
	m.stepped = true
	m.Turn++
	m.wait(tempos[m.Pace].turn)
}

// over opens the bets again.
func (m *move) over() {
	m.Playing = false
	m.Chairs = slices.DeleteFunc(m.Chairs, func(c storage.Chair) bool {
		asleep := c.Slept >= patience
		if asleep {
			m.note(storage.Asleep, c)
		}
		return asleep || c.Leaving
	})
	for i := range m.Chairs {
		c := &m.Chairs[i]
		if m.round.SeatOf(c.User) >= 0 {
			c.Last, c.Bet, c.Ready = c.Bet, storage.Bet{}, false
		}
	}
	m.wait(idleTime)
}

// notTurn says whose turn it is.
func (m *move) notTurn(r blackjack.Round) error {
	who := r.Turn()
	if who == blackjack.House {
		return ErrTurnPassed
	}
	return ErrNotTurn.With(m.seats[who].Profile.Name, m.Due.At)
}

// mayPlay returns why a seat that is asked cannot play an action.
func mayPlay(r blackjack.Round, who blackjack.Seat, a blackjack.Action,
	purse storage.Chips) error {
	legal := r.Legal(who)
	if legal.Has(a) {
		return nil
	}
	if cost := r.Cost(a); r.LegalWith(who, cost).Has(a) {
		return &wallet.ShortError{Need: cost, Balance: purse, Held: r.Staked(who)}
	}
	return &blackjack.IllegalError{Action: a, Legal: legal}
}

// Expire carries out a deadline, and reports whether it did: a deadline that was moved, or
// carried out by somebody else, is left alone.
func (s *Rounds) Expire(ctx context.Context, d storage.Deadline) (v Seating, done bool,
	err error) {
	a, err := s.Wallets.Limits.Checker(ctx)
	if err != nil {
		return v, false, err
	}
	var shown *seated
	var settled *Stored
	err = s.withCrew(ctx, false, func(hired crew) error {
		return s.Desk.Store.Update(ctx, d.Guild, func(tx storage.Tx) error {
			done, settled = false, nil
			tx.Load(seatingReads(d.Seating, d.Number))
			t, err := readSeating(tx, d.Seating)
			if shown = t; errors.Is(err, ErrNoSeating) || err == nil && t.Due != d.Due {
				return nil
			}
			if err != nil {
				return err
			}
			done = true
			m := &move{s: s, tx: tx, by: d.Number, now: a.Now, crew: hired, ask: a, seated: t}
			if err := m.strike(); err != nil {
				return err
			}
			if m.stepped {
				settled = m.round
			}
			return m.store()
		})
	})
	s.after(d.Guild, err, settled)
	switch {
	case err != nil:
		return Seating{}, false, err
	case shown == nil:
		return Seating{ID: d.Seating, Guild: d.Guild, Stage: Closed}, false, nil
	}
	return s.showSeating(shown), done, nil
}

// strike does what a deadline is for.
func (m *move) strike() error {
	switch m.stage() {
	case Betting:
		return m.deal()
	case Insuring, Playing:
		return m.sleep()
	}
	m.Closing = true
	return nil
}

// sleep answers for who has let the turn pass: no insurance, and stand.
func (m *move) sleep() error {
	r := m.funded()
	for i := range m.round.Seats {
		if _, asked := m.asked(r, i); !asked || !m.person(i) {
			continue
		}
		passed := storage.Slept
		if r.Phase() == blackjack.Insuring {
			m.round.Seats[i].Answer, passed = uint8(blackjack.Decline), storage.Declined
			if m.asleep == nil {
				m.asleep = make(map[storage.UserID]bool)
			}
			m.asleep[m.round.Seats[i].User] = true
		}
		c := &m.Chairs[m.ChairOf(m.round.Seats[i].User)]
		c.Slept++
		m.note(passed, *c)
	}
	for asleep := r.Turn(); r.Phase() == blackjack.Playing && r.Turn() == asleep; {
		m.help(r, asleep)
		next, err := r.Play(asleep, blackjack.Stand)
		if err != nil {
			return err
		}
		r = next
	}
	m.round.Game = r
	m.played()
	return m.playOn()
}

// atOnce is how many seatings are changed at the same time when the bot comes back.
const atOnce = 64

// Resume gives everybody who is asked something the time to answer it, after a time in which
// nobody could, in the guilds of a claim. It returns the open seatings. One that fails keeps
// no other from it.
func (s *Rounds) Resume(ctx context.Context, in storage.Claim) (resumed []Seating, err error) {
	now := s.Desk.Now()
	in.Until, in.Limit = now.Add(24*time.Hour), 1<<20
	list, err := s.Desk.Store.Due(ctx, in)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(atOnce)
	for _, d := range list {
		group.Go(func() error {
			var shown *seated
			err := s.Desk.Store.Update(ctx, d.Guild, func(tx storage.Tx) error {
				t, err := readSeating(tx, d.Seating)
				if shown = t; errors.Is(err, ErrNoSeating) {
					return nil
				}
				if err != nil {
					return err
				}
				enough := resumedTime
				if t.stage() == Waiting {
					enough = idleTime
				}
				if t.Due != d.Due || !d.At.Before(now.Add(enough)) {
					return nil
				}
				m := &move{s: s, tx: tx, by: d.Number, now: now, seated: t}
				m.wait(enough)
				return m.store()
			})
			if err == nil && shown != nil {
				mu.Lock()
				defer mu.Unlock()
				resumed = append(resumed, s.showSeating(shown))
			}
			return err
		})
	}
	err = group.Wait()
	return resumed, err
}

// CloseSeating closes a seating, after the round that is played. The error is
// [ErrNoSeating], or [ErrNotOpener] for who has not opened it and is no admin.
func (s *Rounds) CloseSeating(ctx context.Context, v interact.By, id storage.SeatingID,
	admin bool) (Seating, error) {
	return s.atSeating(ctx, v, id, func(m *move) error {
		if m.By != v.Player.User && !admin {
			return ErrNotOpener
		}
		m.Closing = true
		return nil
	})
}

// Invite lets a player sit at a seating. The error is [ErrNoSeating], [ErrNotOpener] or
// [ErrInvited].
func (s *Rounds) Invite(ctx context.Context, v interact.By, id storage.SeatingID,
	user storage.UserID) (Seating, error) {
	return s.atSeating(ctx, v, id, func(m *move) error {
		if m.By != v.Player.User {
			return ErrNotOpener
		}
		switch {
		case m.Invited == nil || slices.Contains(m.Invited, user):
			return nil
		case len(m.Invited) >= MostInvited:
			return ErrInvited.With(MostInvited)
		}
		m.Invited = append(m.Invited, user)
		return nil
	})
}

// Placed keeps where the message of a seating is. It does nothing to one that has closed.
func (s *Rounds) Placed(ctx context.Context, guild storage.GuildID, id storage.SeatingID,
	at storage.Place) error {
	return s.alter(ctx, guild, id, func(t *seated) (changed bool) {
		changed, t.Place = t.Place != at, at
		return changed
	})
}

// Gone closes a seating whose message is gone, after the round that is played.
func (s *Rounds) Gone(ctx context.Context, guild storage.GuildID, id storage.SeatingID) error {
	return s.alter(ctx, guild, id, func(t *seated) (changed bool) {
		changed, t.Closing = !t.Closing, true
		return changed
	})
}

// alter changes an open seating, whoever asks for it.
func (s *Rounds) alter(ctx context.Context, guild storage.GuildID, id storage.SeatingID,
	change func(*seated) (changed bool)) error {
	now := s.Desk.Now()
	return s.Desk.Store.Update(ctx, guild, func(tx storage.Tx) error {
		t, err := readSeating(tx, id)
		if err != nil {
			if errors.Is(err, ErrNoSeating) {
				return nil
			}
			return err
		}
		if !change(t) {
			return nil
		}
		m := &move{s: s, tx: tx, now: now, seated: t}
		return m.store()
	})
}
