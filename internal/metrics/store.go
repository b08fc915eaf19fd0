package metrics

import (
	"context"
	"errors"
	"time"

	"holecard/storage"
)

// The calls of a store that are measured, and how they end.
const (
	update = "update"
	view   = "view"

	ok      = "ok"
	refused = "refused" // by the rules of the game: nothing is wrong
	failed  = "failed"
)

// Store measures a store.
func (m *Metrics) Store(s storage.Store) storage.Store {
	return &store{Store: s, update: m.call(update), view: m.call(view)}
}

type store struct {
	storage.Store
	update, view func(began time.Time, asked, err error)
}

// call returns what measures one kind of call: what its function has returned at last, and
// what the store then has. The time of an update includes its commit.
func (m *Metrics) call(kind string) func(began time.Time, asked, err error) {
	took := m.histogram("database_seconds", "call", kind)
	counters := map[string]interface{ Inc() }{}
	for _, outcome := range []string{ok, refused, failed} {
		counters[outcome] = m.set.GetOrCreateCounter(
			series("database_calls_total", "call", kind, "outcome", outcome))
	}
	return func(began time.Time, asked, err error) {
		took.Update(time.Since(began).Seconds())
		counters[outcome(asked, err)].Inc()
	}
}

// Update implements [storage.Store].
func (s *store) Update(ctx context.Context, guild storage.GuildID,
	fn func(storage.Tx) error) error {
	began := time.Now()
	var asked error
	err := s.Store.Update(ctx, guild, func(tx storage.Tx) error {
		asked = fn(tx)
		return asked
	})
	s.update(began, asked, err)
	return err
}

// View implements [storage.Store].
func (s *store) View(ctx context.Context, guild storage.GuildID,
	fn func(storage.Reader) error) error {
	began := time.Now()
	var asked error
	err := s.Store.View(ctx, guild, func(r storage.Reader) error {
		asked = fn(r)
		return asked
	})
	s.view(began, asked, err)
	return err
}

// outcome tells a failure of the database from a refusal of the function that worked on
// it, and from a caller that has left.
func outcome(asked, err error) string {
	is := func(target error) bool { return errors.Is(err, target) }
	switch {
	case err == nil:
		return ok
	case is(storage.ErrNoSpace), is(storage.ErrBroken), is(storage.ErrUnconfirmed),
		is(storage.ErrReplaced), is(storage.ErrCorrupt), is(context.DeadlineExceeded):
		return failed
	case asked != nil, is(context.Canceled), is(storage.ErrClosed):
		return refused
	}
	return failed
}
