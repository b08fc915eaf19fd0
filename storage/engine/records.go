package engine

import (
	"bytes"
	"slices"

	"holecard/storage"
)

// Near is a state that reads a record in less time than a round trip takes: nothing
// is read before it is asked for.
type Near interface {
	State
	// Record is Get for one key.
	Record(Key) ([]byte, error)
}

// Far is a state at the other end of a network.
type Far interface {
	State
	// Forget deletes some records of a table that are older than an interaction, with the
	// changes of the transaction.
	Forget(of Table, before storage.InteractionID)
	// New reports whether the key of a posting may be taken for one that was never used: where
	// it was, the changes cannot be made, and the transaction runs again and asks.
	New() bool
}

// records are those that a transaction has read, or is to change. What it reads is what is
// stored with its own changes over it.
type records struct {
	state  State
	near   Near     // nil where records are far away
	known  []record // in the order of their keys
	settle func()   // puts what follows from other changes
}

type record struct {
	Change       // what is stored, or is to be
	changed bool // since it was read
}

func (r *records) find(k Key) (at int, known bool) {
	return slices.BinarySearchFunc(r.known, k, func(of record, k Key) int {
		return of.Compare(k)
	})
}

func (r *records) get(k Key) (value []byte, err error) {
	at, known := r.find(k)
	switch {
	case known:
		return r.known[at].Value, nil
	case r.near != nil:
		value, err = r.near.Record(k)
	default:
		var values [][]byte
		if values, err = r.state.Get(k); err == nil {
			value = values[0]
		}
	}
	if err == nil {
		r.note(k, value, false)
	}
	return value, err
}

