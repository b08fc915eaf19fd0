package bolt

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// players is how many play at once in the benchmarks of updates.
const players = 64

// BenchmarkUpdate compares what the store does for an action of a hand with
// transactions of bbolt alone that make as many changes of the same sizes, in
// turns in the same run. The ratio is the store's rate by bbolt's.
func BenchmarkUpdate(b *testing.B) {
	for _, action := range []struct {
		name  string
		store func(*Store, *seat) error
		raw   func(*bbolt.DB, *seat) error
	}{
		{"hit", hit, rawHit},
		{"settle", settle, rawSettle},
	} {
		b.Run(action.name, func(b *testing.B) {
			s, alone := benchStore(b), benchStore(b)
			storeSeats, rawSeats := seats(b, s), seats(b, alone)
			var store, raw time.Duration
			const turn = 4 * players
			for done := 0; done < b.N; done += turn {
				store += inParallel(b, storeSeats, func(p *seat) error {
					return action.store(s, p)
				})
				raw += inParallel(b, rawSeats, func(p *seat) error {
					return action.raw(alone.db, p)
				})
			}
			n := float64((b.N + turn - 1) / turn * turn)
			b.ReportMetric(0, "ns/op") // it is of both together
			b.ReportMetric(n/store.Seconds(), "store-actions/s")
			b.ReportMetric(n/raw.Seconds(), "bbolt-actions/s")
			b.ReportMetric(raw.Seconds()/store.Seconds(), "ratio")
			a, err := s.Audit(context.Background())
			// statistics of hands that were never dealt do not add up
			if err != nil || a.Total != 0 {
				b.Errorf("%+v, %v", a, err)
			}
		})
	}
}

func benchStore(b *testing.B) *Store {
	b.Helper()
	return openNew(b)
}

// seat is a player of the benchmarks with one hand.
type seat struct {
	profile storage.Profile
	hand    storage.Round
	balance storage.Chips
	clicks  int
}

// click returns a new interaction.
func (p *seat) click() storage.InteractionID {
	p.clicks++
	return snowflake(noon.Add(time.Duration(p.clicks)*time.Millisecond), int(p.profile.Player.User))
}

func seats(b *testing.B, s *Store) []*seat {
	b.Helper()
	all := make([]*seat, players)
	for i := range all {
		player := storage.Player{Guild: 7, User: storage.UserID(i + 1)}
		p := &seat{
			profile: storage.Profile{Player: player, Name: "A player", Opened: noon, LastBet: 10},
			hand: storage.Round{ID: storage.RoundID(snowflake(noon, i)), Guild: player.Guild,
				Version: 1, Table: "vegas", Record: make([]byte, 500), Dealt: noon,
				Seats: []storage.Seat{{User: player.User}}},
			balance: 1 << 40,
		}
		all[i] = p
		update(b, s, func(tx storage.Tx) error {
			return errors.Join(tx.SaveProfile(p.profile), tx.SaveRound(p.hand),
				tx.Post(storage.Posting{
					Key: fmt.Sprint("open/", i), From: storage.MintOf(7),
					To:    storage.WalletOf(player),
					Chips: p.balance, Reason: storage.Opening, At: noon,
				}))
		})
	}
	return all
}

// inParallel lets each seat act four times and returns how long that took.
func inParallel(b *testing.B, all []*seat, act func(*seat) error) time.Duration {
	begun := time.Now()
	var acting sync.WaitGroup
	for _, p := range all {
		acting.Go(func() {
			for range 4 {
				if err := act(p); err != nil {
					b.Error(err)
				}
			}
		})
	}
	acting.Wait()
	return time.Since(begun)
}

// hit is what an action that does not end the hand does.
func hit(s *Store, p *seat) error {
	id := p.click()
	return s.Update(context.Background(), 7, func(tx storage.Tx) error {
		return step(tx, p, id)
	})
}

