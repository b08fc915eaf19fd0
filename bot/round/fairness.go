package round

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/storage"
)

// Fairness is what a player may know of the shuffles.
type Fairness struct {
	Commitment string      // to the server seed of the player's next shuffle
	ClientSeed string      // of the next shuffle
	Proof      *fair.Proof // of the hand asked for; nil for none
	Open       bool        // that hand is being played
	// when the player was shown the commitments of all its shuffles before it was dealt;
	// zero where they were not
	Shown time.Time
}

// Fair returns what the player may know of a hand, 0 for the newest, and of the
// next shuffle, for which it draws the seeds unless they are there. The error
// is [ErrNoHand], [ErrNotYours] or [ErrUnproven] for a hand that was named.
func (s *Rounds) Fair(ctx context.Context, v interact.By, id storage.RoundID) (f Fairness,
	err error) {
	return s.fairness(ctx, v, id, "")
}

// Reseed sets the client seed of the player's next shuffles. The error is a
// [*fair.ClientSeedError].
func (s *Rounds) Reseed(ctx context.Context, v interact.By, client string) (Fairness, error) {
	if err := fair.CheckClientSeed(client); err != nil {
		return Fairness{}, err
	}
	return s.fairness(ctx, v, 0, client)
}

func (s *Rounds) fairness(ctx context.Context, v interact.By, id storage.RoundID,
	client string) (f Fairness, err error) {
	now := s.Desk.Now()
	if _, err := s.Desk.Aliases(ctx); err != nil {
		return f, err
	}
	err = s.Desk.Store.Update(ctx, v.Player.Guild, func(tx storage.Tx) error {
		w, err := s.Wallets.Of(tx, v)
		if err != nil {
			return err
		}
		seen, err := tx.Seen(v.ID)
		if err != nil {
			return err
		}
		before := w.Profile.Fair
		if client != "" && !seen {
			w.Profile.Fair.Client = client
		}
		s.ready(&w.Profile.Fair)
		if w.Profile.Fair.Shown.IsZero() && !seen {
			w.Profile.Fair.Shown = now
		}
		f = Fairness{
			Commitment: fair.Seed(w.Profile.Fair.Next).Commitment(),
			ClientSeed: w.Profile.Fair.Client,
		}
		if err := s.proveTo(tx, v, &f, id, w.Profile); err != nil || w.Profile.Fair == before {
			return err
		}
		if err := s.Wallets.Begin(tx, v, &w, now); err != nil {
			return err
		}
		return storage.Profiles.Save(tx, w.Profile)
	})
	return f, err
}

// proveTo adds the proof of a hand: the one named, or else the newest, of which
// it does not matter that there is none.
func (s *Rounds) proveTo(tx storage.Tx, v interact.By, f *Fairness, named storage.RoundID,
	of storage.Profile) error {
	id := cmp.Or(named, of.LastHand)
	if id == 0 {
		return nil
	}
	k, err := Read(tx, id)
	if err != nil {
		return err
	}
	if k.Seating == 0 && k.Owner() == v.Player {
		if err := s.endUnplayed(tx, k, of.OpenHand); err != nil {
			return err
		}
	}
	p, err := Prove(tx, v, k)
	switch {
	case err == nil:
		f.Proof, f.Open, f.Shown = &p, k.Open, shown(k)
	case named == 0 && errors.Is(err, ErrUnproven):
		return nil
	}
	return err
}

// shown returns when the player was shown the last of the commitments to the shuffles of
// a hand, zero where not all were shown before.
func shown(k *Stored) time.Time {
	first, behind := k.Game.Dealt()
	at := k.Shoe.Shuffle.Shown
	switch also := k.Shoe.Behind.Shown; {
	case len(behind) == 0:
	case len(first) == 0, also.After(at) && !at.IsZero(), also.IsZero():
		at = also
	}
	return at
}

