package round

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/wallet"
	"holecard/storage"
)

// Opening asks for a seating.
type Opening struct {
	Table   string        // empty for the guild's first
	Size    int           // chairs, 2 to [storage.MostSeats]
	Min     storage.Chips // 0 for the table's
	Max     storage.Chips // 0 for the table's
	Pace    storage.Pace
	Invited []storage.UserID // who may sit besides the opener, nil for everybody
	Channel uint64
	Locale  string // of the server, empty where Discord does not say
}

// OpenSeating opens a table in a channel. The error is a [*guild.TableError], [guild.ErrClosed],
// [ErrBetLimits], [ErrCrossed], [ErrManyTables], [ErrManyHere] or [interact.ErrRepeated].
func (s *Rounds) OpenSeating(ctx context.Context, v interact.By, o Opening) (Seating, error) {
	now := s.Desk.Now()
	id := storage.SeatingID(v.ID)
	var shown *seated
	err := s.Desk.Once(ctx, v, storage.Wanted{Seatings: []storage.SeatingID{id}},
		func(tx storage.Tx, again bool) error {
			shown = nil
			if again {
				t, err := readSeating(tx, id)
				if shown = t; !errors.Is(err, ErrNoSeating) {
					return err
				}
			}
			settings, err := storage.SettingsOf.Read(tx, storage.Only{})
			if err != nil {
				return err
			}
			if err := mayOpen(tx, v.Player, o.Channel); err != nil {
				return err
			}
			table, err := s.Guilds.Playable(settings, o.Table)
			if err != nil {
				return err
			}
			r := table.Rules
			switch {
			case o.Max > 0 && o.Min > o.Max:
				return ErrCrossed
			case max(o.Min, o.Max) > r.MaxBet, o.Max > 0 && o.Max < r.MinBet:
				return ErrBetLimits.With(int64(r.MinBet), int64(r.MaxBet))
			}
			t := &seated{settings: settings, Seating: storage.Seating{
				ID: id, Guild: v.Player.Guild, Table: table.Name, By: v.Player.User, ByName: v.Name,
				Place: storage.Place{Channel: o.Channel}, Min: o.Min, Max: o.Max,
				Size: min(max(o.Size, leastSeats), storage.MostSeats), Pace: o.Pace,
				Locale: o.Locale, Invited: slices.Clone(o.Invited), Opened: now,
			}}
			m := &move{s: s, tx: tx, v: v, by: v.ID, now: now, seated: t}
			m.wait(idleTime)
			shown = t
			return m.store()
		})
	if err != nil {
		return Seating{}, err
	}
	return s.showSeating(shown), nil
}

// mayOpen returns why a player may not open one more table in a channel.
func mayOpen(r storage.Reader, by storage.Player, channel uint64) error {
	open, err := storage.Seatings.All(r)
	if err != nil {
		return err
	}
	theirs, here := 0, 0
	for _, s := range open {
		if s.By == by.User {
			theirs++
		}
		if s.Place.Channel == channel {
			here++
		}
	}
	switch {
	case theirs >= MostOpened:
		return ErrManyTables.With(MostOpened)
	case here >= MostInChannel:
		return ErrManyHere.With(MostInChannel)
	}
	return nil
}

// leastSeats is the fewest chairs of a seating.
const leastSeats = 2

// move is what happens at a seating in one transaction: first it is decided, and nothing
// changed but the seating in memory; then it is stored.
type move struct {
	*seated
	s    *Rounds
	tx   storage.Tx
	v    interact.By           // zero for the clock
	by   storage.InteractionID // that does it: the interaction, or the deadline's number
	now  time.Time
	crew crew
	ask  guild.Checker

	newcomer *wallet.Wallet // who gets a wallet
	stepped  bool           // the round was dealt or played
}

// atSeating carries out an interaction at a seating. The seating that comes with an error
// is the present one.
func (s *Rounds) atSeating(ctx context.Context, v interact.By, id storage.SeatingID,
	decide func(*move) error) (Seating, error) {
	var shown *seated
	var settled *Stored
	reads := seatingReads(id, v.ID)
	err := s.withCrew(ctx, v.Patient, func(hired crew) error {
		return s.Wallets.Staking(ctx, v, reads, func(tx storage.Tx, again bool, a guild.Checker) error {
			shown, settled = nil, nil
			t, err := readSeating(tx, id)
			if shown = t; err != nil || again { // the result is shown again
				return err
			}
			m := &move{s: s, tx: tx, v: v, by: v.ID, now: a.Now, crew: hired, ask: a, seated: t}
			before := t.Seating
			before.Chairs = slices.Clone(t.Chairs)
			if err := decide(m); err != nil {
				present, readErr := readSeating(tx, id) // as it is stored
				shown = present
				return cmp.Or(readErr, err)
			}
			if m.stepped {
				settled = m.round
			}
			if m.unchanged = m.keeps(before); m.unchanged {
				return nil
			}
			return m.store()
		})
	})
	s.after(v.Player.Guild, err, settled)
	if err != nil && !interact.Refused(err) {
		shown = nil // not stored
	}
	return s.showSeating(shown), err
}

