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

// Auditor collects what an audit finds: it replays all postings and compares
// what follows from them with what is stored.
type Auditor struct {
	ctx        context.Context
	statistics bool
	audit      storage.Audit
	untold     int // problems above problemsMax
	read       int // records, to ask ctx now and then
	hash       maphash.Hash
	replayed
}

// replayed is what follows from the journal of a state, and from its rounds.
type replayed struct {
	state    State
	erasing  erasures
	ledger   Ledger
	due      follows
	heads    map[storage.GuildID]uint64        // the last sequences
	clocks   map[storage.Account]uint64        // where the last postings stand
	balances map[storage.Account]storage.Chips // of all accounts
	total    storage.Chips                     // of those that are stored
	open     map[storage.Account]openSeat      // by the account that holds its stakes
	seated   map[storage.Player]storage.Chips  // what is held of players at seatings
	clock    map[string]storage.InteractionID  // the numbers of deadlines, by their keys
	profiles int
	aside    map[storage.Player]bool // who is on no board
	shuffles []shuffled
	// What statistics should be, by player; nil when they are not compared.
	stats map[storage.Player]storage.Stats
}

// NewAuditor returns an auditor. Without statistics it looks for damage alone:
// a mistake in those is none, and must not keep a store from being opened.
func NewAuditor(ctx context.Context, statistics bool) *Auditor {
	return &Auditor{ctx: ctx, statistics: statistics}
}

// Problem notes a sentence about what is wrong.
func (a *Auditor) Problem(format string, args ...any) {
	if len(a.audit.Problems) >= problemsMax {
		a.untold++
		return
	}
	a.audit.Problems = append(a.audit.Problems, fmt.Sprintf(format, args...))
}

