package session

import (
	"context"
	"errors"
	"time"

	"holecard/blackjack"
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

	hidden bool // from others
}

// Position is a player's position on a board, of how many; 0 for one who has none.
type Position struct{ At, Of int }

// Account returns what is kept of a player, and opens no wallet. A visitor who
// has none yet sees what it will have; of anybody else the error is [ErrNoPlayer].
func (s *Sessions) Account(ctx context.Context, v Interaction, of storage.UserID) (a Account,
	err error) {
	who := storage.Player{Guild: v.Player.Guild, User: of}
	if _, err := s.aliasSecret(ctx); err != nil {
		return a, err
	}
	err = s.read(ctx, v, func(r storage.Reader) error {
		a, err = account(r, who, v)
		if err == nil && a.hidden && who != v.Player {
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
func (s *Sessions) newcomer(r storage.Reader, v Interaction) (Account, error) {
	w, err := s.wallet(r, v)
	return Account{Player: v.Player, Name: v.Name, New: true, Balance: w.balance}, err
}

// account reads what a player has as v asks for it.
func account(r storage.Reader, who storage.Player, v Interaction) (Account, error) {
	p, ok, err := storage.Profiles.Get(r, who)
	if err != nil {
		return Account{}, err
	}
	if !ok || p.Erased {
		return Account{}, ErrNoPlayer
	}
	a := Account{Player: who, Name: p.Name, Stats: p.Stats, Streak: streakAt(p.Daily, v),
		hidden: p.Hidden}
	if a.Balance, err = r.Balance(storage.WalletOf(who)); err != nil {
		return a, err
	}
	if a.Held, err = heldBy(r, p); err != nil {
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
func (s *Sessions) Daily(ctx context.Context, v Interaction) (d Daily, err error) {
	now := s.Now()
	key := storage.AskedKey(storage.DailyChips, v.ID)
	reads := storage.Wanted{Keys: []string{key}}
	err = s.once(ctx, v, reads, func(tx storage.Tx, _ bool) error {
		d = Daily{}
		w, err := s.wallet(tx, v)
		if err != nil {
			return err
		}
		settings, err := storage.SettingsOf.Read(tx, storage.Only{})
		if err != nil {
			return err
		}
		gives, last := s.Allowance(settings), &w.profile.Daily
		if last.By == v.ID || daysSince(last.At, v) == 0 {
			d = gives.after(*last, w.balance, last.By == v.ID)
			return nil
		}
		streak := streakNow(*last, v)
		*last = storage.Daily{At: today(last.At, v), By: v.ID, Chips: gives.daily(streak),
			Streak: streak}
		room, err := w.room(tx)
		if err != nil {
			return err
		}
		if last.Chips > room {
			return ErrFull
		}
		if streak >= awardedDays {
			award(&w.profile, storage.SevenDays)
		}
		told := w.profile.Untold
		w.profile.Untold = 0
		if err := s.begin(tx, v, &w, now); err != nil {
			return err
		}
		if err := mint(tx, v, key, last.Chips, storage.DailyChips, now); err != nil {
			return err
		}
		d = gives.after(*last, w.balance+last.Chips, true)
		d.Awards, d.Hidden = told, w.profile.Hidden
		return storage.Profiles.Save(tx, w.profile)
	})
	return d, err
}

// streakAt returns how many days in a row chips were collected, none once a day was missed.
func streakAt(last storage.Daily, v Interaction) int {
	if daysSince(last.At, v) > 1 {
		return 0
	}
	return last.Streak
}

// streakNow returns how many days in a row it is to collect chips by an interaction.
func streakNow(last storage.Daily, v Interaction) int {
	if daysSince(last.At, v) == 1 {
		return last.Streak + 1
	}
	return 1
}

func (a Allowance) after(last storage.Daily, balance storage.Chips, now bool) Daily {
	return Daily{
		Collected: now,
		Chips:     last.Chips,
		Streak:    last.Streak,
		Next:      midnightAfter(last.At),
		NextChips: a.daily(last.Streak + 1),
		Balance:   balance,
	}
}

// fullStreak is the day in a row from which the daily chips are twice the first.
const fullStreak = 11

func (a Allowance) daily(streak int) storage.Chips {
	return a.Daily + a.Daily*storage.Chips(min(streak, fullStreak)-1)/(fullStreak-1)
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
func (s *Sessions) Bets(ctx context.Context, v Interaction, table string) (b Bets, err error) {
	t, err := s.Table(ctx, v.Player.Guild, table)
	if err != nil {
		return b, err
	}
	a, err := s.asker(ctx)
	if err != nil {
		return b, err
	}
	err = s.read(ctx, v, func(r storage.Reader) error {
		reads := storage.Wanted{Players: []storage.UserID{v.Player.User}, Settings: true}
		a.wants(&reads, v.Player.Guild, v.Player.User)
		r.Load(reads)
		w, err := s.wallet(r, v)
		if err != nil {
			return err
		}
		facts, err := a.facts(r, &w)
		b = Bets{Last: lastBet(w.profile, w.balance), All: w.balance,
			Min: t.Rules.MinBet, Max: t.Rules.MaxBet, Leave: facts.Most()}
		return err
	})
	return b, err
}
