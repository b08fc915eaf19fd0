package engine

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"holecard/storage"
)

// Transaction is a [storage.Tx]. It collects what it is to change, and reads
// that before what is stored.
type Transaction struct {
	reader
	changes *overlay
}

var _ storage.Tx = (*Transaction)(nil)

// NewTransaction returns a transaction in a guild on what is stored. Nothing is
// applied before [Transaction.Write], unless the transaction itself asks for an
// order or a list, which need it.
func NewTransaction(stored Tx, g storage.GuildID) *Transaction {
	o := &overlay{cache: newCache(stored), stored: stored, guild: g}
	return &Transaction{reader{o, g}, o}
}

// Write applies what was collected.
func (t *Transaction) Write() error { return t.changes.write() }

// Written reports whether anything was applied.
func (t *Transaction) Written() bool { return t.changes.written }

// overlay is what is stored with what was changed since.
type overlay struct {
	*cache
	stored  Tx
	guild   storage.GuildID
	changed map[Key][]byte              // nil for what is deleted
	players map[storage.Player]struct{} // whose positions in the orders may change
	oldest  [Tables]string              // the first interaction that may not be forgotten yet
	written bool
	failed  error // of a write: what was collected is lost, and so is the transaction
}

func (o *overlay) get(k Key) ([]byte, error) {
	if value, ok := o.changed[k]; ok {
		return value, nil
	}
	return o.cache.get(k)
}

// Scan and UpTo need what was collected, so that is written first.

func (o *overlay) Scan(r Range, fn func(id, value []byte, err error) bool) error {
	if err := o.write(); err != nil {
		return err
	}
	return o.stored.Scan(r, fn)
}

func (o *overlay) UpTo(order, last Key) (int, error) {
	if err := o.write(); err != nil {
		return 0, err
	}
	return o.stored.UpTo(order, last)
}

func (o *overlay) put(k Key, value []byte) {
	if o.changed == nil {
		o.changed = make(map[Key][]byte)
	}
	o.changed[k] = value
}

// moves notes that a player's positions in the orders may change.
func (o *overlay) moves(p storage.Player) {
	if o.players == nil {
		o.players = make(map[storage.Player]struct{})
	}
	o.players[p] = struct{}{}
}

// write applies what was collected.
func (o *overlay) write() error {
	for p := range o.players {
		if o.failed == nil {
			o.failed = o.reorder(p)
		}
	}
	if o.failed != nil || len(o.changed) == 0 {
		return o.failed
	}
	changes := make([]Change, 0, len(o.changed))
	for key, value := range o.changed {
		changes = append(changes, Change{key, value})
	}
	slices.SortFunc(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.ID, b.ID))
	})
	*o = overlay{cache: newCache(o.stored), stored: o.stored, guild: o.guild, written: true,
		failed: o.stored.Apply(changes)}
	return o.failed
}

// reorder moves a player to the new positions. A player is ranked as soon as
// there is a profile.
func (o *overlay) reorder(p storage.Player) error {
	was, err := reader{o.cache, o.guild}.standing(p)
	if err != nil {
		return err
	}
	is, err := reader{o, o.guild}.standing(p)
	if err != nil || !is.known {
		return err
	}
	for by := range storage.Order(storage.Orders) {
		from, to := by.Score(was.balance, was.stats), by.Score(is.balance, is.stats)
		if was.known && from == to {
			continue
		}
		if was.known {
			o.put(EntryKey(p.Guild, by, Entry{from, p.User}), nil)
		}
		o.put(EntryKey(p.Guild, by, Entry{to, p.User}), []byte{})
	}
	return nil
}

// See implements [storage.Tx]. With each new interaction some old ones go.
func (t *Transaction) See(id storage.InteractionID, now time.Time) error {
	switch seen, err := t.Seen(id); {
	case err != nil:
		return err
	case seen:
		return storage.ErrSeen
	}
	t.changes.put(SeenKey(t.guild, id), []byte{1})
	return t.changes.forget(Seen, id, now)
}

// forgetMax is how many old records are forgotten with each new one: more than
// one, so that what a burst has left goes away too.
const forgetMax = 4

// forget deletes records of old interactions when a new one comes.
func (o *overlay) forget(t Table, id storage.InteractionID, now time.Time) error {
	// Both clocks must agree that an id is old: with one of them wrong, too
	// much is stored rather than too little.
	cutoff := now
	if made := id.Time(); made.Before(cutoff) {
		cutoff = made
	}
	cutoff = cutoff.Add(-storage.SeenFor)
	forgotten := 0
	return o.stored.Scan(Range{Key: Key{t, of(o.guild)}, From: o.oldest[t]},
		func(id, _ []byte, _ error) bool {
			_, oldest, ok := OwnedOf(id)
			if !ok || !storage.InteractionID(oldest).Time().Before(cutoff) {
				return false
			}
			key := Key{t, string(id)}
			o.put(key, nil)
			o.oldest[t] = key.ID + "\x00" // the next there can be
			forgotten++
			return forgotten < forgetMax
		})
}

