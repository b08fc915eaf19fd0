package wallet

import (
	"context"
	"errors"
	"time"

	"holecard/blackjack"
	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/storage"
)

// Account is a player's chips and history.
type Account struct {
	Player   storage.Player
	Name     string
	New      bool // there is no wallet yet: it will be opened with the balance
	Balance  storage.Chips
	Held     storage.Chips // stakes of the open hand
	Stats    storage.Stats
	Streak   int      // days in a row that daily chips were collected
	Position Position // by chips

	Hidden bool // from others
}

// Position is a player's position on a board, of how many; 0 for one who has none.
type Position struct{ At, Of int }

// Account returns what is kept of a player, and opens no wallet. A visitor who
// has none yet sees what it will have; of anybody else the error is [ErrNoPlayer].
func (s *Wallets) Account(ctx context.Context, v interact.By, of storage.UserID) (a Account,
	err error) {
	who := storage.Player{Guild: v.Player.Guild, User: of}
	if _, err := s.Desk.Aliases(ctx); err != nil {
		return a, err
	}
	err = s.Desk.View(ctx, v, func(r storage.Reader) error {
		a, err = AccountOf(r, who, v)
		if err == nil && a.Hidden && who != v.Player {
			return ErrHidden
		}
		if errors.Is(err, ErrNoPlayer) && who == v.Player {
			a, err = s.newcomer(r, v)
		}
		return err
	})
	return a, err
}

// newcomer is the account that a visitor will have.
func (s *Wallets) newcomer(r storage.Reader, v interact.By) (Account, error) {
	w, err := s.Of(r, v)
	return Account{Player: v.Player, Name: v.Name, New: true, Balance: w.Balance}, err
}

// AccountOf reads what a player has as v asks for it.
func AccountOf(r storage.Reader, who storage.Player, v interact.By) (Account, error) {
	p, ok, err := storage.Profiles.Get(r, who)
	if err != nil {
		return Account{}, err
	}
	if !ok || p.Erased {
		return Account{}, ErrNoPlayer
	}
	a := Account{Player: who, Name: p.Name, Stats: p.Stats, Streak: streakAt(p.Daily, v),
		Hidden: p.Hidden}
	if a.Balance, err = r.Balance(storage.WalletOf(who)); err != nil {
		return a, err
	}
	if a.Held, err = guild.HeldBy(r, p); err != nil {
		return a, err
	}
	a.Position.At, a.Position.Of, err = r.Rank(who, storage.ByChips.Ever())
	return a, err
}

// Daily is what came of asking for the daily chips.
type Daily struct {
	Collected bool          // now; else they had been already
	Chips     storage.Chips // collected now or last
	Streak    int           // days in a row
	Next      time.Time     // when there are more
	NextChips storage.Chips // how many, if the streak goes on
	Balance   storage.Chips
	Hidden    bool             // it is shown to nobody else
	Awards    storage.AwardSet // that the player was not told of yet: said once
}

// awardedDays is how many days in a row are awarded.
const awardedDays = 7

// Daily gives the player the day's chips, once a day of UTC. Each day in a row
// gives a tenth more than the first, up to twice as many.
func (s *Wallets) Daily(ctx context.Context, v interact.By) (d Daily, err error) {
	now := s.Desk.Now()
	key := storage.AskedKey(storage.DailyChips, v.ID)
	reads := storage.Wanted{Keys: []string{key}}
	err = s.Desk.Once(ctx, v, reads, func(tx storage.Tx, _ bool) error {
		d = Daily{}
		w, err := s.Of(tx, v)
		if err != nil {
			return err
		}
		settings, err := storage.SettingsOf.Read(tx, storage.Only{})
		if err != nil {
			return err
		}
		gives, last := s.Guilds.Allowance(settings), &w.Profile.Daily
		if last.By == v.ID || daysSince(last.At, v) == 0 {
			d = after(gives, *last, w.Balance, last.By == v.ID)
			return nil
		}
		streak := streakNow(*last, v)
		*last = storage.Daily{At: today(last.At, v), By: v.ID, Chips: gives.OnDay(streak),
			Streak: streak}
		room, err := w.Room(tx)
		if err != nil {
			return err
		}
		if last.Chips > room {
			return ErrFull
		}
		if streak >= awardedDays {
			Award(&w.Profile, storage.SevenDays)
		}
		told := w.Profile.Untold
		w.Profile.Untold = 0
		if err := s.Begin(tx, v, &w, now); err != nil {
			return err
		}
		if err := mint(tx, v, key, last.Chips, storage.DailyChips, now); err != nil {
			return err
		}
		d = after(gives, *last, w.Balance+last.Chips, true)
		d.Awards, d.Hidden = told, w.Profile.Hidden
		return storage.Profiles.Save(tx, w.Profile)
	})
	return d, err
}

