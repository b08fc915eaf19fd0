package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/storage"
)

// wallet is a player's chips and profile within a transaction.
type wallet struct {
	profile storage.Profile
	stored  storage.Profile // the profile as it is in the store
	balance storage.Chips
	fresh   bool          // not stored yet: begin opens it
	opening storage.Chips // with so much
	leave   care.Leave    // to stake chips, zero where nobody has asked
}

// wallet reads the player's wallet, or says what it will be when it is opened.
func (s *Sessions) wallet(r storage.Reader, v interact.By) (wallet, error) {
	p, ok, err := storage.Profiles.Get(r, v.Player)
	if err != nil {
		return wallet{}, err
	}
	if p.Erased {
		return wallet{}, guild.ErrErasing
	}
	if !ok {
		if err := guild.Forgotten(s.Desk, r, v.Player); err != nil {
			return wallet{}, err
		}
		settings, err := storage.SettingsOf.Read(r, storage.Only{})
		chips := s.Guilds.Allowance(settings).Starting
		return wallet{profile: storage.Profile{Player: v.Player}, balance: chips, opening: chips,
			fresh: true}, err
	}
	balance, err := r.Balance(storage.WalletOf(v.Player))
	return wallet{profile: p, stored: p, balance: balance}, err
}

// theirWallet reads the wallet of somebody else than who acts, or says what it will be. That
// their data was erased is told to nobody else.
func (s *Sessions) theirWallet(r storage.Reader, of interact.By) (wallet, error) {
	w, err := s.wallet(r, of)
	if wasForgotten(err) {
		err = ErrNoPlayer
	}
	return w, err
}

// readWallet reads the wallet of a player who has one.
func readWallet(r storage.Reader, of storage.Player) (wallet, error) {
	p, ok, err := storage.Profiles.Get(r, of)
	if err == nil && (!ok || p.Erased) {
		err = ErrNoPlayer
	}
	if err != nil {
		return wallet{}, err
	}
	balance, err := r.Balance(storage.WalletOf(of))
	return wallet{profile: p, stored: p, balance: balance}, err
}

// begin is the first write of a transaction: it records the interaction and
// opens a wallet that is not there yet.
func (s *Sessions) begin(tx storage.Tx, v interact.By, w *wallet, now time.Time) error {
	if err := tx.See(v.ID, now); err != nil {
		return err
	}
	if v.Name != "" {
		w.profile.Name = v.Name
	}
	return s.open(tx, v, w, now)
}

// open opens the wallet of a player, if it is not there yet. The interaction
// may be one that somebody else made: a gift opens a wallet too.
func (s *Sessions) open(tx storage.Tx, v interact.By, w *wallet, now time.Time) error {
	if !w.fresh {
		return nil
	}
	w.fresh = false
	w.profile.Name = v.Name
	w.profile.Opened = now
	key, err := storage.OpeningKey(tx, v.Player.User)
	if err != nil {
		return err
	}
	return mint(tx, v, key, w.opening, storage.Opening, now)
}

// mint gives the player of an interaction new chips.
func mint(tx storage.Tx, v interact.By, key string, chips storage.Chips, why storage.Reason,
	now time.Time) error {
	return post(tx, storage.Posting{Key: key, From: storage.MintOf(v.Player.Guild),
		To: storage.WalletOf(v.Player), Chips: chips, Reason: why, By: v.ID, At: now})
}

// room returns how many chips the wallet can still be given. What an open hand
// may bring it is kept free, because a hand that could not be settled would be
// stuck for ever: whoever fills a wallet asks here first.
func (w *wallet) room(r storage.Reader) (storage.Chips, error) {
	room := storage.MaxChips - w.balance - w.profile.Seated
	if w.profile.OpenHand == 0 {
		return room, nil
	}
	k, err := readRound(r, w.profile.OpenHand)
	if err != nil {
		return room, err
	}
	return max(0, room-k.mayBring(0)), nil
}

// mayBring returns the most that a seat can bring its wallet from now on: its stakes and
// what they can win, nothing in practice.
func (k *stored) mayBring(seat int) storage.Chips {
	if !k.Open || k.Practice {
		return 0
	}
	return k.Seats[seat].Held + k.round.MostWon(blackjack.Seat(seat))
}

// post makes a posting, if there is anything to move. Who puts chips at stake or gives them
// away asks first: see [spend].
func post(tx storage.Tx, p storage.Posting) error {
	switch {
	case p.Reason == storage.Hold || p.Reason == storage.Gift:
		return care.ErrNoLeave
	case p.Chips == 0:
		return nil
	}
	return tx.Post(p)
}

