package odds

import (
	"context"
	"fmt"
)

// Limits bound a computation. They are counted, not measured, so that a question
// is answered on every machine or refused on every machine.
type Limits struct {
	// Memory is the heap that a computation needs, in bytes. What is in use may be
	// half of that: the collector runs when there is as much garbage.
	Memory int64
	// Work is in steps of about a nanosecond.
	Work int64
}

// Question is a kind of question that odds answer.
type Question uint8

// The questions, one for each function that computes.
const (
	OfStrategy Question = iota
	OfBest
	OfBasic
	OfHint
	OfDealer
)

func (q Question) String() string {
	return [...]string{"the strategy", "best play", "basic strategy", "the hint", "the dealer"}[q]
}

// key ends the key of the words for players.
func (q Question) key() string {
	return [...]string{"strategy", "rules", "basic", "hint", "rules"}[q]
}

// Limits returns the limits of the answer. A hint has less: a player waits for it.
func (q Question) Limits() Limits {
	if q == OfHint {
		return Limits{Memory: 96 << 20, Work: 2e9}
	}
	return Limits{Memory: 256 << 20, Work: 15e9}
}

// LimitError reports that an answer would take more than its limits.
type LimitError struct {
	Question Question
	Limits   Limits
	Hands    int   // found until the computation stopped
	Memory   int64 // needed until then
	Work     int64 // done until then
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%v is too complex for exact odds: "+
		"%d hands took %d of %d MB and %d of %d million steps",
		e.Question, e.Hands, e.Memory>>20, e.Limits.Memory>>20, e.Work/1e6, e.Limits.Work/1e6)
}

// Refusal returns the key of the words for players.
func (e *LimitError) Refusal() (string, []any) { return "complex." + e.Question.key(), nil }

// Is reports that the error is [ErrNone].
func (*LimitError) Is(target error) bool { return target == ErrNone }

// meter counts what one computation takes. It stops the computation at its
// limits and when its context ends: see [meter.caught].
type meter struct {
	ctx      context.Context
	question Question
	limits   Limits

	hands   int
	lasting int64 // bytes in use until the computation ends
	passing int64 // bytes in use until the scene ends
	work    int64
	checkAt int64 // the work at which to check next
}

// checkEvery is the work between two looks at the context, about a millisecond.
const checkEvery = 1 << 20

func newMeter(ctx context.Context, q Question) *meter {
	return &meter{ctx: ctx, question: q, limits: q.Limits()}
}

// begin starts another computation that has what lasts of those before.
func (m *meter) begin(ctx context.Context) {
	m.ctx, m.passing, m.work, m.checkAt = ctx, 0, 0, 0
}

// spend counts work, before it is done.
func (m *meter) spend(steps int) {
	if m.work += int64(steps); m.work >= m.checkAt {
		m.check()
	}
}

// hold counts memory, before it is taken, that is in use until the computation
// ends.
func (m *meter) hold(bytes int) {
	m.lasting += int64(bytes)
	m.fits()
}

// borrow counts memory, before it is taken, that is in use until the scene ends.
func (m *meter) borrow(bytes int) {
	m.passing += int64(bytes)
	m.fits()
}

// nextScene ends the use of all that was borrowed.
func (m *meter) nextScene() { m.passing = 0 }

func (m *meter) memory() int64 { return 2 * (m.lasting + m.passing) }

func (m *meter) fits() {
	if m.memory() > m.limits.Memory {
		m.refuse()
	}
}

func (m *meter) check() {
	if err := m.ctx.Err(); err != nil {
		panic(stop{err})
	}
	if m.work > m.limits.Work {
		m.refuse()
	}
	m.checkAt = min(m.work+checkEvery, m.limits.Work+1)
}

func (m *meter) refuse() {
	panic(stop{&LimitError{Question: m.question, Limits: m.limits, Hands: m.hands,
		Memory: m.memory(), Work: m.work}})
}

// stop unwinds a computation from the depth of its walks to the function that
// was asked. What was computed until then is garbage, and nobody looks at it.
type stop struct{ err error }

// caught returns the error of a computation that was stopped. It is deferred by
// every function that computes.
func (m *meter) caught(err *error) {
	switch v := recover().(type) {
	case nil:
	case stop:
		*err = v.err
	default:
		panic(v)
	}
}
