package engine

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"holecard/storage"
)

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
		first := []Table{Entries, Seatings, Balances, Heads, Profiles, Rounds, Journal, Keys,
			Transfers}
		return append(first, slices.DeleteFunc(streamed(), func(t Table) bool {
			return t == Erasures || slices.Contains(first, t)
		})...)
	}
	owned := slices.DeleteFunc(storage.Tables(), func(t Table) bool { return !w.owns(t) })
	return slices.Concat([]Table{Confirmations, Log, Seatings}, owned, []Table{Journal, Rounds})
}

// owns reports whether records are forgotten with the player whom their keys begin with. A
// profile is the last that goes.
func (w eraser) owns(t Table) bool { return t.Owned() && t != Profiles }

// all is what the keys of all records begin with that are looked at.
func (w eraser) all(t Table) Key {
	if w.User != 0 && w.owns(t) {
		return Key{t, numbers(uint64(w.guild), uint64(w.User))}
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
	return []Change{{Key: k.clone()}}, nil
}

func (k Key) clone() Key { return Key{k.Table, bytes.Clone(k.ID)} }

// ofGuild forgets a record. Limits that still lock somebody out stay, and nothing else of
// them does.
func (w eraser) ofGuild(k Key, raw []byte) ([]Change, error) {
	gone := []Change{{Key: k.clone()}}
	switch k.Table {
	case Limits:
		_, _, l, err := recordOf(storage.LimitsOf.Table, k.ID, raw, nil)
		kept := storage.Limits{Lock: l.Lock, Forgot: l.Forgot}
		switch {
		case err != nil || !l.Lock.After(w.Begun) && w.Begun.Sub(l.Forgot) >= 24*time.Hour:
			return gone, nil
		case l == kept:
			return nil, nil
		}
		gone[0].Value = storage.LimitsOf.Encode(kept)
	case Seatings:
		_, _, s, err := recordOf(storage.Seatings, k.ID, raw, nil)
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
	_, _, c, err := recordOf(storage.Confirmations, k.ID, raw, nil)
	note := w.redacted(c.Note)
	switch {
	case err != nil:
		return nil, err
	case c.By == w.User || c.To == w.User:
		return []Change{{Key: k.clone()}}, nil
	case note == c.Note:
		return nil, nil
	}
	c.Note = note
	return []Change{{k.clone(), storage.Confirmations.Encode(c)}}, nil
}

func (w eraser) log(k Key, raw []byte) ([]Change, error) {
	_, _, e, err := recordOf(storage.Log, k.ID, raw, nil)
	if err != nil || e.Who != w.User {
		return nil, err
	}
	e.Who, e.Name = w.As, ""
	return []Change{{k.clone(), storage.Log.Encode(e)}}, nil
}

// seating is one that the user opened, was invited to, or sat at.
func (w eraser) seating(k Key, raw []byte) ([]Change, error) {
	_, _, s, err := recordOf(storage.Seatings, k.ID, raw, nil)
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
	return []Change{{k.clone(), storage.Seatings.Encode(s)}}, nil
}

// redacted returns a text of somebody else's without the user's id, and without their name
// where it stands as words of its own: else who is called "e" would take all notes along.
func (w eraser) redacted(text string) string {
	text = strings.ReplaceAll(text, strconv.FormatUint(uint64(w.User), 10), "")
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	var kept strings.Builder
	for before := ' '; w.Name != ""; {
		head, tail, found := strings.Cut(text, w.Name)
		if !found {
			break
		}
		if head != "" {
			before, _ = utf8.DecodeLastRuneInString(head)
		}
		kept.WriteString(head)
		after, _ := utf8.DecodeRuneInString(tail)
		if letter(before) || tail != "" && letter(after) {
			kept.WriteString(w.Name)
		}
		before, _ = utf8.DecodeLastRuneInString(w.Name)
		text = tail
	}
	return kept.String() + text
}

// posting changes the owner of a posting, its key where that names the user, and what else
// is kept by the key.
func (w eraser) posting(k Key, raw []byte) ([]Change, error) {
	g, at, _ := w.ledger.placeOf(k.ID)
	p, err := postingOf(k.ID, raw, nil)
	if err != nil {
		return nil, err
	}
	was := p
	p.From, p.To = w.account(p.From), w.account(p.To)
	theirs := p.From != was.From || p.To != was.To
	if p.Who == w.User {
		p.Who, theirs = w.As, true
	}
	if p.Note = w.redacted(p.Note); theirs {
		p.Note = ""
	}
	p.Key = w.key(p)
	if p == was {
		return nil, nil
	}
	id := w.ledger.journalID(g, at, p.Key)
	changes := []Change{{Key{Journal, id}, storage.Journal.Encode(p)}}
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
	_, _, r, err := recordOf(storage.Rounds, k.ID, raw, nil)
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
	return []Change{{k.clone(), storage.Rounds.Encode(r)}}, nil
}
