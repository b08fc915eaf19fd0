package engine

import (
	"fmt"

	"holecard/storage"
)

// NewReader returns what reads a state.
func NewReader(s State) storage.Reader { return reader{s} }

// reader is a [storage.Reader] of a state.
type reader struct{ State }

func (r reader) Seen(id storage.InteractionID) (bool, error) { return r.has(SeenKey(id)) }

func (r reader) Posted(key string) (bool, error) { return r.has(PostingKey(key)) }

func (r reader) has(k Key) (bool, error) {
	raw, err := r.Get(k)
	return raw != nil, err
}

// read returns a record, if there is one.
func read[T any](s State, k Key, decode func(raw []byte) (T, error)) (record T, ok bool,
	err error) {
	raw, err := s.Get(k)
	if raw == nil || err != nil {
		return record, false, err
	}
	record, err = decode(raw)
	return record, err == nil, err
}

func (r reader) Balance(a storage.Account) (storage.Chips, error) {
	chips, _, err := read(r, BalanceKey(a), func(raw []byte) (storage.Chips,
		error) {
		return DecodeChips(a, raw)
	})
	return chips, err
}

func (r reader) Profile(p storage.Player) (storage.Profile, bool, error) {
	return read(r, ProfileKey(p), func(raw []byte) (storage.Profile,
		error) {
		return DecodeProfile(p, raw)
	})
}

func (r reader) Hand(id storage.HandID) (storage.Hand, bool, error) {
	return read(r, HandKey(id), func(raw []byte) (storage.Hand,
		error) {
		return DecodeHand(id, raw)
	})
}

// version returns the version of a hand, 0 for an unknown one.
func (r reader) version(id storage.HandID) (uint32, error) {
	version, _, err := read(r, HandKey(id), func(raw []byte) (uint32,
		error) {
		return decodeHandVersion(id, raw)
	})
	return version, err
}

func (r reader) Settings(g storage.GuildID) (storage.Settings, error) {
	settings, ok, err := read(r, SettingsKey(g),
		func(raw []byte) (storage.Settings, error) { return DecodeSettings(g, raw) })
	if !ok {
		settings = storage.Settings{Guild: g}
	}
	return settings, err
}

func (r reader) Deck(p storage.Player, table string) (storage.Deck, bool, error) {
	return read(r, DeckKey(p, table), func(raw []byte) (storage.Deck,
		error) {
		return DecodeDeck(p, table, raw)
	})
}

func (r reader) Transfers(p storage.Player, limit int) (postings []storage.Posting, err error) {
	if limit <= 0 {
		return nil, nil
	}
	var sequences []uint64
	of := Range{Key: Key{Transfers, ProfileKey(p).ID}, Backwards: true}
	scanned := r.Scan(of, func(id, _ []byte, unreadable error) bool {
		_, sequence, _ := transferOf(id)
		sequences, err = append(sequences, sequence), unreadable
		return err == nil && len(sequences) < limit
	})
	if err = firstOf(scanned, err); err != nil {
		return nil, err
	}
	for _, sequence := range sequences {
		raw, err := r.Get(JournalKey(sequence))
		if err != nil {
			return nil, err
		}
		posting, err := DecodePosting(sequence, raw)
		if err != nil {
			return nil, err
		}
		postings = append(postings, posting)
	}
	return postings, nil
}

func (r reader) Standings(guild storage.GuildID, by storage.Order, offset,
	limit int) ([]storage.Standing, error) {
	offset = max(offset, 0)
	entries, err := r.entries(guild, by, offset, limit)
	if err != nil {
		return nil, err
	}
	standings := make([]storage.Standing, len(entries))
	for i, e := range entries {
		player := storage.Player{Guild: guild, User: e.User}
		profile, _, err := r.Profile(player)
		if err != nil {
			return nil, err
		}
		balance, err := r.Balance(storage.WalletOf(player))
		if err != nil {
			return nil, err
		}
		if by.Score(balance, profile.Stats) != e.Score { // an entry has no checksum
			return nil, fmt.Errorf("%w: player %d has another score in the order %x",
				storage.ErrCorrupt, e.User, OrderKey(guild, by).ID)
		}
		standings[i] = storage.Standing{Player: player, Name: profile.Name, Place: offset + i + 1,
			Balance: balance, Stats: profile.Stats}
	}
	return standings, nil
}

// entries returns up to limit ranked entries of an order from the one at offset.
func (r reader) entries(guild storage.GuildID, by storage.Order, offset,
	limit int) (entries []Entry, err error) {
	if limit <= 0 {
		return nil, nil
	}
	scanned := r.Scan(Range{Key: OrderKey(guild, by), Skip: offset},
		func(id, _ []byte, unreadable error) bool {
			var e Entry
			if e, err = entryOf(id); err != nil || e.Score < by.Least() {
				return false
			}
			entries = append(entries, e)
			return len(entries) < limit
		})
	return entries, firstOf(scanned, err)
}

func (r reader) Rank(p storage.Player, by storage.Order) (place, of int, err error) {
	order := OrderKey(p.Guild, by)
	if of, err = r.UpTo(order, EntryKey(p.Guild, by, worst(by.Least()))); err != nil {
		return 0, 0, err
	}
	s, err := r.standing(p)
	if err != nil {
		return 0, of, err
	}
	score := by.Score(s.balance, s.stats)
	if !s.known || score < by.Least() {
		return 0, of, nil
	}
	entry := EntryKey(p.Guild, by, Entry{score, p.User})
	switch there, err := r.has(entry); {
	case err != nil:
		return 0, of, err
	case !there:
		return 0, of, fmt.Errorf("%w: player %d is missing in the order %x", storage.ErrCorrupt,
			p.User, order.ID)
	}
	place, err = r.UpTo(order, entry)
	return place, of, err
}

// standing is what a player is ranked by.
type standing struct {
	known   bool // there is a profile: others are not ranked
	balance storage.Chips
	stats   storage.Stats
}

func (r reader) standing(p storage.Player) (s standing, err error) {
	profile, known, err := r.Profile(p)
	if err != nil || !known {
		return s, err
	}
	balance, err := r.Balance(storage.WalletOf(p))
	return standing{known, balance, profile.Stats}, err
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
