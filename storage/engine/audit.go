package engine

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"

	"holecard/storage"
)

// problemsMax is how many problems an audit tells in full. A file with more
// needs a backup, not a longer list.
const problemsMax = 100

// Auditor collects what an audit finds. It reads the records of all tables once: each has to make
// sense by itself, and what follows from all of them has to be what is stored.
type Auditor struct {
	ctx    context.Context
	audit  storage.Audit
	untold int  // problems above problemsMax
	read   int  // records, to ask ctx now and then
	quiet  bool // it looks at some records again, and tells nothing
	seed   maphash.Seed
	hash   maphash.Hash
	walk
}

// walk is what the records of a state say so far.
type walk struct {
	state   State
	erasing erasures
	replay  replayed
	following
	sets     map[Table]*set
	open     map[storage.Account]openSeat     // by the account that holds its stakes
	seated   map[storage.Player]storage.Chips // what is held of players at seatings
	shuffles []shuffled
	stats    map[storage.Player]storage.Stats // what they should be
	total    storage.Chips                    // of all balances
	back     int                              // how many pseudonyms lead to users
	storied  storage.GuildID                  // the guild that was last looked up in history
	history  bool                             // whether it has any
}

// NewAuditor returns an auditor.
func NewAuditor(ctx context.Context) *Auditor {
	return &Auditor{ctx: ctx, seed: maphash.MakeSeed()}
}

// Problem notes a sentence about what is wrong.
func (a *Auditor) Problem(format string, args ...any) {
	switch {
	case a.quiet:
	case len(a.audit.Problems) >= problemsMax:
		a.untold++
	default:
		a.audit.Problems = append(a.audit.Problems, fmt.Sprintf(format, args...))
	}
}

// Result returns what was found so far.
func (a *Auditor) Result() storage.Audit {
	found := a.audit
	if a.untold > 0 {
		found.Problems = append(slices.Clip(found.Problems),
			fmt.Sprintf("There are at least %d more problems.", a.untold))
	}
	found.OK = len(found.Problems) == 0
	return found
}

// each calls fn with all keys and values of a table, or with what is wrong with
// a value.
func (a *Auditor) each(t Table, fn func(id, value []byte, err error)) error {
	var ended error
	scanned := a.state.Scan(Range{Key: Key{Table: t}}, func(id, value []byte, err error) bool {
		if a.erasing.has(t, id) {
			return true
		}
		if a.read++; a.read%1024 == 0 {
			ended = a.ctx.Err()
		}
		if ended == nil {
			fn(id, value, err)
		}
		return ended == nil
	})
	return firstOf(ended, scanned)
}

// Compare reads a state and compares all that follows from its records. Where it is
// called for several states, none of them has a guild in common.
func (a *Auditor) Compare(s State) error {
	if err := a.readAll(s, nil); err != nil {
		return err
	}
	for account, side := range a.accounts {
		if account.MayOwe() {
			a.addUp(account, side.chips)
		}
	}
	if a.total != 0 {
		a.Problem("All balances add up to %d, not to zero.", a.total)
	}
	a.audit.Total += a.total
	a.compareShuffles()
	a.tellRest()
	return a.compareSets()
}

// readAll reads the records of all tables: first those from which others follow.
func (a *Auditor) readAll(s State, again map[Table]*set) (err error) {
	a.walk = walk{state: s, following: newFollowing(), sets: again,
		open:   make(map[storage.Account]openSeat),
		seated: make(map[storage.Player]storage.Chips),
		stats:  make(map[storage.Player]storage.Stats)}
	if again == nil {
		a.sets = newSets()
	}
	a.hash.SetSeed(a.seed)
	if a.erasing, err = readErasures(s); err != nil {
		a.Problem("An erasure is unreadable: %v.", err)
	}
	for _, t := range streamed() {
		err := a.each(t, func(id, raw []byte, err error) { a.record(t, id, raw, err) })
		if err != nil {
			return err
		}
	}
	if a.back != len(a.people) {
		a.Problem("%d people have a pseudonym, and %d pseudonyms are somebody's.", len(a.people),
			a.back)
	}
	a.ends(a.should)
	for _, t := range indexes() {
		err := a.each(t, func(id, raw []byte, err error) { a.indexed(t, id, raw, err) })
		if err != nil {
			return err
		}
	}
	return a.replayNext()
}

