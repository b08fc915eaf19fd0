package postgres

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
)

// pool has connections for transactions, each for one at a time. It keeps those that nobody uses:
// making one takes several round trips.
type pool struct {
	*puddle.Pool[*conn]
	queued atomic.Int64 // who waits for a connection, or for one to be made
}

// conn is a connection of a pool.
type conn struct {
	*pgconn.PgConn
	place    *puddle.Resource[*conn] // in the pool
	prepared map[string]bool         // statements
	warning  string                  // the last that the database gave
}

// The status of a connection.
const (
	idle          = 'I'
	inTransaction = 'T'
)

const (
	// lastsFor is how long a connection is used, and idleFor how long one that nobody uses may be
	// used again: a router between may have forgotten it.
	lastsFor = time.Hour
	idleFor  = 5 * time.Minute
	// trustedFor is how long a connection that nobody uses is taken to be sound.
	trustedFor = time.Second
	// closeTime is how long a connection may take to tell the database that it ends.
	closeTime = 5 * time.Second
)

func newPool(config *pgconn.Config, most int32) *pool {
	p, err := puddle.NewPool(&puddle.Config[*conn]{MaxSize: most, Destructor: (*conn).end,
		Constructor: func(ctx context.Context) (*conn, error) { return connect(ctx, config) }})
	if err != nil {
		panic(err) // there is no connection at most, which configure refuses
	}
	return &pool{Pool: p}
}

// acquire returns a connection, to be given back with release. It waits for one as long as ctx
// lasts.
func (p *pool) acquire(ctx context.Context) (*conn, error) {
	p.queued.Add(1)
	defer p.queued.Add(-1)
	for {
		place, err := p.Acquire(ctx)
		if err != nil {
			return nil, err
		}
		c, unused := place.Value(), place.IdleDuration()
		if unused < trustedFor || unused < idleFor && c.Ping(ctx) == nil {
			c.place = place
			return c, nil
		}
		place.Destroy()
	}
}

// wanted reports whether somebody waits for a connection of somebody else.
func (p *pool) wanted() bool {
	return p.queued.Load() > int64(p.Stat().ConstructingResources())
}

// connect makes a connection. It goes on when who has asked for the
// connection gives up: somebody else may use it.
func connect(ctx context.Context, config *pgconn.Config) (_ *conn, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c, config := &conn{prepared: make(map[string]bool)}, config.Copy()
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		if n.SeverityUnlocalized == "WARNING" {
			c.warning = n.Message
		}
	}
	c.PgConn, err = pgconn.ConnectConfig(ctx, config)
	return c, err
}

// isOver reports whether a connection cannot, or is not to be used on.
func (c *conn) isOver() bool {
	return c.IsClosed() || c.IsBusy() || time.Since(c.place.CreationTime()) > lastsFor
}

// release gives a connection back, and ends a transaction that has nothing to commit. A connection
// that may be in the middle of something is closed, and nobody waits for that.
func (c *conn) release() {
	if !c.IsClosed() && c.TxStatus() != idle {
		ctx, cancel := context.WithTimeout(context.Background(), closeTime)
		_ = run(ctx, c, ask{statement: rollback}) // where it fails, the status is the same
		cancel()
	}
	if c.isOver() || c.TxStatus() != idle {
		c.place.Destroy()
	} else {
		c.place.Release()
	}
}

// end closes the connection.
func (c *conn) end() {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	_ = c.Close(ctx) // the database ends it
}