// seatingReads is what a move reads of a seating. It may deal a round.
func seatingReads(id storage.SeatingID, by storage.InteractionID) storage.Wanted {
	return storage.Wanted{Seatings: []storage.SeatingID{id},
		Seated: []storage.RoundID{storage.RoundID(by)}, Settings: true}
}

// store stores what was decided. Its first write records the interaction.
func (m *move) store() error {
	switch {
	case m.newcomer != nil:
		if err := m.s.Wallets.Begin(m.tx, m.v, m.newcomer, m.now); err != nil {
			return err
		}
		if err := storage.Profiles.Save(m.tx, m.newcomer.Profile); err != nil {
			return err
		}
	case m.v.ID != 0:
		if err := m.tx.See(m.v.ID, m.now); err != nil {
			return err
		}
	}
	if m.stepped {
		for _, h := range m.helped {
			if err := storage.Hints.Add(m.tx, h); err != nil {
				return err
			}
		}
		if err := m.s.keep(m.tx, m.by, m.round, m.seats, &m.Fair, m.now); err != nil {
			return err
		}
		for _, w := range m.seats { // as the ledger has them by now
			balance, err := m.tx.Balance(storage.WalletOf(w.Profile.Player))
			if err != nil {
				return err
			}
			w.Balance = balance
		}
	}
	for _, w := range m.seats {
		w.Leave = care.Leave{} // what is shown is by the wallet alone
	}
	if m.closed() {
		return storage.CloseSeating(m.tx, m.ID)
	}
	if err := m.remind(); err != nil {
		return err
	}
	if m.s.draw(&m.Fair); m.Fair.Shown.IsZero() {
		m.Fair.Shown = m.now // with the message
	}
	m.Version++
	m.Changed = m.now
	return storage.Seatings.Save(m.tx, m.Seating)
}

// keeps reports whether the visitor has changed nothing, and is to be told nothing.
func (m *move) keeps(before storage.Seating) bool {
	at := m.ChairOf(m.v.Player.User)
	return !m.stepped && m.newcomer == nil && (at < 0 || !m.Chairs[at].Remind) &&
		reflect.DeepEqual(m.Seating, before)
}

// remind tells the visitor how long they have played, if that is due: once.
func (m *move) remind() error {
	at := m.ChairOf(m.v.Player.User)
	if at < 0 || !m.Chairs[at].Remind {
		return nil
	}
	w, err := wallet.Read(m.tx, m.v.Player)
	sat := w.Profile.Sitting
	m.Chairs[at].Remind, m.reminder = false, sat.Reminded.Sub(sat.Since)
	return err
}

// wait sets when the clock goes on.
func (m *move) wait(d time.Duration) {
	at := m.now.Add(d).Truncate(time.Microsecond).UTC()
	m.Due = storage.Due{At: at, Number: storage.DeadlineID(m.by)}
}

// note adds to the news.
func (m *move) note(what storage.NewsKind, c storage.Chair) {
	m.News = append(m.News, storage.News{What: what, User: c.User, Name: c.Name})
	m.News = m.News[max(0, len(m.News)-storage.MostNews):]
}

// maySit returns why a user cannot sit at a seating: [ErrNoSeating], [ErrNotInvited] or
// [ErrSeatsTaken].
func maySit(s storage.Seating, user storage.UserID) error {
	switch {
	case s.ChairOf(user) >= 0:
		return nil
	case s.Closing:
		return ErrNoSeating
	case s.Invited != nil && user != s.By && !slices.Contains(s.Invited, user):
		return ErrNotInvited
	case len(s.Chairs) >= s.Size:
		return ErrSeatsTaken
	}
	return nil
}