// keep saves a round after a step with the wallets of its seats: it holds what the step
// added to their stakes, and settles them all when the round is over. The shuffles are of
// f: the player's own, or the seating's. The error of a round that contradicts itself wraps
// [blackjack.ErrInvariant]: it holds and settles nothing.
func (s *Sessions) keep(tx storage.Tx, by storage.InteractionID, k *stored, seats []*wallet,
	f *storage.Fairness, now time.Time) error {
	if err := k.round.Check(); err != nil {
		return fmt.Errorf("hand %d: %w", k.ID, err)
	}
	before := [storage.MostSeats]storage.Chips{}
	for i := range seats {
		before[i] = k.mayBring(i)
	}
	k.Version++
	k.Changed = now
	k.Record = k.round.Record()
	k.Open = k.round.Phase() != blackjack.Over
	for i, w := range seats {
		if err := s.hold(tx, by, w, k, i, now); err != nil {
			return err
		}
		if !k.Open {
			if err := s.settle(tx, by, w, k, i, now); err != nil {
				return err
			}
		}
		switch {
		case k.Seating != 0:
			w.profile.Seated += k.mayBring(i) - before[i]
		case k.Open:
			w.profile.OpenHand = k.ID
		default:
			w.profile.OpenHand = 0
		}
	}
	if !k.Open {
		if !k.Practice {
			if err := storage.Notes.Add(tx, storage.Note{Round: k.ID, Settled: now}); err != nil {
				return err
			}
		}
		if err := s.endShoe(tx, k, f); err != nil {
			return err
		}
		s.draw(f)
		k.Promised = fair.Seed(f.Next).Digest()
	}
	if k.Seating == 0 {
		k.awards, seats[0].profile.Untold = seats[0].profile.Untold, 0
	}
	for _, w := range seats {
		if w.profile != w.stored {
			if err := storage.Profiles.Save(tx, w.profile); err != nil {
				return err
			}
		}
	}
	return storage.Rounds.Save(tx, k.Round)
}

// hold takes what a seat has staked since the last step.
func (s *Sessions) hold(tx storage.Tx, by storage.InteractionID, w *wallet, k *stored, seat int,
	now time.Time) error {
	if k.Practice {
		return nil
	}
	held := k.staked(seat)
	stake := k.posting(by, seat, storage.Hold, held-k.Seats[seat].Held, now)
	if err := spend(tx, stake, w); err != nil {
		return err
	}
	k.Seats[seat].Held = held
	return nil
}

// settle releases what a player keeps of the stakes, gives the house what is
// lost, pays what is won, counts the hand, and enters it in the player's story; none of it
// after practice.
func (s *Sessions) settle(tx storage.Tx, by storage.InteractionID, w *wallet, k *stored, seat int,
	now time.Time) error {
	if k.Practice {
		return nil
	}
	p := k.round.Payout(blackjack.Seat(seat))
	k.Seats[seat].Held, k.Seats[seat].Net = 0, p.Net()
	view := k.round.View().Seats[seat]
	count(&w.profile.Stats, view)
	if err := errors.Join(
		post(tx, k.posting(by, seat, storage.Release, p.Staked-p.Lost, now)),
		post(tx, k.posting(by, seat, storage.Lose, p.Lost, now)),
		post(tx, k.posting(by, seat, storage.Win, p.Won, now)),
	); err != nil {
		return err
	}
	return enter(tx, &w.profile, k, seat, view.Hands)
}

// posting moves chips of a seat. A round's version moves chips of a seat for a reason once, so
// that no fault above can settle it twice.
func (k *stored) posting(by storage.InteractionID, seat int, why storage.Reason,
	chips storage.Chips, now time.Time) storage.Posting {
	from, to := storage.HeldFor(k.Guild, k.ID, seat), storage.WalletOf(k.Player(seat))
	switch why {
	case storage.Hold:
		from, to = to, from
	case storage.Lose:
		to = storage.HouseOf(k.Guild)
	case storage.Win:
		from = storage.HouseOf(k.Guild)
	}
	return storage.Posting{
		Key:    storage.RoundKey(k.ID, seat, k.Version, why),
		From:   from,
		To:     to,
		Chips:  chips,
		Reason: why,
		Round:  k.ID,
		By:     by,
		At:     now,
	}
}

// staked returns what is on the table for a seat, with an answer that the round has not
// taken yet.
func (k *stored) staked(seat int) storage.Chips {
	who := blackjack.Seat(seat)
	sum := k.round.Staked(who)
	if blackjack.Action(k.Seats[seat].Answer) == blackjack.Insure {
		asked, _ := k.round.AskedOf(who) // whose purse may be that of the deal
		sum += asked.Cost(blackjack.Insure)
	}
	return sum
}

