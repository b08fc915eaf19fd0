package round

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/bot/wallet"
	"holecard/storage"
)

// A seating is an open table in a channel. What happens there is one transaction each,
// whether somebody presses a button or the clock strikes:
//
//	Waiting ──first bet──▶ Betting ──time, or all are ready──▶ all stakes held, cards dealt
//	   ▲  │ 5 min                                                │ ace up       │
//	   │  ▼                                                      ▼              ▼
//	   │ closed                     Insuring: all at once ──▶ Playing: seat by seat
//	   │                                                                        │
//	   └──────────────── one settlement of all seats, sleepers stand up ◀───────┘
//
// Each question has a number, its turn, which buttons carry; and a deadline, which is
// stored. The clock is whoever asks the store what is due (storage.Store.Due) and carries
// it out ([Rounds.Expire]).

// Stage is how far a seating has come.
type Stage uint8

// The stages.
const (
	Waiting  Stage = iota // nobody has bet
	Betting               // somebody has, and others still can
	Insuring              // all seats are asked for insurance
	Playing               // a seat is in turn
	Closed                // for ever
)

// Seating is an open table as people see it.
type Seating struct {
	ID      storage.SeatingID
	Guild   storage.GuildID
	Place   storage.Place
	Version uint32
	Table   tables.Table // with the limits of bets that hold here
	By      storage.UserID
	ByName  string
	Locale  string // of the server, empty where Discord did not say
	Size    int    // how many chairs there may be
	Pace    storage.Pace
	Invited []storage.UserID // who may sit besides By, nil for everybody
	Chairs  []storage.Chair
	Stage   Stage
	Turn    uint32    // the number of what is asked
	Until   time.Time // when the clock goes on
	Closing bool      // it closes when the round is over
	News    []storage.News
	// the commitment to the next shuffle
	Commitment string
	Look       interact.Look // of the server
	Round      *SeatedRound  // the newest, nil before the first
	// how long who has pressed has played, to tell them alone and once, else 0
	Played time.Duration
	// whoever pressed has changed nothing
	Unchanged bool
}

// Private reports whether only those who are invited may sit.
func (s Seating) Private() bool { return s.Invited != nil }

// Chair returns the chair of a user, and whether they have one.
func (s Seating) Chair(user storage.UserID) (storage.Chair, bool) {
	at := slices.IndexFunc(s.Chairs, func(c storage.Chair) bool { return c.User == user })
	if at < 0 {
		return storage.Chair{}, false
	}
	return s.Chairs[at], true
}

// MaySit returns why a user cannot sit there: [ErrNoSeating], [ErrNotInvited] or
// [ErrSeatsTaken].
func (s Seating) MaySit(user storage.UserID) error {
	return maySit(storage.Seating{By: s.By, Size: s.Size, Invited: s.Invited, Chairs: s.Chairs,
		Closing: s.Closing}, user)
}

// Seat returns the seat of a user in the round that is played, -1 for none.
func (s Seating) Seat(user storage.UserID) int {
	if s.Round == nil || !s.Round.Open {
		return -1
	}
	for i, p := range s.Round.Players {
		if p.User == user {
			return i
		}
	}
	return -1
}

// SeatedRound is a round at a seating as all see it.
type SeatedRound struct {
	ID       storage.RoundID
	Open     bool
	Shuffled bool // the shoe was shuffled before the round, although there was one
	// While insurance is asked, each seat that has not answered has its legal actions.
	View    blackjack.View
	Players []SeatedPlayer // by seat
}

// SeatedPlayer is who has a seat.
type SeatedPlayer struct {
	User  storage.UserID
	Name  string // as Discord last showed it: hostile text
	Plays string // the strategy that plays the seat, as an expression; empty for its player
	Bet   storage.Chips
	Asked bool  // has to answer now
	Lacks Lacks // what only the wallet forbids now
	// what they were given and not told of yet, once the round is over
	Awards storage.AwardSet
}

