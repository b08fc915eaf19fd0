package round_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"holecard/storage"
	"holecard/storage/bolt"
)

// memoryDir returns a folder that lives in memory, where the system has one: a
// test of a hundred thousand transactions is not about the disk.
func memoryDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "holecard-test-*")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// journal is a store whose postings are looked at as they are committed: what
// accounts hold and what hands won follow from them alone.
type journal struct {
	storage.Store

	mu       sync.Mutex
	balances map[storage.Account]storage.Chips
	touched  []storage.Account // since they were last looked at
	hands    map[storage.RoundID]storage.Stats
	stats    map[storage.Player]storage.Stats // what postings tell of them
	settled  int                              // hands

	settlements map[storage.RoundID]int // transactions that ended the hold of a hand's stakes
}

func openJournal(t testing.TB) (*journal, string) {
	t.Helper()
	path := filepath.Join(memoryDir(t), "test.db")
	j := &journal{
		balances: map[storage.Account]storage.Chips{}, hands: map[storage.RoundID]storage.Stats{},
		stats:       map[storage.Player]storage.Stats{},
		settlements: map[storage.RoundID]int{},
	}
	j.open(t, path)
	return j, path
}

func (j *journal) open(t testing.TB, path string) {
	t.Helper()
	store, err := bolt.Open(t.Context(), path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	j.Store = store
}

// recorder remembers what a transaction posts.
type recorder struct {
	storage.Tx
	posted []storage.Posting
}

func (r *recorder) Post(p storage.Posting) error {
	err := r.Tx.Post(p)
	if err == nil {
		r.posted = append(r.posted, p)
	}
	return err
}

func (j *journal) Update(ctx context.Context, in storage.GuildID, fn func(storage.Tx) error) error {
	var r recorder
	err := j.Store.Update(ctx, in, func(tx storage.Tx) error {
		r = recorder{Tx: tx}
		return fn(&r)
	})
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	ended := storage.RoundID(0)
	for _, p := range r.posted {
		j.post(p)
		if p.Reason == storage.Release || p.Reason == storage.Lose {
			ended = p.Round
		}
	}
	if ended != 0 {
		j.settlements[ended]++
	}
	return nil
}

func (j *journal) post(p storage.Posting) {
	j.balances[p.From] -= p.Chips
	j.balances[p.To] += p.Chips
	j.touched = append(j.touched, p.From, p.To)
	if p.Round == 0 {
		return
	}
	// A hand's own statistics: of all that its postings say.
	h := j.hands[p.Round]
	switch p.Reason {
	case storage.Hold:
		h.Wagered += p.Chips
	case storage.Release:
		h.BiggestWin += p.Chips // for now: what came back
	case storage.Lose:
		h.BiggestLoss += p.Chips
	case storage.Win:
		h.Net += p.Chips
	}
	j.hands[p.Round] = h
}

// settle counts the hand in its player's statistics.
func (j *journal) settle(who storage.Player, hand storage.RoundID) {
	j.mu.Lock()
	defer j.mu.Unlock()
	h, ok := j.hands[hand]
	if !ok || h.Wagered != h.BiggestWin+h.BiggestLoss {
		return
	}
	delete(j.hands, hand)
	j.settled++
	net := h.Net - h.BiggestLoss
	s := j.stats[who]
	s.Hands++
	switch {
	case net > 0:
		s.Wins++
	case net < 0:
		s.Losses++
	default:
		s.Pushes++
	}
	s.Wagered += h.Wagered
	s.Net += net
	s.BiggestWin, s.BiggestLoss = max(s.BiggestWin, net), max(s.BiggestLoss, -net)
	j.stats[who] = s
}

// posted returns the statistics without what postings do not tell.
func posted(s storage.Stats) storage.Stats {
	s.Naturals, s.Busts, s.Doubles, s.Splits, s.Surrenders = 0, 0, 0, 0, 0
	return s
}