// streakAt returns how many days in a row chips were collected, none once a day was missed.
func streakAt(last storage.Daily, v interact.By) int {
	if daysSince(last.At, v) > 1 {
		return 0
	}
	return last.Streak
}

// streakNow returns how many days in a row it is to collect chips by an interaction.
func streakNow(last storage.Daily, v interact.By) int {
	if daysSince(last.At, v) == 1 {
		return last.Streak + 1
	}
	return 1
}

func after(gives guild.Allowance, last storage.Daily, balance storage.Chips, now bool) Daily {
	return Daily{
		Collected: now,
		Chips:     last.Chips,
		Streak:    last.Streak,
		Next:      midnightAfter(last.At),
		NextChips: gives.OnDay(last.Streak + 1),
		Balance:   balance,
	}
}

// Bets is what a player may want to bet.
type Bets struct {
	Last, All storage.Chips // All is 0 for an empty wallet
	Min, Max  storage.Chips // the table's limits
	Leave     storage.Chips // what the player's limits leave
}

// Beside returns what may be bet beside side bets. Limits that leave less than the table takes
// are left to refuse the bet, because they say why.
func (b Bets) Beside(sides blackjack.Sides) Bets {
	b.All = max(0, b.All-sides.Sum())
	if leave := b.Leave - sides.Sum(); leave >= b.Min {
		b.Max = min(b.Max, leave)
	}
	return b
}

// Bets returns what completions of a bet offer at a table. It opens no wallet.
func (s *Wallets) Bets(ctx context.Context, v interact.By, table string) (b Bets, err error) {
	t, err := s.Guilds.Table(ctx, v.Player.Guild, table)
	if err != nil {
		return b, err
	}
	a, err := s.Limits.Checker(ctx)
	if err != nil {
		return b, err
	}
	err = s.Desk.View(ctx, v, func(r storage.Reader) error {
		reads := storage.Wanted{Players: []storage.UserID{v.Player.User}, Settings: true}
		a.Wants(&reads, v.Player.Guild, v.Player.User)
		r.Load(reads)
		w, err := s.Of(r, v)
		if err != nil {
			return err
		}
		facts, err := a.Facts(r, w.Profile)
		b = Bets{Last: LastBet(w.Profile, w.Balance), All: w.Balance,
			Min: t.Rules.MinBet, Max: t.Rules.MaxBet, Leave: facts.Most()}
		return err
	})
	return b, err
}

// Transfer is a change of a wallet other than by play.
type Transfer struct {
	Chips  storage.Chips // below zero for those that left
	Reason storage.Reason
	With   storage.UserID // the other player of a gift, or the admin; 0 for nobody
	Why    string         // in the admin's words: hostile text
	At     time.Time
}

// LastTransfers is how many transfers are shown.
const LastTransfers = 10

