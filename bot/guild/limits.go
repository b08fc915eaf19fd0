package guild

import (
	"context"
	"errors"
	"slices"
	"time"

	"holecard/bot/care"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/storage"
)

// Limits are what players have set for themselves.
type Limits struct{ Desk *interact.Desk }

// Checker finds out within transactions what players may put at stake.
type Checker struct {
	known *interact.Aliases
	Now   time.Time
}

// Checker returns a checker of now.
func (l Limits) Checker(ctx context.Context) (Checker, error) {
	known, err := l.Desk.Aliases(ctx)
	return Checker{known, l.Desk.Now()}, err
}

// Wants adds the limits of users of a guild to what is read.
func (a Checker) Wants(reads *storage.Wanted, g storage.GuildID, users ...storage.UserID) {
	for _, u := range users {
		reads.Limits = append(reads.Limits, a.known.Of(g, u))
		reads.Everywhere = append(reads.Everywhere, a.known.Of(0, u))
	}
}

// Facts returns what is known of a player who wants to stake something.
func (a Checker) Facts(r storage.Reader, profile storage.Profile) (f care.Facts, err error) {
	p := profile.Player
	f = care.Facts{Player: p, Now: a.Now, Net: care.Net(profile.Day, a.Now)}
	if f.Limits[care.Here], _, err = storage.LimitsOf.Get(r,
		a.known.Of(p.Guild, p.User)); err != nil {
		return f, err
	}
	f.Limits[care.Everywhere], _, err = storage.LimitsOf.GetEverywhere(r,
		a.known.Of(0, p.User))
	if err != nil {
		return f, err
	}
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	if err != nil {
		return f, err
	}
	f.Cap = settings.LossCap
	f.Dealt = func(n int) (time.Time, error) {
		return dealt(r, profile, n, a.Now.Add(-time.Hour))
	}
	if f.NeedsStakes() {
		f.Staked, err = HeldBy(r, profile)
	}
	return f, err
}

// dealt returns when the nth of a player's newest rounds was dealt, open ones included, the zero
// time for one that was not dealt or was settled and dealt before a time.
func dealt(r storage.Reader, p storage.Profile, n int, since time.Time) (time.Time, error) {
	open, err := seatedIn(r, p)
	if err != nil {
		return time.Time{}, err
	}
	if p.OpenHand != 0 {
		k, _, err := storage.Rounds.Get(r, p.OpenHand)
		if err != nil {
			return time.Time{}, err
		}
		open = append(open, k)
	}
	const step = 100
	var times []time.Time
	for before, all := (storage.LineKey{Player: p.Player}), false; !all && len(times) < n; {
		most := min(n-len(times), step)
		lines, err := storage.History(r, before, most)
		if err != nil {
			return time.Time{}, err
		}
		all = len(lines) < most
		for _, l := range lines {
			if all = all || l.Dealt.Before(since); l.Dealt.Before(since) {
				break
			}
			times, before = append(times, l.Dealt), l.Key(p.Player)
		}
	}
	for _, k := range open {
		times = append(times, k.Dealt)
	}
	slices.SortFunc(times, func(a, b time.Time) int { return b.Compare(a) })
	if len(times) < n {
		return time.Time{}, nil
	}
	return times[n-1], nil
}

// LimitsOf is what a player has set for themselves, and what a server's admins have for all.
type LimitsOf struct {
	Now    time.Time
	Direct bool // here is the direct messages
	Limits [care.Scopes]storage.Limits
	Cap    storage.Chips // of the server on loss in a day, 0 for none
	Net    storage.Chips // of today
	Played time.Duration // without a long break, 0 when not playing
}

// Of returns what limits a player.
func (l Limits) Of(ctx context.Context, v interact.By) (of LimitsOf, err error) {
	a, err := l.Checker(ctx)
	if err != nil {
		return of, err
	}
	err = l.Desk.View(ctx, v, func(r storage.Reader) error {
		reads := storage.Wanted{Players: []storage.UserID{v.Player.User}, Settings: true}
		a.Wants(&reads, v.Player.Guild, v.Player.User)
		r.Load(reads)
		p, _, err := storage.Profiles.Get(r, v.Player)
		if err != nil {
			return err
		}
		if p.Erased { // limits need no wallet
			p = storage.Profile{}
		}
		p.Player = v.Player
		f, err := a.Facts(r, p)
		of = LimitsOf{Now: a.Now, Direct: v.Player.Guild.Direct(), Cap: f.Cap, Net: f.Net}
		for in := range of.Limits {
			of.Limits[in] = care.Holding(f.Limits[in], a.Now)
		}
		if sat := p.Sitting; a.Now.Sub(sat.Last).Abs() <= care.MaxPause {
			of.Played = a.Now.Sub(sat.Since)
		}
		return err
	})
	return of, err
}

// The most that a limit can be set to.
const (
	MostRounds = 1000
	MostRemind = 24 * time.Hour
)

