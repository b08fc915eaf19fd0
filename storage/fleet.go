package storage

import (
	"context"
	"slices"
	"time"
)

// Fleet lets the processes that play on one store know each other. All times are those of
// the store's clock. A store that one process has open keeps this in memory.
type Fleet interface {
	// Beat announces a process, and returns the others that were heard of in the last
	// [HeardFor], by their ids. One with Of 0 is not announced any more; one without an id
	// never is, and only asks.
	Beat(ctx context.Context, me Process) ([]Process, error)
	// Lease takes a right that one holder has at a time, or goes on holding it, for a time
	// from now. While another holds it, held is false. A holder may be stopped for a moment,
	// and take a lease for its own that another has.
	Lease(ctx context.Context, name, holder string, lasts time.Duration) (held bool, err error)
	// Yield gives a lease back. One that is another's stays as it is.
	Yield(ctx context.Context, name, holder string) error
}

// HeardFor is how long a process is remembered after its newest beat.
const HeardFor = 10 * time.Second

// Process is one of those that play on a store. It has parts of all guilds: see [PartOf].
type Process struct {
	ID     string
	Of     int   // how many parts there are
	Parts  []int // whose people it may answer
	Served []int // whose people it does answer, and whose deadlines it carries out
	// Ago is the time since its newest beat.
	Ago time.Duration
}

// PartOf returns which of equal parts of all guilds a guild is in, from 0, by Discord's
// formula for shards. Direct messages are in the first.
func PartOf(guild GuildID, of int) int {
	if guild.Direct() {
		return 0
	}
	return int(uint64(guild) >> 22 % uint64(of))
}

// Claim says which deadlines a process wants.
type Claim struct {
	Of    int   // how many parts all guilds have; 0: those of all guilds are wanted
	Parts []int // of whose guilds
	Until time.Time
	Limit int
	// For is how long the claimer has each of them: until then no other process's claim
	// returns it, unless it moves. A claim for no time only looks, also at what others have.
	For time.Duration
}

// Has reports whether the deadlines of a guild are wanted.
func (c Claim) Has(guild GuildID) bool {
	return c.Of == 0 || slices.Contains(c.Parts, PartOf(guild, c.Of))
}
