package engine

import (
	"fmt"

	"holecard/storage"
)

// orderNames are the orders as audits print them.
var orderNames = [storage.Orders]string{"by chips", "by net winnings", "by win rate",
	"by biggest win", "by streak", "by skill"}

var spanNames = [storage.Spans]string{"", " of a day", " of a week", " of a month"}

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

// expectEntries adds the entries that follow from a profile and its balance.
func (a *Auditor) expectEntries(p storage.Profile) {
	for _, key := range EntriesOf(p, a.balances[storage.WalletOf(p.Player)]) {
		a.add(&a.due.entries, key.ID, nil)
	}
	if !p.Ranked() {
		a.aside[p.Player] = true
	}
}

// compareTallies reads the tallies, and adds the entries that follow from them.
func (a *Auditor) compareTallies() error {
	return a.each(Tallies, func(id, raw []byte, err error) {
		_, k, of, err := recordOf(storage.Tallies, id, raw, err)
		if err != nil {
			a.Problem("The tally with the key %x is unreadable: %v.", id, err)
			return
		}
		if a.aside[k.Player] {
			return
		}
		for _, key := range entriesOf(k.Player, k.In, of) {
			a.add(&a.due.entries, key.ID, nil)
		}
	})
}

// compareEntries compares the entries with the profiles, balances and tallies.
func (a *Auditor) compareEntries() error {
	stored, err := a.setOf(Entries)
	if err != nil || stored == a.due.entries {
		return err
	}
	if want := a.due.entries.records; stored.records != want {
		a.Problem("The orders have %d entries, but %d players need %d.", stored.records, a.profiles,
			want)
	}
	err = a.each(Profiles, func(id, raw []byte, err error) {
		_, _, p, err := recordOf(storage.Profiles, id, raw, err)
		if err == nil { // compareProfiles has told it
			a.lookUpEntries(p)
		}
	})
	if err != nil {
		return err
	}
	return a.each(Tallies, func(id, raw []byte, err error) {
		_, k, of, err := recordOf(storage.Tallies, id, raw, err)
		if err == nil && !a.aside[k.Player] {
			a.lookUp(k.Player, entriesOf(k.Player, k.In, of))
		}
	})
}

// lookUpEntries tells in which orders a player is not, or not with the right score.
func (a *Auditor) lookUpEntries(p storage.Profile) {
	balance, err := NewReader(a.state, p.Player.Guild).Balance(storage.WalletOf(p.Player))
	if err != nil {
		return // compareBalances has told it
	}
	a.lookUp(p.Player, EntriesOf(p, balance))
}

func (a *Auditor) lookUp(p storage.Player, entries []Key) {
	for _, key := range entries {
		if found, _ := newReader(a.state, p.Guild).get(key); found == nil {
			a.Problem("Player %d of %v is missing, or at the wrong position, in the order %s.",
				p.User, p.Guild, boardName(key.ID[8]))
		}
	}
}

// boardName names a board for people by the byte that its entries have.
func boardName(board byte) string {
	switch {
	case board < aside:
		return orderNames[board]
	case board < periodic:
		return "of those who are on no board"
	}
	board -= periodic
	return fmt.Sprint(orderNames[board&(1<<spanShift-1)], spanNames[board>>spanShift])
}
