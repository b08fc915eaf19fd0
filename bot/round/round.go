// Package round is what is played: hands of a player's own, and tables at which people sit
// together. A press walks down the rooms, and what comes of it back up:
//
//	a handler ─▶ [Rounds.Act], [Rounds.Play] ─▶ wallet.Staking ─▶ interact.Once: seen before?
//	                                                                     │
//	  ┌───────────────────── in one transaction ◀────────────────────────┘
//	  ▼
//	the player's hand? ─▶ this version of it? ─▶ leave to stake more ─▶ the engine's pure step
//	  ─▶ stakes are held, or all settled ─▶ round, profiles and history saved ─▶ commit
//	                                                                               │
//	a handler ◀─ the hand as its player sees it ◀─ [Rounds].Wake: it was settled ◀─┘
//
// So chips move and the hand is saved, or neither. Whoever calls hears of it
// after the commit, and only then tells Discord. No Discord type comes in here.
//
// A hand of a player's own is the round of one seat. At a [Seating] people sit together, and a
// clock that is stored plays where nobody does; stakes are held and settled by the same steps.
package round

import (
	"context"
	"fmt"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/bot/wallet"
	"holecard/storage"
)

// Config is what rounds are played with. All fields are needed.
type Config struct {
	// a new server seed: [interact.NewSeed]
	Seed    func() storage.Secret
	Shuffle Shuffler // [fair.Inputs.Cards]
	// the basic strategy of a table
	Basic func(context.Context, blackjack.Rules) (strategy.Chart, error)
	// Edge returns the house edge of best play against a house that decides.
	Edge        func(context.Context, blackjack.Rules, strategy.Strategy) (float64, error)
	PlayersEdge bool // a house may be chosen that gives players the edge
}

// Rounds are the hands and tables of all guilds.
type Rounds struct {
	Config
	Desk    *interact.Desk
	Guilds  *guild.Guilds
	Wallets *wallet.Wallets

	// Wake is called with the guild of each round for chips that was settled, after its commit.
	Wake func(storage.GuildID)
}

// New returns the rounds that are played with wallets.
func New(w *wallet.Wallets, c Config) *Rounds {
	return &Rounds{Desk: w.Desk, Guilds: w.Guilds, Wallets: w, Config: c,
		Wake: func(storage.GuildID) {}}
}

// Hand is a player's hand as the player sees it, and what to know beside it.
type Hand struct {
	ID       storage.RoundID
	Version  uint32
	Player   storage.Player
	Table    tables.Table
	View     blackjack.View
	Bet      storage.Chips // the first stake
	Balance  storage.Chips // the player's wallet
	Private  bool
	Hidden   bool // its player shows no balance to others
	Practice bool // no chips are at stake; the balance is the wallet's all the same
	Open     bool
	Resumed  bool   // asked for a new hand while this one was open
	Shuffled bool   // the shoe was shuffled before the hand, although there was one
	Plays    string // the strategy that plays it, as an expression; empty for the player
	// the strategy of the house, as an expression; empty for the table's own
	House  string
	Next   storage.RoundID // the hand that followed from this one's buttons, 0 for none
	Later  bool            // the player was dealt another since: the balance is of that
	Proven bool            // there is a proof of its shuffle: [Rounds.Fair]
	// the commitment to its shuffle, when nobody was shown it before the deal
	First    string
	Promised string // once settled: the commitment to the player's next shuffle

	Lacks      Lacks          // what only the wallet forbids now
	NewMessage bool           // another hand is dealt in a message of its own
	Relief     *wallet.Relief // for a player whom the hand has left without chips, nil for others
	// what the player was given since they last saw a hand, or with this one: said once
	Awards storage.AwardSet
	// how long they have played without a long break, where they are to be told with this
	// hand, else 0
	Played time.Duration
}

// Lacks are the chips that actions take which only the wallet forbids, nil for none.
type Lacks map[blackjack.Action]storage.Chips