// endUnplayed ends the deck that a hand was dealt from, if no other hand will be:
// its table is not played any more, or with other decks, or afresh each time. It
// would keep its seed hidden for ever. A hand that is open may be dealt from it.
func (s *Rounds) endUnplayed(tx storage.Tx, k *Stored, open storage.RoundID) error {
	settings, err := storage.SettingsOf.Read(tx, storage.Only{})
	if err != nil {
		return err
	}
	if table, no := s.Guilds.Playable(settings, k.Table); no == nil {
		if left, err := readDeck(tx, k.Owner(), table); err != nil ||
			left != nil && len(left.Cards) > 0 {
			return err
		}
	}
	if open != 0 {
		now, err := readHand(tx, open)
		if err != nil || now.Table == k.Table {
			return err
		}
	}
	return endDeck(tx, k)
}

// ShuffleOver reports whether no more cards of a shuffle will be dealt at a table, so
// that its seed may be shown.
func ShuffleOver(r storage.Reader, p storage.Player, table string, s storage.Shuffle) (bool,
	error) {
	deck, ok, err := storage.Decks.Get(r, p.Deck(table))
	if err != nil || !ok || len(deck.Cards) == 0 {
		return err == nil, err
	}
	return deck.Shuffle.Server != s.Server, nil
}

// Prove returns what proves the shuffle of one of the player's hands: all of it
// once the shuffle is over. The error is [ErrNotYours], [ErrNotDealt] at a seating, or
// [ErrUnproven] for a hand dealt by a version that kept no seeds.
func Prove(r storage.Reader, v interact.By, k *Stored) (fair.Proof, error) {
	if k.SeatOf(v.Player.User) < 0 {
		if k.Seating != 0 {
			return fair.Proof{}, ErrNotDealt
		}
		return fair.Proof{}, NotYours(k.Owner())
	}
	if k.Shoe == (storage.ShoeOrigin{}) {
		return fair.Proof{}, ErrUnproven
	}
	first, behind := k.Game.Dealt()
	if k.Open { // the hole card is among them
		first, behind = nil, nil
	}
	p := fair.Proof{Hand: decimal(uint64(k.ID)), Table: k.Table}
	add := func(of storage.Shuffle, rules blackjack.Rules, before int,
		cards []blackjack.Card) error {
		seed := ""
		ended, err := ShuffleOver(r, k.DeckOwner(), k.Table, of)
		if ended && !k.Open {
			seed = fair.Seed(of.Server).Reveal()
		}
		if err != nil {
			return err
		}
		shuffle := shuffleProof(of, rules, seed, before, cards)
		shuffle.Seats, err = clientsOf(r, k, of)
		p.Shuffles = append(p.Shuffles, shuffle)
		return err
	}
	var err error
	if len(first) > 0 || len(behind) == 0 {
		err = add(k.Shoe.Shuffle, k.Game.Rules(), k.Shoe.Dealt, first)
	}
	if err == nil && len(behind) > 0 {
		err = add(k.Shoe.Behind, k.Game.Rules(), 0, behind)
	}
	return p, err
}

// clientsOf returns the client seeds that went into a shuffle at a seating, by the seats of
// the round that began it: this one, or an earlier one.
func clientsOf(r storage.Reader, k *Stored, of storage.Shuffle) (clients []string, err error) {
	if k.Seating == 0 {
		return nil, nil
	}
	began := k.Round
	if id := storage.RoundID(of.By); id != k.ID {
		if began, _, err = storage.Rounds.Get(r, id); err != nil {
			return nil, err
		}
	}
	for _, seat := range began.Seats {
		clients = append(clients, seat.Client)
	}
	return clients, nil
}

func shuffleProof(of storage.Shuffle, r blackjack.Rules, seed string, before int,
	cards []blackjack.Card) fair.Shuffle {
	s := fair.Shuffle{
		Commitment:  fair.Seed(of.Server).Commitment(),
		First:       of.First,
		ServerSeed:  seed,
		ClientSeed:  of.Client,
		Interaction: decimal(uint64(of.By)),
		Decks:       r.Decks,
		Jokers:      r.Jokers,
		Endless:     r.Endless(),
		Forty:       r.Pack == blackjack.Forty,
		Before:      before,
		Cards:       cards,
	}
	if s.Endless {
		s.Decks, s.Jokers = 0, 0
	}
	return s
}

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

