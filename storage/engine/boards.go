package engine

import (
	"bytes"
	"fmt"
	"slices"

	"holecard/storage"
)

// EntriesOf returns the keys of the entries that follow from a profile and a balance.
func EntriesOf(p storage.Profile, balance storage.Chips) (keys []Key) {
	if !p.Ranked() {
		return []Key{asideKey(p.Player.Guild).entry(Entry{User: p.Player.User})}
	}
	for by := range storage.Order(storage.Orders) {
		if b := by.Ever(); b.OfProfile() {
			score := b.Score(storage.Standing{Balance: balance, Stats: p.Stats})
			keys = append(keys, EntryKey(p.Player.Guild, b, Entry{score, p.Player.User}))
		}
	}
	return keys
}

// entriesOf returns the keys of the entries that follow from a tally of a player who is
// ranked.
func entriesOf(p storage.Player, in storage.Period, of storage.Tally) (keys []Key) {
	if of == (storage.Tally{}) {
		return nil
	}
	for by := range storage.Order(storage.Orders) {
		b := storage.Board{By: by, In: in}
		if b.OfProfile() || !b.Exists() {
			continue
		}
		if score := b.Score(storage.Standing{Tally: of}); score >= b.Least() {
			keys = append(keys, EntryKey(p.Guild, b, Entry{score, p.User}))
		}
	}
	return keys
}

// move is a player whose entries may change, but for those that follow from tallies.
type move struct {
	player  storage.Player
	was     []Key            // the entries before
	profile *storage.Profile // now; nil for none
}

// entriesOf returns the entries that follow from the profile and the wallet of who moves.
func (t *Transaction) entriesOf(m move) ([]Key, error) {
	chips, err := t.Balance(storage.WalletOf(m.player))
	if m.profile == nil || err != nil {
		return nil, err
	}
	return EntriesOf(*m.profile, chips), nil
}

// moves notes that a player's entries may change, before the wallet or the profile does.
func (t *Transaction) moves(p storage.Player) (*move, error) {
	at := slices.IndexFunc(t.moved, func(m move) bool { return m.player == p })
	if at >= 0 {
		return &t.moved[at], nil
	}
	m := move{player: p}
	profile, known, err := storage.Profiles.Get(t, p)
	if known {
		m.profile = &profile
	}
	if err == nil {
		m.was, err = t.entriesOf(m)
	}
	if err != nil {
		return nil, err
	}
	t.moved = append(t.moved, m)
	return &t.moved[len(t.moved)-1], nil
}

// changeProfile moves a player on all boards.
func (t *Transaction) changeProfile(k storage.Key, value []byte) error {
	player, is, err := storage.Profiles.Decode(t.guild, k.ID, value)
	if err != nil {
		return err
	}
	m, err := t.moves(player)
	if err != nil {
		return err
	}
	was := m.profile
	if m.profile = &is; was == nil || was.Ranked() == is.Ranked() {
		return nil
	}
	tallies, err := storage.Tallies.Rows(t, storage.Range[storage.TallyKey]{
		Under: storage.TallyKey{Player: player}, Fields: 1})
	for _, row := range tallies {
		entries := entriesOf(player, row.Key.In, row.Value)
		if is.Ranked() {
			t.enter(nil, entries)
		} else {
			t.enter(entries, nil)
		}
	}
	return err
}

// changeTally moves a player on the boards that follow from a tally.
func (t *Transaction) changeTally(k storage.Key, value []byte) error {
	key, was, is, err := before(t, storage.Tallies, k, value)
	if err != nil || was == is {
		return err
	}
	profile, known, err := storage.Profiles.Get(t, key.Player)
	switch {
	case err != nil:
		return err
	case !known && value != nil:
		return fmt.Errorf("%w: a tally of player %d, who has no profile", storage.ErrRecord,
			key.Player.User)
	}
	if known && profile.Ranked() {
		t.enter(entriesOf(key.Player, key.In, was), entriesOf(key.Player, key.In, is))
	}
	return nil
}

// enter notes which entries a change leaves away, and which it makes.
func (t *Transaction) enter(was, is []Key) {
	same := func(i int) bool {
		return i < len(was) && i < len(is) && bytes.Equal(was[i].ID, is[i].ID)
	}
	for i, k := range was {
		if !same(i) {
			t.entered[string(k.ID)]--
		}
	}
	for i, k := range is {
		if !same(i) {
			t.entered[string(k.ID)]++
		}
	}
}

// reorder changes the entries of all who move. What undoes a change of the transaction's own
// leaves none.
func (t *Transaction) reorder() {
	for i := range t.moved {
		m := &t.moved[i]
		is, _ := t.entriesOf(*m) // the wallet was read before
		t.enter(m.was, is)
		m.was = is
	}
	for id, by := range t.entered {
		k := Key{Entries, []byte(id)}
		switch {
		case by > 0:
			t.put(k, []byte{})
		case by < 0:
			t.put(k, nil)
		default:
			t.restore(k)
		}
	}
}
