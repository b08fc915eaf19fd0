package bolt

import (
	"bytes"
	"fmt"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// orderNames are the orders as audits print them.
var orderNames = [storage.Orders]string{"by chips", "by net winnings", "by win rate", "by biggest win"}

// comparePlaces checks that a player is in every order with the right score.
func (a *auditor) comparePlaces(p storage.Profile) {
	balance, err := reader{a.btx}.Balance(storage.WalletOf(p.Player))
	if err != nil {
		return // compareBalances has told it
	}
	for by := range storage.Order(storage.Orders) {
		o := orderOf(a.btx, p.Player.Guild, by)
		key := o.key(entry{by.Score(balance, p.Stats), p.Player.User})
		if found, _ := o.entries.Cursor().Seek(key); !bytes.Equal(found, key) {
			a.problem("Player %d of guild %d is missing, or at the wrong place, in the order %s.",
				p.Player.User, p.Player.Guild, orderNames[by])
		}
	}
}

// compareEntries counts the entries. When all players have theirs, as
// comparePlaces has checked, others can only be too many.
func (a *auditor) compareEntries() error {
	entries := 0
	if err := a.each(entriesOf(a.btx), func(_, _ []byte) { entries++ }); err != nil {
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
	err := a.each(blocksOf(a.btx), func(bound, raw []byte) {
		kept, err := decodeCount(raw)
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

// structure lets bbolt check its pages. It does so in a transaction that could
// write, for the list of free pages must not change meanwhile.
func (a *auditor) structure(db *bbolt.DB) error {
	tx, err := db.Begin(!db.IsReadOnly())
	if err != nil {
		return fmt.Errorf("check the pages: %w", err)
	}
	for err := range tx.Check() {
		a.problem("The file's pages are damaged: %v. Restore a backup.", err)
	}
	return tx.Rollback()
}
