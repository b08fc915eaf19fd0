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
		if _, kept := a.ledger.record(account, side); !kept {
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
	a.walk = walk{state: s, following: newFollowing(s.Ledger()), sets: again,
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
	return nil
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
		if _, at, ok := a.ledger.placeOf(id); ok && t == Journal {
			a.made[g] = at
		}
		return
	}
	if err := t.Check(value); err != nil {
		a.Problem("%s is not valid: %v.", nameOf(t, id), err)
	}
	switch v := value.(type) {
	case *storage.UserID:
		a.pseudonym(g, *key.(*storage.UserID), *v)
	case *storage.Posting:
		a.posting(g, id, *v)
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

// posting replays a posting.
func (a *Auditor) posting(g storage.GuildID, id []byte, stored storage.Posting) {
	_, at, ok := a.ledger.placeOf(id)
	p := stored
	a.users(g, p.Users())
	wrong := func(format string, args ...any) {
		a.Problem("Posting %d of %v (%q) "+format+".", append([]any{at, g, p.Key}, args...)...)
	}
	a.audit.Postings++
	if !ok || string(id) != string(a.ledger.journalID(g, at, p.Key)) {
		wrong("has the key %x", id)
	}
	if p.From.Guild != g {
		wrong("moves chips of %v", p.From.Guild)
	}
	if want := a.next(g, p); at != want {
		wrong("should be posting %d: one is missing, or too many", want)
	}
	if _, err := p.From.Give(a.accounts[p.From].chips, p.Chips); err != nil {
		wrong("takes more than there was: %v", err)
	}
	if _, err := p.To.Take(a.accounts[p.To].chips, p.Chips); err != nil {
		wrong("gives more than there is room for: %v", err)
	}
	for _, c := range ofPosting(g, id, at, stored) {
		a.should(c.Key, c.Value)
	}
	a.post(g, at, p)
}

// balance notes the balance of an account, without what does not follow from the journal.
func (a *Auditor) balance(id, raw []byte) error {
	account, ok := AccountOf(id)
	if !ok {
		return errBadKey
	}
	found, err := a.ledger.read(account, raw)
	if err != nil {
		return err
	}
	value, _ := a.ledger.record(account, found)
	a.is(Key{Balances, id}, value)
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
