package gateway

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// startSpacing is the time between two IDENTIFYs in the same lane: Discord's
// 5 s, and a little for those that take longer to arrive.
const startSpacing = 5500 * time.Millisecond

// starts hands out the right to IDENTIFY: one per spacing in each of the lanes
// that Discord allows at the same time, and no more in a day than it allows.
// The shard numbers spread over the lanes. Source: Discord's "Sharding".
//
// The first half of a day's IDENTIFYs is free, the first tenth even of the backoff
// ([starts.plenty]); a shard that repeats them after
// that is spaced so that the other half lasts for the rest of the day, and the
// last tenth is left for restarts. A bot that has used them all would be deaf
// until the next day, and Discord resets the token of one that uses more.
type starts struct {
	lanes, shards int

	mu    sync.Mutex
	next  map[int]time.Time // by lane
	again map[int]time.Time // by shard: not before that
	total int               // in a day
	left  int
	from  time.Time // what is left is for the time from here
	reset time.Time // when left is total again

	// ask asks Discord what is left, nil where no other process uses any
	ask     func(context.Context) (discordgo.GatewayBotResponse, error)
	asked   time.Time
	pending int // turns that were taken, of which Discord has heard nothing
}

// askEvery is how often Discord is asked at most how many IDENTIFYs are left.
const askEvery = time.Minute

// newStarts returns the starts of some shards. A server that states no limit is
// taken to have Discord's.
func newStarts(limit discordgo.SessionInformation, shards int, now time.Time) *starts {
	if limit.Total <= 0 {
		const discords = 1000
		limit.Total, limit.Remaining, limit.ResetAfter = discords, discords, 0
	}
	s := &starts{lanes: max(1, limit.MaxConcurrency), shards: shards, asked: now,
		next: make(map[int]time.Time), again: make(map[int]time.Time)}
	s.learn(limit, now)
	return s
}

// lane returns the lane of a shard.
func (s *starts) lane(shard int) int { return shard % s.lanes }

// refresh asks what other processes have left, unless that was done a moment ago.
func (s *starts) refresh(ctx context.Context) {
	s.mu.Lock()
	due := s.ask != nil && time.Since(s.asked) >= askEvery
	if due {
		s.asked = time.Now()
	}
	s.mu.Unlock()
	if !due {
		return
	}
	if plan, err := s.ask(ctx); err == nil && plan.SessionStartLimit.Total > 0 {
		s.learn(plan.SessionStartLimit, time.Now())
	}
}

// learn takes over what is left.
func (s *starts) learn(limit discordgo.SessionInformation, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total, s.left, s.from = limit.Total, limit.Remaining-s.pending, time.Time{}
	s.reset = now.Add(time.Duration(limit.ResetAfter) * time.Millisecond)
}

// plenty reports whether nine tenths of the day's IDENTIFYs are left.
func (s *starts) plenty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return 10*s.left >= 9*s.total
}

// reserve takes the next turn and returns when it is.
func (s *starts) reserve(shard int, now time.Time) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	lane := s.lane(shard)
	at := latest(now, s.next[lane], s.from, s.again[shard])
	if s.left <= 0 || !at.Before(s.reset) { // the next day, for all lanes
		at = latest(at, s.reset)
		s.left, s.from, s.reset = s.total, s.reset, at.Add(24*time.Hour)
	}
	s.left--
	s.pending++
	s.next[lane] = at.Add(startSpacing)
	if spare := s.left - s.total/10; s.left > s.total/2 {
		delete(s.again, shard)
	} else if spare <= 0 {
		s.again[shard] = s.reset
	} else {
		s.again[shard] = at.Add(s.reset.Sub(at) / time.Duration(spare) * time.Duration(s.shards))
	}
	return at
}

// done notes that a turn was used, or takes it back, for nothing was reached.
func (s *starts) done(shard int, turn time.Time, used bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending--; used {
		return
	}
	s.left = min(s.left+1, s.total)
	delete(s.again, shard)
	// nobody waits behind it
	if lane := s.lane(shard); s.next[lane].Equal(turn.Add(startSpacing)) {
		s.next[lane] = turn
	}
}

func latest(of ...time.Time) time.Time { return slices.MaxFunc(of, time.Time.Compare) }
