package bot

import (
	"errors"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"holecard/storage"
)

// Allowance is how much one person may do, wherever they do it.
type Allowance struct {
	PerSecond int // commands and presses, in the long run
	Burst     int // and after a pause at once
}

// DefaultAllowance is more than anyone plays, and little enough that nobody
// else feels it. What is typed is completed twice as often.
var DefaultAllowance = Allowance{PerSecond: 5, Burst: 10}

// gate lets each person do what they may do, before anything else happens. It
// has three buckets of tokens for each: for commands and presses, for
// completions, so that typing does not eat presses, and for telling the person
// that it was too much. Who does even more than that is told no more, for
// telling is work as well.
//
// A person whose buckets are full again is forgotten, so the gate remembers
// those who did something in the last seconds, and nobody else.
type gate struct {
	allowance Allowance

	mu     sync.Mutex
	people map[storage.UserID]*visitor
	swept  time.Time
}

// errTooMuch tells that somebody does more than they may.
var errTooMuch = errors.New("more interactions than one person may have")

// verdict is what becomes of an interaction at the gate.
type verdict uint8

const (
	letIn      verdict = iota
	turnedAway         // the person is told that it was too much
	ignored            // not even that
)

// visitor is somebody whom the gate remembers.
type visitor struct {
	acts, completions, words *rate.Limiter

	last [remembered]judged // a ring
	next int
}

// judged is an interaction with its verdict: another delivery of it costs
// nothing, and is not let pass when the person has been told that it was not.
type judged struct {
	id      storage.InteractionID
	verdict verdict
}

// remembered is how many interactions of a person are known when they are
// delivered again.
const remembered = 16

// sweepEvery is how long somebody may be remembered for nothing.
const sweepEvery = 5 * time.Second

func newGate(a Allowance) *gate {
	if a == (Allowance{}) {
		a = DefaultAllowance
	}
	return &gate{allowance: a, people: make(map[storage.UserID]*visitor)}
}

// judge tells what becomes of a person's interaction.
func (g *gate) judge(user storage.UserID, id storage.InteractionID, kind interactionKind, now time.Time) verdict {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now.Sub(g.swept) >= sweepEvery {
		g.sweep(now)
	}
	v := g.people[user]
	if v == nil {
		v = g.allowance.visitor()
		g.people[user] = v
	}
	if at := slices.IndexFunc(v.last[:], func(j judged) bool { return j.id == id }); at >= 0 {
		if v.last[at].verdict == letIn {
			return letIn
		}
		return ignored
	}
	verdict := v.judge(kind, now)
	v.last[v.next] = judged{id, verdict}
	v.next = (v.next + 1) % remembered
	return verdict
}

func (a Allowance) visitor() *visitor {
	limiter := func(times int) *rate.Limiter { return rate.NewLimiter(rate.Limit(times*a.PerSecond), times*a.Burst) }
	return &visitor{acts: limiter(1), completions: limiter(2), words: limiter(1)}
}

func (v *visitor) judge(kind interactionKind, now time.Time) verdict {
	bucket := v.acts
	if kind == completionKind {
		bucket = v.completions
	}
	switch {
	case bucket.AllowN(now, 1):
		return letIn
	case v.words.AllowN(now, 1):
		return turnedAway
	}
	return ignored
}

// sweep forgets those whose buckets are full again. The map is made anew,
// because one that was large stays so.
func (g *gate) sweep(now time.Time) {
	g.swept = now
	people := make(map[storage.UserID]*visitor)
	for user, v := range g.people {
		if !v.full(now) {
			people[user] = v
		}
	}
	g.people = people
}

func (v *visitor) full(now time.Time) bool {
	return !slices.ContainsFunc([]*rate.Limiter{v.acts, v.completions, v.words}, func(l *rate.Limiter) bool {
		return l.TokensAt(now) < float64(l.Burst())
	})
}