// sit gives the visitor a chair, unless they have one.
func (m *move) sit() (*storage.Chair, error) {
	if at := m.ChairOf(m.v.Player.User); at >= 0 {
		c := &m.Chairs[at]
		if m.v.Name != "" {
			c.Name = m.v.Name
		}
		return c, nil
	}
	if err := maySit(m.Seating, m.v.Player.User); err != nil {
		return nil, err
	}
	w, err := m.s.Wallets.Of(m.tx, m.v)
	if err != nil {
		return nil, err
	}
	f, err := m.ask.Facts(m.tx, w.Profile)
	if err == nil {
		err = f.Barred()
	}
	if err != nil {
		return nil, err
	}
	if w.Fresh {
		m.newcomer = &w
	}
	m.Chairs = append(m.Chairs, storage.Chair{User: m.v.Player.User, Name: m.v.Name})
	return &m.Chairs[len(m.Chairs)-1], nil
}

// Sit gives the player a chair at a seating, with a strategy that bets and plays for them or
// none. Who was about to leave stays. The error is [ErrNoSeating], [ErrSeatsTaken],
// [ErrNotInvited] or that of the strategy.
//
// Here and wherever cards may be dealt or played it can be [interact.ErrNotReady], which is not
// remembered, as with [Rounds.Start].
func (s *Rounds) Sit(ctx context.Context, v interact.By, id storage.SeatingID,
	plays string) (Seating, error) {
	var cannot error
	if plays != "" {
		if cannot = s.mayHire(ctx, v, id, plays); errors.Is(cannot, interact.ErrNotReady) {
			return Seating{}, cannot
		}
	}
	return s.atSeating(ctx, v, id, func(m *move) error {
		if cannot != nil {
			return cannot
		}
		c, err := m.sit()
		if err != nil {
			return err
		}
		c.Leaving, c.Plays = false, plays
		if plays != "" && m.stage() == Betting {
			m.betFor(c)
		}
		return m.readyToDeal()
	})
}

// Leave takes the player's chair away: now, or after the round that they are in, which
// plays on without them. The error is [ErrNoSeating] or [ErrNotSeated].
func (s *Rounds) Leave(ctx context.Context, v interact.By,
	id storage.SeatingID) (Seating, error) {
	return s.atSeating(ctx, v, id, func(m *move) error {
		at := m.ChairOf(v.Player.User)
		if at < 0 {
			return ErrNotSeated
		}
		if m.Playing && m.round.SeatOf(v.Player.User) >= 0 {
			m.Chairs[at].Leaving = true
			return m.playOn()
		}
		before := m.stage()
		m.Chairs = slices.Delete(m.Chairs, at, at+1)
		if before == Betting && m.bets() == 0 {
			m.wait(idleTime)
		}
		return m.readyToDeal()
	})
}

// Bet sets the player's bet for the next round, and gives them a chair if they have none. A
// stake of 0 is the last bet there, or [wallet.FirstBet] or the least there is. Nothing is held
// before the cards are dealt. The error is [ErrRoundOpen], a [*blackjack.StakeError], a
// [*blackjack.SideBetError], a [*wallet.ShortError], a [*BoldError], [wallet.ErrFull] or one of
// [Rounds.Sit].
func (s *Rounds) Bet(ctx context.Context, v interact.By, id storage.SeatingID,
	bet storage.Bet) (Seating, error) {
	return s.betAt(ctx, v, id, bet, false)
}

// BetBoldly is [Rounds.Bet] of a player who was asked by a [*BoldError] and means it.
func (s *Rounds) BetBoldly(ctx context.Context, v interact.By, id storage.SeatingID,
	bet storage.Bet) (Seating, error) {
	return s.betAt(ctx, v, id, bet, true)
}

func (s *Rounds) betAt(ctx context.Context, v interact.By, id storage.SeatingID,
	bet storage.Bet, sure bool) (Seating, error) {
	return s.atSeating(ctx, v, id, func(m *move) error {
		if m.Playing {
			return ErrRoundOpen
		}
		c, err := m.sit()
		if err != nil {
			return err
		}
		rules, err := m.rules()
		if err != nil {
			return err
		}
		if bet.Stake == 0 {
			bet, sure = m.usual(c, rules), true
		}
		if err := rules.Takes(dealtBet(bet, 0)); err != nil {
			return err
		}
		w, err := s.Wallets.Of(m.tx, v)
		if err != nil {
			return err
		}
		facts, err := m.ask.Facts(m.tx, w.Profile)
		if err != nil {
			return err
		}
		if _, err := facts.Round(total(bet)); err != nil {
			return err
		}
		if total(bet) > w.Balance {
			short, err := s.Wallets.Short(m.tx, v, w, total(bet))
			return cmp.Or[error](err, short)
		}
		if why, err := mayBeDealt(m.tx, w, bet, rules); err != nil {
			return err
		} else if why != 0 {
			return wallet.ErrFull
		}
		meant := Deal{Bet: bet.Stake, Sides: bet.Sides, Seating: id, Asked: v.ID}
		if !sure && isBold(meant, w) {
			return &BoldError{w.Balance, meant}
		}
		first := m.bets() == 0
		c.Bet, c.Ready = bet, false
		if first {
			m.wait(tempos[m.Pace].bets)
			for i := range m.Chairs {
				if m.Chairs[i].Plays != "" {
					m.betFor(&m.Chairs[i])
				}
			}
		}
		return nil
	})
}

