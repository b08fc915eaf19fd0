package bolt

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
func (a *auditor) add(s *set, key, value []byte) {
	a.hash.Reset()
	a.hash.Write(key)
	a.hash.Write(value)
	s.records++
	s.sum += a.hash.Sum64()
}

// setOf returns the set of what a bucket keeps. One with an unreadable value is
// like no other.
func (a *auditor) setOf(b bucket) (s set, err error) {
	err = a.each(b, func(key, value []byte, err error) {
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
func (a *auditor) expect(sequence []byte, p storage.Posting) {
	a.add(&a.due.keys, []byte(p.Key), sequence)
	for _, player := range p.Transferred() {
		n, _ := numberOf(sequence)
		a.add(&a.due.transfers, transferKey(player, n), nil)
	}
}

// compareKeys compares the keys with the journal.
func (a *auditor) compareKeys() error {
	kept, err := a.setOf(keysOf(a.btx))
	if err != nil || kept == a.due.keys {
		return err
	}
	if err := a.lookUpPostings(); err != nil {
		return err
	}
	return a.lookUpKeys()
}

// lookUpPostings tells of postings without their key.
func (a *auditor) lookUpPostings() error {
	return a.each(a.journal, func(key, raw []byte, err error) {
		sequence, _ := numberOf(key)
		var p storage.Posting
		if err == nil {
			p, err = decodePosting(sequence, raw)
		}
		if err != nil {
			return // replay has told it
		}
		noted, _ := a.keys.get([]byte(p.Key)) // lookUpKeys tells what is wrong with it
		if kept, _ := numberOf(noted); kept != sequence {
			a.problem("Posting %d has the key %q, which is noted for posting %d: it could be made twice.", sequence, p.Key, kept)
		}
	})
}

// lookUpKeys tells of keys without their posting.
func (a *auditor) lookUpKeys() error {
	return a.each(keysOf(a.btx), func(key, raw []byte, err error) {
		if err != nil {
			a.problem("The key %q is unreadable: %v.", key, err)
			return
		}
		sequence, _ := numberOf(raw)
		if a.journal.Get(raw) == nil {
			a.problem("The key %q is noted for posting %d, which does not exist.", key, sequence)
			return
		}
		posting, err := a.journal.get(raw)
		if err != nil {
			return // replay has told it
		}
		if p, err := decodePosting(sequence, posting); err == nil && p.Key != string(key) {
			a.problem("The key %q is noted for posting %d, which has the key %q.", key, sequence, p.Key)
		}
	})
}

// compareTransfers compares the transfers with the journal.
func (a *auditor) compareTransfers() error {
	kept, err := a.setOf(transfersOf(a.btx))
	if err != nil || kept == a.due.transfers {
		return err
	}
	return a.lookUpTransfers()
}

// lookUpTransfers tells of transfers without their posting, and that some are
// not noted.
func (a *auditor) lookUpTransfers() error {
	kept := 0
	err := a.each(transfersOf(a.btx), func(key, _ []byte, err error) {
		player, sequence, ok := transferOf(key)
		if err = orBadKey(err, ok); err != nil {
			a.problem("The transfer with the key %x is unreadable: %v.", key, err)
			return
		}
		kept++
		raw, err := a.journal.get(numberKey(sequence))
		if err != nil {
			return // replay has told it
		}
		if raw == nil {
			a.problem("Posting %d is noted as a transfer of player %d of guild %d, but does not exist.", sequence, player.User, player.Guild)
			return
		}
		if p, err := decodePosting(sequence, raw); err == nil && !slices.Contains(p.Transferred(), player) {
			a.problem("Posting %d (%q) is noted as a transfer of player %d of guild %d, which it is not.", sequence, p.Key, player.User, player.Guild)
		}
	})
	if err == nil && kept != a.due.transfers.records {
		a.problem("%d transfers are noted, but the journal has %d.", kept, a.due.transfers.records)
	}
	return err
}