// What a seating refuses.
var (
	ErrNoSeating  = refuse.New("seating.closed", "the table is closed")
	ErrSeatsTaken = refuse.New("seats.taken", "all seats are taken")
	ErrNotInvited = refuse.New("not.invited", "only those who are invited may sit")
	ErrNotSeated  = refuse.New("not.seated", "the player does not sit there")
	ErrRoundOpen  = refuse.New("round.open", "a round is being played")
	ErrNoRound    = refuse.New("round.none", "no round is being played")
	ErrNotDealt   = refuse.New("not.dealt", "the player is not in this round")
	ErrAnswered   = refuse.New("seat.answered", "the player has answered already")
	ErrNoBets     = refuse.New("no.bets", "nobody has bet")
	ErrNotOpener  = refuse.New("not.opener", "only who opened the table may do this")
	ErrTurnPassed = refuse.New("turn.passed", "the turn has passed")
	ErrInvited    = refuse.New("invited", "as many are invited as may be", "n")
	ErrNotTurn    = refuse.New("not.turn", "it is another seat's turn", "name", "when")

	ErrManyTables = refuse.New("seating.most", "the player has as many tables as may be", "n")
	ErrManyHere   = refuse.New("seating.channel", "the channel has as many tables as may be", "n")
	ErrBetLimits  = refuse.New("seating.limits", "bets are not within the table's", "min", "max")
	ErrCrossed    = refuse.New("seating.crossed", "the smallest bet is above the largest")
)

// How many tables may be open. Discord takes about one edit a second of a channel, and the
// shortest turn is 15 s: with five tables a turn is shown with most of its time left, and
// there are chairs for 35.
const (
	MostOpened    = 3  // of a player's in a server
	MostInChannel = 5  // threads are channels of their own
	MostInvited   = 30 // to one table
)

// The times at a seating.
const (
	idleTime    = 5 * time.Minute  // until a seating closes at which nobody bets
	resumedTime = 15 * time.Second // for what was asked when the bot came back
	// how often in a row a player may let a turn or a round pass
	patience = 2
)

// ShortestWait is how far ahead each deadline at least is when it is set.
const ShortestWait = 10 * time.Second

// tempo is how long people have to bet, and for a turn.
type tempo struct{ bets, turn time.Duration }

var tempos = [storage.Paces]tempo{
	storage.Normal: {20 * time.Second, 30 * time.Second},
	storage.Fast:   {ShortestWait, 15 * time.Second},
	storage.Slow:   {60 * time.Second, 90 * time.Second},
}

// Times returns how long people have to bet, and for a turn.
func (s Seating) Times() (bets, turn time.Duration) {
	return tempos[s.Pace].bets, tempos[s.Pace].turn
}

// seated is a seating within a transaction, or a view.
type seated struct {
	storage.Seating
	settings storage.Settings
	round    *Stored                 // the newest, nil before the first
	seats    []*wallet.Wallet        // of the round, by seat
	helped   []storage.Hint          // decisions that a strategy, the clock or having left has made
	asleep   map[storage.UserID]bool // for whom the clock has just answered
	reminder time.Duration           // how long the visitor has played, if they are to be told
	// the visitor has changed nothing
	unchanged bool
}

// help notes who does not make the next decision themselves.
func (t *seated) help(r blackjack.Round, who blackjack.Seat) {
	t.helped = append(t.helped, storage.Hint{Player: t.round.Player(int(who)), Round: t.round.ID,
		Decision: uint32(r.Acted()) + 1})
}

