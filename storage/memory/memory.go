// Package memory keeps holecard's ledger, hands and players in memory, for tests
// and for trying the bot out. Nothing outlives the store.
//
// A store is a tree of records. An update changes a copy of it that shares all
// that stays the same, and the copy becomes the store when the update succeeds:
//
//	current ──▶ tree ◀── views
//	              └──▶ clone ──▶ changed by an update ──▶ current
package memory

import (
	"bytes"
	"context"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/google/btree"

	"holecard/storage"
	"holecard/storage/engine"
)

// Store is a [storage.Store]. Make it with [New].
type Store struct {
	current atomic.Pointer[state]
	writing sync.Mutex // held by an update: the next waits
	gate    engine.Gate
	*engine.Fleet
}

var _ storage.Store = (*Store)(nil)

// New returns an empty store.
func New() *Store {
	s := new(Store)
	s.Fleet = engine.NewFleet(&s.gate)
	s.current.Store(&state{records: btree.NewG(32, before)})
	return s
}

// Update implements [storage.Store].
func (s *Store) Update(
	ctx context.Context, guild storage.GuildID, fn func(storage.Tx) error,
) error {
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	next := s.current.Load().clone()
	tx := engine.NewTransaction(next, guild)
	if err := fn(tx); err != nil {
		return err
	}
	_ = next.Apply(tx.Changes())
	s.current.Store(next)
	return nil
}

// View implements [storage.Store].
func (s *Store) View(
	ctx context.Context, guild storage.GuildID, fn func(storage.Reader) error,
) error {
	_, err := read(ctx, s, func(now engine.State) (struct{}, error) {
		return struct{}{}, fn(engine.NewReader(now, guild))
	})
	return err
}

// read calls fn with the current state.
func read[T any](ctx context.Context, s *Store, fn func(engine.State) (T, error)) (of T, err error) {
	if err := s.gate.Enter(ctx); err != nil {
		return of, err
	}
	defer s.gate.Leave()
	return fn(s.current.Load())
}

// audited compares a state.
func audited(ctx context.Context, s engine.State) (*engine.Auditor, error) {
	a := engine.NewAuditor(ctx)
	return a, a.Compare(s)
}

// Audit implements [storage.Store].
func (s *Store) Audit(ctx context.Context) (storage.Audit, error) {
	return read(ctx, s, func(now engine.State) (storage.Audit, error) {
		a, err := audited(ctx, now)
		return a.Result(), err
	})
}

// Export writes all that is kept as a stream that every engine can import.
func (s *Store) Export(ctx context.Context, w io.Writer, m storage.Move) error {
	a, err := read(ctx, s, func(now engine.State) (*engine.Auditor, error) {
		return audited(ctx, now)
	})
	if err != nil {
		return err
	}
	return a.Write(w, m) // of the state of then, which stays
}

// Import fills an empty store with what Export of any engine has written. It returns
// [storage.ErrNotEmpty] for another. With any error the store stays as it is.
func (s *Store) Import(ctx context.Context, r io.Reader, m storage.Move) error {
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	s.writing.Lock()
	defer s.writing.Unlock()
	filled := s.current.Load().clone()
	if filled.records.Len() > 0 {
		return storage.ErrNotEmpty
	}
	fill := func(_ storage.GuildID, add []engine.Change) error { return filled.Apply(add) }
	said, err := engine.Import(ctx, r, fill, m)
	if err != nil {
		return err
	}
	a, err := audited(ctx, filled)
	if err != nil {
		return err
	}
	if err := m.Kept(said, a.Result()); err != nil {
		return err
	}
	s.current.Store(filled)
	return nil
}

// Count counts what there is.
func (s *Store) Count(ctx context.Context) (storage.Counts, error) {
	return read(ctx, s, engine.Count)
}

// Sums adds up the chips of each kind of account.
func (s *Store) Sums(ctx context.Context) (storage.Sums, error) { return read(ctx, s, engine.Sums) }

// Due implements [storage.Store].
func (s *Store) Due(ctx context.Context, c storage.Claim) ([]storage.Deadline, error) {
	return read(ctx, s, func(now engine.State) ([]storage.Deadline, error) {
		return engine.Deadlines(now, c)
	})
}

// Guilds implements [storage.Store].
func (s *Store) Guilds(ctx context.Context) ([]storage.GuildID, error) {
	return read(ctx, s, engine.Guilds)
}

// Close implements [storage.Store]. Closing again does nothing.
func (s *Store) Close() error {
	s.gate.Shut()
	return nil
}

// state is an [engine.State].
type state struct {
	records *btree.BTreeG[record]
}

type record struct {
	engine.Key
	value []byte
}

func before(a, b record) bool {
	return a.Compare(b.Key) < 0
}

// clone returns a copy. Cloning changes the tree, so only an update does it.
func (s *state) clone() *state { return &state{s.records.Clone()} }

// Record implements [engine.Near].
func (s *state) Record(k engine.Key) ([]byte, error) {
	found, _ := s.records.Get(record{Key: k})
	return found.value, nil
}

func (s *state) Get(keys ...engine.Key) ([][]byte, error) {
	values := make([][]byte, len(keys))
	for i, k := range keys {
		values[i], _ = s.Record(k)
	}
	return values, nil
}

func (s *state) Scan(r engine.Range, fn func(id, value []byte, err error) bool) error {
	step := func(found record) bool {
		if found.Table != r.Table || !bytes.HasPrefix(found.ID, r.ID) {
			return false
		}
		if r.Skip > 0 {
			r.Skip--
			return true
		}
		return fn(found.ID, found.value, nil)
	}
	if r.Backwards {
		end := engine.Key{Table: r.Table, ID: slices.Concat(r.ID, above)}
		if r.From != nil && bytes.Compare(r.From, end.ID) < 0 {
			end.ID = r.From
		}
		s.records.DescendLessOrEqual(record{Key: end}, func(found record) bool {
			return found.Compare(end) == 0 || step(found)
		})
	} else {
		first := r.Key
		if bytes.Compare(r.From, r.ID) > 0 {
			first.ID = r.From
		}
		s.records.AscendGreaterOrEqual(record{Key: first}, step)
	}
	return nil
}

// above follows all that any key has behind what a range is given.
var above = bytes.Repeat([]byte{0xff}, storage.MaxKey+1)

func (s *state) UpTo(order, last engine.Key) (n int, err error) {
	end := engine.Key{Table: last.Table, ID: append(slices.Clip(last.ID), 0)}
	s.records.AscendRange(record{Key: order}, record{Key: end}, func(record) bool {
		n++
		return true
	})
	return n, nil
}

// Apply makes changes.
func (s *state) Apply(changes []engine.Change) error {
	for _, c := range changes {
		if c.Value == nil {
			s.records.Delete(record{Key: c.Key})
		} else {
			s.records.ReplaceOrInsert(record{c.Key, c.Value})
		}
	}
	return nil
}
