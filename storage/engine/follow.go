package engine

import (
	"maps"

	"holecard/storage"
)

// following makes the records that follow from others: places, transfers, balances, entries and
// deadlines. An import stores them, and an audit compares them with what is stored. It takes
// records in the order of [streamed], for entries follow from balances too.
type following struct {
	posted   int
	accounts map[storage.Account]side
	aside    map[storage.Player]bool           // who is on no board
	people   map[storage.Player]storage.UserID // by their pseudonyms
}

func newFollowing() following {
	return following{0, make(map[storage.Account]side),
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

// post moves the chips of a posting, even where it may not be. Postings come in any order, but
// those of a hand together: a hand that holds nothing more is forgotten behind them.
func (f *following) post(p storage.Posting) {
	for _, a := range []storage.Account{p.From, p.To} {
		s := f.accounts[a]
		f.accounts[a] = side{s.chips + p.Adds(a), max(s.clock, p.Clock)}
	}
	if f.posted++; f.posted%(1<<16) == 0 {
		maps.DeleteFunc(f.accounts, func(a storage.Account, s side) bool {
			return a.Kind == storage.HeldAccount && s.chips == 0 && a.Owner != uint64(p.Round)
		})
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
	for a, s := range f.accounts {
		if value := s.record(a); value != nil {
			add(BalanceKey(a), value)
		}
	}
}
