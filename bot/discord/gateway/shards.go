package gateway

import (
	"sync/atomic"
	"time"
)

// Shard is how the session of a shard does.
type Shard struct {
	Number, Of   int
	Open         bool
	Heard        time.Time // when the gateway was last heard, zero before the first session
	Interactions int64     // that came
	Started      int64     // connections that began a session
	Resumed      int64     // connections that went on with it
	Failed       int64     // connections that were never open
}

// shard counts what becomes of a shard's connections.
type shard struct {
	number, of                             int
	conn                                   atomic.Pointer[conn] // of the last session that was open
	open                                   atomic.Bool
	interactions, started, resumed, failed atomic.Int64
}

func (s *shard) now() Shard {
	now := Shard{Number: s.number, Of: s.of, Open: s.open.Load(),
		Interactions: s.interactions.Load(), Started: s.started.Load(),
		Resumed: s.resumed.Load(), Failed: s.failed.Load()}
	if c := s.conn.Load(); c != nil {
		now.Heard = c.lastHeard()
	}
	return now
}

// attempted counts a connection that was tried.
func (s *shard) attempted(resuming bool, c *conn, err error) {
	switch {
	case err != nil:
		s.failed.Add(1)
		return
	case resuming:
		s.resumed.Add(1)
	default:
		s.started.Add(1)
	}
	s.conn.Store(c)
}

// Shards returns how the sessions do, none before the number of shards is known.
func (g *Gateway) Shards() (list []Shard) {
	if shards := g.shards.Load(); shards != nil {
		for _, s := range *shards {
			list = append(list, s.now())
		}
	}
	return list
}
