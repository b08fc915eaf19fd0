package engine

import (
	"bytes"
	"slices"
	"time"

	"holecard/storage"
)

// Erase implements [storage.Tx].
func (t *Transaction) Erase(e storage.Erasure) error {
	if _, begun, err := storage.Erasures.Get(t, e.User); begun || err != nil {
		return err
	}
	if e.User != 0 {
		if err := t.forgetPlayer(&e); err != nil {
			return err
		}
	}
	return storage.Erasures.Save(t, e)
}

// forgetPlayer leaves of a player's profile that they are being erased, and nothing that leads
// from their pseudonym to them: the wallet has it as its owner from now on.
func (t *Transaction) forgetPlayer(e *storage.Erasure) error {
	player := storage.Player{Guild: t.guild, User: e.User}
	p, known, err := storage.Profiles.Get(t, player)
	if err != nil {
		return err
	}
	seatings, err := storage.Seatings.All(t)
	if err != nil {
		return err
	}
	seated := slices.ContainsFunc(seatings, func(s storage.Seating) bool {
		return s.ChairOf(e.User) >= 0
	})
	if p.Playing() || seated {
		return storage.ErrPlaying
	}
	if known {
		e.Name = p.Name
	}
	e.As = e.User
	if err := t.Pseudonyms([]*storage.UserID{&e.As}); err != nil {
		return err
	}
	from, to := BalanceKey(storage.WalletOf(player)), BalanceKey(storage.WalletOf(
		storage.Player{Guild: t.guild, User: e.As}))
	wallet, err := t.get(from)
	if err != nil {
		return err
	}
	erased := storage.Profile{Player: player, Erased: true}
	if err := firstOf(storage.Profiles.Save(t, erased), t.cleanSeatings(*e, seatings),
		t.cleanConfirmations(*e), storage.Pseudonyms.Delete(t, e.User),
		storage.Pseudonyms.Delete(t, e.As)); err != nil {
		return err
	}
	if wallet != nil {
		t.put(from, nil)
		t.put(to, wallet)
	}
	return nil
}

// cleanSeatings removes a player from seatings that they opened, were invited to, or sat at.
func (t *Transaction) cleanSeatings(e storage.Erasure, seatings []storage.Seating) error {
	for _, s := range seatings {
		was := len(s.Invited) + len(s.News)
		s.Invited = slices.DeleteFunc(s.Invited, func(u storage.UserID) bool { return u == e.User })
		s.News = slices.DeleteFunc(s.News, func(n storage.News) bool { return n.User == e.User })
		if s.By != e.User && was == len(s.Invited)+len(s.News) {
			continue
		}
		if s.By == e.User {
			s.By, s.ByName = e.As, ""
		}
		s.Version++
		if err := storage.Seatings.Save(t, s); err != nil {
			return err
		}
	}
	return nil
}

// cleanConfirmations deletes what a player asks or is asked about, and redacts the others.
func (t *Transaction) cleanConfirmations(e storage.Erasure) error {
	all, err := storage.Confirmations.All(t)
	for _, c := range all {
		if err != nil {
			break
		}
		if c.By == e.User || c.To == e.User {
			err = storage.Confirmations.Delete(t, c.Asked)
		} else if note := e.Redacted(c.Note); note != c.Note {
			c.Note = note
			err = storage.Confirmations.Save(t, c)
		}
	}
	return err
}

// eraseStep is how many records a step of an erasure changes.
const eraseStep = 256

// CarryOn implements [storage.Tx].
func (t *Transaction) CarryOn(user storage.UserID) (done bool, err error) {
	e, is, err := storage.Erasures.Get(t, user)
	if !is || err != nil { // another has done it
		return err == nil, err
	}
	var gone []Change
	for _, table := range erased(user) {
		under := Key{table, of(t.guild)}
		if user != 0 {
			under.ID = numbers(uint64(t.guild), uint64(user))
		}
		scanned := t.scan(Range{Key: under}, func(id, raw []byte, unreadable error) bool {
			c := Change{Key: Key{table, bytes.Clone(id)}}
			if err = unreadable; table == storage.LimitsOf.Kind {
				c.Value = lockOf(e, raw)
			}
			if c.Value == nil || !bytes.Equal(c.Value, raw) {
				gone = append(gone, c)
			}
			return err == nil && len(gone) < eraseStep
		})
		if err = firstOf(scanned, err); err != nil || len(gone) >= eraseStep {
			break
		}
	}
	for _, c := range gone {
		if c.Table == storage.Seatings.Kind && err == nil { // with its deadline
			err = t.changeSeating(storage.Key{Kind: c.Table, Guild: t.guild, ID: c.ID[8:]}, nil)
		}
		t.put(c.Key, c.Value)
	}
	if err != nil || len(gone) >= eraseStep {
		return false, err
	}
	if user != 0 {
		t.put(profileKey(storage.Player{Guild: t.guild, User: user}), nil)
		t.put(asideKey(t.guild).entry(Entry{User: user}), nil)
	}
	return true, storage.Erasures.Delete(t, user)
}

// erased returns the tables of which an erasure deletes records, in their order. Of a player the
// profile goes after them all. Of a guild, what is counted goes first, and what follows from the
// journal after it.
func erased(user storage.UserID) []Table {
	if user != 0 {
		return slices.DeleteFunc(storage.Tables(), func(t Table) bool {
			return !t.Owned() || t == storage.Profiles.Kind
		})
	}
	rest := slices.DeleteFunc(streamed(), func(t Table) bool { return t == storage.Erasures.Kind })
	return slices.Concat([]Table{Entries, storage.Seatings.Kind, Balances}, rest,
		[]Table{Places, Transfers})
}

// lockOf returns what stays of limits when their guild is erased: what still locks somebody out,
// nil for nothing.
func lockOf(e storage.Erasure, raw []byte) []byte {
	_, l, err := storage.LimitsOf.Decode(0, make([]byte, len(storage.Alias{})), raw)
	if err != nil || !l.Lock.After(e.Begun) && e.Begun.Sub(l.Forgot) >= 24*time.Hour {
		return nil
	}
	return storage.LimitsOf.Encode(storage.Limits{Lock: l.Lock, Forgot: l.Forgot})
}
