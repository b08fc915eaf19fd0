package engine

import (
	"fmt"

	"holecard/storage"
)

// reader is a [storage.Reader].
type reader struct {
	records
	guild storage.GuildID
}

// NewReader returns what reads a guild in a state.
func NewReader(s State, g storage.GuildID) storage.Reader { return newReader(s, g) }

func newReader(s State, g storage.GuildID) *reader {
	near, _ := s.(Near)
	return &reader{records{state: s, near: near, settle: func() {}}, g}
}

// Guild implements [storage.Records].
func (r *reader) Guild() storage.GuildID { return r.guild }

// Record implements [storage.Records].
func (r *reader) Record(k storage.Key) ([]byte, error) { return r.get(KeyOf(k)) }

// Scan implements [storage.Records].
func (r *reader) Scan(of storage.KeyRange, fn func(id, value []byte) bool) (err error) {
	all := Range{Key: KeyOf(of.Key), Backwards: of.Backwards}
	if of.From != nil {
		all.From = KeyOf(storage.Key{Kind: of.Kind, Guild: of.Guild, ID: of.From}).ID
	}
	scanned := r.scan(all, func(id, value []byte, unreadable error) bool {
		err = unreadable
		return err == nil && fn(id[8:], value)
	})
	return firstOf(scanned, err)
}

// own returns an error unless it is the guild that is read.
func (r *reader) own(g storage.GuildID) error {
	if g != r.guild {
		return fmt.Errorf("%w: it is of %v, not of %v", storage.ErrGuild, r.guild, g)
	}
	return nil
}

func (r *reader) Seen(id storage.InteractionID) (bool, error) { return r.has(SeenKey(r.guild, id)) }

func (r *reader) Posted(key string) (bool, error) { return r.has(JournalKey(r.guild, key)) }

func (r *reader) has(k Key) (bool, error) {
	raw, err := r.get(k)
	return raw != nil, err
}

// read returns a record, if there is one.
func read[T any](r *reader, k Key, decode func([]byte) (T, error)) (record T, ok bool, err error) {
	raw, err := r.get(k)
	if raw == nil || err != nil {
		return record, false, err
	}
	record, err = decode(raw)
	return record, err == nil, err
}

func (r *reader) Balance(a storage.Account) (storage.Chips, error) {
	if err := r.own(a.Guild); err != nil {
		return 0, err
	}
	if a.MayOwe() {
		return r.owed(a)
	}
	found, err := r.account(a)
	return found.chips, err
}

// owed returns the balance of a house or a mint.
func (r *reader) owed(a storage.Account) (sum storage.Chips, err error) {
	scanned := r.scan(Range{Key: JournalKey(a.Guild, "")},
		func(id, raw []byte, unreadable error) bool {
			var p storage.Posting
			_, _, p, err = recordOf(storage.Journal, id, raw, unreadable)
			sum += p.Adds(a)
			return err == nil
		})
	return sum, firstOf(scanned, err)
}

// Deadlines returns those that are claimed, the oldest first, also where they were before.
func Deadlines(s State, c storage.Claim) (list []storage.Deadline, err error) {
	if c.Limit <= 0 {
		return nil, nil
	}
	scanned := s.Scan(Range{Key: Key{Table: Due}}, func(id, raw []byte, unreadable error) bool {
		d, ok := DeadlineOf(id, raw)
		if err = unreadable; err == nil && !ok {
			err = fmt.Errorf("%w: a deadline has the key %x", storage.ErrCorrupt, id)
		}
		if err != nil || d.At.After(c.Until) {
			return false
		}
		if c.Has(d.Guild) {
			list = append(list, d)
		}
		return len(list) < c.Limit
	})
	return list, firstOf(scanned, err)
}

func (r *reader) Transfers(
	p storage.Player, before string, limit int,
) (postings []storage.Posting, err error) {
	if err := r.own(p.Guild); err != nil || limit <= 0 {
		return nil, err
	}
	of, known, err := storage.Pseudonyms.Get(r, p.User)
	if !known || err != nil {
		return nil, err
	}
	var keys []Key
	under := storage.Player{Guild: p.Guild, User: of}
	transfers := Range{Key: Key{Transfers, profileKey(under).ID}, Backwards: true}
	if before != "" {
		last, known, err := storage.Journal.Get(r, before)
		if err != nil || !known {
			return nil, err
		}
		transfers.From = TransferKey(under, last.Clock, before).ID
	}
	scanned := r.scan(transfers, func(id, _ []byte, unreadable error) bool {
		keys, err = append(keys, JournalKey(p.Guild, string(id[min(24, len(id)):]))), unreadable
		return err == nil && len(keys) < limit
	})
	if err = firstOf(scanned, err); err != nil || len(keys) == 0 {
		return nil, err
	}
	if err := r.fetch(keys...); err != nil {
		return nil, err
	}
	for _, k := range keys {
		posting, known, err := storage.Journal.Get(r, string(k.ID[8:]))
		if err == nil && !known {
			err = fmt.Errorf("%w: the transfer %q has no posting", storage.ErrCorrupt, k.ID[8:])
		}
		if err != nil {
			return nil, err
		}
		postings = append(postings, posting)
	}
	return postings, r.annotate(p, postings)
}

