package round

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/wallet"
	"holecard/storage"
)

// Deal asks for a hand.
type Deal struct {
	Bet      storage.Chips   // 0 for the last bet, or FirstBet
	Sides    blackjack.Sides // on side bets
	Private  bool            // only the player sees it
	Practice bool            // no chips are at stake
	Table    string          // empty for the guild's first
	Plays    string          // a strategy that plays it, as an expression; empty for the player
	// the strategy of a house that decides, as an expression; empty for the table's own
	House string
	// the command that asked for it and was refused, where a button asks again: at most
	// one hand is dealt for it; 0 for none
	Asked storage.InteractionID
	// the table of several at which it is bet, 0 for a hand of one's own
	Seating storage.SeatingID
}

// Start deals the player a hand. If one is open already, it returns that one,
// marked Resumed. The error is a [*wallet.ShortError], a [*BoldError], a [*guild.TableError],
// [guild.ErrClosed], a [*blackjack.StakeError], a [*blackjack.SideBetError],
// [ErrFixedDealer], [ErrWeakHouse], that of an expression, [ErrNoLimit], [wallet.ErrFull],
// [interact.ErrRepeated] or the store's; or it is [interact.ErrNotReady], which is not remembered:
// the caller may be patient, or give up and call [interact.Desk.Remember].
func (s *Rounds) Start(ctx context.Context, v interact.By, d Deal) (Hand, error) {
	return s.deal(ctx, v, order{Deal: d})
}

// order is what a hand is dealt by: what was asked for, or the hand before.
type order struct {
	Deal
	again   bool            // the button of a settled hand asks for it:
	after   storage.RoundID // that hand
	version uint32          // of it, as the button shows it
	named   bool            // the bet is, and else it is that hand's
}

// total returns what the hand stakes at first.
func (d Deal) total() storage.Chips { return d.Bet + d.Sides.Sum() }

// by returns the interaction that an interaction deals a hand for: it gives the hand
// its id, and its shuffle.
func (d Deal) by(v interact.By) storage.InteractionID { return cmp.Or(d.Asked, v.ID) }

func (d Deal) id(v interact.By) storage.RoundID { return storage.RoundID(d.by(v)) }

// dealt returns the hand that was dealt for what an interaction orders. The error is
// [ErrNoHand], [ErrNotYours] or the store's.
func (d Deal) dealt(r storage.Reader, v interact.By) (*Stored, error) {
	k, err := readHand(r, d.id(v))
	if err == nil && k.Owner() != v.Player {
		err = NotYours(k.Owner())
	}
	return k, err
}

// refuse refuses to deal a hand for a reason that may not hold for ever. What has
// dealt one before, and is delivered again, shows it.
func (s *Rounds) refuse(ctx context.Context, v interact.By, d Deal, reason error) (Hand, error) {
	if !interact.Refused(reason) {
		return Hand{}, reason
	}
	var dealt present
	reads := storage.Wanted{Rounds: []storage.RoundID{d.id(v)}}
	ctx, cancel := interact.Moment(ctx)
	defer cancel()
	err := s.Desk.Once(ctx, v, reads, func(tx storage.Tx, again bool) error {
		dealt = present{}
		again = again || d.Asked != 0
		if k, err := d.dealt(tx, v); again && !errors.Is(err, ErrNoHand) {
			return dealt.readNewest(tx, k, err)
		}
		return reason
	})
	return s.show(dealt, v), err
}

// chartTime is how long the next interactions of a player who is not patient wait
// for the strategy that is to play a hand. Most basic strategies take less.
const chartTime = 250 * time.Millisecond

// autoplaySoon returns the autoplay of a hand that is to be dealt. The error is that of
// an expression or a house, or [interact.ErrNotReady].
func (s *Rounds) autoplaySoon(ctx context.Context, v interact.By, t tables.Table,
	by playedBy) (*autoplay, error) {
	if !v.Patient && by != (playedBy{}) {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, chartTime)
		defer cancel()
	}
	p, err := s.newAutoplay(ctx, t, by)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, errors.Join(interact.ErrNotReady, err)
	}
	return p, err
}

// setup is what is known of a hand before the transaction that deals it.
type setup struct {
	order
	table    tables.Table
	maker    *shoemaker
	autoplay *autoplay
}

