package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// byGuild is the migration to schema 4, in which each record belongs to a guild
// and direct messages are a guild for each user. Before, they were all guild 0.
//
// It copies the large buckets into new ones, a step at a time, so that it takes
// little memory however large the file is. The old ones stay as they are until the
// last transaction. A migration that was interrupted begins again, and copies over
// what it has copied: hands and postings are never removed, whoever has played since.
type byGuild struct {
	step  int // records in a transaction
	heads map[storage.GuildID]uint64
	// Guilds of the interactions that were seen, which the records do not tell; 0
	// until a hand or a posting does.
	seen     map[storage.InteractionID]storage.GuildID
	balances map[storage.Account]storage.Chips // of house and mint, in direct messages
}

// before4 are the buckets that schema 4 does without.
var before4 = []string{"seen", "journal", "keys", "transfers", "hands"}

func keyByGuild(step int) migration {
	m := &byGuild{
		step:     step,
		heads:    make(map[storage.GuildID]uint64),
		seen:     make(map[storage.InteractionID]storage.GuildID),
		balances: make(map[storage.Account]storage.Chips),
	}
	return migration{prepare: m.copy, apply: m.finish}
}

func (m *byGuild) copy(ctx context.Context, db *bbolt.DB) error {
	if empty, err := isEmpty(db); empty || err != nil {
		return err
	}
	if err := db.Update(makeGuildBuckets); err != nil {
		return err
	}
	for _, step := range []struct {
		run    func(func(*bbolt.Tx) error) error
		bucket string
		each   func(tx *transaction, key, value []byte) error
	}{
		{db.View, "seen", m.noteSeen}, {db.View, "profiles", m.noteProfile},
		{db.Update, "hands", m.copyHand}, {db.Update, "journal", m.copyPosting},
	} {
		if err := m.inSteps(ctx, step.run, step.bucket, step.each); err != nil {
			return err
		}
	}
	return nil
}

// isEmpty reports whether a file is new: there is nothing to copy.
func isEmpty(db *bbolt.DB) (empty bool, err error) {
	err = db.View(func(btx *bbolt.Tx) error {
		empty = true
		for _, name := range before4 {
			b := btx.Bucket([]byte(name))
			if b == nil {
				return fmt.Errorf("%w: the bucket %q is missing", storage.ErrCorrupt, name)
			}
			key, _ := b.Cursor().First()
			empty = empty && key == nil
		}
		return nil
	})
	return empty, err
}

