package storagetest

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
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
	profiles map[storage.Player]storage.Profile
	hands    map[storage.RoundID]storage.Round
	settings storage.Settings
	decks    map[storage.DeckName]storage.Deck
	asked    map[storage.InteractionID]storage.Confirmation
	log      map[storage.InteractionID]storage.LogEntry
	emojis   storage.Emojis
	seatings map[storage.SeatingID]storage.Seating
	tallies  map[storage.Player]map[storage.Period]storage.Tally
}

func newTwin(guild storage.GuildID) *twin {
	return &twin{
		guild:    guild,
		seen:     map[storage.InteractionID]bool{},
		keys:     map[string]bool{},
		balances: map[storage.Account]storage.Chips{},
		profiles: map[storage.Player]storage.Profile{},
		hands:    map[storage.RoundID]storage.Round{},
		settings: storage.Settings{Guild: guild},
		decks:    map[storage.DeckName]storage.Deck{},
		asked:    map[storage.InteractionID]storage.Confirmation{},
		log:      map[storage.InteractionID]storage.LogEntry{},
		seatings: map[storage.SeatingID]storage.Seating{},
		tallies:  map[storage.Player]map[storage.Period]storage.Tally{},
	}
}

// clone makes a transaction: it replaces the twin, or is thrown away.
func (w *twin) clone() *twin {
	return &twin{nil, w.guild, maps.Clone(w.seen), maps.Clone(w.keys), slices.Clone(w.postings),
		maps.Clone(w.balances), maps.Clone(w.profiles), maps.Clone(w.hands), w.settings,
		maps.Clone(w.decks), maps.Clone(w.asked), maps.Clone(w.log),
		w.emojis, maps.Clone(w.seatings), maps.Clone(w.tallies)}
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

func (w *twin) Profile(p storage.Player) (storage.Profile, bool, error) {
	profile, ok := w.profiles[p]
	return profile, ok, w.own(p.Guild)
}

func (w *twin) Settings() (storage.Settings, error) { return w.settings, nil }

func (w *twin) SaveSettings(s storage.Settings) error {
	if err := w.own(s.Guild); err != nil {
		return err
	}
	w.settings = s
	return nil
}

func (w *twin) Log(
	before storage.InteractionID, limit int,
) (list []storage.LogEntry, err error) {
	for _, by := range slices.Backward(slices.Sorted(maps.Keys(w.log))) {
		if len(list) < limit && (before == 0 || by < before) {
			list = append(list, w.log[by])
		}
	}
	return list, nil
}

func (w *twin) SaveLog(e storage.LogEntry) error {
	if err := w.own(e.Guild); err != nil {
		return err
	}
	w.log[e.By] = e
	return nil
}

func (w *twin) Emojis() (storage.Emojis, error) { return w.emojis, nil }

func (w *twin) SaveEmojis(e storage.Emojis) error {
	w.emojis = e
	return nil
}

func (w *twin) Deck(p storage.Player, table string) (storage.Deck, bool, error) {
	d, ok := w.decks[storage.DeckName{User: p.User, Table: table}]
	if err := w.own(p.Guild); err != nil {
		return storage.Deck{}, false, err
	}
	return d, ok, nil
}

func (w *twin) SaveDeck(d storage.Deck) error {
	if err := w.own(d.Player.Guild); err != nil {
		return err
	}
	w.decks[storage.DeckName{User: d.Player.User, Table: d.Table}] = d
	return nil
}

func (w *twin) Confirmation(id storage.InteractionID) (storage.Confirmation, bool, error) {
	c, ok := w.asked[id]
	return c, ok, nil
}

func (w *twin) SaveConfirmation(c storage.Confirmation, _ time.Time) error {
	if err := w.own(c.Guild); err != nil {
		return err
	}
	w.asked[c.Asked] = c
	return nil
}

func (w *twin) Round(id storage.RoundID) (storage.Round, bool, error) {
	h, ok := w.hands[id]
	h.Seats = slices.Clone(h.Seats)
	return h, ok, nil
}

func (w *twin) Rounds(after storage.RoundID, limit int) (list []storage.Round, err error) {
	for _, id := range slices.Sorted(maps.Keys(w.hands)) {
		if id > after && len(list) < limit {
			r, _, _ := w.Round(id)
			list = append(list, r)
		}
	}
	return list, nil
}

func (w *twin) Seating(id storage.SeatingID) (storage.Seating, bool, error) {
	s, ok := w.seatings[id]
	s.Chairs = slices.Clone(s.Chairs)
	return s, ok, nil
}

func (w *twin) Seatings() (list []storage.Seating, err error) {
	for _, id := range slices.Sorted(maps.Keys(w.seatings)) {
		list = append(list, w.seatings[id])
	}
	return list, nil
}

func (w *twin) SaveSeating(s storage.Seating) error {
	if err := cmp.Or(s.Check(), w.own(s.Guild)); err != nil {
		return err
	}
	if s.Version != w.seatings[s.ID].Version+1 {
		return storage.ErrVersion
	}
	s.Chairs = slices.Clone(s.Chairs)
	w.seatings[s.ID] = s
	return nil
}

func (w *twin) CloseSeating(id storage.SeatingID) error {
	if s, open := w.seatings[id]; open {
		delete(w.seatings, id)
		delete(w.decks, storage.DeckName{User: s.DeckOwner().User, Table: s.Table})
	}
	return nil
}

// order sorts all players.
func (w *twin) order(b storage.Board) []storage.Standing {
	var all []storage.Standing
	for player, p := range w.profiles {
		s := storage.Standing{Player: player, Name: p.Name, Stats: p.Stats,
			Balance: w.balances[storage.WalletOf(player)]}
		if !b.OfProfile() {
			if s.Tally = w.tallies[player][b.In]; s.Tally == (storage.Tally{}) {
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

func (w *twin) SaveProfile(p storage.Profile) error {
	if err := w.own(p.Player.Guild); err != nil {
		return err
	}
	w.profiles[p.Player] = p
	return nil
}

func (w *twin) Tally(p storage.Player, in storage.Period) (storage.Tally, error) {
	return w.tallies[p][in], w.own(p.Guild)
}

func (w *twin) Tallied(p storage.Player) ([]storage.Period, error) {
	return slices.SortedFunc(maps.Keys(w.tallies[p]), func(a, b storage.Period) int {
		return cmp.Or(cmp.Compare(a.Span, b.Span), cmp.Compare(a.Number, b.Number))
	}), w.own(p.Guild)
}

func (w *twin) SaveTally(p storage.Player, in storage.Period, t storage.Tally) error {
	if err := w.own(p.Guild); err != nil {
		return err
	}
	if _, known := w.profiles[p]; !known {
		return storage.ErrRecord
	}
	of := map[storage.Period]storage.Tally{in: t}
	maps.Copy(of, w.tallies[p])
	if of[in] = t; t == (storage.Tally{}) {
		delete(of, in)
	}
	w.tallies[p] = of
	return nil
}

func (w *twin) SaveRound(h storage.Round) error {
	if err := cmp.Or(h.Check(), w.own(h.Guild)); err != nil {
		return err
	}
	if h.Version != w.hands[h.ID].Version+1 {
		return storage.ErrVersion
	}
	h.Record, h.Seats = bytes.Clone(h.Record), slices.Clone(h.Seats)
	w.hands[h.ID] = h
	return nil
}

// earlier compares deadlines as they come due.
func earlier(a, b storage.Deadline) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Guild, b.Guild),
		cmp.Compare(a.Seating, b.Seating))
}
