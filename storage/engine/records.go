package engine

import (
	"bytes"
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

// Far is a state at the other end of a network.
type Far interface {
	State
	// Fetch reads in one round trip all that is wanted, and what follows from that: of players
	// their open hands and all decks, of rounds the keys of all postings, of seatings their
	// decks, their newest rounds as if seated, and who sits there; of confirmations the
	// player they are about. What is not found is not there.
	Fetch(storage.Wanted) ([]Change, error)
	// Forget deletes some records of a table that are older than an interaction, with the
	// changes that are applied next.
	Forget(of Table, before storage.InteractionID)
}

func (k Key) beginsWith(prefix Key) bool {
	return k.Table == prefix.Table && bytes.HasPrefix(k.ID, prefix.ID)
}

// records are those that a transaction has read, or is to change.
type records struct {
	state State
	near  Near         // nil where records are far away
	known []record     // in the order of their keys
	whole []Key        // what begins with these is not there unless it is known
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
	case slices.ContainsFunc(r.whole, k.beginsWith):
		return nil, nil
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

// fetch reads at once what get will be asked for, where that saves round trips.
func (r *records) fetch(keys ...Key) error {
	if r.near != nil {
		return nil
	}
	return r.load(keys...)
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
	keys := r.wanted(w)
	far, ok := r.state.(Far)
	if !ok {
		_ = r.load(keys...) // whatever asks for a record tells what is wrong with it
		return
	}
	unknown := func(k Key) bool {
		_, known := r.find(k)
		return !known && !slices.ContainsFunc(r.whole, k.beginsWith)
	}
	if !slices.ContainsFunc(keys, unknown) {
		return
	}
	found, err := far.Fetch(w)
	if err != nil {
		return
	}
	for _, c := range found {
		r.learn(c)
	}
	r.fetched(w)
	for _, user := range w.Players { // not of those that follow
		r.whole = append(r.whole, keyIn(storage.Decks, r.guild,
			storage.DeckKey{Player: storage.Player{Guild: r.guild, User: user}}))
	}
	for _, id := range w.Seatings {
		r.ofSeating(id)
	}
	for _, id := range w.Confirmations {
		r.ofConfirmation(id)
	}
}

// learn notes a record as it is stored, unless it is known.
func (r *records) learn(c Change) {
	if _, known := r.find(c.Key); !known {
		r.note(c.Key, c.Value, false)
	}
}

// fetched notes that what is wanted was fetched: what is not known is not there. What it
// looks at then is known.
func (r *reader) fetched(w storage.Wanted) {
	for _, k := range r.wanted(w) {
		r.learn(Change{Key: k})
	}
	for _, id := range slices.Concat(w.Rounds, w.Seated) {
		r.whole = append(r.whole, PostingKey(r.guild, storage.RoundKeys(id)))
	}
}

// ofConfirmation notes what was fetched with a confirmation.
func (r *reader) ofConfirmation(id storage.InteractionID) {
	if c, found, err := storage.Confirmations.Get(r, id); err == nil && found {
		r.fetched(storage.Wanted{Players: []storage.UserID{c.To}})
	}
}

// ofSeating notes what was fetched with a seating.
func (r *reader) ofSeating(id storage.SeatingID) {
	s, open, err := storage.Seatings.Get(r, id)
	if err != nil || !open {
		return
	}
	var players []storage.UserID
	for _, c := range s.Chairs {
		players = append(players, c.User)
	}
	if s.Round != 0 {
		r.fetched(storage.Wanted{Seated: []storage.RoundID{s.Round}})
	}
	r.fetched(storage.Wanted{Players: players,
		Decks: []storage.DeckKey{{Player: s.DeckOwner(), Table: s.Table}}})
}

// wanted returns the keys of what is wanted.
func (r *reader) wanted(w storage.Wanted) []Key {
	keys := make([]Key, 0, 16)
	for _, id := range w.Seen {
		keys = append(keys, SeenKey(r.guild, id))
	}
	for _, user := range w.Players {
		p := storage.Player{Guild: r.guild, User: user}
		keys = append(keys, profileKey(p), BalanceKey(storage.WalletOf(p)),
			pseudonymKey(r.guild, user))
	}
	for _, id := range w.Rounds {
		keys = append(keys, keyIn(storage.Rounds, r.guild, id),
			BalanceKey(storage.HeldFor(r.guild, id, 0)))
	}
	for _, id := range w.Seated {
		keys = append(keys, keyIn(storage.Rounds, r.guild, id))
		for seat := range storage.MostSeats {
			keys = append(keys, BalanceKey(storage.HeldFor(r.guild, id, seat)))
		}
	}
	for _, id := range w.Seatings {
		keys = append(keys, keyIn(storage.Seatings, r.guild, id))
	}
	for _, d := range w.Decks {
		keys = append(keys, keyIn(storage.Decks, r.guild, d))
	}
	for _, id := range w.Confirmations {
		keys = append(keys, keyIn(storage.Confirmations, r.guild, id))
	}
	if w.Settings {
		keys = append(keys, keyIn(storage.SettingsOf, r.guild, storage.Only{}))
	}
	for _, key := range w.Keys {
		keys = append(keys, PostingKey(r.guild, key))
	}
	for _, of := range w.Limits {
		keys = append(keys, keyIn(storage.LimitsOf.Table, r.guild, of))
	}
	for _, of := range w.Everywhere {
		keys = append(keys, keyIn(storage.LimitsOf.Table, 0, of))
	}
	return append(keys, r.ledger.wanted(r.guild, w)...)
}