// SaveConfirmation implements [storage.Tx]. With each some old ones go.
func (t *Transaction) SaveConfirmation(c storage.Confirmation, now time.Time) error {
	if err := t.own(c.Guild); err != nil {
		return err
	}
	if err := t.changes.forget(Confirmations, c.Asked, now); err != nil {
		return err
	}
	t.changes.put(ConfirmationKey(t.guild, c.Asked), EncodeConfirmation(c))
	return nil
}

// Post implements [storage.Tx].
func (t *Transaction) Post(p storage.Posting) error {
	if err := firstOf(p.Check(), t.own(p.From.Guild)); err != nil {
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
	made, err := t.head()
	if err != nil {
		return err
	}
	for _, c := range PostingChanges(made+1, p) {
		t.changes.put(c.Key, c.Value)
	}
	t.saveBalance(p.From, from)
	t.saveBalance(p.To, to)
	return nil
}

// head returns the last sequence of the guild's journal.
func (t *Transaction) head() (uint64, error) {
	made, _, err := read(t, HeadKey(t.guild), func(raw []byte) (uint64, error) {
		made, ok := NumberOf(raw)
		if !ok {
			return 0, fmt.Errorf("%w: the head of the journal of %v has %d bytes, not 8",
				storage.ErrCorrupt, t.guild, len(raw))
		}
		return made, nil
	})
	return made, err
}

// PostingChanges returns the records that a posting adds.
func PostingChanges(sequence uint64, p storage.Posting) []Change {
	g, number := p.From.Guild, []byte(numbers(sequence))
	all := []Change{{JournalKey(g, sequence), EncodePosting(p)}, {HeadKey(g), number},
		{PostingKey(g, p.Key), number}}
	for _, player := range p.Transferred() {
		all = append(all, Change{TransferKey(player, sequence), []byte{}})
	}
	return all
}

// saveBalance keeps no empty held account, for there is one to every hand.
func (t *Transaction) saveBalance(a storage.Account, chips storage.Chips) {
	switch a.Kind {
	case storage.PlayerAccount:
		t.changes.moves(storage.Player{Guild: a.Guild, User: storage.UserID(a.Owner)})
	case storage.HeldAccount:
		if chips == 0 {
			t.changes.put(BalanceKey(a), nil)
			return
		}
	}
	t.changes.put(BalanceKey(a), EncodeChips(chips))
}

// SaveProfile implements [storage.Tx].
func (t *Transaction) SaveProfile(p storage.Profile) error {
	if err := t.own(p.Player.Guild); err != nil {
		return err
	}
	t.changes.put(ProfileKey(p.Player), EncodeProfile(p))
	t.changes.moves(p.Player)
	return nil
}

// SaveHand implements [storage.Tx].
func (t *Transaction) SaveHand(h storage.Hand) error {
	version, err := t.version(h.ID)
	if err = firstOf(t.own(h.Player.Guild), err); err != nil {
		return err
	}
	if h.Version != version+1 {
		return fmt.Errorf("%w: hand %d is stored with version %d, so %d cannot follow",
			storage.ErrVersion, h.ID, version, h.Version)
	}
	t.changes.put(HandKey(t.guild, h.ID), EncodeHand(h))
	return nil
}

// SaveSettings implements [storage.Tx].
func (t *Transaction) SaveSettings(s storage.Settings) error {
	if err := t.own(s.Guild); err != nil {
		return err
	}
	t.changes.put(SettingsKey(s.Guild), EncodeSettings(s))
	return nil
}

// SaveLog implements [storage.Tx].
func (t *Transaction) SaveLog(e storage.LogEntry) error {
	if err := t.own(e.Guild); err != nil {
		return err
	}
	t.changes.put(LogKey(e.Guild, e.By), EncodeLog(e))
	return nil
}

// SaveEmojis implements [storage.Tx].
func (t *Transaction) SaveEmojis(ids map[string]string) error {
	t.changes.put(EmojisKey(t.guild), EncodeEmojis(ids))
	return nil
}

// SaveDeck implements [storage.Tx].
func (t *Transaction) SaveDeck(d storage.Deck) error {
	if err := t.own(d.Player.Guild); err != nil {
		return err
	}
	t.changes.put(DeckKey(d.Player, d.Table), EncodeDeck(d))
	return nil
}
