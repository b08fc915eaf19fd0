package engine

import (
	"slices"

	"holecard/storage"
)

// Near is a state that reads a record in less time than a round trip takes: nothing
// is read before it is asked for.
type Near interface {
	State
	// Record is Get for one key.
	Record(Key) ([]byte, error)
}

// records are those that a transaction has read, or is to change.
type records struct {
	state State
	near  Near         // nil where records are far away
	known []record     // in the order of their keys
	write func() error // applies what was changed
}

type record struct {
	Change       // what is stored, or is to be
	changed bool // since it was read
}

func (r *records) find(k Key) (at int, known bool) {
	return slices.BinarySearchFunc(r.known, k, func(of record, k Key) int {
		return of.Compare(k)
	})
}

func (r *records) get(k Key) (value []byte, err error) {
	at, known := r.find(k)
	switch {
	case known:
		return r.known[at].Value, nil
	case r.near != nil:
		value, err = r.near.Record(k)
	default:
		var values [][]byte
		if values, err = r.state.Get(k); err == nil {
			value = values[0]
		}
	}
	if err == nil {
		r.note(k, value, false)
	}
	return value, err
}

// load reads at once what get will be asked for.
func (r *records) load(keys ...Key) error {
	var unknown []Key
	for _, k := range keys {
		if _, known := r.find(k); !known {
			unknown = append(unknown, k)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	values, err := r.state.Get(unknown...)
	if err != nil {
		return err
	}
	for i, k := range unknown {
		r.note(k, values[i], false)
	}
	return nil
}

// put changes a record, or deletes it when there is no value.
func (r *records) put(k Key, value []byte) { r.note(k, value, true) }

func (r *records) note(k Key, value []byte, changed bool) {
	if r.known == nil {
		r.known = make([]record, 0, 16) // an action needs about as many
	}
	at, known := r.find(k)
	if !known {
		r.known = slices.Insert(r.known, at, record{})
	}
	r.known[at] = record{Change{k, value}, changed}
}

// Scans need what was changed, so that is applied first.

func (r *records) scan(of Range, fn func(id, value []byte, err error) bool) error {
	if err := r.write(); err != nil {
		return err
	}
	return r.state.Scan(of, fn)
}

func (r *records) upTo(order, last Key) (int, error) {
	if err := r.write(); err != nil {
		return 0, err
	}
	return r.state.UpTo(order, last)
}

// Load implements [storage.Reader].
func (r *reader) Load(w storage.Wanted) {
	if r.near != nil {
		return
	}
	keys := make([]Key, 0, 16)
	for _, id := range w.Seen {
		keys = append(keys, SeenKey(r.guild, id))
	}
	for _, user := range w.Players {
		p := storage.Player{Guild: r.guild, User: user}
		keys = append(keys, ProfileKey(p), BalanceKey(storage.WalletOf(p)))
	}
	for _, id := range w.Rounds {
		keys = append(keys, RoundKey(r.guild, id), BalanceKey(storage.HeldFor(r.guild, id, 0)))
	}
	for _, id := range w.Seated {
		keys = append(keys, RoundKey(r.guild, id))
		for seat := range storage.MostSeats {
			keys = append(keys, BalanceKey(storage.HeldFor(r.guild, id, seat)))
		}
	}
	for _, id := range w.Seatings {
		keys = append(keys, SeatingKey(r.guild, id))
	}
	for _, d := range w.Decks {
		keys = append(keys, DeckKey(storage.Player{Guild: r.guild, User: d.User}, d.Table))
	}
	for _, id := range w.Confirmations {
		keys = append(keys, ConfirmationKey(r.guild, id))
	}
	if w.Settings {
		keys = append(keys, SettingsKey(r.guild))
	}
	if len(w.Keys) > 0 {
		keys = append(keys, HeadKey(r.guild))
	}
	for _, key := range w.Keys {
		keys = append(keys, PostingKey(r.guild, key))
	}
	if w.House {
		keys = append(keys, BalanceKey(storage.HouseOf(r.guild)))
	}
	if w.Mint {
		keys = append(keys, BalanceKey(storage.MintOf(r.guild)))
	}
	_ = r.load(keys...) // whatever asks for a record tells what is wrong with it
}