// Shuffler returns the cards of a full shoe in the order that follows from the
// inputs; where cards are without end, more than any round draws. It is
// [fair.Inputs.Cards] but for tests.
type Shuffler func(fair.Inputs, blackjack.Rules) []blackjack.Card

// clientBytes is how many random bytes make a client seed where the player has
// chosen none.
const clientBytes = 8

// ready draws what is missing for the player's next shuffle, and reports
// whether that was the seed: then nobody can have been shown its commitment.
func (s *Rounds) ready(f *storage.Fairness) (first bool) {
	s.client(f)
	return s.draw(f)
}

// client draws a client seed where the player has chosen none.
func (s *Rounds) client(f *storage.Fairness) {
	if f.Client == "" {
		drawn := s.Seed()
		f.Client = hex.EncodeToString(drawn[:clientBytes])
	}
}

// draw draws the seed of the next shuffle where there is none, and reports whether it did.
func (s *Rounds) draw(f *storage.Fairness) (first bool) {
	if first = f.Next.Zero(); first {
		f.Next = s.Seed()
	}
	return first
}

// reseed draws another server seed after one that is used up.
func (s *Rounds) reseed(f *storage.Fairness) { f.Next, f.Shown = s.Seed(), time.Time{} }

func inputs(s storage.Shuffle) fair.Inputs {
	return fair.Inputs{Server: fair.Seed(s.Server), Client: s.Client, Interaction: uint64(s.By)}
}

// shoemaker shuffles for one hand. A transaction may run again, and others wait
// for it, so what was shuffled is remembered.
type shoemaker struct {
	shuffle Shuffler
	rules   blackjack.Rules
	of      fair.Inputs
	cards   []blackjack.Card
}

func (m *shoemaker) make(s storage.Shuffle) []blackjack.Card {
	if of := inputs(s); m.cards == nil || m.of != of {
		m.of, m.cards = of, m.shuffle(of, m.rules)
	}
	return m.cards
}

// nextShuffle returns the shuffle that the player's next hand will most likely
// ask for, nil where that is not known.
func nextShuffle(r storage.Reader, of storage.Player,
	by storage.InteractionID) (*storage.Shuffle, error) {
	p, ok, err := storage.Profiles.Get(r, of)
	if err != nil || !ok || p.OpenHand != 0 || p.Fair.Next.Zero() {
		return nil, err
	}
	return &storage.Shuffle{Server: p.Fair.Next, Client: p.Fair.Client, By: by}, nil
}

// shoe is a hand's shoe: the cards, and what they follow from.
type shoe struct {
	cards  blackjack.Shoe
	origin storage.ShoeOrigin
	again  bool // shuffled although there was one
}

// shoe returns the shoe of the next round of so many seats. The next seed is used up when
// the shoe begins with a new shuffle. When that only lies behind what is left, it is used up
// by a round that comes to it: see endShoe.
func (s *Rounds) shoe(
	seats int, left *storage.Deck, f *storage.Fairness, by storage.InteractionID, m *shoemaker,
) (shoe, error) {
	first := s.ready(f)
	next := storage.Shuffle{Server: f.Next, Client: f.Client, By: by, First: first, Shown: f.Shown}
	var cards []blackjack.Card
	if left != nil {
		cards = CardsOf(left)
	}
	shuffles := 0
	var made shoe
	var err error
	var behind storage.Shuffle // a second shuffle, which nobody was promised
	made.cards, made.again, err = m.rules.NextShoe(seats, cards, func() ([]blackjack.Card, error) {
		switch shuffles++; {
		case shuffles == 1:
			return m.make(next), nil
		case !m.rules.Scarce(seats):
			return nil, nil // the full shoe is enough
		}
		behind = storage.Shuffle{Server: s.Seed(), Client: f.Client, By: by, First: true}
		return m.shuffle(inputs(behind), m.rules), nil
	})
	if m.rules.Low(cards) {
		made.origin = storage.ShoeOrigin{Shuffle: next, Behind: behind}
		s.reseed(f)
		return made, err
	}
	made.origin = storage.ShoeOrigin{Shuffle: left.Shuffle, Dealt: left.Dealt}
	if shuffles > 0 {
		made.origin.Behind = next
	}
	return made, err
}