// Legal returns what the player may do now.
func (h Hand) Legal() blackjack.Actions { return h.View.Seats[0].Legal }

// What is refused of a round. The hand that comes with an error is the present one.
var (
	ErrNoHand   = refuse.New("hand.none", "there is no such hand")
	ErrStale    = refuse.New("turn.passed", "the hand has moved on")
	ErrNotOver  = refuse.New("not.over", "the hand is not over")
	ErrHandOpen = refuse.New("hand.open", "another hand is open")
	ErrUnproven = refuse.New("unproven", "the hand was dealt before shuffles could be proven")
)

// A hand of somebody else.
var (
	ErrNotYours = refuse.New("not.yours", "the hand is another player's", "player")
	ErrErased   = refuse.New("erased", "the hand's player had their data erased")
)

// NotYours refuses a player what another may do with a hand.
func NotYours(owner storage.Player) error {
	if owner.User.Erased() {
		return ErrErased
	}
	return ErrNotYours.With(owner.User)
}

// InsteadError is a [*wallet.ShortError] of a hand that there are chips for with a smaller bet.
type InsteadError struct {
	*wallet.ShortError
	Instead Deal // the same hand for all the chips there are
}

// Refusal implements [refuse.Error].
func (e *InsteadError) Refusal() (string, []any) {
	if e.Held == 0 && e.Instead.Bet < e.Balance {
		return "short.sides", []any{e.Balance, int64(e.Need)}
	}
	return e.ShortError.Refusal()
}

// Unwrap returns the [*wallet.ShortError].
func (e *InsteadError) Unwrap() error { return e.ShortError }

// BoldError asks whether a bet and its side bets are meant: together they are more than half of
// the wallet.
type BoldError struct {
	Balance storage.Chips
	Meant   Deal // what deals the hand
}

func (e *BoldError) Error() string {
	return fmt.Sprintf("%d of %d chips would be staked", e.Meant.total(), e.Balance)
}

// Refusal implements [refuse.Error].
func (e *BoldError) Refusal() (string, []any) {
	return "bold", []any{int64(e.Meant.total()), e.Balance}
}

// Find returns a hand of a guild as it is now, and the cards that were dealt before it from the
// same shuffle, which its player has seen. The error is [ErrNoHand] or the store's.
func (s *Rounds) Find(ctx context.Context, g storage.GuildID,
	id storage.RoundID) (Hand, []blackjack.Card, error) {
	var now present
	err := s.Desk.Store.View(ctx, g, func(r storage.Reader) error {
		k, err := readHand(r, id)
		return now.read(r, k, err)
	})
	if err != nil {
		return Hand{}, nil, err
	}
	return s.show(now, interact.By{}), s.Earlier(now.Stored), nil
}

// Stored is a round as it is stored, with the engine's own read.
type Stored struct {
	storage.Round
	Game   blackjack.Round
	awards storage.AwardSet // that its player is told of with it
}

// Owner returns whose hand it is: the player of the one seat.
func (k *Stored) Owner() storage.Player { return k.Player(0) }

// readHand reads a hand of a player's own.
func readHand(r storage.Reader, id storage.RoundID) (*Stored, error) {
	k, err := Read(r, id)
	if err == nil && k.Seating != 0 {
		return nil, ErrNoHand
	}
	return k, err
}

// Read reads a round. The error is [ErrNoHand], [ErrDropped] or the store's.
func Read(r storage.Reader, id storage.RoundID) (*Stored, error) {
	rec, ok, err := storage.Rounds.Get(r, id)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrNoHand
	}
	if rec.Dropped {
		return nil, ErrDropped
	}
	round, err := blackjack.ReadRecord(rec.Record)
	if err != nil {
		return nil, fmt.Errorf("hand %d: %w: %w", id, storage.ErrCorrupt, err)
	}
	return &Stored{Round: rec, Game: round}, nil
}

