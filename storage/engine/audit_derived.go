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
	keys, transfers, entries set
}

// expect adds what follows from a posting.
func (a *Auditor) expect(sequence []byte, p storage.Posting) {
	a.add(&a.due.keys, []byte(p.Key), sequence)
	for _, player := range p.Transferred() {
		n, _ := NumberOf(sequence)
		a.add(&a.due.transfers, []byte(TransferKey(player, n).ID), nil)
	}
}

// compareKeys compares the keys with the journal.
func (a *Auditor) compareKeys() error {
	kept, err := a.setOf(Keys)
	if err != nil || kept == a.due.keys {
		return err
	}
	if err := a.lookUpPostings(); err != nil {
		return err
	}
	return a.lookUpKeys()
}

// lookUpPostings tells of postings without their key.
func (a *Auditor) lookUpPostings() error {
	return a.each(Journal, func(key, raw []byte, err error) {
		sequence, _ := NumberOf(key)
		var p storage.Posting
		if err == nil {
			p, err = DecodePosting(sequence, raw)
		}
		if err != nil {
			return // replay has told it
		}
		noted, _ := a.state.Get(PostingKey(p.Key)) // lookUpKeys tells what is wrong with it
		if kept, _ := NumberOf(noted); kept != sequence {
			a.Problem("Posting %d has the key %q, which is noted for posting %d: it could be made twice.", sequence, p.Key, kept)
		}
	})
}

// lookUpKeys tells of keys without their posting.
func (a *Auditor) lookUpKeys() error {
	return a.each(Keys, func(key, raw []byte, err error) {
		if err != nil {
			a.Problem("The key %q is unreadable: %v.", key, err)
			return
		}
		sequence, _ := NumberOf(raw)
		posting, err := a.state.Get(Key{Journal, string(raw)})
		if err != nil {
			return // replay has told it
		}
		if posting == nil {
			a.Problem("The key %q is noted for posting %d, which does not exist.", key, sequence)
			return
		}
		if p, err := DecodePosting(sequence, posting); err == nil && p.Key != string(key) {
			a.Problem("The key %q is noted for posting %d, which has the key %q.", key, sequence,
				p.Key)
		}
	})
}

// compareTransfers compares the transfers with the journal.
func (a *Auditor) compareTransfers() error {
	kept, err := a.setOf(Transfers)
	if err != nil || kept == a.due.transfers {
		return err
	}
	return a.lookUpTransfers()
}

// lookUpTransfers tells of transfers without their posting, and that some are
// not noted.
func (a *Auditor) lookUpTransfers() error {
	kept := 0
	err := a.each(Transfers, func(key, _ []byte, err error) {
		player, sequence, ok := transferOf(key)
		if err == nil && !ok {
			err = errBadKey
		}
		if err != nil {
			a.Problem("The transfer with the key %x is unreadable: %v.", key, err)
			return
		}
		kept++
		raw, err := a.state.Get(JournalKey(sequence))
		if err != nil {
			return // replay has told it
		}
		if raw == nil {
			a.Problem("Posting %d is noted as a transfer of player %d of guild %d, but does not exist.", sequence, player.User, player.Guild)
			return
		}
		if p, err := DecodePosting(sequence, raw); err == nil &&
			!slices.Contains(p.Transferred(), player) {
			a.Problem("Posting %d (%q) is noted as a transfer of player %d of guild %d, which it is not.", sequence, p.Key, player.User, player.Guild)
		}
	})
	if err == nil && kept != a.due.transfers.records {
		a.Problem("%d transfers are noted, but the journal has %d.", kept, a.due.transfers.records)
	}
	return err
}