// annotate adds to postings of a player their users and what admins have written about them.
func (r *reader) annotate(p storage.Player, postings []storage.Posting) error {
	var users []*storage.UserID
	var keys []Key
	for i := range postings {
		users = append(users, postings[i].Users()...)
		keys = append(keys, keyIn(storage.Remarks, p.Guild, postings[i].Remark(p)))
	}
	if err := firstOf(r.Users(users), r.fetch(keys...)); err != nil {
		return err
	}
	for i := range postings {
		remark, err := storage.Remarks.Read(r, postings[i].Remark(p))
		if err != nil {
			return err
		}
		postings[i].Note, postings[i].Clock = remark.Text, 0 // which is for the store alone
	}
	return nil
}

func (r *reader) Standings(b storage.Board, offset, limit int) ([]storage.Standing, error) {
	offset = max(offset, 0)
	entries, err := r.entries(b, offset, limit)
	if err != nil {
		return nil, err
	}
	var keys []Key
	for _, e := range entries {
		p := storage.Player{Guild: r.guild, User: e.User}
		keys = append(keys, profileKey(p), BalanceKey(storage.WalletOf(p)))
		if !b.OfProfile() {
			keys = append(keys, keyIn(storage.Tallies, p.Guild, p.Tally(b.In)))
		}
	}
	if err := r.fetch(keys...); err != nil {
		return nil, err
	}
	standings := make([]storage.Standing, len(entries))
	for i, e := range entries {
		s, ranked, err := r.standing(storage.Player{Guild: r.guild, User: e.User}, b)
		if err != nil {
			return nil, err
		}
		if !ranked || b.Score(s) != e.Score { // an entry has no checksum
			return nil, fmt.Errorf("%w: player %d has another score in the order %x",
				storage.ErrCorrupt, e.User, OrderKey(r.guild, b).ID)
		}
		switch {
		case i > 0 && e.Score == entries[i-1].Score:
			s.Position = standings[i-1].Position
		case i > 0 || offset == 0:
			s.Position = offset + i + 1
		default: // equals may stand on the page before
			if s.Position, err = r.position(b, e.Score); err != nil {
				return nil, err
			}
		}
		standings[i] = s
	}
	return standings, nil
}

// entries returns up to limit ranked entries of a board from the one at offset.
func (r *reader) entries(b storage.Board, offset, limit int) (entries []Entry, err error) {
	if limit <= 0 || !b.Exists() {
		return nil, nil
	}
	scanned := r.scan(Range{Key: OrderKey(r.guild, b), Skip: offset},
		func(id, _ []byte, unreadable error) bool {
			var e Entry
			if e, err = entryOf(id); err != nil || e.Score < b.Least() {
				return false
			}
			entries = append(entries, e)
			return len(entries) < limit
		})
	return entries, firstOf(scanned, err)
}

func (r *reader) Rank(p storage.Player, b storage.Board) (position, of int, err error) {
	if err := r.own(p.Guild); err != nil || !b.Exists() {
		return 0, 0, err
	}
	order := OrderKey(r.guild, b)
	if of, err = r.upTo(order, order.last(b.Least())); err != nil {
		return 0, 0, err
	}
	s, ranked, err := r.standing(p, b)
	if err != nil {
		return 0, of, err
	}
	score := b.Score(s)
	if !ranked || score < b.Least() || !b.OfProfile() && s.Tally == (storage.Tally{}) {
		return 0, of, nil
	}
	entry := order.entry(Entry{score, p.User})
	switch there, err := r.has(entry); {
	case err != nil:
		return 0, of, err
	case !there:
		return 0, of, fmt.Errorf("%w: player %d is missing in the order %x", storage.ErrCorrupt,
			p.User, order.ID)
	}
	position, err = r.position(b, score)
	return position, of, err
}

// position returns the position of a score on a board: behind all that are better.
func (r *reader) position(b storage.Board, score int64) (int, error) {
	order := OrderKey(r.guild, b)
	better, err := r.upTo(order, order.last(score+1))
	return better + 1, err
}

// standing returns what a player is ranked by, and whether they have a place on the boards.
func (r *reader) standing(p storage.Player, b storage.Board) (
	s storage.Standing, ranked bool, err error) {
	profile, known, err := storage.Profiles.Get(r, p)
	if err != nil {
		return s, false, err
	}
	s = storage.Standing{Player: p, Name: profile.Name, Stats: profile.Stats}
	ranked = known && profile.Ranked()
	if s.Balance, err = r.Balance(storage.WalletOf(p)); err != nil || b.OfProfile() {
		return s, ranked, err
	}
	s.Tally, err = storage.Tallies.Read(r, p.Tally(b.In))
	return s, ranked, err
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
