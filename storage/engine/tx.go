package engine

import (
	"bytes"
	"fmt"
	"time"

	"holecard/storage"
)

// Transaction is a [storage.Tx]. It collects what it is to change, and reads
// that before what is stored.
type Transaction struct {
	reader
	stored  Tx
	entered map[string]int // the keys of entries that tallies add, above 0, or take away
	moved   []move         // players whose positions in the orders may change
	oldest  [Tables][]byte // the first interaction that may not be forgotten yet
	written bool
	emptied bool  // the guild is erased
	failed  error // of a write: what was collected is lost, and so is the transaction
}

// move is a player with what the positions in the orders follow from.
type move struct {
	player  storage.Player
	was, is standing
}

var _ storage.Tx = (*Transaction)(nil)

// Emptied reports whether the transaction has ended the erasure of its guild, and nothing is
// left of it: no lock-out that lasts.
func (t *Transaction) Emptied() bool { return t.emptied }

// NewTransaction returns a transaction in a guild on what is stored. Nothing is
// applied before [Transaction.Write], unless the transaction itself asks for an
// order or a list, which need it.
func NewTransaction(stored Tx, g storage.GuildID) *Transaction {
	t := &Transaction{reader: *newReader(stored, g), stored: stored}
	t.write = t.Write
	return t
}

// Written reports whether anything was applied.
func (t *Transaction) Written() bool { return t.written }

// Write applies what was collected.
func (t *Transaction) Write() error {
	t.reorder()
	changes := make([]Change, 0, len(t.known))
	for i := range t.known {
		if r := &t.known[i]; r.changed {
			changes = append(changes, r.Change)
			r.changed = false
		}
	}
	if t.failed != nil || len(changes) == 0 {
		return t.failed
	}
	t.written = true
	t.failed = t.stored.Apply(changes)
	return t.failed
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
				t.put(EntryKey(t.guild, b, Entry{from, m.player.User}), nil)
			}
			if m.is.ranked {
				t.put(EntryKey(t.guild, b, Entry{to, m.player.User}), []byte{})
			}
		}
		if m.was.isAside() != m.is.isAside() {
			var value []byte
			if m.is.isAside() {
				value = []byte{}
			}
			t.put(asideKey(t.guild).entry(Entry{User: m.player.User}), value)
		}
	}
	t.moved = nil
	for id, by := range t.entered {
		switch k := (Key{Entries, []byte(id)}); {
		case by > 0:
			t.put(k, []byte{})
		case by < 0:
			t.put(k, nil)
		}
	}
	t.entered = nil
}

// See implements [storage.Tx]. With each new interaction some old ones go.
func (t *Transaction) See(id storage.InteractionID, now time.Time) error {
	switch seen, err := t.Seen(id); {
	case err != nil:
		return err
	case seen:
		return storage.ErrSeen
	}
	t.put(SeenKey(t.guild, id), []byte{1})
	return t.forget(Seen, id, now)
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
	if far, ok := t.stored.(Far); ok {
		far.Forget(in, storage.InteractionAt(cutoff))
		return nil
	}
	forgotten := 0
	old := Range{Key: Key{in, of(t.guild)}, From: t.oldest[in]}
	return t.stored.Scan(old, func(id, _ []byte, _ error) bool {
		_, oldest, ok := OwnedOf(id)
		if !ok || !storage.InteractionID(oldest).Time().Before(cutoff) {
			return false
		}
		id = bytes.Clone(id)
		t.put(Key{in, id}, nil)
		t.oldest[in] = append(id[:len(id):len(id)], 0) // the next there can be
		forgotten++
		return forgotten < forgetMax
	})
}

