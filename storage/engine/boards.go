package engine

import (
	"fmt"

	"holecard/storage"
)

// EntriesOf returns the keys of the entries that follow from a profile and a balance.
func EntriesOf(p storage.Profile, balance storage.Chips) (keys []Key) {
	if !p.Ranked() {
		return []Key{asideKey(p.Player.Guild).entry(Entry{User: p.Player.User})}
	}
	for by := range storage.Order(ofProfile) {
		score := by.Ever().Score(storage.Standing{Balance: balance, Stats: p.Stats})
		keys = append(keys, EntryKey(p.Player.Guild, by.Ever(), Entry{score, p.Player.User}))
	}
	return keys
}

// entriesOf returns the keys of the entries that follow from a tally of a player who is
// ranked.
func entriesOf(p storage.Player, in storage.Period, of storage.Tally) (keys []Key) {
	for by := range storage.Order(storage.Orders) {
		if score, ranked := scoreOf(storage.Board{By: by, In: in}, of); ranked {
			keys = append(keys, EntryKey(p.Guild, storage.Board{By: by, In: in},
				Entry{score, p.User}))
		}
	}
	return keys
}

// scoreOf returns the score of a tally on a board, and reports whether it has a position
// there because of it.
func scoreOf(b storage.Board, of storage.Tally) (score int64, ranked bool) {
	if of == (storage.Tally{}) || b.OfProfile() || !b.Exists() {
		return 0, false
	}
	score = b.Score(storage.Standing{Tally: of})
	return score, score >= b.Least()
}

// changeTally moves a player on the boards that follow from a tally.
func (t *Transaction) changeTally(k storage.Key, value []byte) error {
	key, was, is, err := before(t, storage.Tallies, k, value)
	if err != nil {
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
		t.enter(key.Player, key.In, was, is)
	}
	return nil
}

// enter moves a player on the boards that follow from a tally.
func (t *Transaction) enter(p storage.Player, in storage.Period, was, is storage.Tally) {
	if t.entered == nil {
		t.entered = make(map[string]int)
	}
	for by := range storage.Order(storage.Orders) {
		b := storage.Board{By: by, In: in}
		from, had := scoreOf(b, was)
		to, has := scoreOf(b, is)
		if had == has && from == to {
			continue
		}
		if had {
			t.entered[string(EntryKey(t.guild, b, Entry{from, p.User}).ID)]--
		}
		if has {
			t.entered[string(EntryKey(t.guild, b, Entry{to, p.User}).ID)]++
		}
	}
}

// enterAll puts a player on all boards that follow from tallies, or takes them off.
func (t *Transaction) enterAll(p storage.Player, ranked bool) error {
	all, err := storage.Tallies.Rows(t, storage.Range[storage.TallyKey]{
		Under: storage.TallyKey{Player: p}, Fields: 1})
	for _, row := range all {
		if ranked {
			t.enter(p, row.Key.In, storage.Tally{}, row.Value)
		} else {
			t.enter(p, row.Key.In, row.Value, storage.Tally{})
		}
	}
	return err
}
