package bolt

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// tx is a [storage.Tx] that collects what it is to change, and reads that
// before what is kept. Nothing is written before write.
type tx struct {
	kept reader
	changes
	written bool // some of it is in bbolt's transaction already
}

// changes are what a transaction has collected.
type changes struct {
	seen     map[storage.InteractionID]time.Time // with the time of [tx.See]
	posted   map[string]struct{}                 // the keys of postings
	postings []storage.Posting
	balances map[storage.Account]storage.Chips
	profiles map[storage.Player]storage.Profile
	hands    map[storage.HandID]storage.Hand
	settings map[storage.GuildID]storage.Settings
	decks    map[deckID]storage.Deck
}

// deckID names a player's deck.
type deckID struct {
	player storage.Player
	table  string
}

func (id deckID) key() []byte { return deckKey(id.player, id.table) }

func newTx(btx *bbolt.Tx) *tx { return &tx{kept: reader{btx}} }

// put makes the map on its first use: most transactions leave some unused.
func put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = make(map[K]V)
	}
	(*m)[key] = value
}

func (t *tx) Seen(id storage.InteractionID) (bool, error) {
	if _, ok := t.seen[id]; ok {
		return true, nil
	}
	return t.kept.Seen(id)
}

func (t *tx) Posted(key string) (bool, error) {
	if _, ok := t.posted[key]; ok {
		return true, nil
	}
	return t.kept.Posted(key)
}

func (t *tx) Balance(a storage.Account) (storage.Chips, error) {
	if chips, ok := t.balances[a]; ok {
		return chips, nil
	}
	return t.kept.Balance(a)
}

func (t *tx) Profile(p storage.Player) (storage.Profile, bool, error) {
	if profile, ok := t.profiles[p]; ok {
		return profile, true, nil
	}
	return t.kept.Profile(p)
}

func (t *tx) Hand(id storage.HandID) (storage.Hand, bool, error) {
	if hand, ok := t.hands[id]; ok {
		hand.Round = bytes.Clone(hand.Round)
		return hand, true, nil
	}
	return t.kept.Hand(id)
}

func (t *tx) Settings(g storage.GuildID) (storage.Settings, error) {
	if s, ok := t.settings[g]; ok {
		s.Tables, s.Rules = slices.Clone(s.Tables), slices.Clone(s.Rules)
		return s, nil
	}
	return t.kept.Settings(g)
}

func (t *tx) Deck(p storage.Player, table string) (storage.Deck, bool, error) {
	if d, ok := t.decks[deckID{p, table}]; ok {
		d.Cards = bytes.Clone(d.Cards)
		return d, true, nil
	}
	return t.kept.Deck(p, table)
}

// Transfers needs the postings that were collected, so they are written first.
func (t *tx) Transfers(p storage.Player, limit int) ([]storage.Posting, error) {
	if err := t.write(); err != nil {
		return nil, err
	}
	return t.kept.Transfers(p, limit)
}

// Standings needs the orders to follow what was collected, so that is written first.
func (t *tx) Standings(guild storage.GuildID, by storage.Order, offset, limit int) ([]storage.Standing, error) {
	if err := t.write(); err != nil {
		return nil, err
	}
	return t.kept.Standings(guild, by, offset, limit)
}

// Rank needs the orders to follow what was collected, so that is written first.
func (t *tx) Rank(p storage.Player, by storage.Order) (place, of int, err error) {
	if err := t.write(); err != nil {
		return 0, 0, err
	}
	return t.kept.Rank(p, by)
}

func (t *tx) See(id storage.InteractionID, now time.Time) error {
	switch seen, err := t.Seen(id); {
	case err != nil:
		return err
	case seen:
		return storage.ErrSeen
	}
	put(&t.seen, id, now)
	return nil
}

func (t *tx) Post(p storage.Posting) error {
	if err := p.Check(); err != nil {
		return err
	}
	switch posted, err := t.Posted(p.Key); {
	case err != nil:
		return err
	case posted:
		return fmt.Errorf("%w: %s", storage.ErrPosted, p.Key)
	}
	from, err := t.Balance(p.From)
	if err != nil {
		return err
	}
	to, err := t.Balance(p.To)
	if err != nil {
		return err
	}
	if from, err = p.From.Give(from, p.Chips); err != nil {
		return err
	}
	if to, err = p.To.Take(to, p.Chips); err != nil {
		return err
	}
	put(&t.balances, p.From, from)
	put(&t.balances, p.To, to)
	put(&t.posted, p.Key, struct{}{})
	t.postings = append(t.postings, p)
	return nil
}

func (t *tx) SaveProfile(p storage.Profile) error {
	put(&t.profiles, p.Player, p)
	return nil
}

func (t *tx) SaveHand(h storage.Hand) error {
	version, err := t.version(h.ID)
	if err != nil {
		return err
	}
	if h.Version != version+1 {
		return fmt.Errorf("%w: hand %d is kept with version %d, so %d cannot follow", storage.ErrVersion, h.ID, version, h.Version)
	}
	h.Round = bytes.Clone(h.Round) // the caller may use its own again
	put(&t.hands, h.ID, h)
	return nil
}

func (t *tx) version(id storage.HandID) (uint32, error) {
	if hand, ok := t.hands[id]; ok {
		return hand.Version, nil
	}
	return t.kept.version(id)
}

func (t *tx) SaveSettings(s storage.Settings) error {
	s.Tables, s.Rules = slices.Clone(s.Tables), slices.Clone(s.Rules)
	put(&t.settings, s.Guild, s)
	return nil
}

func (t *tx) SaveDeck(d storage.Deck) error {
	d.Cards = bytes.Clone(d.Cards)
	put(&t.decks, deckID{d.Player, d.Table}, d)
	return nil
}
