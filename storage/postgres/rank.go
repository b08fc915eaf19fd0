package postgres

import (
	"bytes"
	"maps"
	"sort"
	"sync"
	"time"

	"holecard/storage/engine"
)

// A position is the number of entries before, which PostgreSQL can only count. So a large
// order is sampled: every thousandth entry is kept in memory for a while, and a position is
// counted from the one before. It is exact in an order of up to exactUpTo entries; above, what
// has moved past a sample since it was taken is not in it. What was not asked for as long as a
// sample holds is forgotten: boards of days and weeks come to an end.

const (
	exactUpTo   = 20_000
	sampleEvery = 1_000
	sampleFor   = time.Minute
)

// samples are those of the process, by the keys of orders.
type samples struct {
	mu    sync.Mutex
	all   map[string]*sample
	swept time.Time
}

type sample struct {
	asked time.Time // of the samples
	mu    sync.Mutex
	taken time.Time
	ids   [][]byte // within the guild: the entries 1000, 2000, …
}

// mostSamples is how many orders are sampled; a position in others is counted.
const mostSamples = 1_000

// of returns the sample of an order, nil where there is none and none is to be begun.
func (s *samples) of(order engine.Key, begin bool, now time.Time) *sample {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Sub(s.swept) > sampleFor {
		s.swept = now
		maps.DeleteFunc(s.all, func(_ string, one *sample) bool {
			return now.Sub(one.asked) > sampleFor
		})
	}
	one := s.all[string(order.ID)]
	if one == nil && begin && len(s.all) < mostSamples {
		if s.all == nil {
			s.all = make(map[string]*sample)
		}
		one = new(sample)
		s.all[string(order.ID)] = one
	}
	if one != nil {
		one.asked = now
	}
	return one
}

// UpTo implements [engine.State].
func (t *transaction) UpTo(order, last engine.Key) (int, error) {
	now := time.Now()
	known := t.store.ranks.of(order, false, now)
	if known == nil {
		n, err := t.count(order.ID[8:], last.ID[8:], number(exactUpTo+1))
		if n <= exactUpTo || err != nil {
			return n, err
		}
		if known = t.store.ranks.of(order, true, now); known == nil {
			return t.count(order.ID[8:], last.ID[8:], nil)
		}
	}
	ids, err := known.take(t, order)
	if err != nil {
		return 0, err
	}
	before := sort.Search(len(ids), func(i int) bool {
		return bytes.Compare(ids[i], last.ID[8:]) > 0
	})
	from := order.ID[8:]
	if before > 0 {
		from = append(bytes.Clone(ids[before-1]), 0) // what follows
	}
	n, err := t.count(from, last.ID[8:], nil)
	return before*sampleEvery + n, err
}

// count counts entries from one to another, up to some number unless it is nil.
func (t *transaction) count(from, last, most []byte) (n int, err error) {
	err = t.run(ask{statement: countEntries, args: [][]byte{t.own(), from, last, most},
		row: func(v [][]byte) { n = int(numberOf(v[0])) }})
	return n, err
}

// take returns the sample, which is taken again when it is old: by all who ask at that moment.
func (s *sample) take(t *transaction, order engine.Key) ([][]byte, error) {
	s.mu.Lock()
	ids, taken := s.ids, s.taken
	s.mu.Unlock()
	now := time.Now()
	if now.Sub(taken) <= sampleFor {
		return ids, nil
	}
	ids = nil
	err := t.run(ask{statement: sampleEntries,
		args: [][]byte{t.own(), order.ID[8:], after(order.ID[8:])},
		row:  func(v [][]byte) { ids = append(ids, v[0]) }})
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken, s.ids = now, ids
	return ids, nil
}

// skip returns where a scan of a large order begins that leaves out some entries, and how
// many it has to leave out from there.
func (t *transaction) skip(order engine.Key, low []byte, skip int) ([]byte, int, error) {
	known := t.store.ranks.of(order, false, time.Now())
	if known == nil || skip < sampleEvery {
		return low, skip, nil
	}
	ids, err := known.take(t, order)
	if at := min(skip/sampleEvery, len(ids)); err == nil && at > 0 {
		return append(bytes.Clone(ids[at-1]), 0), skip - at*sampleEvery, nil
	}
	return low, skip, err
}