// setUp does what is slow before the transaction that deals a hand, because
// others wait for that: it shuffles what the hand will most likely ask for, and
// makes the strategies that play it.
func (s *Rounds) setUp(ctx context.Context, v interact.By, o order) (p setup, err error) {
	var likely *storage.Shuffle
	err = s.Desk.Store.View(ctx, v.Player.Guild, func(r storage.Reader) error {
		reads := storage.Wanted{Settings: true, Players: []storage.UserID{v.Player.User}}
		if o.again {
			reads.Rounds = []storage.RoundID{o.after}
		}
		r.Load(reads)
		if p, err = s.readSetup(r, o); err != nil {
			return err
		}
		likely, err = nextShuffle(r, v.Player, o.Deal.by(v))
		return err
	})
	if err != nil {
		return p, err
	}
	if likely != nil {
		p.maker.make(*likely)
	}
	p.autoplay, err = s.autoplaySoon(ctx, v, p.table, p.playedBy())
	return p, err
}

// readSetup reads what a hand is dealt by.
func (s *Rounds) readSetup(r storage.Reader, o order) (p setup, err error) {
	if err := o.from(r); err != nil {
		return p, err
	}
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	if err != nil {
		return p, err
	}
	if p.table, err = s.Guilds.Playable(settings, o.Table); err != nil {
		return p, err
	}
	if o.again && !p.table.Rules.HouseDecides { // any more
		o.House = ""
	}
	if o.again && !o.named {
		o.Sides = stillOffered(p.table.Rules, o.Bet, o.Sides)
	}
	p.order, p.maker = o, &shoemaker{shuffle: s.Shuffle, rules: p.table.Rules}
	return p, nil
}

func (p setup) playedBy() playedBy { return playedBy{p.Plays, p.House} }

// reads is what the transaction reads that deals the hand.
func (p setup) reads(v interact.By) storage.Wanted {
	reads := storage.Wanted{Rounds: []storage.RoundID{p.id(v)},
		Decks: []storage.DeckKey{v.Player.Deck(p.table.Name)}}
	if p.again {
		reads.Rounds = append(reads.Rounds, p.after)
	}
	return reads
}

// deal deals a hand. What takes long, to shuffle and to read strategies, is done before the
// transaction, for which others wait.
func (s *Rounds) deal(ctx context.Context, v interact.By, o order) (Hand, error) {
	p, err := s.setUp(ctx, v, o)
	switch {
	case errors.Is(err, interact.ErrNotReady):
		return Hand{}, err
	case err != nil:
		return s.refuse(ctx, v, o.Deal, err)
	}
	o = p.order
	var dealt present
	resumed := false
	err = s.Wallets.Staking(ctx, v, p.reads(v), func(
		tx storage.Tx, again bool, a guild.Checker) error {
		dealt, resumed = present{}, false
		if k, err := o.Deal.dealt(tx, v); !errors.Is(err, ErrNoHand) {
			return dealt.readNewest(tx, k, err) // delivered again: the hand it dealt
		}
		var before *Stored
		if p.again {
			var err error
			if before, err = readHand(tx, p.after); err != nil {
				return err
			}
			if err := p.mayFollow(before, v); err != nil {
				return p.showing(tx, &dealt, before, err)
			}
		}
		w, err := s.Wallets.Of(tx, v)
		if err != nil {
			return err
		}
		if w.Profile.OpenHand != 0 {
			resumed = true
			k, err := readHand(tx, w.Profile.OpenHand)
			return dealt.read(tx, k, err)
		}
		k, err := s.dealt(tx, v, p, w, again, a)
		if err != nil {
			return err
		}
		if p.again {
			before.Next, before.Version, before.Changed = k.ID, before.Version+1, a.Now
			if err := storage.Rounds.Save(tx, before.Round); err != nil {
				return err
			}
		}
		return dealt.read(tx, k, nil)
	})
	s.after(v.Player.Guild, err, dealt.Stored)
	hand := s.show(dealt, v)
	hand.Resumed = resumed
	return hand, err
}