// readDeck returns what a player's last hand left of the shoe of a table, nil
// where there was none. Nothing is left of one that is not what the table is
// played with any more.
func readDeck(r storage.Reader, p storage.Player, t tables.Table) (*storage.Deck, error) {
	if t.Rules.Fresh {
		return nil, nil
	}
	deck, ok, err := storage.Decks.Get(r, p.Deck(t.Name))
	if err != nil || !ok {
		return nil, err
	}
	size := deck.Dealt + len(deck.Cards)
	if size >= blackjack.FortySize && size != t.Rules.Cards() { // fewer cards are stacked
		deck.Cards = nil
	}
	return &deck, nil
}

// CardsOf returns the cards of a deck, empty but not nil for none.
func CardsOf(d *storage.Deck) []blackjack.Card {
	cards := make([]blackjack.Card, len(d.Cards))
	for i, c := range d.Cards {
		cards[i] = blackjack.Card(c)
	}
	return cards
}

// BytesOf returns cards as they are stored.
func BytesOf(cards []blackjack.Card) []byte {
	b := make([]byte, len(cards))
	for i, c := range cards {
		b[i] = byte(c)
	}
	return b
}

// Earlier returns the cards that were dealt before a round from the shuffle that it began
// with, in their order. They follow from its seed, and are none where the shoe is not what
// follows from it.
func (s *Rounds) Earlier(k *Stored) []blackjack.Card {
	if k.Shoe.Dealt == 0 || k.Shoe.Shuffle.Server.Zero() {
		return nil
	}
	cards := s.Shuffle(inputs(k.Shoe.Shuffle), k.Game.Rules())
	first, _ := k.Game.Dealt()
	if end := k.Shoe.Dealt + len(first); end > len(cards) ||
		!slices.Equal(cards[k.Shoe.Dealt:end], first) {
		return nil
	}
	return cards[:k.Shoe.Dealt]
}

// endShoe keeps what a settled hand leaves of its shoe. A shuffle of which too
// little is left ends with the hand, whatever the rules are later, because its
// seed may be shown from now on. And a hand that has come to the shuffle behind
// has used up the player's next seed.
func (s *Rounds) endShoe(tx storage.Tx, k *Stored, f *storage.Fairness) error {
	rules := k.Game.Rules()
	if rules.Fresh {
		return endDeck(tx, k)
	}
	first, behind := k.Game.Dealt()
	deck := storage.Deck{Player: k.DeckOwner(), Table: k.Table, Shuffle: k.Shoe.Shuffle,
		Dealt: k.Shoe.Dealt + len(first)}
	if k.Game.Reshuffled() {
		deck.Shuffle, deck.Dealt = k.Shoe.Behind, len(behind)
		if k.Shoe.Behind.Server == f.Next {
			s.reseed(f)
		}
	}
	rest := k.Game.Rest()
	if len(rest) == 0 || rules.Low(rest) {
		return storage.Decks.Save(tx, storage.Deck{Player: k.DeckOwner(), Table: k.Table})
	}
	deck.Cards = BytesOf(rest)
	return storage.Decks.Save(tx, deck)
}

// endDeck ends the deck that a table kept before it was shuffled for each hand,
// so that its seed is shown.
func endDeck(tx storage.Tx, k *Stored) error {
	deck, ok, err := storage.Decks.Get(tx, k.DeckOwner().Deck(k.Table))
	if err != nil || !ok || len(deck.Cards) == 0 {
		return err
	}
	return storage.Decks.Save(tx, storage.Deck{Player: k.DeckOwner(), Table: k.Table})
}
