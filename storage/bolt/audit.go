package bolt

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"runtime/debug"
	"slices"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// problemsMax is how many problems an audit tells in full. A file with more
// needs a backup, not a longer list.
const problemsMax = 100

// Audit implements [storage.Store]. It reads one state of the store and
// disturbs nobody.
func (s *Store) Audit(ctx context.Context) (storage.Audit, error) {
	if err := s.enter(ctx); err != nil {
		return storage.Audit{}, err
	}
	defer s.underWay.Done()
	if err := s.blind(); err != nil {
		return storage.Audit{}, err
	}
	if s.schema < newestSchema() {
		return s.auditOlder(ctx)
	}
	return s.audit(ctx, everything)
}

// auditOlder audits a file of an older schema: its pages as they are, and what
// is kept in a copy that is brought up to date. The file itself stays as it is.
func (s *Store) auditOlder(ctx context.Context) (found storage.Audit, err error) {
	pages, err := s.audit(ctx, pagesOnly)
	if !pages.OK { // as it is with an error, too
		return pages, err
	}
	file, err := os.CreateTemp("", "holecard-audit-*.db") // mode 0600
	if err != nil {
		return found, fmt.Errorf("make a copy to audit: %w", err)
	}
	defer os.Remove(file.Name())
	_, err = s.Backup(ctx, file)
	if err = errors.Join(err, file.Close()); err != nil {
		return found, fmt.Errorf("make a copy to audit at %s (TMPDIR names another folder for it): %w", file.Name(), err)
	}
	upToDate, err := Open(ctx, file.Name(), Options{})
	if err != nil {
		return found, err
	}
	found, err = upToDate.Audit(ctx)
	return found, errors.Join(err, upToDate.Close())
}

// scope says how much an audit looks at.
type scope int

const (
	everything scope = iota
	// Not the pages, which were checked, and not the statistics: a mistake in
	// those is no damage, and must not keep a file from being opened.
	balancesAndOrders
	pagesOnly
)

// audit compares all that is kept.
func (s *Store) audit(ctx context.Context, of scope) (storage.Audit, error) {
	a := &auditor{
		ctx:      ctx,
		balances: make(map[storage.Account]storage.Chips),
		open:     make(map[storage.HandID]openHand),
	}
	btx, meta, err := s.snapshot()
	if err != nil {
		return storage.Audit{}, err
	}
	defer btx.Rollback()
	if of == everything {
		a.stats = make(map[storage.Player]storage.Stats)
	}
	if of != balancesAndOrders {
		if err := checkPages(ctx, s.file, meta, a.problem); err != nil {
			return storage.Audit{}, err
		}
	}
	if len(a.audit.Problems) == 0 && of != pagesOnly { // bbolt may go in circles on damaged pages
		if err := a.readable(func() error { return a.compare(btx) }); err != nil {
			return storage.Audit{}, err
		}
	}
	return a.result(), nil
}

// snapshot begins a transaction for reading and returns the meta page of the
// state it sees.
func (s *Store) snapshot() (btx *bbolt.Tx, meta metaPage, err error) {
	s.writing.Lock() // so that there is no newer one yet
	defer s.writing.Unlock()
	if err := s.checkFile(); errors.Is(err, storage.ErrReplaced) && s.blind() != nil {
		return nil, metaPage{}, err
	}
	meta, err = readMetas(s.file, s.pageSize)
	if err != nil {
		return nil, metaPage{}, err
	}
	btx, err = s.db.Begin(false)
	return btx, meta, err
}

// auditor collects what an audit finds.
type auditor struct {
	ctx context.Context
	btx *bbolt.Tx
	buckets
	audit    storage.Audit
	untold   int // problems above problemsMax
	read     int // records, to ask ctx now and then
	hash     maphash.Hash
	due      follows
	balances map[storage.Account]storage.Chips // by the replay
	open     map[storage.HandID]openHand
	profiles int
	shuffles []shuffled
	// What statistics should be, by player; nil when they are not compared.
	stats map[storage.Player]storage.Stats
}

// openHand is a hand being played.
type openHand struct {
	player storage.Player
	held   storage.Chips
	named  bool // by its player's profile
}

// buckets are those asked for single records again and again: bbolt looks for a
// bucket each time in a transaction for reading.
type buckets struct {
	keys, journal, balancesKept bucket
	entries                     *bbolt.Cursor
}

func (a *auditor) problem(format string, args ...any) {
	if len(a.audit.Problems) >= problemsMax {
		a.untold++
		return
	}
	a.audit.Problems = append(a.audit.Problems, fmt.Sprintf(format, args...))
}