func readSeating(r storage.Reader, id storage.SeatingID) (*seated, error) {
	r.Load(storage.Wanted{Seatings: []storage.SeatingID{id}, Settings: true})
	rec, ok, err := storage.Seatings.Get(r, id)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrNoSeating
	}
	t := &seated{Seating: rec}
	if t.settings, err = storage.SettingsOf.Read(r, storage.Only{}); err == nil && t.Round != 0 {
		if t.round, err = Read(r, t.Round); err == nil {
			err = t.readSeats(r)
		}
	}
	if err != nil {
		return nil, err // a part of it is shown to nobody
	}
	return t, nil
}

// readSeats reads the wallets of all seats. Who has played the last round may be forgotten.
func (t *seated) readSeats(r storage.Reader) error {
	t.seats = nil
	for i := range t.round.Seats {
		w, err := wallet.Read(r, t.round.Player(i))
		if errors.Is(err, wallet.ErrNoPlayer) && !t.Playing {
			w, err = wallet.Wallet{Profile: storage.Profile{Player: t.round.Player(i)}}, nil
		}
		if err != nil {
			return err
		}
		t.seats = append(t.seats, &w)
	}
	return nil
}

// stage returns how far the seating has come.
func (t *seated) stage() Stage {
	switch {
	case t.Playing && t.round.Game.Phase() == blackjack.Insuring:
		return Insuring
	case t.Playing:
		return Playing
	case t.bets() > 0:
		return Betting
	}
	return Waiting
}

// bets counts the bets for the next round.
func (t *seated) bets() (n int) {
	for _, c := range t.Chairs {
		if c.Bet.Stake > 0 {
			n++
		}
	}
	return n
}

// purse returns what a seat can still add to its stakes. An answer for which the chips
// are held has not reached the round yet.
func (t *seated) purse(seat int) storage.Chips {
	k := t.round
	return t.seats[seat].Stakes() + k.Seats[seat].Held - k.Game.Staked(blackjack.Seat(seat))
}

// funded returns the round with the chips of all seats.
func (t *seated) funded() blackjack.Round {
	r := t.round.Game
	for i := range t.seats {
		r = r.Fund(blackjack.Seat(i), t.purse(i))
	}
	return r
}

// person reports whether a seat is played by its player: by no strategy, and they have not
// left.
func (t *seated) person(seat int) bool {
	is := t.round.Seats[seat]
	at := t.ChairOf(is.User)
	return is.Plays == "" && at >= 0 && !t.Chairs[at].Leaving
}

// asked returns the round as a seat is asked now, false where it is not.
func (t *seated) asked(r blackjack.Round, seat int) (blackjack.Round, bool) {
	who := blackjack.Seat(seat)
	switch {
	case !t.Playing:
		return r, false
	case r.Phase() == blackjack.Insuring:
		asked, ok := r.AskedOf(who)
		return asked, ok && t.round.Seats[seat].Answer == 0
	}
	return r, r.Turn() == who
}

// limited returns the table with the limits of bets of the seating, as far as the table
// has them, too.
func limited(t tables.Table, least, most storage.Chips) tables.Table {
	r := &t.Rules
	if least > 0 {
		r.MinBet = min(max(r.MinBet, least), r.MaxBet)
	}
	if most > 0 {
		r.MaxBet = max(min(r.MaxBet, most), r.MinBet)
	}
	return t
}

// showSeating returns the seating as people see it. Closed, it is so for ever.
func (s *Rounds) showSeating(t *seated) Seating {
	if t == nil {
		return Seating{}
	}
	table, err := s.Guilds.Ruleset(t.settings, t.Table)
	if err != nil {
		table = tables.Table{Name: t.Table, Title: t.Table}
	}
	v := Seating{ID: t.ID, Guild: t.Guild, Place: t.Place, Version: t.Version,
		Table: limited(table, t.Min, t.Max), By: t.By, ByName: t.ByName, Locale: t.Locale,
		Size: t.Size,
		Pace: t.Pace, Invited: t.Invited, Chairs: t.Chairs, Stage: t.stage(), Turn: t.Turn,
		Until: t.Due.At, Closing: t.Closing, News: t.News,
		Commitment: fair.Seed(t.Fair.Next).Commitment(),
		Look:       interact.LookOf(storage.Taste{}, t.settings.Taste), Played: t.reminder,
		Unchanged: t.unchanged,
	}
	if t.closed() {
		v.Stage = Closed
	}
	if t.round != nil {
		v.Round = t.showRound()
	}
	return v
}

