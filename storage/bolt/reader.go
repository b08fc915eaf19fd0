package bolt

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// reader is a [storage.Reader] of what is kept.
type reader struct{ btx *bbolt.Tx }

func (r reader) Seen(id storage.InteractionID) (seen bool, err error) {
	defer guard(&err)
	raw, err := seenOf(r.btx).get(numberKey(uint64(id)))
	return raw != nil, err
}

func (r reader) Posted(key string) (posted bool, err error) {
	defer guard(&err)
	raw, err := keysOf(r.btx).get([]byte(key))
	return raw != nil, err
}

func (r reader) Balance(a storage.Account) (chips storage.Chips, err error) {
	defer guard(&err)
	raw, err := balancesOf(r.btx).get(accountKey(a))
	if raw == nil {
		return 0, err
	}
	return decodeChips(a, raw)
}

func (r reader) Transfers(p storage.Player, limit int) (postings []storage.Posting, err error) {
	defer guard(&err)
	transfers, journal, of := transfersOf(r.btx), journalOf(r.btx), playerKey(p)
	c := transfers.Cursor()
	key, raw := before(c, transferKey(p, math.MaxUint64))
	for ; len(postings) < limit && bytes.HasPrefix(key, of); key, raw = c.Prev() {
		if _, err := transfers.checked(key, raw); err != nil {
			return nil, err
		}
		_, sequence, _ := transferOf(key)
		value, err := journal.get(numberKey(sequence))
		if err != nil {
			return nil, err
		}
		posting, err := decodePosting(sequence, value)
		if err != nil {
			return nil, err
		}
		postings = append(postings, posting)
	}
	return postings, nil
}

// before moves a cursor to the last key below one.
func before(c *bbolt.Cursor, key []byte) (last, value []byte) {
	if found, _ := c.Seek(key); found == nil {
		return c.Last()
	}
	return c.Prev()
}

func (r reader) Profile(p storage.Player) (profile storage.Profile, ok bool, err error) {
	defer guard(&err)
	raw, err := profilesOf(r.btx).get(playerKey(p))
	if raw == nil {
		return storage.Profile{}, false, err
	}
	profile, err = decodeProfile(p, raw)
	return profile, err == nil, err
}

func (r reader) Hand(id storage.HandID) (hand storage.Hand, ok bool, err error) {
	defer guard(&err)
	raw, err := handsOf(r.btx).get(numberKey(uint64(id)))
	if raw == nil {
		return storage.Hand{}, false, err
	}
	hand, err = decodeHand(id, raw)
	return hand, err == nil, err
}

func (r reader) Settings(g storage.GuildID) (settings storage.Settings, err error) {
	defer guard(&err)
	raw, err := settingsOf(r.btx).get(numberKey(uint64(g)))
	if raw == nil {
		return storage.Settings{Guild: g}, err
	}
	return decodeSettings(g, raw)
}

func (r reader) Deck(p storage.Player, table string) (deck storage.Deck, ok bool, err error) {
	defer guard(&err)
	raw, err := decksOf(r.btx).get(deckKey(p, table))
	if raw == nil {
		return storage.Deck{}, false, err
	}
	deck, err = decodeDeck(p, table, raw)
	return deck, err == nil, err
}

// version returns the version of a hand, 0 for an unknown one.
func (r reader) version(id storage.HandID) (version uint32, err error) {
	defer guard(&err)
	raw, err := handsOf(r.btx).get(numberKey(uint64(id)))
	if raw == nil {
		return 0, err
	}
	return decodeHandVersion(id, raw)
}

func (r reader) Standings(guild storage.GuildID, by storage.Order, offset, limit int) (standings []storage.Standing, err error) {
	defer guard(&err)
	offset = max(offset, 0)
	entries, err := orderOf(r.btx, guild, by).page(offset, limit)
	if err != nil {
		return nil, err
	}
	if unranked := slices.IndexFunc(entries, func(e entry) bool { return e.score < by.Least() }); unranked >= 0 {
		entries = entries[:unranked]
	}
	standings = make([]storage.Standing, len(entries))
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
		if by.Score(balance, profile.Stats) != e.score { // an entry has no checksum
			return nil, fmt.Errorf("%w: player %d has another score in the order %x", storage.ErrCorrupt, e.user, orderOf(r.btx, guild, by).prefix)
		}
		standings[i] = storage.Standing{Player: player, Name: profile.Name, Place: offset + i + 1, Balance: balance, Stats: profile.Stats}
	}
	return standings, nil
}

func (r reader) Rank(p storage.Player, by storage.Order) (place, of int, err error) {
	defer guard(&err)
	o := orderOf(r.btx, p.Guild, by)
	if of, err = o.count(by.Least()); err != nil {
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
	score := by.Score(balance, profile.Stats)
	if score < by.Least() {
		return 0, of, nil
	}
	place, err = o.place(entry{score, p.User})
	return place, of, err
}