func (a *auditor) result() storage.Audit {
	if a.untold > 0 {
		a.audit.Problems = append(a.audit.Problems, fmt.Sprintf("There are %d more problems.", a.untold))
	}
	a.audit.OK = len(a.audit.Problems) == 0
	return a.audit
}

// each calls fn with all keys and values of a bucket, or with what is wrong
// with a value.
func (a *auditor) each(b bucket, fn func(key, value []byte, err error)) error {
	return a.eachRaw(b.Bucket, func(key, raw []byte) {
		value, err := b.checked(key, raw)
		fn(key, value, err)
	})
}

// eachRaw calls fn with all keys and values of a bucket as they are kept.
func (a *auditor) eachRaw(b *bbolt.Bucket, fn func(key, raw []byte)) error {
	return b.ForEach(func(key, raw []byte) error {
		if a.read++; a.read%1024 == 0 {
			if err := a.ctx.Err(); err != nil {
				return err
			}
		}
		fn(key, raw)
		return nil
	})
}

// readable runs fn and notes as a problem that bbolt panicked, or that a page
// was not there, which the processor tells by a memory fault.
func (a *auditor) readable(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			a.problem("The file is damaged so that parts of it cannot be read (%v). Restore a backup.", r)
			err = nil
		}
	}()
	return fn()
}

