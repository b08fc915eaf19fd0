package postgres

import (
	"math/rand/v2"
	"slices"

	"holecard/storage"
	"holecard/storage/engine"
)

var _ engine.Far = (*transaction)(nil)

// Fetch implements [engine.Far].
func (t *transaction) Fetch(w storage.Wanted) ([]engine.Change, error) {
	found := make(map[rowKey][]byte)
	seatings, players := ids(w.Seatings), ids(w.Players)
	hands := append(ids(w.Rounds), ids(w.Seated)...)
	asks := t.wanting(w, found)
	var prefixes [][]byte
	for _, id := range slices.Concat(w.Rounds, w.Seated) {
		prefixes = append(prefixes, []byte(storage.RoundKeys(id)))
	}
	ask := func(statement string, of engine.Table, args ...[]byte) {
		a := t.getting(of, nil, found)
		a.statement, a.args = statement, append([][]byte{t.own()}, args...)
		asks = append(asks, a)
	}
	confirmations := ids(w.Confirmations)
	of := [][]byte{list(byteaType, players...), list(byteaType, seatings...),
		list(byteaType, confirmations...)}
	if len(players)+len(seatings)+len(confirmations) > 0 {
		ask(fetchProfiles, engine.Profiles, of...)
		ask(fetchWallets, engine.Balances, of...)
		ask(fetchPseudonyms, engine.Pseudonyms, of...)
		ask(fetchDecks, engine.Decks, list(byteaType, append(players, seatings...)...))
	}
	of = append(of, list(byteaType, hands...))
	if len(hands)+len(players)+len(seatings)+len(confirmations) > 0 {
		ask(fetchHands, engine.Rounds, of...)
		ask(fetchHeld, engine.Balances, append(slices.Clip(of), seats(w))...)
	}
	if len(hands)+len(seatings) > 0 {
		ask(fetchKeys, engine.Keys, list(textType, prefixes...), of[1])
	}
	if err := t.run(asks...); err != nil {
		return nil, err
	}
	changes := make([]engine.Change, 0, len(found))
	for k, value := range found {
		changes = append(changes, engine.Change{
			Key: engine.Key{Table: k.table, ID: []byte(k.id)}, Value: value})
	}
	return changes, nil
}

// wanting reads what is wanted by its keys alone.
func (t *transaction) wanting(w storage.Wanted, found map[rowKey][]byte) (asks []ask) {
	get := func(of engine.Table, ids [][]byte) {
		if len(ids) > 0 {
			asks = append(asks, t.getting(of, ids, found))
		}
	}
	get(engine.Seen, ids(w.Seen))
	get(engine.Confirmations, ids(w.Confirmations))
	get(engine.Seatings, ids(w.Seatings))
	if w.Settings {
		get(engine.Settings, [][]byte{{}})
	}
	var decks, keys, aliases [][]byte
	for _, of := range w.Limits {
		aliases = append(aliases, of[:])
	}
	get(engine.Limits, aliases)
	if aliases = nil; len(w.Everywhere) > 0 {
		for _, of := range w.Everywhere {
			aliases = append(aliases, of[:])
		}
		asks = append(asks, t.everywhere(aliases, found))
	}
	for _, d := range w.Decks {
		if !slices.Contains(w.Players, d.Player.User) { // whose decks are read in any case
			decks = append(decks, append(number(int64(d.Player.User)), d.Table...))
		}
	}
	for _, key := range w.Keys {
		keys = append(keys, []byte(key))
	}
	get(engine.Decks, decks)
	get(engine.Keys, keys)
	return asks
}

// seats returns what the ids of accounts begin with that hold the stakes of the seats that
// rounds can have.
func seats(w storage.Wanted) []byte {
	most := 1
	if len(w.Seated)+len(w.Seatings) > 0 {
		most = storage.MostSeats
	}
	var kinds [][]byte
	for seat := range most {
		kinds = append(kinds, engine.BalanceKey(storage.HeldFor(0, 0, seat)).ID[8:9])
	}
	return list(byteaType, kinds...)
}

func ids[T ~uint64](of []T) (list [][]byte) {
	for _, id := range of {
		list = append(list, number(int64(id)))
	}
	return list
}

// forgetOneOf is how many interactions are seen for each that forgets old ones: who deletes
// the same rows waits for each other.
const forgetOneOf = 16

// Forget implements [engine.Far].
func (t *transaction) Forget(of engine.Table, before storage.InteractionID) {
	statement := forgetConfirmations
	if of == engine.Seen {
		if statement = forgetSeen; rand.N(forgetOneOf) != 0 {
			return
		}
	}
	if t.forget == nil {
		t.forget = make(map[string]storage.InteractionID)
	}
	t.forget[statement] = before
}