// fetch reads at once what get will be asked for, where that saves round trips.
func (r *records) fetch(keys ...Key) error {
	var unknown []Key
	for _, k := range keys {
		if _, known := r.find(k); r.near == nil && !known {
			unknown = append(unknown, k)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	values, err := r.state.Get(unknown...)
	if err != nil {
		return err
	}
	for i, k := range unknown {
		r.note(k, values[i], false)
	}
	return nil
}

// put changes a record, or deletes it when there is no value.
func (r *records) put(k Key, value []byte) { r.note(k, value, true) }

func (r *records) note(k Key, value []byte, changed bool) {
	if r.known == nil {
		r.known = make([]record, 0, 16) // an action needs about as many
	}
	at, known := r.find(k)
	if !known {
		r.known = slices.Insert(r.known, at, record{})
	}
	r.known[at] = record{Change{k, value}, changed}
}

// restore leaves a record as it is stored.
func (r *records) restore(k Key) {
	if at, known := r.find(k); known && r.known[at].changed {
		r.known = slices.Delete(r.known, at, at+1)
	}
}

// changed returns what was changed in a range, in its order.
func (r *records) changed(of Range) (list []Change) {
	r.settle()
	for _, one := range r.known {
		if one.changed && of.has(one.Key) {
			list = append(list, one.Change)
		}
	}
	if of.Backwards {
		slices.Reverse(list)
	}
	return list
}

// has reports whether a key is in a range.
func (r Range) has(k Key) bool {
	if k.Table != r.Table || !bytes.HasPrefix(k.ID, r.ID) {
		return false
	}
	at := bytes.Compare(k.ID, r.From)
	return r.From == nil || at < 0 && r.Backwards || at >= 0 && !r.Backwards
}

// scan is [State.Scan] with what was changed.
func (r *records) scan(of Range, fn func(id, value []byte, err error) bool) error {
	changed := r.changed(of)
	if len(changed) == 0 {
		return r.state.Scan(of, fn)
	}
	skip, more := of.Skip, true
	of.Skip = 0
	give := func(id, value []byte, err error) {
		if skip > 0 {
			skip--
		} else if more {
			more = fn(id, value, err)
		}
	}
	// before gives what was changed before a stored record, or instead of it: nil for all.
	before := func(id []byte) (instead bool) {
		for len(changed) > 0 && !instead {
			at := bytes.Compare(changed[0].ID, id)
			if instead = at == 0; id != nil && !instead && at > 0 != of.Backwards {
				break
			}
			if changed[0].Value != nil {
				give(changed[0].ID, changed[0].Value, nil)
			}
			changed = changed[1:]
		}
		return instead
	}
	err := r.state.Scan(of, func(id, value []byte, err error) bool {
		if !before(id) {
			give(id, value, err)
		}
		return more
	})
	if err == nil {
		before(nil)
	}
	return err
}

// upTo is [State.UpTo] with what was changed.
func (r *records) upTo(order, last Key) (int, error) {
	changed := r.changed(Range{Key: order})
	n, err := r.state.UpTo(order, last)
	for _, c := range changed {
		if err != nil || c.Compare(last) > 0 {
			break
		}
		var stored [][]byte
		if stored, err = r.state.Get(c.Key); err == nil && stored[0] != nil {
			n--
		}
		if c.Value != nil {
			n++
		}
	}
	return n, err
}

// Load implements [storage.Reader]. What follows from what was wanted is read next: of players
// their open hands, of seatings their decks, their newest rounds and who sits there, and of
// confirmations the player they are about.
func (r *reader) Load(w storage.Wanted) {
	if r.near != nil {
		return
	}
	keys := r.wanted(w)
	if len(keys) == 0 || r.fetch(keys...) != nil {
		return // whatever asks for a record tells what is wrong with it
	}
	r.Load(r.following(w))
}

// following returns what follows from what was wanted, and was read.
func (r *reader) following(w storage.Wanted) (then storage.Wanted) {
	for _, user := range w.Players {
		p, _, _ := storage.Profiles.Get(r, storage.Player{Guild: r.guild, User: user})
		if p.OpenHand != 0 {
			then.Rounds = append(then.Rounds, p.OpenHand)
		}
		if pseudonym, found, _ := storage.Pseudonyms.Get(r, user); found {
			r.learn(user, pseudonym)
		}
	}
	for _, id := range w.Seatings {
		s, open, _ := storage.Seatings.Get(r, id)
		if !open {
			continue
		}
		if s.Round != 0 {
			then.Seated = append(then.Seated, s.Round)
		}
		for _, c := range s.Chairs {
			then.Players = append(then.Players, c.User)
		}
		then.Decks = append(then.Decks, storage.DeckKey{Player: s.DeckOwner(), Table: s.Table})
	}
	for _, id := range w.Confirmations {
		if c, found, _ := storage.Confirmations.Get(r, id); found {
			then.Players = append(then.Players, c.To)
		}
	}
	return then
}

// wanted returns the keys of what is wanted.
func (r *reader) wanted(w storage.Wanted) []Key {
	keys := make([]Key, 0, 16)
	for _, id := range w.Seen {
		keys = append(keys, SeenKey(r.guild, id))
	}
	for _, user := range w.Players {
		p := storage.Player{Guild: r.guild, User: user}
		keys = append(keys, profileKey(p), BalanceKey(storage.WalletOf(p)),
			pseudonymKey(r.guild, user))
	}
	for _, id := range w.Rounds {
		keys = append(keys, keyIn(storage.Rounds, r.guild, id),
			BalanceKey(storage.HeldFor(r.guild, id, 0)))
	}
	for _, id := range w.Seated {
		keys = append(keys, keyIn(storage.Rounds, r.guild, id))
		for seat := range storage.MostSeats {
			keys = append(keys, BalanceKey(storage.HeldFor(r.guild, id, seat)))
		}
	}
	for _, id := range w.Seatings {
		keys = append(keys, keyIn(storage.Seatings, r.guild, id))
	}
	for _, d := range w.Decks {
		keys = append(keys, keyIn(storage.Decks, r.guild, d))
	}
	for _, id := range w.Confirmations {
		keys = append(keys, keyIn(storage.Confirmations, r.guild, id))
	}
	if w.Settings {
		keys = append(keys, keyIn(storage.SettingsOf, r.guild, storage.Only{}))
	}
	for _, key := range w.Keys {
		keys = append(keys, JournalKey(r.guild, key))
	}
	for _, of := range w.Limits {
		keys = append(keys, keyIn(storage.LimitsOf.Table, r.guild, of))
	}
	for _, of := range w.Everywhere {
		keys = append(keys, keyIn(storage.LimitsOf.Table, 0, of))
	}
	return keys
}