// count adds a settled hand to a player's statistics.
func count(st *storage.Stats, seat blackjack.SeatView) {
	net := seat.Payout.Net()
	st.Hands++
	switch {
	case net > 0:
		st.Wins++
	case net < 0:
		st.Losses++
	default:
		st.Pushes++
	}
	bust := 0
	for _, h := range seat.Hands {
		if h.Natural {
			st.Naturals++
		}
		if h.Doubled {
			st.Doubles++
		}
		if h.Total > 21 { // also where the dealer busts, too, and that is a tie
			bust = 1
		}
		if h.Outcome == blackjack.Surrendered {
			st.Surrenders++
		}
	}
	st.Busts += bust
	st.Splits += len(seat.Hands) - 1
	st.Wagered += seat.Payout.Staked
	st.Net += net
	st.BiggestWin = max(st.BiggestWin, net)
	st.BiggestLoss = max(st.BiggestLoss, -net)
}

// enter writes a seat that is settled in its player's story: a line of their history, their
// day, and what play is awarded with.
func enter(tx storage.Tx, p *storage.Profile, k *stored, seat int,
	hands []blackjack.HandView) error {
	l := k.line(seat)
	addToDay(&p.Day, l)
	for _, h := range hands {
		if h.Natural {
			award(p, storage.FirstNatural)
		}
	}
	if len(hands) == 4 && l.Net > 0 {
		award(p, storage.FourWaySplit)
	}
	if l.Net > 0 && !p.Awards.Has(storage.Comeback) {
		last, err := lastChip(tx, *p, k, l.Net)
		if err != nil {
			return err
		}
		if last {
			award(p, storage.Comeback)
		}
	}
	return storage.Lines.Put(tx, l.Key(p.Player), l)
}

// line returns the line of a settled seat. Its worth is not known yet.
func (k *stored) line(seat int) storage.Line {
	p := k.round.Payout(blackjack.Seat(seat))
	return storage.Line{Round: k.ID, Dealt: k.Dealt, Settled: k.Changed, Table: k.Table,
		Seated: k.Seating != 0, Private: k.Private, Stake: p.Staked, Net: p.Net()}
}

// addToDay adds a settled round to a player's day. A clock that went back over midnight
// begins no day again.
func addToDay(d *storage.DayOf, l storage.Line) {
	switch dayNumber(d.At) - dayNumber(l.Settled) {
	case 0:
		d.At = l.Settled
	case 1:
	default:
		*d = storage.DayOf{At: l.Settled}
	}
	d.Net += l.Net
}

// lastChip reports whether the one chip that a player staked in a settled round was all that
// they had.
func lastChip(r storage.Reader, p storage.Profile, k *stored, net storage.Chips) (bool, error) {
	if k.Seating == 0 && p.Seated != 0 || k.Seating != 0 && p.OpenHand != 0 {
		return false, nil
	}
	has, err := r.Balance(storage.WalletOf(p.Player))
	return has-net == 1, err
}

// award gives a player something that is given once. They are told with the next hand that
// they see.
func award(p *storage.Profile, a storage.Award) {
	if !p.Awards.Has(a) {
		p.Awards, p.Untold = p.Awards.With(a), p.Untold.With(a)
	}
}

// periodsAt returns all periods that a moment is in.
func periodsAt(at time.Time) []storage.Period {
	return []storage.Period{{Span: storage.Ever}, storage.PeriodAt(storage.Today, at),
		storage.PeriodAt(storage.ThisWeek, at), storage.PeriodAt(storage.ThisMonth, at)}
}

// staking is [interact.Desk.Once] for what may put chips at stake: do is given who asks for the
// leave.
func (s *Sessions) staking(ctx context.Context, v interact.By, reads storage.Wanted,
	do func(tx storage.Tx, again bool, a guild.Checker) error) error {
	a, err := s.Limits.Checker(ctx)
	if err != nil {
		return err
	}
	a.Wants(&reads, v.Player.Guild, v.Player.User)
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

// told returns how long a player has played, if a round is the one to tell it with, else 0.
func told(p storage.Profile, with storage.Round) time.Duration {
	sat := p.Sitting
	if sat.Reminded.IsZero() ||
		!sat.Reminded.Truncate(time.Microsecond).Equal(with.Dealt.Truncate(time.Microsecond)) {
		return 0
	}
	return sat.Reminded.Sub(sat.Since)
}

// wasForgotten reports whether a wallet is missing because its data was erased.
func wasForgotten(err error) bool {
	return errors.Is(err, guild.ErrErasing) || errors.Is(err, guild.ErrForgotten)
}
