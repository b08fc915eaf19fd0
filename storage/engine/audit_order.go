package engine

import "holecard/storage"

// orderNames are the orders as audits print them.
var orderNames = [storage.Orders]string{"by chips", "by net winnings", "by win rate",
	"by biggest win"}

// EntriesOf returns the keys of the entries that follow from a profile and a balance.
func EntriesOf(p storage.Profile, balance storage.Chips) (keys [storage.Orders]Key) {
	for by := range storage.Order(storage.Orders) {
		keys[by] = EntryKey(p.Player.Guild, by, Entry{by.Score(balance, p.Stats), p.Player.User})
	}
	return keys
}

// expectEntries adds the entries that follow from a profile and its balance.
func (a *Auditor) expectEntries(p storage.Profile) {
	for _, key := range EntriesOf(p, a.balances[storage.WalletOf(p.Player)]) {
		a.add(&a.due.entries, key.ID, nil)
	}
}

// compareEntries compares the entries with the profiles and balances.
func (a *Auditor) compareEntries() error {
	stored, err := a.setOf(Entries)
	if err != nil || stored == a.due.entries {
		return err
	}
	if want := a.profiles * storage.Orders; stored.records != want {
		a.Problem("The orders have %d entries, but %d players need %d.", stored.records, a.profiles,
			want)
	}
	return a.each(Profiles, func(id, raw []byte, err error) {
		player, _ := PlayerOf(id)
		var p storage.Profile
		if err == nil {
			p, err = DecodeProfile(player, raw)
		}
		if err == nil { // compareProfiles has told it
			a.lookUpEntries(p)
		}
	})
}

// lookUpEntries tells in which orders a player is not, or not with the right score.
func (a *Auditor) lookUpEntries(p storage.Profile) {
	balance, err := NewReader(a.state, p.Player.Guild).Balance(storage.WalletOf(p.Player))
	if err != nil {
		return // compareBalances has told it
	}
	for by, key := range EntriesOf(p, balance) {
		if found, _ := newReader(a.state, p.Player.Guild).get(key); found == nil {
			a.Problem("Player %d of %v is missing, or at the wrong position, in the order %s.",
				p.Player.User, p.Player.Guild, orderNames[by])
		}
	}
}
