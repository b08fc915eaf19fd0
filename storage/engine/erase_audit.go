package engine

import "holecard/storage"

// erasures are the players and guilds that are being forgotten.
type erasures struct {
	as     map[storage.Player]storage.UserID // by the number that they get
	users  map[storage.Player]bool
	guilds map[storage.GuildID]bool
}

// readErasures reads what is being forgotten in a state.
func readErasures(s State) (e erasures, err error) {
	e = erasures{make(map[storage.Player]storage.UserID), make(map[storage.Player]bool),
		make(map[storage.GuildID]bool)}
	scanned := s.Scan(Range{Key: Key{Table: Erasures}},
		func(id, raw []byte, unreadable error) bool {
			g, _, found, bad := recordOf(storage.Erasures, id, raw, unreadable)
			switch {
			case bad != nil:
				err = firstOf(err, bad)
			case found.User == 0:
				e.guilds[g] = true
			default:
				e.as[storage.Player{Guild: g, User: found.As}] = found.User
				e.users[storage.Player{Guild: g, User: found.User}] = true
			}
			return true
		})
	return e, firstOf(scanned, err)
}

// has reports whether a record belongs to a guild that is being forgotten.
func (e erasures) has(t Table, id []byte) bool {
	if len(e.guilds) == 0 {
		return false
	}
	if t == Due {
		d, _ := DeadlineOf(id, numbers(0))
		return e.guilds[d.Guild]
	}
	g, ok := NumberOf(id[:min(len(id), 8)])
	return ok && e.guilds[storage.GuildID(g)]
}

// user returns whose number it is.
func (e erasures) user(g storage.GuildID, u storage.UserID) storage.UserID {
	if was, ok := e.as[storage.Player{Guild: g, User: u}]; ok {
		return was
	}
	return u
}

// posting returns a posting as it was before its owner was changed.
func (e erasures) posting(p storage.Posting) storage.Posting {
	if len(e.as) == 0 {
		return p
	}
	for _, a := range []*storage.Account{&p.From, &p.To} {
		if a.Kind == storage.PlayerAccount {
			a.Owner = uint64(e.user(a.Guild, storage.UserID(a.Owner)))
		}
	}
	return p
}

// round returns a round as it was before a seat's owner was changed.
func (e erasures) round(r storage.Round) storage.Round {
	if len(e.as) > 0 {
		for i := range r.Seats {
			r.Seats[i].User = e.user(r.Guild, r.Seats[i].User)
		}
	}
	return r
}