// Transfers returns the last transfers of a player, newest first, and what is
// kept of the player, as [Wallets.Account] does.
func (s *Wallets) Transfers(ctx context.Context, v interact.By, of storage.UserID) (a Account,
	list []Transfer, err error) {
	a, err = s.Account(ctx, v, of)
	if errors.Is(err, ErrHidden) { // from players, not from who looks after the wallets
		err = s.Desk.View(ctx, v, func(r storage.Reader) (err error) {
			a, err = AccountOf(r, storage.Player{Guild: v.Player.Guild, User: of}, v)
			return err
		})
	}
	if err != nil {
		return a, nil, err
	}
	err = s.Desk.View(ctx, v, func(r storage.Reader) error {
		postings, err := r.Transfers(a.Player, "", LastTransfers)
		for _, p := range postings {
			list = append(list, TransferOf(a.Player, p))
		}
		return err
	})
	return a, list, err
}

// TransferOf returns what a posting was to a player.
func TransferOf(player storage.Player, p storage.Posting) Transfer {
	t := Transfer{Chips: p.Chips, Reason: p.Reason, With: p.Who, Why: p.Note, At: p.At}
	other := p.From
	if p.From == storage.WalletOf(player) {
		t.Chips, other = -p.Chips, p.To
	}
	if p.Reason == storage.Gift {
		t.With = storage.UserID(other.Owner)
	}
	return t
}

// What comes once a day follows the days of UTC, by Discord's clock: the time
// that an interaction carries. So a clock of this machine that is wrong, or set
// back over midnight, makes no day shorter, longer or double. And days only go
// forward: an interaction that Discord made before midnight, and delivers after
// one that it made later, belongs to the later day.

// today returns a moment of the day that an interaction belongs to, for a player who did
// the same before, or at the zero time for one who did not.
//
// A time that is more than a day ahead was not written for a late delivery but by
// the wrong clock of a server that stands in for Discord. It does not count, or its
// player would wait for that day, for a year perhaps.
func today(last time.Time, v interact.By) time.Time {
	at := v.ID.Time().UTC()
	if care.DayNumber(last) == care.DayNumber(at)+1 {
		return last
	}
	return at
}

// daysSince returns how many days have passed since a player did the same. A time
// that does not count was yesterday, so that it ends no streak.
func daysSince(last time.Time, v interact.By) int64 {
	if days := care.DayNumber(today(last, v)) - care.DayNumber(last); days >= 0 {
		return days
	}
	return 1
}

// midnightAfter returns when the day of UTC ends that a time belongs to.
func midnightAfter(t time.Time) time.Time {
	y, m, d := t.UTC().Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC)
}

// RefillEvery is how long players without chips wait from refill to refill.
const RefillEvery = time.Hour

// Due is chips to come.
type Due struct {
	Chips storage.Chips // 0 for none at all
	At    time.Time     // zero for now
}

// Now reports whether the chips are there to be taken.
func (d Due) Now() bool { return d.Chips > 0 && d.At.IsZero() }

// Relief is what a player without chips gets next.
type Relief struct{ Daily, Refill Due }

// Relief returns what a player gets next, as seen from an interaction.
func (s *Wallets) Relief(p storage.Profile, settings storage.Settings, v interact.By) Relief {
	gives := s.Guilds.Allowance(settings)
	r := Relief{Daily: Due{Chips: gives.OnDay(streakNow(p.Daily, v))},
		Refill: Due{Chips: gives.Refill}}
	if daysSince(p.Daily.At, v) == 0 {
		r.Daily = Due{gives.OnDay(p.Daily.Streak + 1), midnightAfter(p.Daily.At)}
	}
	if since := v.ID.Time().Sub(p.Refilled); since.Abs() < RefillEvery {
		r.Refill.At = p.Refilled.Add(RefillEvery)
	}
	if gives.Refill == 0 {
		r.Refill = Due{}
	}
	return r
}

// Short returns the refusal of what a wallet has too few chips for.
func (s *Wallets) Short(r storage.Reader, v interact.By, w Wallet,
	need storage.Chips) (*ShortError, error) {
	e := &ShortError{Need: need, Balance: w.Balance}
	var err error
	if e.Held, err = guild.HeldBy(r, w.Profile); err != nil || w.Balance > 0 || w.Profile.Playing() {
		return e, err
	}
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	relief := s.Relief(w.Profile, settings, v)
	e.Relief = &relief
	return e, err
}

