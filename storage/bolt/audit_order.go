package bolt

import (
	"bytes"

	"holecard/storage"
)

// orderNames are the orders as audits print them.
var orderNames = [storage.Orders]string{"by chips", "by net winnings", "by win rate", "by biggest win"}

// comparePlaces checks that a player is in every order with the right score.
func (a *auditor) comparePlaces(p storage.Profile) {
	wallet := storage.WalletOf(p.Player)
	raw, err := a.balancesKept.get(accountKey(wallet))
	if err != nil {
		return // compareBalances has told it
	}
	var balance storage.Chips
	if raw != nil {
		balance, _ = decodeChips(wallet, raw)
	}
	prefix := orderPrefix(p.Player.Guild, 0)
	for by := range storage.Order(storage.Orders) {
		prefix[prefixSize-1] = byte(by)
		key := order{prefix: prefix}.key(entry{by.Score(balance, p.Stats), p.Player.User})
		if found, _ := a.entries.Seek(key); !bytes.Equal(found, key) {
			a.problem("Player %d of guild %d is missing, or at the wrong place, in the order %s.",
				p.Player.User, p.Player.Guild, orderNames[by])
		}
	}
}

// compareEntries counts the entries. When all players have theirs, as
// comparePlaces has checked, others can only be too many.
func (a *auditor) compareEntries() error {
	entries := 0
	if err := a.eachRaw(entriesOf(a.btx), func(_, _ []byte) { entries++ }); err != nil {
		return err
	}
	if want := a.profiles * storage.Orders; entries != want {
		a.problem("The orders have %d entries, but %d players need %d.", entries, a.profiles, want)
	}
	return nil
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