// Result returns what was found so far.
func (a *Auditor) Result() storage.Audit {
	found := a.audit
	if a.untold > 0 {
		found.Problems = append(slices.Clip(found.Problems),
			fmt.Sprintf("There are %d more problems.", a.untold))
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

// Compare replays the journal of a state and compares all that follows from it. Where it is
// called for several states, none of them has a guild in common.
func (a *Auditor) Compare(s State) error {
	a.replayed = replayed{
		state:    s,
		ledger:   s.Ledger(),
		heads:    make(map[storage.GuildID]uint64),
		clocks:   make(map[storage.Account]uint64),
		balances: make(map[storage.Account]storage.Chips),
		open:     make(map[storage.Account]openSeat),
		seated:   make(map[storage.Player]storage.Chips),
		clock:    make(map[string]storage.InteractionID),
		aside:    make(map[storage.Player]bool),
	}
	if a.statistics {
		a.stats = make(map[storage.Player]storage.Stats)
	}
	var err error
	if a.erasing, err = readErasures(s); err != nil {
		a.Problem("An erasure is unreadable: %v.", err)
	}
	for _, step := range []func() error{
		a.replay, func() error { return a.ledger.compare(a) }, a.compareKeys, a.compareTransfers,
		a.compareBalances,
		a.readRounds, a.compareShuffles, a.readSeatings, a.compareDeadlines, a.compareProfiles,
		a.compareStrangers, a.compareHeld, a.compareTallies, a.compareEntries,
		a.compareHistory, a.readRest,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// replay replays the journals of all guilds, one after the other.
func (a *Auditor) replay() error {
	err := a.each(Journal, func(key, raw []byte, err error) {
		guild, sequence, ok := a.ledger.placeOf(key)
		if !ok {
			a.Problem("The journal has the key %x, which is no posting's.", key)
			return
		}
		a.audit.Postings++
		p, err := postingOf(key, raw, err)
		posted := p
		p = a.erasing.posting(p)
		a.ledger.replay(a, key, p, err)
		if err != nil {
			a.Problem("Posting %d of %v is unreadable: %v.", sequence, guild, err)
			return
		}
		if err := p.Check(); err != nil {
			a.Problem("Posting %d of %v (%q) is not valid: %v.", sequence, guild, p.Key, err)
		}
		if p.From.Guild != guild {
			a.Problem("Posting %d of %v (%q) moves chips of %v.", sequence, guild, p.Key,
				p.From.Guild)
		}
		a.expect(key, posted)
		a.move(sequence, p)
	})
	a.audit.Accounts += len(a.balances)
	return err
}

// move does what a posting did, even what it should not have done.
func (a *Auditor) move(sequence uint64, p storage.Posting) {
	guild := p.From.Guild
	if _, err := p.From.Give(a.balances[p.From], p.Chips); err != nil {
		a.Problem("Posting %d of %v (%q) takes more than there was: %v.", sequence, guild, p.Key,
			err)
	}
	a.balances[p.From] -= p.Chips
	if _, err := p.To.Take(a.balances[p.To], p.Chips); err != nil {
		a.Problem("Posting %d of %v (%q) gives more than there is room for: %v.", sequence, guild,
			p.Key, err)
	}
	a.balances[p.To] += p.Chips
}

func (a *Auditor) compareBalances() error {
	stored := make(map[storage.Account]bool)
	err := a.each(Balances, func(key, raw []byte, err error) {
		account, ok := AccountOf(key)
		if !ok {
			a.Problem("A balance has the key %x, which is no account.", key)
			return
		}
		var found side
		if err == nil {
			found, err = a.ledger.read(account, raw)
		}
		if err != nil {
			a.Problem("A balance is unreadable: %v.", err)
			return
		}
		stored[account] = true
		a.total += found.chips
		if account.Kind == storage.PlayerAccount {
			a.audit.Wallets += found.chips
		}
		if want := a.balances[account]; found.chips != want {
			a.Problem("The balance of the account %q is %d, but its postings add up to %d.",
				account, found.chips, want)
		}
		if last := a.clocks[account]; found.clock != last {
			a.Problem("The account %q is at posting %d, but its last is %d.", account, found.clock,
				last)
		}
	})
	if err != nil {
		return err
	}
	var missing []string
	for account, chips := range a.balances {
		_, kept := a.ledger.record(account, side{})
		if !kept {
			a.total += chips
		} else if (chips != 0 || a.clocks[account] != 0) && !stored[account] {
			missing = append(missing,
				fmt.Sprintf("The balance of the account %q is missing; its postings add up to %d.",
					account, chips))
		}
	}
	a.sorted(missing)
	a.audit.Total += a.total
	if a.total != 0 {
		a.Problem("All balances add up to %d, not to zero.", a.total)
	}
	return nil
}

// sorted tells problems that were found in no order.
func (a *Auditor) sorted(problems []string) {
	slices.Sort(problems)
	for _, p := range problems {
		a.Problem("%s", p)
	}
}

func (a *Auditor) compareProfiles() error {
	err := a.each(Profiles, func(key, raw []byte, err error) {
		a.profiles++
		_, _, p, err := recordOf(storage.Profiles, key, raw, err)
		if err != nil {
			a.Problem("A profile is unreadable: %v.", err)
			a.due.entries.records += int(ofProfile)
			return
		}
		a.expectEntries(p)
		if a.stats != nil {
			a.compareStats(p)
		}
		a.compareSeated(p)
		a.compareOpenHand(p)
	})
	a.tellUnplayed()
	a.tellSeatedStrangers()
	return err
}

// readRest reads records from which nothing else follows.
func (a *Auditor) readRest() error {
	for _, k := range storage.Tables() {
		switch k {
		case storage.Profiles.Kind, storage.Rounds.Kind, storage.Seatings.Kind,
			storage.Tallies.Kind, storage.Erasures.Kind:
			continue // which have been read
		}
		err := a.each(k, func(id, raw []byte, err error) {
			g, ok := NumberOf(id[:min(len(id), 8)])
			switch {
			case err == nil && !ok:
				err = errBadKey
			case err == nil:
				err = k.Check(storage.GuildID(g), id[8:], raw)
			}
			if err != nil {
				a.Problem("The record %x of the %s is unreadable: %v.", id, k.Name(), err)
			}
		})
		if err != nil {
			return err
		}
	}
	return a.each(Seen, func(id, _ []byte, err error) {
		if _, _, ok := OwnedOf(id); err == nil && !ok {
			err = errBadKey
		}
		if err != nil {
			a.Problem("The interaction with the key %x is unreadable: %v.", id, err)
		}
	})
}

// What is wrong with a record that is none of its table's.
var (
	errBadKey  = errors.New("the key has another length")
	errBadSize = errors.New("it has another length")
)