// compare replays the journal and compares all that follows from it.
func (a *auditor) compare(tx *bbolt.Tx) error {
	a.btx = tx
	a.buckets = buckets{keysOf(tx), journalOf(tx), balancesOf(tx), entriesOf(tx).Cursor()}
	for _, step := range []func() error{
		a.replay, a.compareKeys, a.compareTransfers, a.compareBalances,
		a.readHands, a.compareShuffles, a.compareProfiles, a.compareStrangers, a.compareHeld,
		a.compareEntries, a.compareBlocks, a.readSettings, a.readDecks, a.readSeen,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (a *auditor) replay() error {
	last := uint64(0)
	err := a.each(journalOf(a.btx), func(key, raw []byte, err error) {
		sequence, ok := numberOf(key)
		if !ok || sequence != last+1 {
			a.problem("The journal has a gap: posting %d is followed by %x.", last, key)
		}
		last = sequence
		a.audit.Postings++
		var p storage.Posting
		if err == nil {
			p, err = decodePosting(sequence, raw)
		}
		if err != nil {
			a.problem("Posting %d is unreadable: %v.", sequence, err)
			return
		}
		if err := p.Check(); err != nil {
			a.problem("Posting %d (%q) is not valid: %v.", sequence, p.Key, err)
		}
		a.expect(key, p)
		a.move(sequence, p)
	})
	a.audit.Accounts = len(a.balances)
	if kept := journalOf(a.btx).Sequence(); kept != last {
		a.problem("The journal ends with posting %d, but %d were made.", last, kept)
	}
	return err
}

// move does what a posting did, even what it should not have done.
func (a *auditor) move(sequence uint64, p storage.Posting) {
	if _, err := p.From.Give(a.balances[p.From], p.Chips); err != nil {
		a.problem("Posting %d (%q) takes more than there was: %v.", sequence, p.Key, err)
	}
	a.balances[p.From] -= p.Chips
	if _, err := p.To.Take(a.balances[p.To], p.Chips); err != nil {
		a.problem("Posting %d (%q) gives more than there is room for: %v.", sequence, p.Key, err)
	}
	a.balances[p.To] += p.Chips
}

func (a *auditor) compareBalances() error {
	kept := make(map[storage.Account]bool)
	err := a.each(balancesOf(a.btx), func(key, raw []byte, err error) {
		account, ok := accountOf(key)
		if !ok {
			a.problem("A balance has the key %x, which is no account.", key)
			return
		}
		var chips storage.Chips
		if err == nil {
			chips, err = decodeChips(account, raw)
		}
		if err != nil {
			a.problem("A balance is unreadable: %v.", err)
			return
		}
		kept[account] = true
		a.audit.Total += chips
		if account.Kind == storage.PlayerAccount {
			a.audit.Wallets += chips
		}
		if want := a.balances[account]; chips != want {
			a.problem("The balance of the account %q is %d, but its postings add up to %d.", account, chips, want)
		}
	})
	if err != nil {
		return err
	}
	var missing []string
	for account, chips := range a.balances {
		if chips != 0 && !kept[account] {
			missing = append(missing, fmt.Sprintf("The balance of the account %q is missing; its postings add up to %d.", account, chips))
		}
	}
	a.sorted(missing)
	if a.audit.Total != 0 {
		a.problem("All balances add up to %d, not to zero.", a.audit.Total)
	}
	return nil
}

// sorted tells problems that were found in no order.
func (a *auditor) sorted(problems []string) {
	slices.Sort(problems)
	for _, p := range problems {
		a.problem("%s", p)
	}
}

func (a *auditor) readHands() error {
	return a.each(handsOf(a.btx), func(key, raw []byte, err error) {
		id, ok := numberOf(key)
		if !ok {
			a.problem("A hand has the key %x, which is no id.", key)
			return
		}
		var hand storage.Hand
		if err == nil {
			hand, err = decodeHand(storage.HandID(id), raw)
		}
		switch {
		case err != nil:
			a.problem("Hand %d is unreadable: %v.", id, err)
		case hand.Open:
			a.open[hand.ID] = openHand{player: hand.Player, held: hand.Held}
			a.audit.OpenHands++
			a.audit.Held += hand.Held
		case hand.Held != 0:
			a.problem("Hand %d is over but says that it holds %d chips.", id, hand.Held)
		}
		if err == nil && a.stats != nil {
			a.noteShuffle(hand)
			if !hand.Open {
				a.countHand(hand)
			}
		}
	})
}

func (a *auditor) compareProfiles() error {
	err := a.each(profilesOf(a.btx), func(key, raw []byte, err error) {
		player, ok := playerOf(key)
		if !ok {
			a.problem("A profile has the key %x, which is no player.", key)
			return
		}
		a.profiles++
		var p storage.Profile
		if err == nil {
			p, err = decodeProfile(player, raw)
		}
		if err != nil {
			a.problem("A profile is unreadable: %v.", err)
			return
		}
		a.expectPlaces(p)
		if a.stats != nil {
			a.compareStats(p)
		}
		if p.OpenHand == 0 {
			return
		}
		switch hand, open := a.open[p.OpenHand]; {
		case !open:
			a.problem("Player %d of guild %d plays hand %d, which is not open.", player.User, player.Guild, p.OpenHand)
		case hand.player != player:
			a.problem("Player %d of guild %d plays hand %d, which is player %d's of guild %d.",
				player.User, player.Guild, p.OpenHand, hand.player.User, hand.player.Guild)
		default:
			hand.named = true
			a.open[p.OpenHand] = hand
		}
	})
	if err != nil {
		return err
	}
	var unnamed []string
	for id, hand := range a.open {
		if !hand.named {
			unnamed = append(unnamed, fmt.Sprintf("Hand %d is open, but player %d of guild %d does not play it.",
				id, hand.player.User, hand.player.Guild))
		}
	}
	a.sorted(unnamed)
	return nil
}

// From what the following read nothing else follows.

func (a *auditor) readSettings() error {
	return a.each(settingsOf(a.btx), func(key, raw []byte, err error) {
		guild, ok := numberOf(key)
		if err == nil && ok {
			_, err = decodeSettings(storage.GuildID(guild), raw)
		}
		if err = orBadKey(err, ok); err != nil {
			a.problem("The settings with the key %x are unreadable: %v.", key, err)
		}
	})
}

func (a *auditor) readDecks() error {
	return a.each(decksOf(a.btx), func(key, raw []byte, err error) {
		player, ok := playerOf(key[:min(len(key), 16)])
		if err == nil && ok {
			_, err = decodeDeck(player, string(key[16:]), raw)
		}
		if err = orBadKey(err, ok); err != nil {
			a.problem("The deck with the key %x is unreadable: %v.", key, err)
		}
	})
}

func (a *auditor) readSeen() error {
	return a.each(seenOf(a.btx), func(key, _ []byte, err error) {
		_, ok := numberOf(key)
		if err = orBadKey(err, ok); err != nil {
			a.problem("The interaction with the key %x is unreadable: %v.", key, err)
		}
	})
}

// orBadKey returns the error, or one for a key that is none of its bucket's.
func orBadKey(err error, ok bool) error {
	if err == nil && !ok {
		return errors.New("the key has another length")
	}
	return err
}

func (a *auditor) compareHeld() error {
	var wrong []string
	for id, hand := range a.open {
		account := storage.HeldFor(hand.player.Guild, id)
		if held := a.balances[account]; held != hand.held {
			wrong = append(wrong, fmt.Sprintf("Hand %d says that it holds %d chips, but its postings add up to %d.", id, hand.held, held))
		}
	}
	for account, chips := range a.balances {
		if account.Kind != storage.HeldAccount || chips == 0 {
			continue
		}
		if hand, open := a.open[storage.HandID(account.Owner)]; !open || hand.player.Guild != account.Guild {
			wrong = append(wrong, fmt.Sprintf("%d chips are %v, which is not open.", chips, account))
		}
	}
	a.sorted(wrong)
	return nil
}
