package engine

import (
	"bytes"
	"math"

	"holecard/storage"
)

// Count counts the players, the hands being played and the open seatings. It counts the
// entries of one board of each guild and those who stand aside, and reads one record per open
// hand: each has an account that holds the stakes of its first seat, and no other hand has.
func Count(s State) (c storage.Counts, err error) {
	err = eachGuild(s, []Table{Entries}, func(g storage.GuildID) error {
		for _, order := range []Key{OrderKey(g, storage.ByChips.Ever()), asideKey(g)} {
			players, err := s.UpTo(order, order.last(math.MinInt64))
			c.Players += players
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return c, err
	}
	empty := numbers(0)
	err = eachGuild(s, []Table{Balances}, func(g storage.GuildID) error {
		held := Key{Balances, append(of(g), byte(storage.HeldAccount))}
		return s.Scan(Range{Key: held}, func(_, value []byte, _ error) bool {
			if !bytes.HasPrefix(value, empty) {
				c.OpenHands++
			}
			return true
		})
	})
	if err != nil {
		return c, err
	}
	err = s.Scan(Range{Key: Key{Table: storage.Seatings.Kind}}, func(_, _ []byte, _ error) bool {
		c.Seatings++
		return true
	})
	return c, err
}

// Sums adds up the chips of each kind of account. It reads all balances and transfers, but no
// play: all accounts together are zero, and what is of no other is the house's.
func Sums(s State) (storage.Sums, error) {
	sums := storage.Sums{storage.PlayerAccount: 0, storage.HeldAccount: 0, storage.HouseAccount: 0,
		storage.MintAccount: 0}
	add := func(kind storage.AccountKind, chips storage.Chips) {
		sums[kind] += chips
		sums[storage.HouseAccount] -= chips
	}
	var damaged error
	scanned := s.Scan(Range{Key: Key{Table: Balances}}, func(id, raw []byte, err error) bool {
		account, _ := AccountOf(id)
		var found side
		if damaged = err; err == nil {
			found, damaged = sideOf(account, raw)
		}
		add(account.Kind, found.chips)
		return damaged == nil
	})
	if err := firstOf(damaged, scanned); err != nil {
		return sums, err
	}
	scanned = s.Scan(Range{Key: Key{Table: Transfers}}, func(id, _ []byte, err error) bool {
		if damaged = err; err != nil || len(id) < 24 {
			return err == nil
		}
		var p storage.Posting
		player, _ := PlayerOf(id[:16])
		p, _, damaged = storage.Journal.Get(newReader(s, player.Guild), string(id[24:]))
		add(storage.MintAccount, p.Adds(storage.MintOf(player.Guild)))
		return damaged == nil
	})
	return sums, firstOf(damaged, scanned)
}

// Guilds returns the guilds that have records, in the order of their numbers.
func Guilds(s State) (list []storage.GuildID, err error) {
	err = eachGuild(s, streamed(), func(g storage.GuildID) error {
		if g != 0 {
			list = append(list, g)
		}
		return nil
	})
	return list, err
}

// eachGuild calls fn with each guild that keys of some tables begin with.
func eachGuild(s State, of []Table, fn func(storage.GuildID) error) error {
	for next := uint64(0); ; next++ {
		found, lowest := false, uint64(math.MaxUint64)
		for _, t := range of {
			err := s.Scan(Range{Key: Key{Table: t}, From: numbers(next)},
				func(id, _ []byte, _ error) bool {
					if g, ok := NumberOf(id[:min(len(id), 8)]); ok {
						found, lowest = true, min(g, lowest)
					}
					return false
				})
			if err != nil {
				return err
			}
		}
		if !found {
			return nil
		}
		next = lowest
		if err := fn(storage.GuildID(next)); err != nil || next == math.MaxUint64 {
			return err
		}
	}
}
