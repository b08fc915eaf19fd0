package bolt

import (
	"go.etcd.io/bbolt"

	"holecard/storage"
)

// reader is a [storage.Reader] of what is kept.
type reader struct{ btx *bbolt.Tx }

func (r reader) Seen(id storage.InteractionID) (bool, error) {
	return seenOf(r.btx).Get(numberKey(uint64(id))) != nil, nil
}

func (r reader) Balance(a storage.Account) (storage.Chips, error) {
	raw := balancesOf(r.btx).Get(accountKey(a))
	if raw == nil {
		return 0, nil
	}
	return decodeChips(a, raw)
}

func (r reader) Profile(p storage.Player) (storage.Profile, bool, error) {
	raw := profilesOf(r.btx).Get(playerKey(p))
	if raw == nil {
		return storage.Profile{}, false, nil
	}
	profile, err := decodeProfile(p, raw)
	return profile, err == nil, err
}

func (r reader) Hand(id storage.HandID) (storage.Hand, bool, error) {
	raw := handsOf(r.btx).Get(numberKey(uint64(id)))
	if raw == nil {
		return storage.Hand{}, false, nil
	}
	hand, err := decodeHand(id, raw)
	return hand, err == nil, err
}

func (r reader) Settings(g storage.GuildID) (storage.Settings, error) {
	raw := settingsOf(r.btx).Get(numberKey(uint64(g)))
	if raw == nil {
		return storage.Settings{Guild: g}, nil
	}
	return decodeSettings(g, raw)
}

func (r reader) Deck(p storage.Player, table string) (storage.Deck, bool, error) {
	raw := decksOf(r.btx).Get(deckKey(p, table))
	if raw == nil {
		return storage.Deck{}, false, nil
	}
	deck, err := decodeDeck(p, table, raw)
	return deck, err == nil, err
}

// version returns the version of a hand, 0 for an unknown one.
func (r reader) version(id storage.HandID) (uint32, error) {
	raw := handsOf(r.btx).Get(numberKey(uint64(id)))
	if raw == nil {
		return 0, nil
	}
	return decodeHandVersion(id, raw)
}

// posted reports whether a posting has the key.
func (r reader) posted(key string) bool { return keysOf(r.btx).Get([]byte(key)) != nil }

func (r reader) Standings(guild storage.GuildID, by storage.Order, offset, limit int) ([]storage.Standing, error) {
	offset = max(offset, 0)
	entries, err := orderOf(r.btx, guild, by).page(offset, limit)
	if err != nil {
		return nil, err
	}
	standings := make([]storage.Standing, len(entries))
	for i, e := range entries {
		player := storage.Player{Guild: guild, User: e.user}
		profile, _, err := r.Profile(player)
		if err != nil {
			return nil, err
		}
		balance, err := r.Balance(storage.WalletOf(player))
		if err != nil {
			return nil, err
		}
		standings[i] = storage.Standing{Player: player, Name: profile.Name, Place: offset + i + 1, Balance: balance, Stats: profile.Stats}
	}
	return standings, nil
}

func (r reader) Rank(p storage.Player, by storage.Order) (place, of int, err error) {
	o := orderOf(r.btx, p.Guild, by)
	if of, err = o.count(); err != nil {
		return 0, 0, err
	}
	profile, known, err := r.Profile(p)
	if err != nil || !known {
		return 0, of, err
	}
	balance, err := r.Balance(storage.WalletOf(p))
	if err != nil {
		return 0, 0, err
	}
	place, err = o.place(entry{by.Score(balance, profile.Stats), p.User})
	return place, of, err
}
