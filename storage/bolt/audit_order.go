package bolt

import (
	"bytes"

	"holecard/storage"
)

// orderNames are the orders as audits print them.
var orderNames = [storage.Orders]string{"by chips", "by net winnings", "by win rate", "by biggest win"}

// expectPlaces adds the entries that follow from a profile and its balance.
func (a *auditor) expectPlaces(p storage.Profile) {
	balance := a.balances[storage.WalletOf(p.Player)]
	for by := range storage.Order(storage.Orders) {
		key := order{prefix: orderPrefix(p.Player.Guild, by)}.key(entry{by.Score(balance, p.Stats), p.Player.User})
		a.add(&a.due.entries, key, nil)
	}
}

// compareEntries compares the entries with the profiles and balances.
func (a *auditor) compareEntries() error {
	var kept set
	if err := a.eachRaw(entriesOf(a.btx), func(key, _ []byte) { a.add(&kept, key, nil) }); err != nil || kept == a.due.entries {
		return err
	}
	if want := a.profiles * storage.Orders; kept.records != want {
		a.problem("The orders have %d entries, but %d players need %d.", kept.records, a.profiles, want)
	}
	return a.each(profilesOf(a.btx), func(key, raw []byte, err error) {
		player, _ := playerOf(key)
		var p storage.Profile
		if err == nil {
			p, err = decodeProfile(player, raw)
		}
		if err == nil { // compareProfiles has told it
			a.lookUpPlaces(p)
		}
	})
}

// lookUpPlaces tells in which orders a player is not, or not with the right score.
func (a *auditor) lookUpPlaces(p storage.Profile) {
	wallet := storage.WalletOf(p.Player)
	raw, err := a.balancesKept.get(accountKey(wallet))
	if err != nil {
		return // compareBalances has told it
	}
	var balance storage.Chips
	if raw != nil {
		balance, _ = decodeChips(wallet, raw)
	}
	for by := range storage.Order(storage.Orders) {
		key := order{prefix: orderPrefix(p.Player.Guild, by)}.key(entry{by.Score(balance, p.Stats), p.Player.User})
		if found, _ := a.entries.Seek(key); !bytes.Equal(found, key) {
			a.problem("Player %d of guild %d is missing, or at the wrong place, in the order %s.",
				p.Player.User, p.Player.Guild, orderNames[by])
		}
	}
}

// compareBlocks counts the entries of each block.
func (a *auditor) compareBlocks() error {
	c := entriesOf(a.btx).Cursor()
	key, _ := c.First()
	err := a.each(blocksOf(a.btx), func(bound, raw []byte, err error) {
		var kept int
		if err == nil {
			kept, err = decodeCount(raw)
		}
		if err != nil || len(bound) != entrySize {
			a.problem("The block %x of an order is unreadable.", bound)
			return
		}
		counted := 0
		for ; key != nil && bytes.Compare(key, bound) <= 0; key, _ = c.Next() {
			if bytes.HasPrefix(key, bound[:prefixSize]) {
				counted++
			} else {
				a.problem("The entry %x of an order is in no block.", key)
			}
		}
		if counted != kept {
			a.problem("The block %x of an order counts %d entries, but has %d: places are wrong.", bound, kept, counted)
		}
	})
	for ; err == nil && key != nil; key, _ = c.Next() {
		a.problem("The entry %x of an order is in no block.", key)
	}
	return err
}
