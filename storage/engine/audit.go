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
		var p storage.Posting
		if err == nil {
			p, err = DecodePosting(sequence, raw)
		}
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
		player, ok := PlayerOf(key)
		if !ok {
			a.Problem("A profile has the key %x, which is no player.", key)
			return
		}
		a.profiles++
		var p storage.Profile
		if err == nil {
			p, err = DecodeProfile(player, raw)
		}
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
	for _, k := range slices.Concat(kept, keptStory) {
		err := a.each(k.of, func(id, raw []byte, err error) {
			if err == nil {
				ok := false
				if ok, err = k.read(id, raw); !ok {
					err = errBadKey
				}
			}
			if err != nil {
				a.Problem("The "+k.what+" unreadable: %v.", id, err)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// kind is a kind of record that needs nothing but to be readable.
type kind struct {
	of   Table
	what string // with its verb, for "… unreadable"
	read func(id, raw []byte) (ok bool, err error)
}

// kept are those of servers, decks and admins.
var kept = []kind{
	{Settings, "settings with the key %x are", func(id, raw []byte) (bool, error) {
		guild, ok := NumberOf(id)
		_, err := DecodeSettings(storage.GuildID(guild), raw)
		return ok, err
	}},
	{Decks, "deck with the key %x is", func(id, raw []byte) (bool, error) {
		player, ok := PlayerOf(id[:min(len(id), 16)])
		_, err := DecodeDeck(player, "", raw)
		return ok, err
	}},
	{Confirmations, "confirmation with the key %x is", func(id, raw []byte) (bool, error) {
		guild, asked, ok := OwnedOf(id)
		_, err := DecodeConfirmation(guild, storage.InteractionID(asked), raw)
		return ok, err
	}},
	{Log, "log of settings with the key %x is", func(id, raw []byte) (bool, error) {
		guild, by, ok := OwnedOf(id)
		_, err := DecodeLog(guild, storage.InteractionID(by), raw)
		return ok, err
	}},
	{Emojis, "emojis with the key %x are", func(id, raw []byte) (bool, error) {
		_, ok := NumberOf(id)
		_, err := DecodeEmojis(raw)
		return ok, err
	}},
	{Seen, "interaction with the key %x is", isOwned},
}

// keptStory are those of players' own stories and limits.
var keptStory = []kind{
	{History, "line of a history with the key %x is", func(id, raw []byte) (bool, error) {
		_, l, ok := lineOf(id)
		_, err := DecodeLine(l, raw)
		return ok, err
	}},
	{Unreviewed, "note of a hand to review with the key %x is",
		func(id, _ []byte) (bool, error) {
			_, _, ok := noteOf(id)
			return ok, nil
		}},
	{Hints, "hint with the key %x is", func(id, _ []byte) (bool, error) {
		return len(id) == 28, nil
	}},
	{Lessons, "lessons with the key %x are", func(id, raw []byte) (bool, error) {
		player, ok := PlayerOf(id)
		_, err := DecodeLessons(player, raw)
		return ok, err
	}},
	{Drills, "drill with the key %x is", func(id, raw []byte) (bool, error) {
		player, ok := PlayerOf(id)
		_, err := DecodeDrill(player, raw)
		return ok, err
	}},
	{Limits, "limits with the key %x are", func(id, raw []byte) (bool, error) {
		_, err := DecodeLimits(raw)
		return len(id) == 24, err
	}},
	{Marks, "mark with the key %x is", func(id, _ []byte) (bool, error) {
		return len(id) > 8, nil
	}},
}

// isOwned reads a record that is all in its key.
func isOwned(id, _ []byte) (ok bool, err error) {
	_, _, ok = OwnedOf(id)
	return ok, nil
}

// What is wrong with a record that is none of its table's.
var (
	errBadKey  = errors.New("the key has another length")
	errBadSize = errors.New("it has another length")
)