// makeGuildBuckets makes the new buckets.
func makeGuildBuckets(btx *bbolt.Tx) error {
	names := []string{engine.Heads.String(), engine.Confirmations.String()}
	for _, old := range before4 {
		names = append(names, "guild-"+old)
	}
	for _, name := range names {
		if _, err := btx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	return nil
}

// inSteps calls each with the records of an old bucket.
func (m *byGuild) inSteps(ctx context.Context, run func(func(*bbolt.Tx) error) error,
	name string, each func(tx *transaction, key, value []byte) error) error {
	for next := []byte{}; next != nil; {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := run(func(btx *bbolt.Tx) error {
			b, tx := bucketOf(btx, name), newTransaction(btx)
			c := b.Cursor()
			key, raw := c.Seek(next)
			for n := 0; key != nil && n < m.step; n++ {
				value, err := b.checked(key, raw)
				if err = firstOf(err, each(tx, key, value)); err != nil {
					return err
				}
				key, raw = c.Next()
			}
			next = bytes.Clone(key)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *byGuild) noteSeen(_ *transaction, key, _ []byte) error {
	id, _ := engine.NumberOf(key)
	m.seen[storage.InteractionID(id)] = 0
	return nil
}

func (m *byGuild) noteProfile(_ *transaction, key, value []byte) error {
	player, ok := engine.PlayerOf(key)
	if !ok {
		return fmt.Errorf("%w: a profile has the key %x", storage.ErrCorrupt, key)
	}
	p, err := engine.DecodeProfile(player, value)
	m.noteGuild(p.Daily.By, guildOf(player.Guild, player.User))
	return err
}

// noteGuild notes the guild of an interaction, if it is one of those seen.
func (m *byGuild) noteGuild(id storage.InteractionID, g storage.GuildID) {
	if _, ok := m.seen[id]; ok {
		m.seen[id] = g
	}
}

// guildOf returns the guild of what was a user's in a guild.
func guildOf(g storage.GuildID, user storage.UserID) storage.GuildID {
	if g == 0 {
		return storage.DirectMessages(user)
	}
	return g
}

func (m *byGuild) copyHand(tx *transaction, key, value []byte) error {
	id, _ := engine.NumberOf(key)
	h, err := engine.DecodeRound(storage.RoundID(id), value)
	if err != nil {
		return err
	}
	h.Guild = guildOf(h.Guild, h.Seats[0].User) // seatings came later
	m.noteGuild(storage.InteractionID(h.ID), h.Guild)
	change := engine.Change{Key: engine.RoundKey(h.Guild, h.ID), Value: engine.EncodeRound(h)}
	return tx.Apply([]engine.Change{change})
}

// copyPosting copies a posting to its guild's journal, with what follows from it.
// A reset was known by the key of its posting, and is known by its reason now.
func (m *byGuild) copyPosting(tx *transaction, key, value []byte) error {
	sequence, _ := engine.NumberOf(key)
	p, err := engine.DecodePosting(sequence, value)
	if err != nil {
		return err
	}
	if p.From.Guild == 0 {
		user, err := userOf(tx.btx, p)
		if err != nil {
			return err
		}
		p.From.Guild, p.To.Guild = storage.DirectMessages(user), storage.DirectMessages(user)
		moved := map[storage.Account]storage.Chips{p.From: -p.Chips, p.To: p.Chips}
		for account, chips := range moved {
			if account.MayOwe() {
				m.balances[account] += chips
			}
		}
	}
	if strings.HasPrefix(p.Key, "reset/") {
		p.Reason = storage.Reset
	}
	g := p.From.Guild
	m.heads[g]++
	m.noteGuild(p.By, g)
	return tx.Apply(engine.PostingChanges(m.heads[g], p))
}

// userOf returns whose posting it is that was made in direct messages.
func userOf(btx *bbolt.Tx, p storage.Posting) (storage.UserID, error) {
	for _, a := range []storage.Account{p.From, p.To} {
		if a.Kind == storage.PlayerAccount {
			return storage.UserID(a.Owner), nil
		}
	}
	h, err := oldHand(btx, p.Round)
	if err != nil {
		return 0, err
	}
	return h.Seats[0].User, nil
}

func oldHand(btx *bbolt.Tx, id storage.RoundID) (storage.Round, error) {
	value, err := bucketOf(btx, "hands").get(binary.BigEndian.AppendUint64(nil, uint64(id)))
	if err != nil {
		return storage.Round{}, err
	}
	return engine.DecodeRound(id, value)
}

// finish moves what is little, and removes what was copied.
func (m *byGuild) finish(ctx context.Context, btx *bbolt.Tx) error {
	for _, step := range []func(*bbolt.Tx) error{
		makeGuildBuckets, m.keepSeen, m.moveBalances, m.moveProfiles, moveDecks, dropSettings,
	} {
		if err := firstOf(ctx.Err(), step(btx)); err != nil {
			return err
		}
	}
	for _, name := range before4 {
		if err := btx.DeleteBucket([]byte(name)); err != nil {
			return err
		}
	}
	return nil
}

// keepSeen keeps the interactions whose guild is known. The others changed no hand
// and no chips, or only showed something; their tokens are good for 15 minutes
// and for one answer, which was given.
func (m *byGuild) keepSeen(btx *bbolt.Tx) error {
	var changes []engine.Change
	for id, g := range m.seen {
		if g != 0 {
			changes = append(changes, engine.Change{Key: engine.SeenKey(g, id), Value: []byte{1}})
		}
	}
	return applyInOrder(btx, changes)
}

// applyInOrder applies changes in the order of their keys: in any other, a bucket of
// hundreds of thousands takes minutes to fill.
func applyInOrder(btx *bbolt.Tx, changes []engine.Change) error {
	slices.SortFunc(changes, func(a, b engine.Change) int { return a.Compare(b.Key) })
	return newTransaction(btx).Apply(changes)
}

// moveAll gives the records of direct messages in a bucket their new keys, and drops
// those that get none.
func moveAll(btx *bbolt.Tx, name string, move func(key, value []byte) ([]byte, error)) error {
	b, zero := bucketOf(btx, name), make([]byte, 8)
	type record struct {
		old, key, value []byte // no key for one that gets none
	}
	var records []record // a cursor does not survive changes
	c := b.Cursor()
	for key, raw := c.Seek(zero); bytes.HasPrefix(key, zero); key, raw = c.Next() {
		value, err := b.checked(key, raw)
		if err != nil {
			return err
		}
		moved, err := move(key, value)
		if err != nil {
			return err
		}
		records = append(records, record{bytes.Clone(key), moved, bytes.Clone(value)})
	}
	slices.SortFunc(records, func(a, b record) int { return bytes.Compare(a.key, b.key) })
	for _, r := range records {
		if err := b.Delete(r.old); err != nil {
			return err
		}
		if r.key == nil {
			continue
		}
		if err := b.put(r.key, r.value); err != nil {
			return err
		}
	}
	return nil
}

func drop(_, _ []byte) ([]byte, error) { return nil, nil }

// moveBalances moves wallets and stakes as they are. House and mint are split as
// their postings were.
func (m *byGuild) moveBalances(btx *bbolt.Tx) error {
	err := moveAll(btx, "balances", func(key, _ []byte) ([]byte, error) {
		a, ok := engine.AccountOf(key)
		user := storage.UserID(a.Owner)
		switch {
		case !ok || a.MayOwe():
			return nil, nil
		case a.Kind == storage.HeldAccount:
			h, err := oldHand(btx, storage.RoundID(a.Owner))
			if err != nil {
				return nil, err
			}
			user = h.Seats[0].User
		}
		a.Guild = storage.DirectMessages(user)
		return engine.BalanceKey(a).ID, nil
	})
	var changes []engine.Change
	for a, chips := range m.balances {
		changes = append(changes, engine.Change{Key: engine.BalanceKey(a),
			Value: engine.EncodeChips(chips)})
	}
	return firstOf(err, applyInOrder(btx, changes))
}

// reorderByNet moves those who have played no round to the end of the order by net winnings.
func reorderByNet(btx *bbolt.Tx) error {
	var changes []engine.Change
	b := bucketOf(btx, "profiles")
	c := b.Cursor()
	for key, raw := c.First(); key != nil; key, raw = c.Next() {
		player, ok := engine.PlayerOf(key)
		value, err := b.checked(key, raw)
		if err != nil || !ok {
			return firstOf(err, storage.ErrCorrupt)
		}
		p, err := engine.DecodeProfile(player, value)
		if err != nil {
			return err
		}
		if by := storage.ByNet.Ever(); p.Ranked() && p.Stats.Hands == 0 {
			net := engine.Entry{Score: int64(p.Stats.Net), User: player.User}
			none := engine.Entry{Score: by.Score(storage.Standing{}), User: player.User}
			changes = append(changes,
				engine.Change{Key: engine.EntryKey(player.Guild, by, net)},
				engine.Change{Key: engine.EntryKey(player.Guild, by, none), Value: []byte{}})
		}
	}
	return applyInOrder(btx, changes)
}

// moveProfiles moves the players, who are alone in their new orders.
func (m *byGuild) moveProfiles(btx *bbolt.Tx) error {
	if err := firstOf(moveAll(btx, "entries", drop), moveAll(btx, "blocks", drop)); err != nil {
		return err
	}
	var entries []engine.Change
	err := moveAll(btx, "profiles", func(key, value []byte) ([]byte, error) {
		player, _ := engine.PlayerOf(key) // which noteProfile has checked
		player.Guild = storage.DirectMessages(player.User)
		p, err := engine.DecodeProfile(player, value)
		if err != nil {
			return nil, err
		}
		balance, err := engine.NewReader(newTransaction(btx), player.Guild).
			Balance(storage.WalletOf(player))
		for _, key := range engine.EntriesOf(p, balance) {
			entries = append(entries, engine.Change{Key: key, Value: []byte{}})
		}
		return engine.ProfileKey(player).ID, err
	})
	return firstOf(err, applyInOrder(btx, entries))
}

func moveDecks(btx *bbolt.Tx) error {
	return moveAll(btx, "decks", func(key, _ []byte) ([]byte, error) {
		player, ok := engine.PlayerOf(key[:min(len(key), 16)])
		if !ok {
			return nil, fmt.Errorf("%w: a deck has the key %x", storage.ErrCorrupt, key)
		}
		player.Guild = storage.DirectMessages(player.User)
		return engine.DeckKey(player, string(key[16:])).ID, nil
	})
}

// dropSettings drops those of direct messages: there are no admins there, so no
// command has ever made any.
func dropSettings(btx *bbolt.Tx) error { return moveAll(btx, "settings", drop) }