// What a limit cannot be set to.
var (
	ErrRange     = refuse.New("limit", "the limit does not go so far", "limit", "most")
	ErrLossRange = refuse.New("limit.loss", "the limit of losses does not go so far", "limit",
		"most", "button")
)

// SetLimit sets a limit of a player, 0 for none: at once what is stricter, else after
// [care.LooseAfter]. The amount is in chips, rounds, or minutes. The error is [ErrRange],
// [ErrLossRange] or the store's.
func (l Limits) SetLimit(ctx context.Context, v interact.By, in care.Scope, what care.Kind,
	amount int64) error {
	most := map[care.Kind]int64{care.Loss: int64(storage.MaxChips),
		care.Bet: int64(storage.MaxChips), care.Rounds: MostRounds,
		care.Remind: int64(MostRemind / time.Minute)}[what]
	return l.change(ctx, v, in, func(l storage.Limits, now time.Time) (storage.Limits, error) {
		if amount < 0 || amount > most {
			if what == care.Loss {
				return l, ErrLossRange.With(what, most, care.Lock)
			}
			return l, ErrRange.With(what, most)
		}
		return care.Set(l, now, func(to *storage.Limit) {
			switch what {
			case care.Loss:
				to.Loss = storage.Chips(amount)
			case care.Bet:
				to.Bet = storage.Chips(amount)
			case care.Rounds:
				to.Rounds = int(amount)
			case care.Remind:
				to.Remind = time.Duration(amount) * time.Minute
			}
		}), nil
	})
}

// KeepLimits takes back what is to become looser.
func (l Limits) KeepLimits(ctx context.Context, v interact.By, in care.Scope) error {
	return l.change(ctx, v, in, func(l storage.Limits, now time.Time) (storage.Limits, error) {
		return care.Keep(l, now), nil
	})
}

// LockSpan is how long a player locks themselves out.
type LockSpan uint8

// The spans.
const (
	ForDay LockSpan = iota
	ForWeek
	ForMonth
	ForEver
	LockSpans = 4
)

// Valid reports whether there is such a span.
func (l LockSpan) Valid() bool { return l < LockSpans }

// Until returns when a lock-out ends that begins at a time.
func (l LockSpan) Until(from time.Time) time.Time {
	switch l {
	case ForDay:
		return from.Add(24 * time.Hour)
	case ForWeek:
		return from.AddDate(0, 0, 7)
	case ForMonth:
		return from.AddDate(0, 0, 30)
	}
	return storage.Forever()
}

// LockOut locks the player out, which was asked for and confirmed: from now on, and for no
// shorter than they are already. The error is [interact.ErrExpired] or the store's.
func (l Limits) LockOut(ctx context.Context, v interact.By, in care.Scope, span LockSpan,
	asked storage.InteractionID) error {
	return l.change(ctx, v, in, func(l storage.Limits, now time.Time) (storage.Limits, error) {
		if v.Expired(asked) {
			return l, interact.ErrExpired
		}
		return care.LockOut(l, now, span.Until(now)), nil
	})
}

// changeLimits changes the limits of a player in a transaction of their own: of the guild, or
// of the bot's own where they hold everywhere. A repeat changes nothing.
func (l Limits) change(ctx context.Context, v interact.By, in care.Scope,
	change func(storage.Limits, time.Time) (storage.Limits, error)) error {
	if in == care.Everywhere {
		v.Player.Guild = interact.BotsOwn
	}
	a, err := l.Checker(ctx)
	if err != nil {
		return err
	}
	of := a.known.Of(v.Player.Guild, v.Player.User)
	reads := storage.Wanted{Limits: []storage.Alias{of}}
	return l.Desk.Once(ctx, v, reads, func(tx storage.Tx, again bool) error {
		if again {
			return nil
		}
		before, _, err := storage.LimitsOf.Get(tx, of)
		if err != nil {
			return err
		}
		after, err := change(before, a.Now)
		if err != nil || after == before {
			return err
		}
		return errors.Join(tx.See(v.ID, a.Now), storage.LimitsOf.Put(tx, of, after))
	})
}

// HeldBy returns the stakes of a player's open rounds.
func HeldBy(r storage.Reader, p storage.Profile) (storage.Chips, error) {
	if !p.Playing() {
		return 0, nil
	}
	held, err := r.Balance(storage.HeldFor(p.Player.Guild, p.OpenHand, 0))
	if err != nil {
		return held, err
	}
	rounds, err := seatedIn(r, p)
	for _, k := range rounds {
		held += k.Seats[k.SeatOf(p.Player.User)].Held
	}
	return held, err
}

// seatedIn returns the open rounds at tables of several people in which a player has a seat.
func seatedIn(r storage.Reader, p storage.Profile) (list []storage.Round, err error) {
	if p.Seated == 0 {
		return nil, nil
	}
	open, err := storage.Seatings.All(r)
	for _, s := range open {
		k, _, err := storage.Rounds.Get(r, s.Round)
		if err != nil {
			return nil, err
		}
		if k.Open && k.SeatOf(p.Player.User) >= 0 {
			list = append(list, k)
		}
	}
	return list, err
}
