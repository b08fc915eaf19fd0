package session

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

// asker asks for the leave to stake chips, within transactions.
type asker struct {
	known *interact.Aliases
	now   time.Time
}

func (s *Sessions) asker(ctx context.Context) (asker, error) {
	known, err := s.Aliases(ctx)
	return asker{known, s.Now()}, err
}

// wants adds the limits of users of a guild to what is read.
func (a asker) wants(reads *storage.Wanted, g storage.GuildID, users ...storage.UserID) {
	for _, u := range users {
		reads.Limits = append(reads.Limits, a.known.Of(g, u))
		reads.Everywhere = append(reads.Everywhere, a.known.Of(0, u))
	}
}

// facts returns what is known of the player of a wallet who wants to stake something.
func (a asker) facts(r storage.Reader, w *wallet) (f care.Facts, err error) {
	p := w.profile.Player
	f = care.Facts{Player: p, Now: a.now, Net: care.Net(w.profile.Day, a.now)}
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
		return dealt(r, w.profile, n, a.now.Add(-time.Hour))
	}
	if f.NeedsStakes() {
		f.Staked, err = heldBy(r, w.profile)
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
	var times []time.Time
	for spot, all := (storage.Spot{}), false; !all && len(times) < n; {
		most := min(n-len(times), historyStep)
		lines, err := storage.History(r, p.Player, spot, most)
		if err != nil {
			return time.Time{}, err
		}
		all = len(lines) < most
		for _, l := range lines {
			if all = all || l.Dealt.Before(since); l.Dealt.Before(since) {
				break
			}
			times, spot = append(times, l.Dealt), l.Spot()
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

// staking is [interact.Desk.Once] for what may put chips at stake: do is given who asks for the
// leave.
func (s *Sessions) staking(ctx context.Context, v interact.By, reads storage.Wanted,
	do func(tx storage.Tx, again bool, a asker) error) error {
	a, err := s.asker(ctx)
	if err != nil {
		return err
	}
	a.wants(&reads, v.Player.Guild, v.Player.User)
	return s.Once(ctx, v, reads, func(tx storage.Tx, again bool) error { return do(tx, again, a) })
}

// spend makes a posting that puts a player's chips at stake or gives them away. It is the
// only way to do so, and takes what only [care.Facts] can give.
func spend(tx storage.Tx, p storage.Posting, w *wallet) (err error) {
	if p.Chips == 0 {
		return nil
	}
	if w.leave, err = w.leave.Pay(w.profile.Player, p.Chips); err != nil {
		return err
	}
	return tx.Post(p)
}

// stakes returns the chips of the wallet that may be staked, as far as that was asked.
func (w *wallet) stakes() storage.Chips {
	if w.leave == (care.Leave{}) {
		return w.balance
	}
	return w.leave.Purse(w.balance)
}

// lacking returns why a wallet lacks chips: that it has fewer, or which limit forbids more.
func (w *wallet) lacking(err error) error {
	short, ok := errors.AsType[*ShortError](err)
	if !ok || short.Need > w.balance {
		return err
	}
	return w.leave.Refuses(short.Need)
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

// Limits returns what limits a player.
func (s *Sessions) Limits(ctx context.Context, v interact.By) (l LimitsOf, err error) {
	a, err := s.asker(ctx)
	if err != nil {
		return l, err
	}
	err = s.View(ctx, v, func(r storage.Reader) error {
		reads := storage.Wanted{Players: []storage.UserID{v.Player.User}, Settings: true}
		a.wants(&reads, v.Player.Guild, v.Player.User)
		r.Load(reads)
		w, err := s.wallet(r, v)
		if wasForgotten(err) { // limits need no wallet
			w, err = wallet{profile: storage.Profile{Player: v.Player}}, nil
		}
		if err != nil {
			return err
		}
		f, err := a.facts(r, &w)
		l = LimitsOf{Now: a.now, Direct: v.Player.Guild.Direct(), Cap: f.Cap, Net: f.Net}
		for of := range l.Limits {
			l.Limits[of] = care.Holding(f.Limits[of], a.now)
		}
		if sat := w.profile.Sitting; a.now.Sub(sat.Last).Abs() <= care.MaxPause {
			l.Played = a.now.Sub(sat.Since)
		}
		return err
	})
	return l, err
}

// told returns how long a player has played, if a round is the one to tell it with, else 0.
func told(p storage.Profile, with storage.Round) time.Duration {
	sat := p.Sitting
	if sat.Reminded.IsZero() ||
		!sat.Reminded.Truncate(time.Microsecond).Equal(with.Dealt.Truncate(time.Microsecond)) {
		return 0
	}
	return sat.Reminded.Sub(sat.Since)
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
func (s *Sessions) SetLimit(ctx context.Context, v interact.By, in care.Scope, what care.Kind,
	amount int64) error {
	most := map[care.Kind]int64{care.Loss: int64(storage.MaxChips),
		care.Bet: int64(storage.MaxChips), care.Rounds: MostRounds,
		care.Remind: int64(MostRemind / time.Minute)}[what]
	return s.changeLimits(ctx, v, in, func(l storage.Limits, now time.Time) (storage.Limits, error) {
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
func (s *Sessions) KeepLimits(ctx context.Context, v interact.By, in care.Scope) error {
	return s.changeLimits(ctx, v, in, func(l storage.Limits, now time.Time) (storage.Limits, error) {
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
func (s *Sessions) LockOut(ctx context.Context, v interact.By, in care.Scope, span LockSpan,
	asked storage.InteractionID) error {
	return s.changeLimits(ctx, v, in, func(l storage.Limits, now time.Time) (storage.Limits, error) {
		if v.Expired(asked) {
			return l, interact.ErrExpired
		}
		return care.LockOut(l, now, span.Until(now)), nil
	})
}

// changeLimits changes the limits of a player in a transaction of their own: of the guild, or
// of the bot's own where they hold everywhere. A repeat changes nothing.
func (s *Sessions) changeLimits(ctx context.Context, v interact.By, in care.Scope,
	change func(storage.Limits, time.Time) (storage.Limits, error)) error {
	if in == care.Everywhere {
		v.Player.Guild = interact.BotsOwn
	}
	a, err := s.asker(ctx)
	if err != nil {
		return err
	}
	of := a.known.Of(v.Player.Guild, v.Player.User)
	reads := storage.Wanted{Limits: []storage.Alias{of}}
	return s.Once(ctx, v, reads, func(tx storage.Tx, again bool) error {
		if again {
			return nil
		}
		before, _, err := storage.LimitsOf.Get(tx, of)
		if err != nil {
			return err
		}
		after, err := change(before, a.now)
		if err != nil || after == before {
			return err
		}
		return errors.Join(tx.See(v.ID, a.now), storage.LimitsOf.Put(tx, of, after))
	})
}
