package engine

import (
	"cmp"
	"fmt"

	"holecard/storage"
)

// replay finds gaps in the numbers of a guild's postings.
func (Numbered) replay(a *Auditor, id []byte, _ storage.Posting, _ error) {
	guild, sequence, _ := OwnedOf(id)
	if last := a.heads[guild]; sequence != last+1 {
		a.Problem("The journal of %v has a gap: posting %d is followed by %d.", guild, last,
			sequence)
	}
	a.heads[guild] = sequence
}

// compare compares the last sequences with the journals.
func (Numbered) compare(a *Auditor) error {
	err := a.each(Heads, func(key, raw []byte, err error) {
		guild, ok := NumberOf(key)
		if !ok {
			a.Problem("The head of a journal has the key %x, which is no guild.", key)
			return
		}
		g := storage.GuildID(guild)
		head, ok := NumberOf(raw)
		switch last := a.heads[g]; {
		case err != nil || !ok:
			a.Problem("The head of the journal of %v is unreadable: %v.", g,
				cmp.Or(err, errBadSize))
		case head != last:
			a.Problem("The journal of %v ends with posting %d, but %d were made.", g, last, head)
		}
		delete(a.heads, g)
	})
	var missing []string
	for g := range a.heads {
		missing = append(missing, fmt.Sprintf("The head of the journal of %v is missing.", g))
	}
	a.sorted(missing)
	return err
}

// replay finds postings that do not follow those of their accounts.
func (Clocked) replay(a *Auditor, id []byte, p storage.Posting, unreadable error) {
	if unreadable != nil {
		return
	}
	guild, at, _ := OwnedOf(id[:16])
	if key := string(id[16:]); key != p.Key {
		a.Problem("Posting %d of %v has the key %q, and its record says %q.", at, guild, key, p.Key)
	}
	if last := max(a.clocks[p.From], a.clocks[p.To]); at != last+1 {
		a.Problem("Posting %d of %v (%q) follows posting %d of its accounts.", at, guild, p.Key,
			last)
	}
	for _, account := range []storage.Account{p.From, p.To} {
		if !account.MayOwe() {
			a.clocks[account] = max(at, a.clocks[account])
		}
	}
}

func (Clocked) compare(*Auditor) error { return nil } // the clocks are in the balances
