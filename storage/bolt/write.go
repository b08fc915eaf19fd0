package bolt

import (
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// pruneMax is how many forgotten interactions are removed with each new one:
// more than one, so that what a burst has left goes away too.
const pruneMax = 4

// write puts what was collected into bbolt's transaction.
func (t *tx) write() (err error) {
	defer guard(&err)
	c := t.changes
	t.changes = changes{}
	btx := t.kept.btx
	if len(c.seen)+len(c.postings)+len(c.profiles)+len(c.hands)+len(c.settings)+len(c.decks) == 0 {
		return nil
	}
	t.written = true
	return firstOf(
		t.reorder(c), // while what is kept is still the old
		writeSeen(seenOf(btx), c.seen),
		writePostings(btx, c.postings),
		writeBalances(balancesOf(btx), c.balances),
		putAll(profilesOf(btx), c.profiles, playerKey, encodeProfile),
		putAll(handsOf(btx), c.hands, handKey, encodeHand),
		putAll(settingsOf(btx), c.settings, guildKey, encodeSettings),
		putAll(decksOf(btx), c.decks, deckID.key, encodeDeck),
	)
}

func putAll[K comparable, V any](b bucket, all map[K]V, key func(K) []byte, encode func(V) []byte) error {
	for k, v := range all {
		if err := b.put(key(k), encode(v)); err != nil {
			return err
		}
	}
	return nil
}

func writeSeen(kept bucket, seen map[storage.InteractionID]time.Time) error {
	for id, now := range seen {
		if err := firstOf(kept.put(numberKey(uint64(id)), []byte{1}), forgetSeen(kept, id, now)); err != nil {
			return err
		}
	}
	return nil
}

// forgetSeen removes interactions that are old when a new one comes.
func forgetSeen(seen bucket, id storage.InteractionID, now time.Time) error {
	// Both clocks must agree that an id is old: with one of them wrong, too
	// much is kept rather than too little.
	cutoff := now
	if made := id.Time(); made.Before(cutoff) {
		cutoff = made
	}
	cutoff = cutoff.Add(-storage.SeenFor)
	for range pruneMax {
		key, _ := seen.Cursor().First()
		oldest, ok := numberOf(key)
		if !ok || !storage.InteractionID(oldest).Time().Before(cutoff) {
			return nil
		}
		if err := seen.Delete(key); err != nil {
			return err
		}
	}
	return nil
}

func writePostings(btx *bbolt.Tx, postings []storage.Posting) error {
	journal, keys := journalOf(btx), keysOf(btx)
	for _, p := range postings {
		n, err := journal.NextSequence()
		if err != nil {
			return err
		}
		sequence := numberKey(n)
		err = firstOf(journal.put(sequence, encodePosting(p)), keys.put([]byte(p.Key), sequence), writeTransfers(btx, n, p))
		if err != nil {
			return err
		}
	}
	return nil
}

// writeTransfers notes a posting with the players whose wallets it changes.
func writeTransfers(btx *bbolt.Tx, sequence uint64, p storage.Posting) error {
	for _, player := range p.Transferred() {
		if err := transfersOf(btx).put(transferKey(player, sequence), nil); err != nil {
			return err
		}
	}
	return nil
}

// writeBalances keeps no empty held account, for there is one to every hand.
func writeBalances(kept bucket, balances map[storage.Account]storage.Chips) error {
	for account, chips := range balances {
		var err error
		if key := accountKey(account); chips == 0 && account.Kind == storage.HeldAccount {
			err = kept.Delete(key)
		} else {
			err = kept.put(key, encodeChips(chips))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reorder moves the players whose balance or statistics change to their new
// places. A player is ranked as soon as there is a profile.
func (t *tx) reorder(c changes) error {
	for player := range c.profiles {
		if err := t.reorderPlayer(c, player); err != nil {
			return err
		}
	}
	for account := range c.balances {
		if account.Kind != storage.PlayerAccount {
			continue
		}
		player := storage.Player{Guild: account.Guild, User: storage.UserID(account.Owner)}
		if _, done := c.profiles[player]; done {
			continue
		}
		if err := t.reorderPlayer(c, player); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) reorderPlayer(c changes, player storage.Player) error {
	was, ranked, err := t.kept.Profile(player)
	if err != nil {
		return err
	}
	is, saved := c.profiles[player]
	switch {
	case !saved && !ranked:
		return nil
	case !saved:
		is = was
	}
	wallet := storage.WalletOf(player)
	had, err := t.kept.Balance(wallet)
	if err != nil {
		return err
	}
	has, moved := c.balances[wallet]
	if !moved {
		has = had
	}
	for by := range storage.Order(storage.Orders) {
		from := entry{by.Score(had, was.Stats), player.User}
		to := entry{by.Score(has, is.Stats), player.User}
		switch o := orderOf(t.kept.btx, player.Guild, by); {
		case !ranked:
			err = o.insert(to)
		case from != to:
			err = o.move(from, to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
