package engine

import (
	"slices"

	"holecard/storage"
)

// set is the fingerprint of records that are met in any order: the sum of their
// hashes. The same records give the same one, and others do by a chance of 1 in
// 2^64. What follows from the journal and the profiles is compared so, in one
// pass over each: to look every record up took most of an audit's time, and is
// done only to tell what is wrong.
type set struct {
	records int
	sum     uint64
}

// add adds a record.
func (a *Auditor) add(s *set, key, value []byte) {
	a.hash.Reset()
	a.hash.Write(key)
	a.hash.Write(value)
	s.records++
	s.sum += a.hash.Sum64()
}

// setOf returns the set of what a table keeps. One with an unreadable value is
// like no other.
func (a *Auditor) setOf(t Table) (s set, err error) {
	err = a.each(t, func(key, value []byte, err error) {
		if err != nil {
			s.records++
		}
		a.add(&s, key, value)
	})
	return s, err
}

// follows are the sets that there should be, by the journal and the profiles.
type follows struct {
	keys, transfers, entries, lines set
}

// expect adds what follows from a posting, by the key of its journal.
func (a *Auditor) expect(journal []byte, p storage.Posting) {
	g, _, _ := a.ledger.placeOf(journal)
	a.add(&a.due.keys, PostingKey(g, p.Key).ID, journal[8:16])
	for _, player := range p.Transferred() {
		a.add(&a.due.transfers, transferKey(player, journal).ID, nil)
	}
}

// compareKeys compares the keys with the journal.
func (a *Auditor) compareKeys() error {
	stored, err := a.setOf(Keys)
	if err != nil || stored == a.due.keys {
		return err
	}
	if err := a.lookUpPostings(); err != nil {
		return err
	}
	return a.lookUpKeys()
}

// posting returns a posting by its key in the journal, if it is there and readable.
func (a *Auditor) posting(journalID []byte) (p storage.Posting, there bool, err error) {
	g, _, _ := a.ledger.placeOf(journalID)
	decode := func(raw []byte) (storage.Posting, error) { return postingOf(journalID, raw, nil) }
	return read(newReader(a.state, g), Key{Journal, journalID}, decode)
}

// lookUpPostings tells of postings without their key.
func (a *Auditor) lookUpPostings() error {
	return a.each(Journal, func(key, raw []byte, err error) {
		guild, sequence, _ := a.ledger.placeOf(key)
		p, err := postingOf(key, raw, err)
		if err != nil {
			return // replay has told it
		}
		// lookUpKeys tells what is wrong with it
		noted, _ := newReader(a.state, guild).get(PostingKey(guild, p.Key))
		if found, _ := NumberOf(noted); found != sequence {
			a.Problem("Posting %d of %v has the key %q, which is noted for posting %d: "+
				"it could be made twice.", sequence, guild, p.Key, found)
		}
	})
}

// lookUpKeys tells of keys without their posting.
func (a *Auditor) lookUpKeys() error {
	return a.each(Keys, func(id, raw []byte, err error) {
		guild, ok := NumberOf(id[:min(len(id), 8)])
		if !ok {
			a.Problem("A key of a posting is %x, which is of no guild.", id)
			return
		}
		g, key := storage.GuildID(guild), string(id[8:])
		if err != nil {
			a.Problem("The key %q of %v is unreadable: %v.", key, g, err)
			return
		}
		sequence, _ := NumberOf(raw)
		p, there, err := a.posting(a.ledger.journalID(g, sequence, key))
		switch {
		case err != nil: // replay has told it
		case !there:
			a.Problem("The key %q is noted for posting %d of %v, which does not exist.", key,
				sequence, g)
		case p.Key != key:
			a.Problem("The key %q is noted for posting %d of %v, which has the key %q.", key,
				sequence, g, p.Key)
		}
	})
}

// compareTransfers compares the transfers with the journal.
func (a *Auditor) compareTransfers() error {
	stored, err := a.setOf(Transfers)
	if err != nil || stored == a.due.transfers {
		return err
	}
	return a.lookUpTransfers()
}

// lookUpTransfers tells of transfers without their posting, and that some are
// not noted.
func (a *Auditor) lookUpTransfers() error {
	noted := 0
	err := a.each(Transfers, func(key, _ []byte, err error) {
		player, journal, ok := transferredOf(a.ledger, key)
		if err == nil && !ok {
			err = errBadKey
		}
		if err != nil {
			a.Problem("The transfer with the key %x is unreadable: %v.", key, err)
			return
		}
		noted++
		_, sequence, _ := a.ledger.placeOf(journal)
		p, there, err := a.posting(journal)
		switch {
		case err != nil: // replay has told it
		case !there:
			a.Problem("Posting %d of %v is noted as a transfer of player %d, but does not exist.",
				sequence, player.Guild, player.User)
		case !slices.Contains(p.Transferred(), player):
			a.Problem("Posting %d of %v (%q) is noted as a transfer of player %d, which it is not.",
				sequence, player.Guild, p.Key, player.User)
		}
	})
	if err == nil && noted != a.due.transfers.records {
		a.Problem("%d transfers are noted, but the journal has %d.", noted, a.due.transfers.records)
	}
	return err
}
