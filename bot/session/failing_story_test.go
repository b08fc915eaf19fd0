package session_test

import (
	"errors"
	"time"

	"holecard/storage"
)

// The calls of a player's own story, which fail like all others.

func (t failingTx) History(p storage.Player, before storage.Spot, limit int) ([]storage.Line,
	error) {
	list, err := t.Tx.History(p, before, limit)
	return list, errors.Join(t.f.err(), err)
}

func (t failingTx) Line(p storage.Player, dealt time.Time, id storage.RoundID) (storage.Line,
	bool, error) {
	l, ok, err := t.Tx.Line(p, dealt, id)
	return l, ok, errors.Join(t.f.err(), err)
}

func (t failingTx) SaveLine(p storage.Player, l storage.Line) error {
	return errors.Join(t.f.err(), t.Tx.SaveLine(p, l))
}

func (t failingTx) Unreviewed(limit int) ([]storage.Note, error) {
	list, err := t.Tx.Unreviewed(limit)
	return list, errors.Join(t.f.err(), err)
}

func (t failingTx) Await(n storage.Note, waits bool) error {
	return errors.Join(t.f.err(), t.Tx.Await(n, waits))
}

func (t failingTx) Hinted(id storage.RoundID, by storage.UserID) ([]uint32, error) {
	list, err := t.Tx.Hinted(id, by)
	return list, errors.Join(t.f.err(), err)
}

func (t failingTx) SaveHint(id storage.RoundID, by storage.UserID, version uint32) error {
	return errors.Join(t.f.err(), t.Tx.SaveHint(id, by, version))
}

func (t failingTx) Tally(p storage.Player, in storage.Period) (storage.Tally, error) {
	of, err := t.Tx.Tally(p, in)
	return of, errors.Join(t.f.err(), err)
}

func (t failingTx) Tallied(p storage.Player) ([]storage.Period, error) {
	list, err := t.Tx.Tallied(p)
	return list, errors.Join(t.f.err(), err)
}

func (t failingTx) Rounds(after storage.RoundID, limit int) ([]storage.Round, error) {
	list, err := t.Tx.Rounds(after, limit)
	return list, errors.Join(t.f.err(), err)
}

func (t failingTx) SaveTally(p storage.Player, in storage.Period, of storage.Tally) error {
	return errors.Join(t.f.err(), t.Tx.SaveTally(p, in, of))
}

func (t failingTx) Lessons(p storage.Player) (storage.Lessons, error) {
	l, err := t.Tx.Lessons(p)
	return l, errors.Join(t.f.err(), err)
}

func (t failingTx) SaveLessons(p storage.Player, l storage.Lessons) error {
	return errors.Join(t.f.err(), t.Tx.SaveLessons(p, l))
}

func (t failingTx) Drill(p storage.Player) (storage.Drill, bool, error) {
	d, ok, err := t.Tx.Drill(p)
	return d, ok, errors.Join(t.f.err(), err)
}

func (t failingTx) SaveDrill(d storage.Drill) error {
	return errors.Join(t.f.err(), t.Tx.SaveDrill(d))
}

func (t failingTx) Limits(of storage.Alias) (storage.Limits, bool, error) {
	l, ok, err := t.Tx.Limits(of)
	return l, ok, errors.Join(t.f.err(), err)
}

func (t failingTx) SaveLimits(of storage.Alias, l storage.Limits) error {
	return errors.Join(t.f.err(), t.Tx.SaveLimits(of, l))
}

func (t failingTx) Mark(name string) ([]byte, error) {
	m, err := t.Tx.Mark(name)
	return m, errors.Join(t.f.err(), err)
}

func (t failingTx) SaveMark(name string, value []byte) error {
	return errors.Join(t.f.err(), t.Tx.SaveMark(name, value))
}
