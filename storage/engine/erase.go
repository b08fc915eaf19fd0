package engine

import (
	"encoding/binary"
	"slices"
	"time"

	"holecard/storage"
)

// An erasure is a mark of its guild as long as it is not done:
//
//	"erasing/" user (8) → erasure
//
// A player's postings and seats change owners in steps, and the profile and the wallet with
// the last. Meanwhile audits and exports take both owners for one. A guild whose mark is
// there is in no audit.
const erasing = "erasing/"

func erasureKey(g storage.GuildID, user storage.UserID) Key {
	return MarkKey(g, erasing+string(numbers(uint64(user))))
}

// erasureOf reads a mark, if it is an erasure's.
func erasureOf(id, raw []byte) (g storage.GuildID, e storage.Erasure, ok bool, err error) {
	if len(id) != 8+len(erasing)+8 || string(id[8:8+len(erasing)]) != erasing {
		return g, e, false, nil
	}
	g = storage.GuildID(binary.BigEndian.Uint64(id))
	e.User = storage.UserID(binary.BigEndian.Uint64(id[8+len(erasing):]))
	e, err = decode(erasure, e, raw, "erasure of user", uint64(e.User))
	return g, e, true, err
}

func encodeErasure(e storage.Erasure) []byte { return encode(erasure, e, 64) }

func erasure(c *coder, e *storage.Erasure) {
	c.version()
	unsigned(c, "as", &e.As)
	c.string("name", &e.Name)
	c.time("begun", &e.Begun)
	c.bytes("position", &e.At)
}

func (r *reader) Erasures() (list []storage.Erasure, err error) {
	all := Range{Key: MarkKey(r.guild, erasing)}
	scanned := r.scan(all, func(id, raw []byte, unreadable error) bool {
		var e storage.Erasure
		if err = unreadable; err == nil {
			_, e, _, err = erasureOf(id, raw)
		}
		list = append(list, e)
		return err == nil
	})
	return list, firstOf(scanned, err)
}

func (r *reader) Unerased(
	e storage.Erasure, look, change int,
) (u storage.Unerased, err error) {
	u.Erasure, u.Last = e, true
	k := erasureKey(r.guild, e.User)
	raw, err := r.get(k)
	if raw == nil || err != nil { // another has done it
		return u, err
	}
	_, begun, _, err := erasureOf(k.ID, raw)
	if err != nil {
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
					u.Records = append(u.Records, append([]byte{byte(k.Table)}, id...))
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
	k := erasureKey(t.guild, e.User)
	if begun, err := t.has(k); begun || err != nil {
		return err
	}
	if e.User != 0 {
		if err := t.eraseProfile(&e); err != nil {
			return err
		}
	}
	e.At = nil
	t.put(k, encodeErasure(e))
	return nil
}

// eraseProfile leaves nothing of a profile but what the ledger has to agree with. Of somebody
// without a profile it leaves one too: who is being erased opens no wallet.
func (t *Transaction) eraseProfile(e *storage.Erasure) error {
	p, known, err := t.Profile(storage.Player{Guild: t.guild, User: e.User})
	if err != nil {
		return err
	}
	seatings, err := t.Seatings()
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
	return t.SaveProfile(storage.Profile{
		Player: storage.Player{Guild: t.guild, User: e.User}, Opened: p.Opened, Stats: p.Stats,
		Erased: true})
}

// CarryOn implements [storage.Tx].
func (t *Transaction) CarryOn(u storage.Unerased) (done bool, err error) {
	mark := erasureKey(t.guild, u.User)
	raw, err := t.get(mark)
	if raw == nil || err != nil { // another has done it
		return err == nil, err
	}
	_, e, _, err := erasureOf(mark.ID, raw)
	if err != nil {
		return false, err
	}
	w := eraser{e, t.guild, t.ledger}
	keys := make([]Key, len(u.Records))
	for i, k := range u.Records {
		keys[i] = Key{Table(k[0]), k[1:]}
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
		t.put(mark, nil)
		locked, err := t.AllLimits(storage.Alias{}, 1)
		t.emptied = u.User == 0 && len(locked) == 0
		return true, err
	}
	t.put(mark, encodeErasure(e))
	return false, nil
}

// erased ends an erasure, unless something came to a guild that is being forgotten.
func (t *Transaction) erased(w eraser) (done bool, err error) {
	if w.User == 0 {
		w.At = nil
		left, err := t.unerased(w, eraseAgain, 1)
		return left.Last && len(left.Records) == 0, err
	}
	was := storage.Player{Guild: t.guild, User: w.User}
	p, known, err := t.Profile(was)
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
	t.put(ProfileKey(was), nil)
	if p.Opened.IsZero() { // there was no wallet
		return true, nil
	}
	p.Player.User = w.As
	for _, k := range EntriesOf(p, balance) {
		t.put(k, []byte{})
	}
	t.put(ProfileKey(p.Player), EncodeProfile(p))
	if wallet != nil {
		t.put(from, nil)
		t.put(to, wallet)
	}
	return true, nil
}

// eraseAgain is how many limits that are kept may be met at the end.
const eraseAgain = 1 << 16

// DropHint implements [storage.Tx].
func (t *Transaction) DropHint(id storage.RoundID, by storage.UserID, version uint32) error {
	k := hintsOf(t.guild, id, by)
	k.ID = binary.BigEndian.AppendUint32(k.ID, version)
	t.put(k, nil)
	return nil
}

// DropLine implements [storage.Tx].
func (t *Transaction) DropLine(p storage.Player, dealt time.Time, id storage.RoundID) error {
	t.put(HistoryKey(p, dealt, id), nil)
	return t.own(p.Guild)
}
