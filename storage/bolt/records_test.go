package bolt

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

func bucketFor(t engine.Table) func(*bbolt.Tx) bucket {
	return func(tx *bbolt.Tx) bucket { return newTransaction(tx).bucket(t.Name()) }
}

var (
	seenOf, journalOf       = bucketFor(engine.Seen), bucketFor(engine.Journal)
	placesOf                = bucketFor(engine.Places)
	transfersOf, balancesOf = bucketFor(engine.Transfers), bucketFor(engine.Balances)
	handsOf, profilesOf     = bucketFor(storage.Rounds.Kind), bucketFor(storage.Profiles.Kind)
	settingsOf, decksOf     = bucketFor(storage.SettingsOf.Kind), bucketFor(storage.Decks.Kind)
	entriesOf               = bucketFor(engine.Entries)
	seatingsOf, dueOf       = bucketFor(storage.Seatings.Kind), bucketFor(engine.Due)
)

func blocksOf(tx *bbolt.Tx) bucket { return newTransaction(tx).bucket("blocks") }

// keyOf returns the key of a record of guild 7.
func keyOf[K, V any](t storage.Table[K, V], k K) engine.Key {
	key, err := t.Of(7, k)
	if err != nil {
		panic(err)
	}
	return engine.KeyOf(key)
}

func numberKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// ownKey is the key of an interaction or a hand of the guild 7, where most is done.
func ownKey(n uint64) []byte { return engine.SeenKey(7, storage.InteractionID(n)).ID }

func postingKey(key string) []byte { return engine.JournalKey(7, key).ID }

// placeKey is the key of the place of a posting so many milliseconds after noon.
func placeKey(after uint64, key string) []byte {
	return engine.PlaceKey(7, uint64(noon.UnixMilli())+after, key).ID
}

func playerKey(p storage.Player) []byte { return keyOf(storage.Profiles, p).ID }

func accountKey(a storage.Account) []byte { return engine.BalanceKey(a).ID }

func deckKey(p storage.Player, table string) []byte {
	return keyOf(storage.Decks, p.Deck(table)).ID
}

func dueKey(g storage.GuildID, id storage.SeatingID, at time.Time) []byte {
	return engine.DueKey(storage.Deadline{Guild: g, Seating: id, Due: storage.Due{At: at}}).ID
}

// transferKey is the key of a transfer of a player, who is known to the journal.
func transferKey(tx *bbolt.Tx, p storage.Player, key string) []byte {
	of := engine.NewTransaction(newTransaction(tx), p.Guild)
	if err := of.Pseudonyms([]*storage.UserID{&p.User}); err != nil {
		panic(err)
	}
	return engine.TransferKey(p, uint64(noon.UnixMilli()), key).ID
}

// entry is a player in an order.
type entry engine.Entry

// orderBy returns an order of a guild, whose key has the sizes that it has.
func orderBy(tx *bbolt.Tx, g storage.GuildID, b storage.Board) order {
	return newTransaction(tx).order(engine.OrderKey(g, b).ID)
}

func (o order) key(e entry) []byte {
	key := engine.EntryKey(0, storage.Board{}, engine.Entry(e)).ID
	return append(bytes.Clone(o.prefix), key[len(key)-engine.EntryRest:]...)
}

func (o order) change(e entry, value []byte) engine.Change {
	return engine.Change{Key: engine.Key{Table: engine.Entries, ID: o.key(e)}, Value: value}
}

// insert adds an entry.
func (o order) insert(e entry) error {
	return newTransaction(o.blocks.Tx()).Apply([]engine.Change{o.change(e, []byte{})})
}

// move replaces an entry by another.
func (o order) move(from, to entry) error {
	changes := []engine.Change{o.change(from, nil), o.change(to, []byte{})}
	slices.SortFunc(changes, func(a, b engine.Change) int { return a.Compare(b.Key) })
	return newTransaction(o.blocks.Tx()).Apply(changes)
}

// count returns how many entries there are.
func (o order) count() (int, error) {
	return o.upTo(o.key(entry{Score: math.MinInt64, User: math.MaxUint64}))
}

// place returns the place of an entry, 1 for the best.
func (o order) place(e entry) (int, error) { return o.upTo(o.key(e)) }

// page returns up to limit entries from the one at offset.
func (o order) page(offset, limit int) (page []entry, err error) {
	if limit <= 0 {
		return nil, nil
	}
	of := engine.Range{Key: engine.Key{Table: engine.Entries, ID: o.prefix}, Skip: offset}
	err = newTransaction(o.blocks.Tx()).Scan(of, func(id, _ []byte, _ error) bool {
		page = append(page, entryOf(id))
		return len(page) < limit
	})
	return page, err
}

// entryOf is the reverse of key.
func entryOf(id []byte) entry {
	score, _ := engine.NumberOf(id[len(id)-16 : len(id)-8])
	user, _ := engine.NumberOf(id[len(id)-8:])
	return entry{Score: int64(^score ^ 1<<63), User: storage.UserID(user)}
}
