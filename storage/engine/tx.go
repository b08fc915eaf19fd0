package engine

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"holecard/storage"
)

// Transaction is a [storage.Tx]. It collects what it is to change, and reads
// that before what is stored. Nothing is stored before its function has ended.
type Transaction struct {
	reader
	entered map[string]int // the keys of entries that tallies add, above 0, or take away
	moved   []move         // players whose positions in the orders may change
}

// move is a player with what the positions in the orders follow from.
type move struct {
	player  storage.Player
	was, is standing
}

var _ storage.Tx = (*Transaction)(nil)

// NewTransaction returns a transaction in a guild on what is stored.
func NewTransaction(s State, g storage.GuildID) *Transaction {
	t := &Transaction{reader: *newReader(s, g)}
	t.settle = t.reorder
	return t
}

// Changes returns what is to be changed, in the order of the keys and at most one change of
// each.
func (t *Transaction) Changes() []Change {
	t.reorder()
	changes := make([]Change, 0, len(t.known))
	for _, r := range t.known {
		if r.changed {
			changes = append(changes, r.Change)
		}
	}
	return changes
}

// moves notes that a wallet's owner may change positions in the orders, before
// anything changes that they follow from.
func (t *Transaction) moves(a storage.Account) error {
	if a.Kind != storage.PlayerAccount || t.mover(a) != nil {
		return nil
	}
	p := storage.Player{Guild: a.Guild, User: storage.UserID(a.Owner)}
	was, err := t.standing(p, storage.Board{})
	if err == nil {
		t.moved = append(t.moved, move{p, was, was})
	}
	return err
}

// mover returns the owner of a wallet, nil for one who does not move.
func (t *Transaction) mover(a storage.Account) *move {
	for i := range t.moved {
		if m := &t.moved[i]; storage.WalletOf(m.player) == a {
			return m
		}
	}
	return nil
}

// ofProfile is how many orders have a board that follows from profiles: the first ones.
const ofProfile = storage.ByBiggestWin + 1

// reorder moves players to their new positions. A player is ranked as soon as there is a
// profile.
func (t *Transaction) reorder() {
	for _, m := range t.moved {
		for by := range storage.Order(ofProfile) {
			b := by.Ever()
			from, to := b.Score(m.was.Standing), b.Score(m.is.Standing)
			if m.was.ranked == m.is.ranked && from == to {
				continue
			}
			if m.was.ranked {
				t.enlist(EntryKey(t.guild, b, Entry{from, m.player.User}), nil)
			}
			if m.is.ranked {
				t.enlist(EntryKey(t.guild, b, Entry{to, m.player.User}), []byte{})
			}
		}
		if m.was.isAside() != m.is.isAside() {
			var value []byte
			if m.is.isAside() {
				value = []byte{}
			}
			t.enlist(asideKey(t.guild).entry(Entry{User: m.player.User}), value)
		}
	}
	t.moved = nil
	for id, by := range t.entered {
		switch k := (Key{Entries, []byte(id)}); {
		case by > 0:
			t.enlist(k, []byte{})
		case by < 0:
			t.enlist(k, nil)
		}
	}
	t.entered = nil
}

// enlist puts an entry, or deletes it when there is no value. What undoes a change of the
// transaction's own leaves none.
func (t *Transaction) enlist(k Key, value []byte) {
	at, known := t.find(k)
	if known && t.known[at].changed && (t.known[at].Value == nil) != (value == nil) {
		t.known = slices.Delete(t.known, at, at+1)
		return
	}
	t.put(k, value)
}

// See implements [storage.Tx]. With each new interaction some old ones go.
func (t *Transaction) See(id storage.InteractionID, now time.Time) error {
	switch seen, err := t.Seen(id); {
	case err != nil:
		return err
	case seen:
		return storage.ErrSeen
	}
	t.put(SeenKey(t.guild, id), []byte{0}) // a record without fields
	return firstOf(t.forget(Seen, id, now), t.forget(Confirmations, id, now))
}

// forgetMax is how many old records are forgotten with each new one: more than
// one, so that what a burst has left goes away too.
const forgetMax = 4

// forget deletes records of old interactions when a new one comes.
func (t *Transaction) forget(in Table, id storage.InteractionID, now time.Time) error {
	// Both clocks must agree that an id is old: with one of them wrong, too
	// much is stored rather than too little.
	cutoff := now
	if made := id.Time(); made.Before(cutoff) {
		cutoff = made
	}
	cutoff = cutoff.Add(-storage.SeenFor)
	if far, ok := t.state.(Far); ok {
		far.Forget(in, storage.InteractionAt(cutoff))
		return nil
	}
	var old []Key
	err := t.scan(Range{Key: Key{in, of(t.guild)}}, func(id, _ []byte, _ error) bool {
		_, oldest, ok := OwnedOf(id)
		if !ok || !storage.InteractionID(oldest).Time().Before(cutoff) {
			return false
		}
		old = append(old, Key{in, bytes.Clone(id)})
		return len(old) < forgetMax
	})
	for _, k := range old {
		t.put(k, nil)
	}
	return err
}

