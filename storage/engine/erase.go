package engine

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
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

// eraseProfile leaves nothing of a profile but what the ledger has to agree with.
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
	if !known {
		return nil
	}
	e.Name = p.Name
	return t.SaveProfile(storage.Profile{Player: p.Player, Opened: p.Opened, Stats: p.Stats,
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
	} else {
		t.put(mark, encodeErasure(e))
	}
	return done, nil
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

// eraser changes records.
type eraser struct {
	storage.Erasure
	guild  storage.GuildID
	ledger Ledger
}

// tables returns those that are looked at, in their order. Of a guild, those that are counted
// go first, and what follows from the journal after it.
func (w eraser) tables() []Table {
	if w.User == 0 {
		return []Table{Entries, Seatings, Balances, Heads, Profiles, Rounds, Journal, Keys,
			Transfers, Settings, Decks, Confirmations, Log, Seen, Emojis, History, Unreviewed,
			Hints, Tallies, Lessons, Drills, Limits, Seasons, Marks}
	}
	return []Table{Confirmations, Log, Seatings, Lessons, Drills, Decks, Tallies, History, Hints,
		Journal, Rounds}
}

// all is what the keys of all records begin with that are looked at.
func (w eraser) all(t Table) Key {
	if w.User != 0 {
		switch t {
		case Lessons, Drills, Decks, History:
			return Key{t, numbers(uint64(w.guild), uint64(w.User))}
		}
	}
	return Key{t, of(w.guild)}
}

// account returns whose chips an account holds from now on.
func (w eraser) account(a storage.Account) storage.Account {
	if a == storage.WalletOf(storage.Player{Guild: w.guild, User: w.User}) {
		a.Owner = uint64(w.As)
	}
	return a
}

// changes returns what becomes of a record, nothing for one that stays.
func (w eraser) changes(k Key, raw []byte) ([]Change, error) {
	if w.User == 0 {
		return w.ofGuild(k, raw)
	}
	switch k.Table {
	case Lessons, Drills, Decks, History:
		return []Change{{Key: k.clone()}}, nil
	case Tallies, Hints:
		if w.named(k) {
			return []Change{{Key: k.clone()}}, nil
		}
		return nil, nil
	case Confirmations:
		return w.confirmation(k, raw)
	case Log:
		return w.log(k, raw)
	case Seatings:
		return w.seating(k, raw)
	case Journal:
		return w.posting(k, raw)
	case Rounds:
		return w.round(k, raw)
	}
	return nil, fmt.Errorf("%w: an erasure is at %v", storage.ErrCorrupt, k.Table)
}

func (k Key) clone() Key { return Key{k.Table, bytes.Clone(k.ID)} }

// named reports whether the key of a tally or a hint has the user.
func (w eraser) named(k Key) bool {
	if k.Table == Tallies {
		p, _, ok := tallyOf(k.ID)
		return ok && p.User == w.User
	}
	return len(k.ID) >= 24 && binary.BigEndian.Uint64(k.ID[16:]) == uint64(w.User)
}

// ofGuild forgets a record. Limits that still lock somebody out stay, and nothing else of
// them does.
func (w eraser) ofGuild(k Key, raw []byte) ([]Change, error) {
	gone := []Change{{Key: k.clone()}}
	switch k.Table {
	case Marks:
		if _, _, mark, _ := erasureOf(k.ID, raw); mark {
			return nil, nil
		}
	case Limits:
		l, err := DecodeLimits(raw)
		kept := storage.Limits{Lock: l.Lock, Forgot: l.Forgot}
		switch {
		case err != nil || !l.Lock.After(w.Begun) && w.Begun.Sub(l.Forgot) >= 24*time.Hour:
			return gone, nil
		case l == kept:
			return nil, nil
		}
		gone[0].Value = EncodeLimits(kept)
	case Seatings:
		_, id, _ := OwnedOf(k.ID)
		s, err := DecodeSeating(w.guild, storage.SeatingID(id), raw)
		if err != nil {
			return nil, err
		}
		if !s.Due.At.IsZero() {
			due := storage.Deadline{Guild: w.guild, Seating: s.ID, Due: s.Due}
			gone = append(gone, Change{Key: DueKey(due)})
		}
	}
	return gone, nil
}

func (w eraser) confirmation(k Key, raw []byte) ([]Change, error) {
	_, asked, _ := OwnedOf(k.ID)
	c, err := DecodeConfirmation(w.guild, storage.InteractionID(asked), raw)
	if err != nil || c.By != w.User && c.To != w.User && !w.says(c.Note) {
		return nil, err
	}
	return []Change{{Key: k.clone()}}, nil
}

func (w eraser) log(k Key, raw []byte) ([]Change, error) {
	_, by, _ := OwnedOf(k.ID)
	e, err := DecodeLog(w.guild, storage.InteractionID(by), raw)
	if err != nil || e.Who != w.User {
		return nil, err
	}
	e.Who, e.Name = w.As, ""
	return []Change{{k.clone(), EncodeLog(e)}}, nil
}

// seating is one that the user opened, was invited to, or sat at.
func (w eraser) seating(k Key, raw []byte) ([]Change, error) {
	_, id, _ := OwnedOf(k.ID)
	s, err := DecodeSeating(w.guild, storage.SeatingID(id), raw)
	was := len(s.Invited) + len(s.News)
	s.Invited = slices.DeleteFunc(s.Invited, func(u storage.UserID) bool { return u == w.User })
	s.News = slices.DeleteFunc(s.News, func(n storage.News) bool { return n.User == w.User })
	if err != nil || s.By != w.User && was == len(s.Invited)+len(s.News) {
		return nil, err
	}
	if s.By == w.User {
		s.By, s.ByName = w.As, ""
	}
	s.Version++
	return []Change{{k.clone(), EncodeSeating(s)}}, nil
}

// says reports whether a text names the user.
func (w eraser) says(text string) bool {
	return strings.Contains(text, strconv.FormatUint(uint64(w.User), 10)) ||
		w.Name != "" && strings.Contains(text, w.Name)
}

// posting changes the owner of a posting, its key where that names the user, and what else
// is kept by the key.
func (w eraser) posting(k Key, raw []byte) ([]Change, error) {
	g, at, _ := w.ledger.placeOf(k.ID)
	p, err := DecodePosting(at, raw)
	if err != nil {
		return nil, err
	}
	was := p
	p.From, p.To = w.account(p.From), w.account(p.To)
	theirs := p.From != was.From || p.To != was.To
	if p.Who == w.User {
		p.Who, theirs = w.As, true
	}
	if theirs || w.says(p.Note) {
		p.Note = ""
	}
	p.Key = w.key(p)
	if p == was {
		return nil, nil
	}
	id := w.ledger.journalID(g, at, p.Key)
	changes := []Change{{Key{Journal, id}, EncodePosting(p)}}
	if !bytes.Equal(id, k.ID) {
		changes = append(changes, Change{Key: k.clone()})
	}
	if p.Key != was.Key {
		changes = append(changes, Change{Key: PostingKey(g, was.Key)},
			Change{PostingKey(g, p.Key), numbers(at)})
	}
	for _, player := range was.Transferred() {
		changes = append(changes, Change{Key: transferKey(player, k.ID)})
	}
	for _, player := range p.Transferred() {
		changes = append(changes, Change{transferKey(player, id), []byte{}})
	}
	return changes, nil
}

// key returns the key that a posting has by whose it is.
func (w eraser) key(p storage.Posting) string {
	player := storage.Player{Guild: w.guild, User: storage.UserID(p.To.Owner)}
	if player.User != w.As {
		return p.Key
	}
	switch p.Reason {
	case storage.Opening:
		return storage.OpeningKey(player)
	case storage.DailyChips:
		return storage.DailyKey(player, p.By)
	case storage.Refill:
		return storage.RefillKey(player, p.By)
	}
	return p.Key
}

// round forgets the cards of a hand of the player's own. What others were dealt stays as it
// is, for their proofs.
func (w eraser) round(k Key, raw []byte) ([]Change, error) {
	_, id, _ := OwnedOf(k.ID)
	r, err := DecodeRound(storage.RoundID(id), raw)
	seat := r.SeatOf(w.User)
	if err != nil || seat < 0 {
		return nil, err
	}
	r.Seats[seat].User, r.Seats[seat].Plays = w.As, ""
	if r.Seating == 0 {
		r = r.Drop()
		r.House, r.Private, r.Place = "", false, storage.Place{}
	}
	r.Version++
	return []Change{{k.clone(), EncodeRound(r)}}, nil
}

// erasures are the players and guilds that are being forgotten.
type erasures struct {
	as     map[storage.Player]storage.UserID // by the number that they get
	users  map[storage.Player]bool
	guilds map[storage.GuildID]bool
}

// readErasures reads what is being forgotten in a state.
func readErasures(s State) (e erasures, err error) {
	e = erasures{make(map[storage.Player]storage.UserID), make(map[storage.Player]bool),
		make(map[storage.GuildID]bool)}
	scanned := s.Scan(Range{Key: Key{Table: Marks}}, func(id, raw []byte, unreadable error) bool {
		if unreadable != nil {
			return true // readRest tells it
		}
		g, found, ok, bad := erasureOf(id, raw)
		switch {
		case !ok || bad != nil:
			err = firstOf(err, bad)
		case found.User == 0:
			e.guilds[g] = true
		default:
			e.as[storage.Player{Guild: g, User: found.As}] = found.User
			e.users[storage.Player{Guild: g, User: found.User}] = true
		}
		return true
	})
	return e, firstOf(scanned, err)
}

// has reports whether a record belongs to a guild that is being forgotten.
func (e erasures) has(t Table, id []byte) bool {
	if len(e.guilds) == 0 {
		return false
	}
	if t == Due {
		d, _ := DeadlineOf(id, numbers(0))
		return e.guilds[d.Guild]
	}
	g, ok := NumberOf(id[:min(len(id), 8)])
	return ok && e.guilds[storage.GuildID(g)]
}

// user returns whose number it is.
func (e erasures) user(g storage.GuildID, u storage.UserID) storage.UserID {
	if was, ok := e.as[storage.Player{Guild: g, User: u}]; ok {
		return was
	}
	return u
}

// posting returns a posting as it was before its owner was changed.
func (e erasures) posting(p storage.Posting) storage.Posting {
	if len(e.as) == 0 {
		return p
	}
	for _, a := range []*storage.Account{&p.From, &p.To} {
		if a.Kind == storage.PlayerAccount {
			a.Owner = uint64(e.user(a.Guild, storage.UserID(a.Owner)))
		}
	}
	return p
}

// round returns a round as it was before a seat's owner was changed.
func (e erasures) round(r storage.Round) storage.Round {
	if len(e.as) > 0 {
		for i := range r.Seats {
			r.Seats[i].User = e.user(r.Guild, r.Seats[i].User)
		}
	}
	return r
}

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
