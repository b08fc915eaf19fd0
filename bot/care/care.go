// Package care decides what players may still put at stake: by the limits that they have set
// for themselves, a lock-out, and a server's cap on loss. It only computes.
//
//	limits here ───────┐
//	limits everywhere ─┼─▶ Facts ──Round, Raise, Gift──▶ Leave ──▶ chips to the table
//	cap, losses, hours ┘                └─▶ *StopError
//
// Chips are held or given by a [Leave] only, and nothing else makes one that lets any pass:
// the zero Leave is of nobody.
package care

import (
	"errors"
	"fmt"
	"math"
	"time"

	"holecard/storage"
)

// LooseAfter is how long a limit holds after it was set looser.
const LooseAfter = 24 * time.Hour

// AnewAfter is how long nobody is given a wallet whose data was erased: else starting chips
// could be had for the asking.
const AnewAfter = 24 * time.Hour

// MaxPause is how long a break ends a sitting.
const MaxPause = 15 * time.Minute

// Kind is what a limit is about.
type Kind uint8

// The kinds.
const (
	Lock Kind = iota
	Loss
	Bet
	Rounds
	Remind
	Cap // of the server, on loss
	Kinds
)

// Scope is where limits hold.
type Scope uint8

// The scopes.
const (
	Here       Scope = iota // in one server
	Everywhere              // in each server, and in direct messages
	Scopes     = 2
)

// Valid reports whether there is such a scope.
func (s Scope) Valid() bool { return s < Scopes }

// StopError tells which limit forbids something.
type StopError struct {
	Kind   Kind
	Scope  Scope
	Direct bool          // here is the direct messages
	Most   storage.Chips // that it allows; of [Rounds] the number
	Left   storage.Chips // that may be staked now besides, of [Loss] and [Cap]
	Since  time.Time     // it was set, zero for a server's
	Until  time.Time     // zero for as long as it is set
}

func (e *StopError) Error() string {
	return fmt.Sprintf("limit %d of scope %d allows %d until %v", e.Kind, e.Scope, e.Most, e.Until)
}

// Where is the scope of a limit as people call it, and Day a time that is shown with its date.
type (
	Where struct {
		Scope
		Direct bool // here is the direct messages
	}
	Day time.Time
)

// Refusal implements refuse.Error.
func (e *StopError) Refusal() (string, []any) {
	where := Where{e.Scope, e.Direct}
	switch e.Kind {
	case Lock:
		if e.Until.Equal(storage.Forever()) {
			return "stop.lock.ever", []any{where, e.Since}
		}
		return "stop.lock", []any{where, e.Since, Day(e.Until)}
	case Loss:
		if e.Left == 0 {
			return "stop.loss.out", []any{where, e.Most, e.Since, e.Until}
		}
		return "stop.loss", []any{where, e.Most, e.Since, e.Left, e.Until}
	case Cap:
		if e.Left == 0 {
			return "stop.cap.out", []any{e.Most, e.Until}
		}
		return "stop.cap", []any{e.Most, e.Left, e.Until}
	case Rounds:
		return "stop.rounds", []any{where, int64(e.Most), e.Since, e.Until}
	}
	return "stop.bet", []any{where, e.Most, e.Since}
}

// Facts are what is known of a player who wants to stake something.
type Facts struct {
	Player storage.Player
	Now    time.Time
	Limits [Scopes]storage.Limits
	Cap    storage.Chips // the server's on loss in a day, 0 for none
	Net    storage.Chips // of the rounds settled today
	Staked storage.Chips // on tables now
	// when the nth of the newest rounds was dealt, from 1; the zero time for one not dealt
	Dealt func(n int) (time.Time, error)
}

// NeedsStakes reports whether what is staked now matters.
func (f Facts) NeedsStakes() bool {
	return f.Cap > 0 || f.now(Here).Loss > 0 || f.now(Everywhere).Loss > 0
}

func (f Facts) direct() bool { return f.Player.Guild.Direct() }

func (f Facts) now(of Scope) storage.Limit { return Holding(f.Limits[of], f.Now).Now }

// Leave is the permission to hold a player's chips, or to give them away.
type Leave struct {
	player storage.Player
	chips  storage.Chips // at most
	stop   *StopError    // what forbids more, nil where nothing does
}

// ErrNoLeave is a mistake in the program: it stakes chips without asking for limits.
var ErrNoLeave = errors.New("chips were to be staked, and no limits were asked")

// Pay returns the leave without some chips, or why it does not cover them.
func (l Leave) Pay(p storage.Player, chips storage.Chips) (Leave, error) {
	if l.player != p || l.player == (storage.Player{}) {
		return l, ErrNoLeave
	}
	if err := l.Refuses(chips); err != nil {
		return l, err
	}
	l.chips -= chips
	return l, nil
}

// Refuses returns the [*StopError] that forbids so many chips, nil for none.
func (l Leave) Refuses(chips storage.Chips) error {
	if chips <= l.chips {
		return nil
	}
	if l.stop == nil {
		return ErrNoLeave
	}
	return l.stop
}

