package discord

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/refuse"
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
// that it was too much. Past that limit requests are dropped silently: replying
// costs us too. So of thirty commands at once ten are answered, ten are told that
// they were too much, and ten get nothing, which Discord shows as "did not
// respond". Nobody plays thirty hands in a second by hand, and a program that
// does has been told.
//
// A person whose buckets are full again is forgotten, so the gate remembers
// those who did something in the last seconds, and nobody else. Of whoever was
// refused it also keeps the newest refused id, as long as Discord may deliver it
// again: ids grow, so one number stands for all that were refused before.
type gate struct {
	allowance Allowance

	mu      sync.Mutex
	people  map[storage.UserID]*allowances
	refused map[storage.UserID]storage.InteractionID // the newest
	swept   time.Time
}

// ErrTooMuch tells that somebody does more than they may.
var ErrTooMuch = refuse.New("fast", "more interactions than one person may have")

// ErrOverload tells that everybody together does more than the bot can answer in time.
var ErrOverload = refuse.New("overload", "there is too much to do to answer in time")

// decision is how an interaction fares at the gate.
type decision uint8

const (
	letIn      decision = iota
	turnedAway          // the person is told that it was too much
	ignored             // not even that
)

// allowances is somebody whom the gate remembers.
type allowances struct {
	acts, completions, words *rate.Limiter

	last [remembered]storage.InteractionID // that were let in: a ring
	next int
}

// remembered is how many interactions of a person are let in again without a
// token when they are delivered again.
const remembered = 16

// sweepEvery is how long somebody may be remembered for nothing.
const sweepEvery = 5 * time.Second

func newGate(a Allowance) *gate {
	return &gate{allowance: cmp.Or(a, DefaultAllowance), people: make(map[storage.UserID]*allowances),
		refused: make(map[storage.UserID]storage.InteractionID)}
}

// judge decides about a person's interaction.
func (g *gate) judge(user storage.UserID, id storage.InteractionID, kind discordgo.InteractionType,
	now time.Time) decision {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now.Sub(g.swept) >= sweepEvery {
		g.sweep(now)
	}
	v := g.people[user]
	if v == nil {
		limiter := func(times int) *rate.Limiter {
			return rate.NewLimiter(rate.Limit(times*g.allowance.PerSecond), times*g.allowance.Burst)
		}
		v = &allowances{acts: limiter(1), completions: limiter(2), words: limiter(1)}
		g.people[user] = v
	}
	bucket := v.acts
	if kind == discordgo.InteractionApplicationCommandAutocomplete {
		bucket = v.completions
	}
	switch {
	case slices.Contains(v.last[:], id):
		return letIn
	case id <= g.refused[user]:
		return ignored
	case bucket.AllowN(now, 1):
		v.last[v.next] = id
		v.next = (v.next + 1) % remembered
		return letIn
	}
	g.refused[user] = id
	if v.words.AllowN(now, 1) {
		return turnedAway
	}
	return ignored
}

// refuse has what was let in, and is refused after all, ignored when it is delivered again.
func (g *gate) refuse(user storage.UserID, id storage.InteractionID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if v := g.people[user]; v != nil {
		if i := slices.Index(v.last[:], id); i >= 0 {
			v.last[i] = 0
		}
	}
	g.refused[user] = max(id, g.refused[user])
}

// sweep forgets those whose buckets are full again. The map is made anew,
// because one that was large stays so.
func (g *gate) sweep(now time.Time) {
	g.swept = now
	people := make(map[storage.UserID]*allowances)
	for user, v := range g.people {
		if !v.full(now) {
			people[user] = v
		}
	}
	g.people = people
	maps.DeleteFunc(g.refused, func(_ storage.UserID, id storage.InteractionID) bool {
		return now.Sub(id.Time()) > oldest
	})
}

func (v *allowances) full(now time.Time) bool {
	return !slices.ContainsFunc([]*rate.Limiter{v.acts, v.completions, v.words},
		func(l *rate.Limiter) bool {
			return l.TokensAt(now) < float64(l.Burst())
		})
}
