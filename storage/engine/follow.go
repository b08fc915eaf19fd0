package engine

import "holecard/storage"

// following makes the records that follow from others: keys, transfers, heads, balances, entries
// and deadlines. An import stores them, and an audit compares them with what is stored. It takes
// records in the order of [streamed], for entries follow from balances too.
type following struct {
	ledger   Ledger
	made     map[storage.GuildID]uint64        // where the newest posting of a guild stands
	accounts map[storage.Account]side          // held accounts that need no record are not in it
	aside    map[storage.Player]bool           // who is on no board
	people   map[storage.Player]storage.UserID // by their pseudonyms
}

func newFollowing(l Ledger) following {
	return following{l, make(map[storage.GuildID]uint64), make(map[storage.Account]side),
		make(map[storage.Player]bool), make(map[storage.Player]storage.UserID)}
}

// users replaces pseudonyms by their users.
func (f *following) users(g storage.GuildID, of []*storage.UserID) {
	for _, u := range of {
		if user, is := f.people[storage.Player{Guild: g, User: *u}]; is {
			*u = user
		}
	}
}

// next returns where a posting has to stand in the journal of a guild.
func (f *following) next(g storage.GuildID, p storage.Posting) uint64 {
	return f.ledger.after(f.made[g], f.accounts[p.From], f.accounts[p.To])
}

// post moves the chips of a posting, even where it may not be.
func (f *following) post(g storage.GuildID, at uint64, p storage.Posting) {
	f.made[g] = at
	for _, a := range []storage.Account{p.From, p.To} {
		s := f.accounts[a]
		s.chips += p.Adds(a)
		if !a.MayOwe() {
			s.clock = max(s.clock, at)
		}
		f.accounts[a] = s
		if a.Kind == storage.HeldAccount && s.chips == 0 {
			if record, _ := f.ledger.record(a, s); record == nil {
				delete(f.accounts, a)
			}
		}
	}
}

// follow adds what follows from a record that is no posting. Key and value are pointers.
func (f *following) follow(g storage.GuildID, key, value any, add func(Key, []byte)) {
	switch v := value.(type) {
	case *storage.UserID: // people come before pseudonyms
		if user := *key.(*storage.UserID); !user.Erased() {
			f.people[storage.Player{Guild: g, User: *v}] = user
		}
	case *storage.Profile:
		if !v.Ranked() {
			f.aside[v.Player] = true
		}
		for _, k := range EntriesOf(*v, f.accounts[storage.WalletOf(v.Player)].chips) {
			add(k, []byte{})
		}
	case *storage.Tally:
		k := key.(*storage.TallyKey)
		if f.aside[k.Player] {
			return
		}
		for _, k := range entriesOf(k.Player, k.In, *v) {
			add(k, []byte{})
		}
	case *storage.Seating:
		for _, c := range dueOf(*v) {
			add(c.Key, c.Value)
		}
	}
}

// ends adds what follows from whole journals.
func (f *following) ends(add func(Key, []byte)) {
	for g, at := range f.made {
		for _, c := range f.ledger.heads(g, at) {
			add(c.Key, c.Value)
		}
	}
	for a, s := range f.accounts {
		if value, kept := f.ledger.record(a, s); kept && value != nil {
			add(BalanceKey(a), value)
		}
	}
}
