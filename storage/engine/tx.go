package engine

import (
	"bytes"
	"fmt"
	"time"

	"holecard/storage"
)

// Transaction is a [storage.Tx]. It collects what it is to change, and reads
// that before what is stored. Nothing is stored before its function has ended.
type Transaction struct {
	reader
	entered map[string]int // the keys of entries that come, above 0, or go
	moved   []move         // players whose wallets or profiles change
}

var _ storage.Tx = (*Transaction)(nil)

// NewTransaction returns a transaction in a guild on what is stored.
func NewTransaction(s State, g storage.GuildID) *Transaction {
	t := &Transaction{reader: *newReader(s, g), entered: make(map[string]int)}
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

// See implements [storage.Tx]. With each new interaction some old ones go.
func (t *Transaction) See(id storage.InteractionID, now time.Time) error {
	switch seen, err := t.Seen(id); {
	case err != nil:
		return err
	case seen:
		return storage.ErrSeen
	}
	t.put(SeenKey(t.guild, id), []byte{0}) // a record without fields
	return firstOf(t.forget(Seen, id, now), t.forget(storage.Confirmations.Kind, id, now))
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
	from, err1 := t.account(p.From)
	to, err2 := t.account(p.To)
	if err := firstOf(err1, err2); err != nil {
		return err
	}
	from.chips, err1 = p.From.Give(from.chips, p.Chips)
	to.chips, err2 = p.To.Take(to.chips, p.Chips)
	if err := firstOf(err1, err2); err != nil {
		return err
	}
	p.Clock = clockOf(p, from, to)
	for _, a := range []storage.Account{p.From, p.To} {
		if a.Kind != storage.PlayerAccount {
			continue
		}
		player := storage.Player{Guild: a.Guild, User: storage.UserID(a.Owner)}
		if _, err := t.moves(player); err != nil {
			return err
		}
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
	for _, c := range PostingChanges(kept) {
		t.put(c.Key, c.Value)
	}
	t.saveAccount(p.From, side{from.chips, p.Clock})
	t.saveAccount(p.To, side{to.chips, p.Clock})
	return nil
}

// posted is [storage.Reader.Posted] where the changes would not tell.
func (t *Transaction) posted(key string) (bool, error) {
	if far, ok := t.state.(Far); ok && far.New() {
		at, known := t.find(JournalKey(t.guild, key))
		return known && t.known[at].Value != nil, nil
	}
	return t.Posted(key)
}

func (t *Transaction) saveAccount(a storage.Account, after side) {
	if !a.MayOwe() {
		t.put(BalanceKey(a), after.record(a))
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
	if err == nil {
		t.put(KeyOf(k), value)
	}
	return err
}

// before returns a record before and after a change, zero where there is none.
func before[K, V any](t *Transaction, of storage.Table[K, V], k storage.Key, value []byte) (
	key K, was, is V, err error) {
	stored, err := t.Record(k)
	if err == nil && stored != nil {
		key, was, err = of.Decode(t.guild, k.ID, stored)
	}
	if err == nil && value != nil {
		key, is, err = of.Decode(t.guild, k.ID, value)
	}
	return key, was, is, err
}

// changeSeating moves the deadline of a seating.
func (t *Transaction) changeSeating(k storage.Key, value []byte) error {
	_, was, is, err := before(t, storage.Seatings, k, value)
	if err != nil || was.Due == is.Due {
		return err
	}
	for _, c := range dueOf(was) {
		t.put(c.Key, nil)
	}
	for _, c := range dueOf(is) {
		t.put(c.Key, c.Value)
	}
	return nil
}