// closed reports whether the seating has closed.
func (t *seated) closed() bool { return t.Closing && !t.Playing }

func (t *seated) showRound() *SeatedRound {
	k, r := t.round, t.funded()
	v := &SeatedRound{ID: k.ID, Open: k.Open, Shuffled: k.Shuffled, View: r.View()}
	for i, seat := range k.Seats {
		p := SeatedPlayer{User: seat.User, Name: t.seats[i].Profile.Name, Plays: seat.Plays,
			Bet: r.Bet(blackjack.Seat(i))}
		if !k.Open {
			p.Awards = t.seats[i].Profile.Untold
		}
		if asked, ok := t.asked(r, i); ok {
			p.Asked = t.person(i)
			p.Lacks = lacks(asked, blackjack.Seat(i), t.purse(i))
			v.View.Seats[i].Legal = asked.Legal(blackjack.Seat(i))
		} else {
			v.View.Seats[i].Legal = 0
		}
		v.Players = append(v.Players, p)
	}
	return v
}

// Seating returns a seating as it is now. The error is [ErrNoSeating] or the store's.
func (s *Rounds) Seating(ctx context.Context, guild storage.GuildID,
	id storage.SeatingID) (v Seating, err error) {
	var t *seated
	err = s.Desk.Store.View(ctx, guild, func(r storage.Reader) error {
		t, err = readSeating(r, id)
		return err
	})
	return s.showSeating(t), err
}

// Seatings returns the open tables of a guild, the liveliest first.
func (s *Rounds) Seatings(ctx context.Context, guild storage.GuildID) ([]Seating, error) {
	list, _, err := s.seatings(ctx, guild, func(storage.Seating) bool { return true })
	return list, err
}

// SeatingsIn returns the open tables of a channel, the liveliest first, and the other channels
// that have some.
func (s *Rounds) SeatingsIn(ctx context.Context, guild storage.GuildID, channel uint64) (
	list []Seating, elsewhere []uint64, err error) {
	list, others, err := s.seatings(ctx, guild, func(rec storage.Seating) bool {
		return rec.Place.Channel == channel
	})
	for _, rec := range others {
		elsewhere = append(elsewhere, rec.Place.Channel)
	}
	slices.Sort(elsewhere)
	return list, slices.Compact(elsewhere), err
}

// seatings returns those tables of a guild that are wanted, the liveliest first, and the records
// of the others.
func (s *Rounds) seatings(ctx context.Context, guild storage.GuildID,
	wanted func(storage.Seating) bool) (list []Seating, others []storage.Seating, err error) {
	var found []*seated
	err = s.Desk.Store.View(ctx, guild, func(r storage.Reader) error {
		found, others = nil, nil
		all, err := storage.Seatings.All(r)
		for _, rec := range all {
			if !wanted(rec) {
				others = append(others, rec)
				continue
			}
			t, err := readSeating(r, rec.ID)
			if err != nil {
				return err
			}
			found = append(found, t)
		}
		return err
	})
	for _, t := range found {
		list = append(list, s.showSeating(t))
	}
	slices.SortFunc(list, func(a, b Seating) int { return b.livelier(a) })
	return list, others, err
}

// livelier compares two tables: where a round is played or bet on, where more people sit, and
// the newer one.
func (s Seating) livelier(than Seating) int {
	return cmp.Or(cmp.Compare(min(s.Stage, Betting), min(than.Stage, Betting)),
		cmp.Compare(len(s.Chairs), len(than.Chairs)), cmp.Compare(s.ID, than.ID))
}
