package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// Counts is how much there is in a store.
type Counts struct{ Players, OpenHands int }

// Count counts the players and the hands being played. It reads a thousandth of
// what is kept of players, and one record per open hand.
func (s *Store) Count(ctx context.Context) (c Counts, err error) {
	if err := s.enter(ctx); err != nil {
		return c, err
	}
	defer s.underWay.Done()
	err = s.view(func(btx *bbolt.Tx) (err error) {
		defer guard(&err)
		c.OpenHands = countOpen(btx)
		c.Players, err = countPlayers(btx)
		return err
	})
	return c, err
}

// countPlayers adds up the blocks of one order of each guild.
func countPlayers(btx *bbolt.Tx) (players int, err error) {
	c := blocksOf(btx).Cursor()
	key, _ := c.First()
	for key != nil {
		guild := binary.BigEndian.Uint64(key)
		n, err := orderOf(btx, storage.GuildID(guild), storage.ByChips).count(math.MinInt64)
		if err != nil {
			return 0, err
		}
		players += n
		if guild+1 == 0 {
			break
		}
		key, _ = c.Seek(numberKey(guild + 1))
	}
	return players, nil
}

// countOpen counts the accounts that hold stakes: each open hand has one, and
// no other hand has.
func countOpen(btx *bbolt.Tx) (hands int) {
	c := balancesOf(btx).Cursor()
	key, _ := c.First()
	for key != nil {
		guild := binary.BigEndian.Uint64(key)
		held := append(numberKey(guild), byte(storage.HeldAccount))
		for key, _ = c.Seek(held); bytes.HasPrefix(key, held); key, _ = c.Next() {
			hands++
		}
		if guild+1 == 0 {
			break
		}
		key, _ = c.Seek(numberKey(guild + 1))
	}
	return hands
}