// dealt deals a new hand from a wallet, and keeps it.
func (s *Rounds) dealt(tx storage.Tx, v interact.By, p setup, w wallet.Wallet, again bool,
	a guild.Checker) (k *Stored, err error) {
	d, now := p.Deal, a.Now
	named := d.Bet
	switch {
	case p.autoplay.bets():
		if named, err = p.limit(w); err != nil {
			return k, err
		}
		if d.Bet, err = s.wished(tx, v, p, w, named); err != nil {
			return k, err
		}
	case d.Bet == 0:
		d.Bet = wallet.LastBet(w.Profile, w.Balance)
		named = d.Bet
	}
	facts, err := a.Facts(tx, w.Profile)
	if err != nil {
		return k, err
	}
	if w.Leave, err = mayStart(facts, d); err != nil {
		return k, err
	}
	if err := s.mayBet(tx, v, p, d, w); err != nil {
		return k, err
	}
	if again { // no cards are looked at
		return k, interact.ErrRepeated
	}
	if k, err = s.newHand(tx, v, p.table, d, &w, p.maker); err != nil {
		return k, err
	}
	k.Seats[0].Plays, k.House, k.Dealt = p.Plays, p.House, now
	w.Profile.Sitting = facts.Sit(w.Profile.Sitting)
	s.remember(p.autoplay, k)
	purse := purse(d.Practice, w.Stakes()-d.total())
	if k.Game, err = p.autoplay.advance(k.Game, nil, purse); err != nil {
		return k, err
	}
	if err := s.Wallets.Begin(tx, v, &w, now); err != nil {
		return k, err
	}
	w.Profile.LastHand = k.ID
	if !d.Practice {
		w.Profile.LastBet = named
	}
	return k, s.keep(tx, v.ID, k, []*wallet.Wallet{&w}, &w.Profile.Fair, now)
}

// mayStart returns the leave to stake what a hand is dealt for, or what forbids it.
func mayStart(f care.Facts, d Deal) (care.Leave, error) {
	if d.Practice {
		return care.Leave{}, f.Barred()
	}
	return f.Round(d.total())
}

// purse returns the chips that a hand can be played with from a balance: in practice
// enough for everything.
func purse(practice bool, balance storage.Chips) storage.Chips {
	if practice {
		return storage.MaxChips
	}
	return balance
}

// mayBet returns why a wallet cannot bet at a table.
func (s *Rounds) mayBet(r storage.Reader, v interact.By, p setup, d Deal, w wallet.Wallet) error {
	rules, bet := p.table.Rules, blackjack.Bet{Stake: d.Bet, Sides: d.Sides}
	if err := rules.Takes(bet); err != nil || d.Practice {
		return err
	}
	if d.total() > w.Balance {
		short, err := s.Wallets.Short(r, v, w, d.total())
		all := min(d.Bet, w.Balance)
		if err == nil && all >= rules.MinBet && d.Plays == "" && d.House == "" {
			return &InsteadError{short, Deal{Bet: all, Private: d.Private, Table: p.table.Name,
				Asked: d.by(v)}}
		}
		return cmp.Or[error](err, short)
	}
	room, err := w.Room(r)
	if err == nil && rules.MostWon(bet) > room {
		err = wallet.ErrFull
	}
	asks := d.Asked == 0 && (!p.again || p.named) && d.Plays == "" && d.House == ""
	if err == nil && asks && isBold(d, w) {
		meant := Deal{Bet: d.Bet, Sides: d.Sides, Private: d.Private, Table: p.table.Name,
			Asked: d.by(v)}
		err = &BoldError{w.Balance, meant}
	}
	return err
}

// isBold reports whether side bets bring what is staked above half of a wallet.
func isBold(d Deal, w wallet.Wallet) bool { return d.Sides.Sum() > 0 && d.total() > w.Balance/2 }

// newHand deals the cards. Nothing is stored yet.
func (s *Rounds) newHand(r storage.Reader, v interact.By, table tables.Table, d Deal,
	w *wallet.Wallet, m *shoemaker) (*Stored, error) {
	left, err := readDeck(r, v.Player, table)
	if err != nil {
		return nil, err
	}
	bet := blackjack.Bet{Stake: d.Bet, Purse: purse(d.Practice, w.Stakes()-d.total()),
		Sides: d.Sides}
	shoe, round, err := s.dealFrom(left, &w.Profile.Fair, d.by(v), m, bet)
	if err != nil {
		return nil, err
	}
	return &Stored{Round: storage.Round{
		ID:       d.id(v),
		Guild:    v.Player.Guild,
		Seats:    []storage.Seat{{User: v.Player.User}},
		Table:    table.Name,
		Private:  d.Private,
		Practice: d.Practice,
		Shoe:     shoe.origin,
		Shuffled: shoe.again,
	}, Game: round}, nil
}

// dealFrom deals a round from what is left of a shoe, or from a new one where that is of
// rules that have changed since.
func (s *Rounds) dealFrom(left *storage.Deck, f *storage.Fairness, by storage.InteractionID,
	m *shoemaker, bets ...blackjack.Bet) (shoe, blackjack.Round, error) {
	before := *f
	from, err := s.shoe(len(bets), left, f, by, m)
	if err != nil {
		return from, blackjack.Round{}, err
	}
	round, err := blackjack.Deal(m.rules, from.cards, bets...)
	if left != nil && errors.Is(err, blackjack.ErrShoe) {
		*f = before
		return s.dealFrom(nil, f, by, m, bets...)
	}
	return from, round, err
}

