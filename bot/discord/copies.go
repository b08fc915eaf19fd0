package discord

import (
	"log/slog"
	"sync"
	"time"

	"holecard/storage"
)

// When another copy is taken to run, and when not any more. One interaction that
// is answered already proves little: a proxy may have sent an answer twice, and
// two processes overlap for seconds when one takes over from the other.
const (
	copyHits   = 3                // interactions that were answered by another,
	copySpan   = 10 * time.Second // over at least so long
	copyWindow = 10 * time.Minute // and at most so long
	copyQuiet  = 5 * time.Minute  // without any: it is gone
)

// copies notices another copy of the bot with the same token on another database: Discord
// tells it of the same interactions, and takes the answer of whichever is first. Where
// several processes on this database serve the same guilds, as in a release, the answer of
// another proves nothing: see [fleet.Fleet.Shares].
type copies struct {
	log *slog.Logger

	mu sync.Mutex
	// that this process has answered: they may be delivered again
	known   map[storage.InteractionID]struct{}
	order   [knownAnswers]storage.InteractionID
	at      int
	hits    []time.Time // in the window, oldest first
	running bool
}

// knownAnswers is how many answers are remembered, and mostHits how many hits.
const (
	knownAnswers = 4096
	mostHits     = 64
)

func newCopies(log *slog.Logger) *copies {
	return &copies{log: log, known: make(map[storage.InteractionID]struct{})}
}

// begin remembers that this process answers an interaction, and reports whether
// it is the first time.
func (c *copies) begin(id storage.InteractionID) (first bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.known[id]; known {
		return false
	}
	delete(c.known, c.order[c.at])
	c.order[c.at], c.known[id] = id, struct{}{}
	c.at = (c.at + 1) % knownAnswers
	return true
}

// knows reports whether begin was told of an interaction.
func (c *copies) knows(id storage.InteractionID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, known := c.known[id]
	return known
}

// beaten notes that the first answer to an interaction came from elsewhere.
func (c *copies) beaten(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.hits) > 0 && now.Sub(c.hits[0]) > copyWindow {
		c.hits = c.hits[1:]
	}
	if len(c.hits) == mostHits {
		c.hits = append(c.hits[:1], c.hits[2:]...) // the oldest tells for how long
	}
	c.hits = append(c.hits, now)
	if !c.running && len(c.hits) >= copyHits && now.Sub(c.hits[0]) >= copySpan {
		c.running = true
		c.log.Error("another copy of this bot runs with the same token; stop it. No bets are "+
			"taken and no chips move until then",
			"interactions_answered_by_it", len(c.hits), "within", now.Sub(c.hits[0]))
	}
}

// about reports whether another copy runs.
func (c *copies) about(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running && now.Sub(c.hits[len(c.hits)-1]) >= copyQuiet {
		c.running = false
		c.log.Info("no other copy of this bot answers any more; taking bets again", "quiet_for",
			copyQuiet)
	}
	return c.running
}