// Post implements [storage.Tx].
func (t *Transaction) Post(p storage.Posting) error {
	if err := firstOf(p.Check(), t.own(p.From.Guild)); err != nil {
		return err
	}
	switch posted, err := t.posted(p.Key); {
	case err != nil:
		return err
	case posted:
		return fmt.Errorf("%w: %s", storage.ErrPosted, p.Key)
	}
	from, err := t.ledger.find(&t.reader, p.From)
	if err != nil {
		return err
	}
	to, err := t.ledger.find(&t.reader, p.To)
	if err != nil {
		return err
	}
	if from.chips, err = p.From.Give(from.chips, p.Chips); err != nil {
		return err
	}
	if to.chips, err = p.To.Take(to.chips, p.Chips); err != nil {
		return err
	}
	at, err := t.ledger.next(&t.reader, from, to)
	if err != nil {
		return err
	}
	if err := firstOf(t.moves(p.From), t.moves(p.To)); err != nil {
		return err
	}
	for _, player := range p.Transferred() {
		if p.Note != "" {
			remark := storage.Remark{By: p.Who, Text: p.Note}
			if err := storage.Remarks.Put(t, p.Remark(player), remark); err != nil {
				return err
			}
		}
	}
	kept := p
	if err := t.Pseudonyms(kept.Users()); err != nil {
		return err
	}
	for _, c := range postingChanges(t.ledger, at, kept) {
		t.put(c.Key, c.Value)
	}
	t.saveAccount(p.From, side{from.chips, at})
	t.saveAccount(p.To, side{to.chips, at})
	return nil
}

// posted is [storage.Reader.Posted] where the changes would not tell.
func (t *Transaction) posted(key string) (bool, error) {
	if far, ok := t.state.(Far); ok && far.New() {
		at, known := t.find(PostingKey(t.guild, key))
		return known && t.known[at].Value != nil, nil
	}
	return t.Posted(key)
}

func (t *Transaction) saveAccount(a storage.Account, after side) {
	if m := t.mover(a); m != nil {
		m.is.Balance = after.chips
	}
	if record, kept := t.ledger.record(a, after); kept {
		t.put(BalanceKey(a), record)
	}
}

// Change implements [storage.Changing], with what follows from the record.
func (t *Transaction) Change(k storage.Key, value []byte) error {
	if k.Guild != t.guild {
		return t.own(k.Guild)
	}
	var err error
	switch k.Kind {
	case storage.Profiles.Kind:
		err = t.changeProfile(k, value)
	case storage.Tallies.Kind:
		err = t.changeTally(k, value)
	case storage.Seatings.Kind:
		err = t.changeSeating(k, value)
	}
	switch {
	case err == errNone:
		return nil
	case err == nil:
		t.put(KeyOf(k), value)
	}
	return err
}

// errNone says that what is to be deleted is not there.
var errNone = errors.New("there is no such record")

// before returns a record before and after a change, zero where there is none.
func before[K, V any](t *Transaction, of storage.Table[K, V], k storage.Key, value []byte) (
	key K, was, is V, err error) {
	stored, err := t.Record(k)
	if err == nil && stored == nil && value == nil {
		return key, was, is, errNone
	}
	if err == nil && stored != nil {
		key, was, err = of.Decode(t.guild, k.ID, stored)
	}
	if err == nil && value != nil {
		key, is, err = of.Decode(t.guild, k.ID, value)
	}
	return key, was, is, err
}

// changeProfile moves a player on the boards that follow from a profile.
func (t *Transaction) changeProfile(k storage.Key, value []byte) error {
	player, is, err := storage.Profiles.Decode(t.guild, k.ID, value)
	if err != nil {
		return err
	}
	if err := t.moves(storage.WalletOf(player)); err != nil {
		return err
	}
	m := t.mover(storage.WalletOf(player))
	changed := m.is.known && m.is.ranked != is.Ranked()
	m.is.known, m.is.ranked, m.is.Stats = true, is.Ranked(), is.Stats
	if !changed {
		return nil
	}
	return t.enterAll(player, is.Ranked())
}

// changeSeating moves the deadline of a seating.
func (t *Transaction) changeSeating(k storage.Key, value []byte) error {
	id, was, is, err := before(t, storage.Seatings, k, value)
	if err == nil {
		t.due(id, was.Due, is.Due)
	}
	return err
}

// due changes the deadline of a seating.
func (t *Transaction) due(id storage.SeatingID, was, is storage.Due) {
	if was.At.Equal(is.At) && was.Number == is.Number {
		return
	}
	if !was.At.IsZero() {
		t.put(DueKey(storage.Deadline{Guild: t.guild, Seating: id, Due: was}), nil)
	}
	if !is.At.IsZero() {
		t.put(DueKey(storage.Deadline{Guild: t.guild, Seating: id, Due: is}),
			numbers(uint64(is.Number)))
	}
}