// Act plays an action on the player's hand, as long as the hand has the
// version. Where a strategy plays the hand, the action is the answer to what it
// asks. The error is [ErrNoHand], [ErrNotYours], [ErrStale] with the
// present hand, [blackjack.ErrOver], a [*blackjack.IllegalError], a
// [*wallet.ShortError], or the store's.
func (s *Rounds) Act(ctx context.Context, v interact.By, id storage.RoundID, version uint32,
	a blackjack.Action) (Hand, error) {
	hand, err := s.act(ctx, v, id, version, a, asking())
	if plays, ok := errors.AsType[*playedError](err); ok {
		autoplay, err := s.autoplayOf(ctx, plays)
		if err != nil {
			return s.refuse(ctx, v, Deal{}, err)
		}
		return s.act(ctx, v, id, version, a, autoplay)
	}
	return hand, err
}

// playedError tells that strategies play a hand, which are made outside of the
// transaction. A hand keeps its rules and its strategies.
type playedError struct {
	rules blackjack.Rules
	playedBy
}

func (e *playedError) Error() string { return "strategies play the hand" }

// act is Act with what plays on. The error is a [*playedError] when strategies
// play the hand, and none is given.
func (s *Rounds) act(
	ctx context.Context, v interact.By, id storage.RoundID, version uint32, a blackjack.Action,
	with *autoplay,
) (Hand, error) {
	var after present
	reads := storage.Wanted{Rounds: []storage.RoundID{id}}
	err := s.Wallets.Staking(ctx, v, reads, func(tx storage.Tx, again bool, ask guild.Checker) error {
		after = present{}
		k, err := readHand(tx, id)
		if err != nil {
			return err
		}
		if k.Owner() != v.Player {
			return NotYours(k.Owner())
		}
		if again && k.Version != version { // the result is shown again
			return after.readNewest(tx, k, nil)
		}
		if k.Version != version {
			if err := after.readNewest(tx, k, nil); err != nil {
				return err
			}
			return ErrStale
		}
		w, err := s.Wallets.Of(tx, v)
		if err != nil {
			return err
		}
		if k.Game.Phase() == blackjack.Over {
			return blackjack.ErrOver
		}
		if by := (playedBy{k.Seats[0].Plays, k.House}); by != with.by {
			return &playedError{k.Game.Rules(), by}
		}
		facts, err := ask.Facts(tx, w.Profile)
		if err != nil {
			return err
		}
		w.Leave = facts.Raise()
		s.remember(with, k)
		played, err := with.advance(k.Game, &a, purse(k.Practice, w.Stakes()))
		if err != nil {
			return w.Lacking(err)
		}
		if again { // it was refused, and nothing is played now
			return after.read(tx, k, nil)
		}
		k.Game = played
		if err := s.Wallets.Begin(tx, v, &w, ask.Now); err != nil {
			return err
		}
		if err := s.keep(tx, v.ID, k, []*wallet.Wallet{&w}, &w.Profile.Fair, ask.Now); err != nil {
			return err
		}
		return after.of(tx, k, w.Profile)
	})
	s.after(v.Player.Guild, err, after.Stored)
	return s.show(after, v), err
}

// Hinted notes that a player has a hint for the decision that is asked at a version of their
// hand, before they see it. The error is [ErrNoHand], [ErrNotYours],
// [blackjack.ErrOver], [ErrStale], [interact.ErrRepeated] or the store's.
func (s *Rounds) Hinted(ctx context.Context, v interact.By, id storage.RoundID,
	version uint32) error {
	now := s.Desk.Now()
	reads := storage.Wanted{Rounds: []storage.RoundID{id}}
	return s.Desk.Once(ctx, v, reads, func(tx storage.Tx, again bool) error {
		k, err := readHand(tx, id)
		if err != nil {
			return err
		}
		switch {
		case k.Owner() != v.Player:
			return NotYours(k.Owner())
		case !k.Open:
			return blackjack.ErrOver
		case k.Version != version:
			return ErrStale
		}
		decision := uint32(k.Game.Acted()) + 1
		had, err := storage.Hinted(tx, v.Player, id)
		switch {
		case err != nil || slices.Contains(had, decision):
			return err
		case again:
			return interact.ErrRepeated
		}
		if err := tx.See(v.ID, now); err != nil {
			return err
		}
		return storage.Hints.Add(tx, storage.Hint{Player: v.Player, Round: id,
			Decision: decision})
	})
}