// Purse returns as much of a balance as may be staked.
func (l Leave) Purse(balance storage.Chips) storage.Chips { return min(balance, l.chips) }

// Round returns the leave to start a round with a bet, side bets included, or a [*StopError].
func (f Facts) Round(bet storage.Chips) (Leave, error) {
	if err := f.started(bet); err != nil {
		return Leave{}, err
	}
	l := f.Raise()
	return l, l.Refuses(bet)
}

// started returns what forbids to start a round.
func (f Facts) started(bet storage.Chips) error {
	if stop := f.locked(); stop != nil {
		return stop
	}
	for of := range Scope(Scopes) {
		now, since := f.now(of), Holding(f.Limits[of], f.Now).Since
		if now.Bet > 0 && bet > now.Bet {
			return &StopError{Kind: Bet, Scope: of, Direct: f.direct(), Most: now.Bet,
				Since: since.Bet}
		}
		if now.Rounds < 1 {
			continue
		}
		dealt, err := f.Dealt(now.Rounds)
		if err != nil {
			return err
		}
		if again := dealt.Add(time.Hour); !dealt.IsZero() && again.After(f.Now) {
			return &StopError{Kind: Rounds, Scope: of, Direct: f.direct(),
				Most: storage.Chips(now.Rounds), Since: since.Rounds, Until: again}
		}
	}
	return nil
}

// Raise returns the leave to add to the stakes of a round that is played. A player who is
// locked out may add nothing.
func (f Facts) Raise() Leave {
	l := Leave{player: f.Player, chips: math.MaxInt64}
	if stop := f.locked(); stop != nil {
		l.chips, l.stop = 0, stop
		return l
	}
	for _, stop := range f.losses() {
		if stop.Left = max(0, stop.Most+f.Net-f.Staked); stop.Left < l.chips {
			l.chips, l.stop = stop.Left, stop
		}
	}
	return l
}

// Most returns the largest bet that limits leave now, side bets included.
func (f Facts) Most() storage.Chips {
	most := f.Raise().chips
	for of := range Scope(Scopes) {
		if bet := f.now(of).Bet; bet > 0 {
			most = min(most, bet)
		}
	}
	return most
}

// losses are the limits on loss in a day.
func (f Facts) losses() (list []*StopError) {
	midnight := f.Now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	for of := range Scope(Scopes) {
		if l := Holding(f.Limits[of], f.Now); l.Now.Loss > 0 {
			list = append(list, &StopError{Kind: Loss, Scope: of, Direct: f.direct(),
				Most: l.Now.Loss, Since: l.Since.Loss, Until: midnight})
		}
	}
	if f.Cap > 0 {
		list = append(list, &StopError{Kind: Cap, Most: f.Cap, Until: midnight})
	}
	return list
}

// Gift returns the leave to give chips away, or a [*StopError].
func (f Facts) Gift() (Leave, error) {
	if stop := f.locked(); stop != nil {
		return Leave{}, stop
	}
	return Leave{player: f.Player, chips: math.MaxInt64}, nil
}

// Barred returns what forbids to play at all, chips or none: a lock-out, nil for none.
func (f Facts) Barred() error {
	if stop := f.locked(); stop != nil {
		return stop
	}
	return nil
}

// locked returns the lock-out that lasts longest, nil for none.
func (f Facts) locked() (stop *StopError) {
	for of, l := range f.Limits {
		if l.Lock.After(f.Now) && (stop == nil || l.Lock.After(stop.Until)) {
			stop = &StopError{Kind: Lock, Scope: Scope(of), Direct: f.direct(),
				Since: l.Locked, Until: l.Lock}
		}
	}
	return stop
}

// Reminds returns how often the player is told how long they have played, 0 for never.
func (f Facts) Reminds() time.Duration {
	return lesser(f.now(Here).Remind, f.now(Everywhere).Remind)
}

// Sit returns the sitting of a player who is dealt a round now, and whether to tell them
// with it how long they have played.
func (f Facts) Sit(s storage.Sitting) storage.Sitting {
	if s.Last.IsZero() || f.Now.Sub(s.Last).Abs() > MaxPause {
		s = storage.Sitting{Since: f.Now}
	}
	s.Last = f.Now
	last := s.Reminded
	if last.IsZero() {
		last = s.Since
	}
	if every := f.Reminds(); every > 0 && f.Now.Sub(last) >= every {
		s.Reminded = f.Now
	}
	return s
}

// Net returns what a player has won and lost on the day of UTC that it is. A day that the
// clock of another process has begun already goes on.
func Net(d storage.DayOf, now time.Time) storage.Chips {
	if days := DayNumber(now) - DayNumber(d.At); days == 0 || days == -1 {
		return d.Net
	}
	return 0
}

// DayNumber counts the days of UTC from the beginning of Unix time.
func DayNumber(t time.Time) int64 { return t.Unix() / (24 * 60 * 60) }
