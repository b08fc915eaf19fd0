package storagetest

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"holecard/storage"
)

// twin is a [storage.Tx] in one guild that is slow and obvious: what an engine
// does is right when the twin does the same. It has no records from which nothing
// follows: random calls of those would show nothing that facts do not.
type twin struct {
	storage.Tx
	guild    storage.GuildID
	seen     map[storage.InteractionID]bool
	keys     map[string]bool
	postings []storage.Posting
	balances map[storage.Account]storage.Chips
	records  map[string][]byte // by the names of their tables and their keys
}

func newTwin(guild storage.GuildID) *twin {
	return &twin{
		guild:    guild,
		seen:     map[storage.InteractionID]bool{},
		keys:     map[string]bool{},
		balances: map[storage.Account]storage.Chips{},
		records:  map[string][]byte{},
	}
}

// clone makes a transaction: it replaces the twin, or is thrown away.
func (w *twin) clone() *twin {
	return &twin{nil, w.guild, maps.Clone(w.seen), maps.Clone(w.keys), slices.Clone(w.postings),
		maps.Clone(w.balances), maps.Clone(w.records)}
}

func (w *twin) own(g storage.GuildID) error {
	if g != w.guild {
		return storage.ErrGuild
	}
	return nil
}

func (w *twin) Load(storage.Wanted) {}

func (w *twin) Seen(id storage.InteractionID) (bool, error) { return w.seen[id], nil }

func (w *twin) Posted(key string) (bool, error) { return w.keys[key], nil }

func (w *twin) Balance(a storage.Account) (storage.Chips, error) {
	return w.balances[a], w.own(a.Guild)
}

func (w *twin) Transfers(
	p storage.Player, before string, limit int,
) (found []storage.Posting, err error) {
	earlier := w.postings
	if before != "" {
		earlier = earlier[:max(0, slices.IndexFunc(earlier, func(p storage.Posting) bool {
			return p.Key == before
		}))]
	}
	for _, posting := range slices.Backward(earlier) {
		play := slices.Contains([]storage.Reason{storage.Hold, storage.Release, storage.Win,
			storage.Lose}, posting.Reason)
		if of := storage.WalletOf(p); !play && (posting.From == of || posting.To == of) &&
			len(found) < limit {
			found = append(found, posting)
		}
	}
	return found, w.own(p.Guild)
}

func (w *twin) Guild() storage.GuildID { return w.guild }

// name is by what a record is kept.
func name(k storage.Key) string { return k.Kind.Name() + "/" + string(k.ID) }

func (w *twin) Record(k storage.Key) ([]byte, error) { return w.records[name(k)], nil }

func (w *twin) Scan(of storage.KeyRange, fn func(id, value []byte) bool) error {
	all := slices.Sorted(maps.Keys(w.records))
	from := name(storage.Key{Kind: of.Kind, ID: of.From})
	if of.Backwards {
		slices.Reverse(all)
	}
	for _, key := range all {
		behind := of.From != nil && (of.Backwards && key >= from || !of.Backwards && key < from)
		if strings.HasPrefix(key, name(of.Key)) && !behind &&
			!fn([]byte(key[len(of.Kind.Name())+1:]), w.records[key]) {
			return nil
		}
	}
	return nil
}

func (w *twin) Users([]*storage.UserID) error { return nil }

func (w *twin) Pseudonyms([]*storage.UserID) error { return nil }

func (w *twin) Change(k storage.Key, value []byte) error {
	if k.Kind == storage.Tallies.Kind && value != nil {
		key, _, err := storage.Tallies.Decode(w.guild, k.ID, value)
		if _, known, _ := storage.Profiles.Get(w, key.Player); !known || err != nil {
			return cmp.Or(err, storage.ErrRecord)
		}
	}
	if w.records[name(k)] = value; value == nil {
		delete(w.records, name(k))
	}
	return nil
}

// order sorts all players.
func (w *twin) order(b storage.Board) []storage.Standing {
	var all []storage.Standing
	profiles, _ := storage.Profiles.All(w)
	for _, p := range profiles {
		s := storage.Standing{Player: p.Player, Name: p.Name, Stats: p.Stats,
			Balance: w.balances[storage.WalletOf(p.Player)]}
		if !b.OfProfile() {
			s.Tally, _ = storage.Tallies.Read(w, p.Player.Tally(b.In))
			if s.Tally == (storage.Tally{}) {
				continue
			}
		}
		if p.Ranked() && b.Exists() && b.Score(s) >= b.Least() {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(x, y storage.Standing) int {
		return cmp.Or(
			cmp.Compare(b.Score(y), b.Score(x)),
			cmp.Compare(x.Player.User, y.Player.User),
		)
	})
	for i := range all {
		if all[i].Position = i + 1; i > 0 && b.Score(all[i]) == b.Score(all[i-1]) {
			all[i].Position = all[i-1].Position
		}
	}
	return all
}

func (w *twin) Standings(b storage.Board, offset, limit int) ([]storage.Standing, error) {
	all := w.order(b)
	all = all[min(offset, len(all)):]
	return all[:min(limit, len(all))], nil
}

func (w *twin) Rank(p storage.Player, b storage.Board) (position, of int, err error) {
	if err := w.own(p.Guild); err != nil {
		return 0, 0, err
	}
	all := w.order(b)
	for _, line := range all {
		if line.Player == p {
			return line.Position, len(all), nil
		}
	}
	return 0, len(all), nil
}

func (w *twin) See(id storage.InteractionID, _ time.Time) error {
	if w.seen[id] {
		return storage.ErrSeen
	}
	w.seen[id] = true
	return nil
}

func (w *twin) Post(p storage.Posting) error {
	if err := cmp.Or(p.Check(), w.own(p.From.Guild)); err != nil {
		return err
	}
	from, to := w.balances[p.From]-p.Chips, w.balances[p.To]+p.Chips
	switch {
	case w.keys[p.Key]:
		return storage.ErrPosted
	case from < 0 && !p.From.MayOwe():
		return &storage.OverdrawnError{Account: p.From, Balance: w.balances[p.From], Need: p.Chips}
	case to > storage.MaxChips && !p.To.MayOwe():
		return &storage.OverflowError{Account: p.To, Balance: w.balances[p.To], Chips: p.Chips}
	}
	w.keys[p.Key] = true
	w.postings = append(w.postings, p)
	w.balances[p.From], w.balances[p.To] = from, to
	return nil
}

// earlier compares deadlines as they come due.
func earlier(a, b storage.Deadline) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Guild, b.Guild),
		cmp.Compare(a.Seating, b.Seating))
}