// Why no refill is given.
var (
	ErrNotBroke = refuse.New("refill.rich", "the player has chips, or a hand open")
	ErrNoRefill = refuse.New("refill.off", "players without chips are given none here")
)

// Refill is what came of asking for a refill.
type Refill struct {
	Given   bool // now; else it is too early
	Chips   storage.Chips
	Next    time.Time // when there are more, for who has none then
	Balance storage.Chips
}

// Refill gives a player who has no chips some, once an hour by Discord's clock. The
// error is [ErrNotBroke], [ErrNoRefill] or the store's.
func (s *Wallets) Refill(ctx context.Context, v interact.By) (f Refill, err error) {
	now := s.Desk.Now()
	key := storage.AskedKey(storage.Refill, v.ID)
	reads := storage.Wanted{Keys: []string{key}}
	err = s.Desk.Once(ctx, v, reads, func(tx storage.Tx, again bool) error {
		w, err := s.Of(tx, v)
		if err != nil {
			return err
		}
		settings, err := storage.SettingsOf.Read(tx, storage.Only{})
		if err != nil {
			return err
		}
		due := s.Relief(w.Profile, settings, v).Refill
		f = Refill{Chips: due.Chips, Next: due.At, Balance: w.Balance}
		switch at := v.ID.Time().UTC(); {
		case again && w.Profile.Refilled.Equal(at): // it is shown again
			f.Given = true
			return nil
		case due.Chips == 0:
			return ErrNoRefill
		case w.Balance > 0 || w.Profile.Playing():
			return ErrNotBroke
		case !due.Now():
			return nil
		default:
			w.Profile.Refilled = at
			f = Refill{Given: true, Chips: due.Chips, Next: at.Add(RefillEvery), Balance: due.Chips}
		}
		if err := s.Begin(tx, v, &w, now); err != nil {
			return err
		}
		return errors.Join(storage.Profiles.Save(tx, w.Profile),
			mint(tx, v, key, due.Chips, storage.Refill, now))
	})
	return f, err
}

// FirstBet is the stake of a player who has never named one, in chips.
const FirstBet storage.Chips = 10

// LastBet returns what a player bets who names no bet.
func LastBet(p storage.Profile, balance storage.Chips) storage.Chips {
	if p.LastBet > 0 {
		return p.LastBet
	}
	return max(1, min(FirstBet, balance))
}

// Taste returns what a player has chosen.
func (s *Wallets) Taste(ctx context.Context, p storage.Player) (t storage.Taste, err error) {
	err = s.Desk.Store.View(ctx, p.Guild, func(r storage.Reader) error {
		profile, _, err := storage.Profiles.Get(r, p)
		t = profile.Taste
		return err
	})
	return t, err
}

// Prefer changes what a player has chosen, and returns it.
func (s *Wallets) Prefer(ctx context.Context, v interact.By,
	change func(*storage.Taste)) (storage.Taste, error) {
	p, err := s.prefer(ctx, v, func(p *storage.Profile) { change(&p.Taste) })
	return p.Taste, err
}

// prefer changes what a player has chosen in their profile, and returns it. A repeat changes
// nothing.
func (s *Wallets) prefer(ctx context.Context, v interact.By,
	change func(*storage.Profile)) (p storage.Profile, err error) {
	now := s.Desk.Now()
	err = s.Desk.Once(ctx, v, storage.Wanted{}, func(tx storage.Tx, again bool) error {
		w, err := s.Of(tx, v)
		if p = w.Profile; err != nil || again {
			return err
		}
		change(&w.Profile)
		p = w.Profile
		if err := s.Begin(tx, v, &w, now); err != nil {
			return err
		}
		return storage.Profiles.Save(tx, w.Profile)
	})
	return p, err
}

// Hide has the player shown to nobody else, and on no board; or shown again. It returns which.
func (s *Wallets) Hide(ctx context.Context, v interact.By) (hidden bool, err error) {
	p, err := s.prefer(ctx, v, func(p *storage.Profile) { p.Hidden = !p.Hidden })
	return p.Hidden, err
}
