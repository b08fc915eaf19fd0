// Package memory keeps holecard's ledger, hands and players in memory, for tests
// and for trying the bot out. Nothing outlives the store.
//
// A store is a tree of records. An update changes a copy of it that shares all
// that stays the same, and the copy becomes the store when the update succeeds:
//
//	kept ──▶ tree ◀── views
//	           └──▶ clone ──▶ changed by an update ──▶ kept
package memory

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/google/btree"

	"holecard/storage"
	"holecard/storage/engine"
)

// Store is a [storage.Store]. Make it with [New].
type Store struct {
	kept    atomic.Pointer[state]
	writing sync.Mutex // held by an update: the next waits
	gate    engine.Gate
}

var _ storage.Store = (*Store)(nil)

// New returns an empty store.
func New() *Store {
	s := new(Store)
	s.kept.Store(&state{records: btree.NewG(32, before)})
	return s
}

// Update implements [storage.Store].
func (s *Store) Update(ctx context.Context, fn func(storage.Tx) error) error {
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	next := s.kept.Load().clone()
	tx := engine.NewTransaction(next)
	if err := fn(tx); err != nil {
		return err
	}
	if err := tx.Write(); err != nil {
		return err
	}
	s.kept.Store(next)
	return nil
}

// View implements [storage.Store].
func (s *Store) View(ctx context.Context, fn func(storage.Reader) error) error {
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	return fn(engine.NewReader(s.kept.Load()))
}

// Audit implements [storage.Store].
func (s *Store) Audit(ctx context.Context) (storage.Audit, error) {
	if err := s.gate.Enter(ctx); err != nil {
		return storage.Audit{}, err
	}
	defer s.gate.Leave()
	a := engine.NewAuditor(ctx, true)
	if err := a.Compare(s.kept.Load()); err != nil {
		return storage.Audit{}, err
	}
	return a.Result(), nil
}

// Count counts what there is.
func (s *Store) Count(ctx context.Context) (storage.Counts, error) {
	if err := s.gate.Enter(ctx); err != nil {
		return storage.Counts{}, err
	}
	defer s.gate.Leave()
	return engine.Count(s.kept.Load())
}

// Close implements [storage.Store]. Closing again does nothing.
func (s *Store) Close() error {
	s.gate.Shut()
	return nil
}

// state is an [engine.Tx].
type state struct {
	records  *btree.BTreeG[record]
	postings uint64
}

type record struct {
	engine.Key
	value []byte
}

func before(a, b record) bool {
	return cmp.Or(cmp.Compare(a.Table, b.Table), strings.Compare(a.ID, b.ID)) < 0
}

// clone returns a copy. Cloning changes the tree, so only an update does it.
func (s *state) clone() *state { return &state{s.records.Clone(), s.postings} }

func (s *state) Get(k engine.Key) ([]byte, error) {
	r, _ := s.records.Get(record{Key: k})
	return r.value, nil
}

func (s *state) Scan(r engine.Range, fn func(id, value []byte, err error) bool) error {
	step := func(found record) bool {
		if found.Table != r.Table || !strings.HasPrefix(found.ID, r.ID) {
			return false
		}
		if r.Skip > 0 {
			r.Skip--
			return true
		}
		return fn([]byte(found.ID), found.value, nil)
	}
	if r.Backwards {
		s.records.DescendLessOrEqual(record{Key: engine.Key{Table: r.Table, ID: r.ID + above}},
			step)
	} else {
		s.records.AscendGreaterOrEqual(record{Key: engine.Key{Table: r.Table,
			ID: max(r.ID, r.From)}}, step)
	}
	return nil
}

// above follows all that any key has behind what a range is given.
var above = strings.Repeat("\xff", storage.MaxKey+1)

func (s *state) UpTo(order, last engine.Key) (n int, err error) {
	s.records.AscendRange(record{Key: order},
		record{Key: engine.Key{Table: last.Table, ID: last.ID + "\x00"}}, func(record) bool {
			n++
			return true
		})
	return n, nil
}

func (s *state) Postings() (uint64, error) { return s.postings, nil }

func (s *state) Apply(changes []engine.Change) error {
	for _, c := range changes {
		if c.Value == nil {
			s.records.Delete(record{Key: c.Key})
			continue
		}
		s.records.ReplaceOrInsert(record{c.Key, c.Value})
		if c.Table == engine.Journal {
			s.postings++
		}
	}
	return nil
}