// present is a hand with the wallet it may be played from: what a transaction
// reads so that a hand can be shown. The rest of showing it is done after the
// transaction, because others wait for that.
type present struct {
	*Stored  // nil for none
	balance  storage.Chips
	profile  storage.Profile
	settings storage.Settings
}

// read takes the hand and reads what it is shown with, unless reading the hand has failed.
func (p *present) read(r storage.Reader, k *Stored, err error) error {
	if err != nil {
		return err
	}
	profile, _, err := storage.Profiles.Get(r, k.Owner())
	if err != nil {
		return err
	}
	return p.of(r, k, profile)
}

// of is read with the profile of the hand's player, which is known.
func (p *present) of(r storage.Reader, k *Stored, profile storage.Profile) (err error) {
	p.Stored, p.profile = k, profile
	if p.balance, err = r.Balance(storage.WalletOf(k.Owner())); err != nil {
		return err
	}
	p.settings, err = storage.SettingsOf.Read(r, storage.Only{})
	return err
}

// readNewest is read for the hand that the message of a hand shows by now.
func (p *present) readNewest(r storage.Reader, k *Stored, err error) error {
	if err == nil {
		k, err = newest(r, k)
	}
	return p.read(r, k, err)
}

// purse is what the hand may still take.
func (p *present) purse() storage.Chips { return purse(p.Practice, p.balance) }

// broke reports whether the hand has left its player without chips.
func (p *present) broke() bool {
	return !p.Open && !p.Practice && p.Next == 0 && p.balance == 0 && !p.profile.Playing()
}

// show returns the hand as its player sees it after an interaction, the zero Hand for
// none.
func (s *Rounds) show(p present, after interact.By) Hand {
	if p.Stored == nil {
		return Hand{}
	}
	round := p.Game.Fund(0, p.purse())
	hand := Hand{
		ID:       p.ID,
		Version:  p.Version,
		Player:   p.Owner(),
		Table:    s.Guilds.Dealt(p.Table, p.Game.Rules()),
		View:     round.View(),
		Bet:      p.Game.Bet(0),
		Balance:  p.balance,
		Private:  p.Private,
		Hidden:   p.profile.Hidden,
		Practice: p.Practice,
		Open:     p.Open,
		Next:     p.Next,
		Plays:    p.Seats[0].Plays,
		House:    p.House,
		Shuffled: p.Shuffled,
		Proven:   p.Shoe != storage.ShoeOrigin{},
		Promised: p.Promised.String(),

		Lacks:      lacks(p.Game, 0, p.purse()),
		NewMessage: p.settings.NewMessage,
		Awards:     p.awards,
		Played:     told(p.profile, p.Round),
	}
	if p.broke() && after.ID != 0 {
		relief := s.Wallets.Relief(p.profile, p.settings, after)
		hand.Relief = &relief
	}
	if p.Shoe.Shuffle.First && p.Shoe.Dealt == 0 {
		hand.First = fair.Seed(p.Shoe.Shuffle.Server).Commitment()
	}
	return hand
}

// lacks returns what only a purse forbids of a round's next actions.
func lacks(r blackjack.Round, who blackjack.Seat, purse storage.Chips) (list Lacks) {
	if r.Phase() == blackjack.Over || purse >= r.Staked(who) { // no action costs more
		return nil
	}
	legal := r.LegalWith(who, purse)
	for a := range r.LegalWith(who, storage.MaxChips).All() {
		if !legal.Has(a) {
			if list == nil {
				list = make(Lacks)
			}
			list[a] = r.Cost(a)
		}
	}
	return list
}

// ErrDropped tells that the cards of a hand are not kept any more.
var ErrDropped = refuse.New("dropped", "the cards of the hand are not kept any more")

// after tells that a transaction has settled a round, if it has.
func (s *Rounds) after(g storage.GuildID, err error, k *Stored) {
	if err == nil && k != nil && !k.Open && !k.Practice {
		s.Wake(g)
	}
}
