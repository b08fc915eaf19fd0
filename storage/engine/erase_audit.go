package engine

import "holecard/storage"

// erasures are the players and guilds that are being erased.
type erasures struct {
	users  map[storage.Player]bool
	guilds map[storage.GuildID]bool
}

// readErasures reads what is being erased in a state.
func readErasures(s State) (e erasures, err error) {
	e = erasures{make(map[storage.Player]bool), make(map[storage.GuildID]bool)}
	scanned := s.Scan(Range{Key: Key{Table: storage.Erasures.Kind}},
		func(id, raw []byte, unreadable error) bool {
			g, _, found, bad := recordOf(storage.Erasures, id, raw, unreadable)
			switch {
			case bad != nil:
				err = firstOf(err, bad)
			case found.User == 0:
				e.guilds[g] = true
			default:
				e.users[storage.Player{Guild: g, User: found.User}] = true
			}
			return true
		})
	return e, firstOf(scanned, err)
}

// has reports whether a record belongs to a guild that is being erased.
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