// total returns all that a bet stakes.
func total(b storage.Bet) storage.Chips { return b.Stake + b.Sides.Sum() }

// rules returns those of the next round.
func (m *move) rules() (blackjack.Rules, error) {
	table, err := m.s.Guilds.Playable(m.settings, m.Table)
	return limited(table, m.Min, m.Max).Rules, err
}

// usual returns the bet of a player who names none.
func (m *move) usual(c *storage.Chair, rules blackjack.Rules) storage.Bet {
	if last := c.Last; last.Stake > 0 {
		last.Sides = stillOffered(rules, last.Stake, last.Sides)
		return last
	}
	return storage.Bet{Stake: min(max(wallet.FirstBet, rules.MinBet), rules.MaxBet)}
}

// betFor bets for a player whose strategy plays.
func (m *move) betFor(c *storage.Chair) {
	if rules, err := m.rules(); err == nil && c.Bet.Stake == 0 {
		c.Bet = m.usual(c, rules)
	}
	c.Ready = true
}

// Ready says that the player waits for nobody. When all who sit do, the cards are dealt. The
// error is [ErrRoundOpen], [ErrNotSeated] or [ErrNoBets].
func (s *Rounds) Ready(ctx context.Context, v interact.By,
	id storage.SeatingID) (Seating, error) {
	return s.atSeating(ctx, v, id, func(m *move) error {
		at := m.ChairOf(v.Player.User)
		switch {
		case m.Playing:
			return ErrRoundOpen
		case at < 0:
			return ErrNotSeated
		case m.bets() == 0:
			return ErrNoBets
		}
		m.Chairs[at].Ready = true
		return m.readyToDeal()
	})
}

// readyToDeal deals when all who sit are ready.
func (m *move) readyToDeal() error {
	if m.Playing || m.bets() == 0 || slices.ContainsFunc(m.Chairs, func(c storage.Chair) bool {
		return !c.Ready && c.Plays == ""
	}) {
		return nil
	}
	return m.deal()
}

// Play plays an action of the player, as long as what was asked has the turn. The error is
// [ErrNoRound], [ErrNotDealt], [ErrNotTurn], [ErrAnswered], [ErrTurnPassed], a
// [*blackjack.IllegalError] or a [*wallet.ShortError].
func (s *Rounds) Play(ctx context.Context, v interact.By, id storage.SeatingID, turn uint32,
	a blackjack.Action) (Seating, error) {
	return s.atSeating(ctx, v, id, func(m *move) error {
		if !m.Playing {
			return ErrNoRound
		}
		seat := m.round.SeatOf(v.Player.User)
		if seat < 0 {
			return ErrNotDealt
		}
		if err := m.askRaises(); err != nil {
			return err
		}
		r := m.funded()
		asked, ok := m.asked(r, seat)
		insuring := r.Phase() == blackjack.Insuring
		switch {
		case m.round.Seats[seat].Answer != 0:
			return ErrAnswered
		case !ok && !insuring:
			return m.notTurn(r)
		case m.Turn != turn:
			return ErrTurnPassed
		}
		if err := mayPlay(asked, blackjack.Seat(seat), a, m.purse(seat)); err != nil {
			return m.seats[seat].Lacking(err)
		}
		if at := m.ChairOf(v.Player.User); at >= 0 {
			m.Chairs[at].Slept, m.Chairs[at].Plays = 0, ""
		}
		m.round.Seats[seat].Plays = ""
		if insuring {
			m.round.Seats[seat].Answer = uint8(a)
			m.stepped = true // the chips are held
			return m.playOn()
		}
		next, err := r.Play(blackjack.Seat(seat), a)
		if err != nil {
			return err
		}
		m.round.Game = next
		m.played()
		return m.playOn()
	})
}