// SaveConfirmation implements [storage.Tx]. With each some old ones go.
func (t *Transaction) SaveConfirmation(c storage.Confirmation, now time.Time) error {
	if err := t.own(c.Guild); err != nil {
		return err
	}
	if err := t.forget(Confirmations, c.Asked, now); err != nil {
		return err
	}
	t.put(ConfirmationKey(t.guild, c.Asked), EncodeConfirmation(c))
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
	for _, c := range postingChanges(t.ledger, at, p) {
		t.put(c.Key, c.Value)
	}
	t.saveAccount(p.From, side{from.chips, at})
	t.saveAccount(p.To, side{to.chips, at})
	return nil
}

func (t *Transaction) saveAccount(a storage.Account, after side) {
	if m := t.mover(a); m != nil {
		m.is.Balance = after.chips
	}
	if record, kept := t.ledger.record(a, after); kept {
		t.put(BalanceKey(a), record)
	}
}

// SaveProfile implements [storage.Tx].
func (t *Transaction) SaveProfile(p storage.Profile) error {
	wallet := storage.WalletOf(p.Player)
	if err := firstOf(t.own(p.Player.Guild), t.moves(wallet)); err != nil {
		return err
	}
	m := t.mover(wallet)
	changed := m.is.known && m.is.ranked != p.Ranked()
	m.is.known, m.is.ranked, m.is.Stats = true, p.Ranked(), p.Stats
	t.put(ProfileKey(p.Player), EncodeProfile(p))
	if !changed {
		return nil
	}
	return t.enterAll(p.Player, p.Ranked())
}

// SaveRound implements [storage.Tx].
func (t *Transaction) SaveRound(r storage.Round) error {
	if err := firstOf(r.Check(), t.own(r.Guild)); err != nil {
		return err
	}
	version, err := t.version(r.ID)
	if err != nil {
		return err
	}
	if r.Version != version+1 {
		return fmt.Errorf("%w: hand %d is stored with version %d, so %d cannot follow",
			storage.ErrVersion, r.ID, version, r.Version)
	}
	t.put(RoundKey(t.guild, r.ID), EncodeRound(r))
	return nil
}

// SaveSeating implements [storage.Tx].
func (t *Transaction) SaveSeating(s storage.Seating) error {
	if err := firstOf(s.Check(), t.own(s.Guild)); err != nil {
		return err
	}
	was, _, err := t.Seating(s.ID)
	if err != nil {
		return err
	}
	if s.Version != was.Version+1 {
		return fmt.Errorf("%w: seating %d is stored with version %d, so %d cannot follow",
			storage.ErrVersion, s.ID, was.Version, s.Version)
	}
	t.put(SeatingKey(t.guild, s.ID), EncodeSeating(s))
	t.due(s.ID, was.Due, s.Due)
	return nil
}

// CloseSeating implements [storage.Tx].
func (t *Transaction) CloseSeating(id storage.SeatingID) error {
	was, open, err := t.Seating(id)
	if err != nil || !open {
		return err
	}
	t.put(SeatingKey(t.guild, id), nil)
	t.put(DeckKey(was.DeckOwner(), was.Table), nil)
	t.due(id, was.Due, storage.Due{})
	return nil
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

// SaveSettings implements [storage.Tx].
func (t *Transaction) SaveSettings(s storage.Settings) error {
	if err := t.own(s.Guild); err != nil {
		return err
	}
	t.put(SettingsKey(s.Guild), EncodeSettings(s))
	return nil
}

// SaveLog implements [storage.Tx].
func (t *Transaction) SaveLog(e storage.LogEntry) error {
	if err := t.own(e.Guild); err != nil {
		return err
	}
	t.put(LogKey(e.Guild, e.By), EncodeLog(e))
	return nil
}

// SaveEmojis implements [storage.Tx].
func (t *Transaction) SaveEmojis(e storage.Emojis) error {
	t.put(EmojisKey(t.guild), EncodeEmojis(e))
	return nil
}

// SaveDeck implements [storage.Tx].
func (t *Transaction) SaveDeck(d storage.Deck) error {
	if err := t.own(d.Player.Guild); err != nil {
		return err
	}
	t.put(DeckKey(d.Player, d.Table), EncodeDeck(d))
	return nil
}