func step(tx storage.Tx, p *seat, id storage.InteractionID) error {
	if err := tx.See(id, id.Time()); err != nil {
		return err
	}
	h, ok, err := tx.Round(p.hand.ID)
	if err != nil || !ok {
		return fmt.Errorf("hand %d (found %v): %w", p.hand.ID, ok, err)
	}
	h.Version++
	h.Changed = id.Time()
	return tx.SaveRound(h)
}

// settle is what an action with two postings does.
func settle(s *Store, p *seat) error {
	id := p.click()
	return s.Update(context.Background(), 7, func(tx storage.Tx) error {
		if err := step(tx, p, id); err != nil {
			return err
		}
		for _, posting := range settlePostings(p, id) {
			if err := tx.Post(posting); err != nil {
				return err
			}
		}
		profile, _, err := tx.Profile(p.profile.Player)
		if err != nil {
			return err
		}
		return tx.SaveProfile(lost(profile))
	})
}

func lost(p storage.Profile) storage.Profile {
	p.Stats.Hands++
	p.Stats.Losses++
	p.Stats.Wagered += 10
	p.Stats.Net -= 10
	return p
}

func settlePostings(p *seat, id storage.InteractionID) [2]storage.Posting {
	wallet, held, house := storage.WalletOf(p.profile.Player), storage.HeldFor(7, p.hand.ID, 0),
		storage.HouseOf(7)
	key := fmt.Sprintf("hand/%d/%d/", p.hand.ID, p.clicks)
	return [2]storage.Posting{
		{Key: key + "hold", From: wallet, To: held, Chips: 10, Reason: storage.Hold,
			Round: p.hand.ID, By: id, At: id.Time()},
		{Key: key + "lose", From: held, To: house, Chips: 10, Reason: storage.Lose,
			Round: p.hand.ID,
			By:    id, At: id.Time()},
	}
}

// rawHit makes the changes of hit, and reads nothing.
func rawHit(db *bbolt.DB, p *seat) error {
	id := p.click()
	return db.Batch(func(tx *bbolt.Tx) error { return rawStep(tx, p, id) })
}

func rawStep(tx *bbolt.Tx, p *seat, id storage.InteractionID) error {
	return errors.Join(
		seenOf(tx).Put(ownKey(uint64(id)), make([]byte, 1+sumSize)),
		handsOf(tx).Put(ownKey(uint64(p.hand.ID)), make([]byte, 570)),
	)
}

// rawSettle makes the changes of settle, and reads nothing.
func rawSettle(db *bbolt.DB, p *seat) error {
	id := p.click()
	was, net := p.balance, p.profile.Stats.Net
	p.balance -= 10
	p.profile = lost(p.profile)
	return db.Batch(func(tx *bbolt.Tx) error {
		err := rawStep(tx, p, id)
		for _, posting := range settlePostings(p, id) {
			n, _ := journalOf(tx).NextSequence()
			err = errors.Join(err, journalOf(tx).Put(ownKey(n), make([]byte, 96)),
				keysOf(tx).put(postingKey(posting.Key), numberKey(n)))
		}
		player := p.profile.Player
		byChips := orderBy(tx, 7, storage.ByChips.Ever())
		byNet := orderBy(tx, 7, storage.ByNet.Ever())
		return errors.Join(err,
			balancesOf(tx).put(accountKey(storage.WalletOf(player)), engine.EncodeChips(p.balance)),
			balancesOf(tx).Delete(accountKey(storage.HeldFor(7, p.hand.ID, 0))),
			balancesOf(tx).put(accountKey(storage.HouseOf(7)), engine.EncodeChips(p.balance)),
			profilesOf(tx).Put(playerKey(player), make([]byte, 50)),
			byChips.entries.Delete(byChips.key(entry{int64(was), player.User})),
			byChips.entries.Put(byChips.key(entry{int64(p.balance), player.User}), nil),
			byNet.entries.Delete(byNet.key(entry{int64(net), player.User})),
			byNet.entries.Put(byNet.key(entry{int64(p.profile.Stats.Net), player.User}), nil),
		)
	})
}