// record reads a record, and what follows from it.
func (a *Auditor) record(t Table, id, raw []byte, err error) {
	n, ok := NumberOf(id[:min(len(id), 8)])
	g := storage.GuildID(n)
	var key, value any
	if err == nil && !ok {
		err = errBadKey
	}
	if err == nil {
		key, value, err = t.Record(g, id[8:], raw)
	}
	if err != nil {
		a.unreadable(t, id, err)
		return
	}
	if err := t.Check(value); err != nil {
		a.Problem("%s is not valid: %v.", nameOf(t, id), err)
	}
	switch v := value.(type) {
	case *storage.UserID:
		a.pseudonym(g, *key.(*storage.UserID), *v)
	case *storage.Posting:
		a.posting(g, *v)
	case *storage.Round:
		a.round(*v)
	case *storage.Seating:
		a.audit.Seatings++
		a.compareRound(*v)
	case *storage.Profile:
		a.compareStats(*v)
		a.compareSeated(*v)
		a.compareOpenHand(*v)
	case *storage.Line:
		a.line(id, key.(*storage.LineKey).Player, v.Net)
	case *struct{}:
		if note, is := key.(*storage.Note); is {
			a.compareNote(g, *note)
		}
	}
	a.follow(g, key, value, a.should)
}

// posting adds up a posting.
func (a *Auditor) posting(g storage.GuildID, stored storage.Posting) {
	p := stored
	a.users(g, p.Users())
	a.audit.Postings++
	if p.From.Guild != g {
		a.Problem("Posting %q of %v moves chips of %v.", p.Key, g, p.From.Guild)
	}
	for _, c := range ofPosting(g, stored) {
		a.should(c.Key, c.Value)
	}
	a.post(p)
}

// replayed is a journal that is replayed in the order of places.
type replayed struct {
	guild    storage.GuildID
	accounts map[storage.Account]side
	damaged  bool // a posting is missing or unreadable, which is told elsewhere
	next     []Key
}

// replayMax is how many postings are read at a time, and no more than that ahead.
const replayMax = 1 << 10

// place has the posting at a place replayed.
func (a *Auditor) place(id []byte) error {
	n, _ := NumberOf(id[:min(8, len(id))])
	g := storage.GuildID(n)
	if g != a.replay.guild || len(a.replay.next) >= replayMax {
		if err := a.replayNext(); err != nil {
			return err
		}
	}
	if g != a.replay.guild {
		a.replay = replayed{guild: g, accounts: make(map[storage.Account]side)}
	}
	if !a.quiet && !a.replay.damaged {
		a.replay.next = append(a.replay.next, JournalKey(g, string(id[min(16, len(id)):])))
	}
	return nil
}

// replayNext replays the postings that are next.
func (a *Auditor) replayNext() error {
	keys := a.replay.next
	if a.replay.next = nil; len(keys) == 0 {
		return nil
	}
	found, err := a.state.Get(keys...)
	if errors.Is(err, storage.ErrCorrupt) {
		a.replay.damaged = true
		return nil
	}
	for i, raw := range found {
		g, _, p, err := recordOf(storage.Journal, keys[i].ID, raw, nil)
		if raw == nil || err != nil {
			a.replay.damaged = true
			return nil
		}
		a.replayPosting(g, p)
	}
	return err
}

// replayPosting makes a posting, even where it may not be.
func (a *Auditor) replayPosting(g storage.GuildID, p storage.Posting) {
	a.users(g, p.Users())
	from, to := a.replay.accounts[p.From], a.replay.accounts[p.To]
	wrong := func(format string, args ...any) {
		a.Problem("Posting %q of %v "+format+".", append([]any{p.Key, g}, args...)...)
	}
	if want := clockOf(p, from, to); p.Clock != want {
		wrong("stands at %d, not at %d: one is missing, or too many", p.Clock, want)
	}
	if _, err := p.From.Give(from.chips, p.Chips); err != nil {
		wrong("takes more than there was: %v", err)
	}
	if _, err := p.To.Take(to.chips, p.Chips); err != nil {
		wrong("gives more than there is room for: %v", err)
	}
	for account, s := range map[storage.Account]side{p.From: from, p.To: to} {
		s = side{s.chips + p.Adds(account), p.Clock}
		switch {
		case account.MayOwe():
			s.clock = 0
		case s.record(account) == nil:
			delete(a.replay.accounts, account)
			continue
		}
		a.replay.accounts[account] = s
	}
}

// balance notes the balance of an account.
func (a *Auditor) balance(id, raw []byte) error {
	account, ok := AccountOf(id)
	if !ok {
		return errBadKey
	}
	found, err := sideOf(account, raw)
	if err != nil {
		return err
	}
	a.is(Key{Balances, id}, raw)
	a.addUp(account, found.chips)
	return nil
}

// addUp counts an account, unless it is empty and held nothing but stakes.
func (a *Auditor) addUp(account storage.Account, chips storage.Chips) {
	a.total += chips
	if account.Kind == storage.PlayerAccount {
		a.audit.Wallets += chips
	}
	if account.Kind != storage.HeldAccount || chips != 0 {
		a.audit.Accounts++
	}
}

// errBadKey is what is wrong with a record that is none of its table's.
var errBadKey = errors.New("the key has another length")
