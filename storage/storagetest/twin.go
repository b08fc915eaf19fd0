package storagetest

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"holecard/storage"
)

// twin is a [storage.Tx] that is slow and obvious: what an engine does is
// right when the twin does the same.
type twin struct {
	seen     map[storage.InteractionID]bool
	keys     map[string]bool
	postings []storage.Posting
	balances map[storage.Account]storage.Chips
	profiles map[storage.Player]storage.Profile
	hands    map[storage.HandID]storage.Hand
	settings map[storage.GuildID]storage.Settings
	decks    map[string]storage.Deck // by player and table
}

func newTwin() *twin {
	return &twin{
		seen:     map[storage.InteractionID]bool{},
		keys:     map[string]bool{},
		balances: map[storage.Account]storage.Chips{},
		profiles: map[storage.Player]storage.Profile{},
		hands:    map[storage.HandID]storage.Hand{},
		settings: map[storage.GuildID]storage.Settings{},
		decks:    map[string]storage.Deck{},
	}
}

// clone makes a transaction: it is kept instead of the twin, or thrown away.
func (w *twin) clone() *twin {
	return &twin{maps.Clone(w.seen), maps.Clone(w.keys), slices.Clone(w.postings),
		maps.Clone(w.balances), maps.Clone(w.profiles), maps.Clone(w.hands),
		maps.Clone(w.settings), maps.Clone(w.decks)}
}

func (w *twin) Seen(id storage.InteractionID) (bool, error) { return w.seen[id], nil }

func (w *twin) Posted(key string) (bool, error) { return w.keys[key], nil }

func (w *twin) Balance(a storage.Account) (storage.Chips, error) { return w.balances[a], nil }

func (w *twin) Transfers(p storage.Player, limit int) (found []storage.Posting, err error) {
	for _, posting := range slices.Backward(w.postings) {
		play := slices.Contains([]storage.Reason{storage.Hold, storage.Release, storage.Win,
			storage.Lose}, posting.Reason)
		if of := storage.WalletOf(p); !play && (posting.From == of || posting.To == of) &&
			len(found) < limit {
			found = append(found, posting)
		}
	}
	return found, nil
}

func (w *twin) Profile(p storage.Player) (storage.Profile, bool, error) {
	profile, ok := w.profiles[p]
	return profile, ok, nil
}

func (w *twin) Settings(g storage.GuildID) (storage.Settings, error) {
	s := w.settings[g]
	s.Guild = g
	return s, nil
}

func (w *twin) SaveSettings(s storage.Settings) error {
	w.settings[s.Guild] = s
	return nil
}

func deckName(p storage.Player, table string) string {
	return fmt.Sprintf("%d/%d/%s", p.Guild, p.User, table)
}

func (w *twin) Deck(p storage.Player, table string) (storage.Deck, bool, error) {
	d, ok := w.decks[deckName(p, table)]
	return d, ok, nil
}

func (w *twin) SaveDeck(d storage.Deck) error {
	w.decks[deckName(d.Player, d.Table)] = d
	return nil
}

func (w *twin) Hand(id storage.HandID) (storage.Hand, bool, error) {
	h, ok := w.hands[id]
	return h, ok, nil
}

// order sorts all players of a guild.
func (w *twin) order(guild storage.GuildID, by storage.Order) []storage.Standing {
	var all []storage.Standing
	for player, p := range w.profiles {
		balance := w.balances[storage.WalletOf(player)]
		if player.Guild == guild && by.Score(balance, p.Stats) >= by.Least() {
			all = append(all, storage.Standing{Player: player, Name: p.Name, Balance: balance,
				Stats: p.Stats})
		}
	}
	slices.SortFunc(all, func(a, b storage.Standing) int {
		return cmp.Or(
			cmp.Compare(by.Score(b.Balance, b.Stats), by.Score(a.Balance, a.Stats)),
			cmp.Compare(a.Player.User, b.Player.User),
		)
	})
	for i := range all {
		all[i].Place = i + 1
	}
	return all
}

func (w *twin) Standings(guild storage.GuildID, by storage.Order, offset,
	limit int) ([]storage.Standing, error) {
	all := w.order(guild, by)
	all = all[min(offset, len(all)):]
	return all[:min(limit, len(all))], nil
}

func (w *twin) Rank(p storage.Player, by storage.Order) (place, of int, err error) {
	all := w.order(p.Guild, by)
	for _, line := range all {
		if line.Player == p {
			return line.Place, len(all), nil
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
	if err := p.Check(); err != nil {
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
	w.profiles[p.Player] = p
	return nil
}

func (w *twin) SaveHand(h storage.Hand) error {
	if h.Version != w.hands[h.ID].Version+1 {
		return storage.ErrVersion
	}
	h.Round = bytes.Clone(h.Round)
	w.hands[h.ID] = h
	return nil
}
