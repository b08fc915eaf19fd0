package engine

import (
	"slices"

	"holecard/storage"
)

// A player's postings and seats change owners in steps, and the profile and the wallet with
// the last. Meanwhile audits and exports take both owners for one. A guild that is being
// forgotten is in no audit.

func (r *reader) Unerased(
	e storage.Erasure, look, change int,
) (u storage.Unerased, err error) {
	u.Erasure, u.Last = e, true
	begun, is, err := storage.Erasures.Get(r, e.User)
	if !is || err != nil { // another has done it
		return u, err
	}
	begun.At = e.At
	return r.unerased(eraser{begun, r.guild, r.ledger}, look, change)
}

// unerased looks for records from where an erasure is.
func (r *reader) unerased(w eraser, look, change int) (u storage.Unerased, err error) {
	e := w.Erasure
	u.Erasure = e
	tables := w.tables()
	at, from := 0, []byte(nil)
	if len(e.At) > 0 {
		at, from = int(e.At[0]), e.At[1:]
	}
	for ; at < len(tables); at, from = at+1, nil {
		full := false
		scanned := r.scan(Range{Key: w.all(tables[at]), From: from},
			func(id, raw []byte, unreadable error) bool {
				k := Key{tables[at], id}
				var changes []Change
				if changes, err = w.changes(k, raw); firstOf(unreadable, err) != nil {
					err = firstOf(unreadable, err)
					return false
				}
				if len(changes) > 0 {
					u.Records = append(u.Records, append([]byte{byte(at)}, id...))
				}
				look--
				if full = look <= 0 || len(u.Records) >= change; full {
					u.At = append([]byte{byte(at)}, id...)
				}
				return !full
			})
		if err := firstOf(scanned, err); err != nil || full {
			return u, err
		}
	}
	u.At, u.Last = nil, true
	return u, nil
}

// Erase implements [storage.Tx].
func (t *Transaction) Erase(e storage.Erasure) error {
	if _, begun, err := storage.Erasures.Get(t, e.User); begun || err != nil {
		return err
	}
	if e.User != 0 {
		if err := t.eraseProfile(&e); err != nil {
			return err
		}
	}
	e.At = nil
	return storage.Erasures.Save(t, e)
}

// eraseProfile leaves nothing of a profile but what the ledger has to agree with. Of somebody
// without a profile it leaves one too: who is being erased opens no wallet.
func (t *Transaction) eraseProfile(e *storage.Erasure) error {
	p, known, err := storage.Profiles.Get(t, storage.Player{Guild: t.guild, User: e.User})
	if err != nil {
		return err
	}
	seatings, err := storage.Seatings.All(t)
	if err != nil {
		return err
	}
	seated := slices.ContainsFunc(seatings, func(s storage.Seating) bool {
		return s.ChairOf(e.User) >= 0
	})
	if p.Playing() || seated {
		return storage.ErrPlaying
	}
	if known {
		e.Name = p.Name
	}
	return storage.Profiles.Save(t, storage.Profile{Player: p.Player, Opened: p.Opened,
		Stats: p.Stats, Erased: true})
}

// CarryOn implements [storage.Tx].
func (t *Transaction) CarryOn(u storage.Unerased) (done bool, err error) {
	e, is, err := storage.Erasures.Get(t, u.User)
	if !is || err != nil { // another has done it
		return err == nil, err
	}
	w := eraser{e, t.guild, t.ledger}
	keys := make([]Key, len(u.Records))
	for i, k := range u.Records {
		keys[i] = Key{w.tables()[k[0]], k[1:]}
	}
	if err := t.load(keys...); err != nil {
		return false, err
	}
	for _, k := range keys {
		raw, err := t.get(k)
		if err != nil {
			return false, err
		}
		if raw == nil {
			continue
		}
		changes, err := w.changes(k, raw)
		if err != nil {
			return false, err
		}
		for _, c := range changes {
			t.put(c.Key, c.Value)
		}
	}
	e.At = u.At
	if u.Last {
		if done, err = t.erased(w); err != nil {
			return false, err
		}
		e.At = nil
	}
	if done {
		return true, storage.Erasures.Delete(t, u.User)
	}
	return false, storage.Erasures.Save(t, e)
}

// erased ends an erasure, unless something came to a guild that is being forgotten.
func (t *Transaction) erased(w eraser) (done bool, err error) {
	if w.User == 0 {
		w.At = nil
		left, err := t.unerased(w, eraseAgain, 1)
		return left.Last && len(left.Records) == 0, err
	}
	was := storage.Player{Guild: t.guild, User: w.User}
	p, known, err := storage.Profiles.Get(t, was)
	if err != nil || !known {
		return err == nil, err
	}
	from, to := BalanceKey(storage.WalletOf(was)), BalanceKey(w.account(storage.WalletOf(was)))
	wallet, err := t.get(from)
	if err != nil {
		return false, err
	}
	balance, err := t.Balance(storage.WalletOf(was))
	if err != nil {
		return false, err
	}
	for _, k := range EntriesOf(p, balance) {
		t.put(k, nil)
	}
	t.put(profileKey(was), nil)
	if p.Opened.IsZero() { // there was no wallet
		return true, nil
	}
	p.Player.User = w.As
	for _, k := range EntriesOf(p, balance) {
		t.put(k, []byte{})
	}
	t.put(profileKey(p.Player), storage.Profiles.Encode(p))
	if wallet != nil {
		t.put(from, nil)
		t.put(to, wallet)
	}
	return true, nil
}

// eraseAgain is how many limits that are kept may be met at the end.
const eraseAgain = 1 << 16
