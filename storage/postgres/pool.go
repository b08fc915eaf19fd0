package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/semaphore"
)

// pool has connections for transactions, each for one at a time. It keeps those that nobody uses
// for a while: making one takes several round trips.
type pool struct {
	config *pgconn.Config
	most   int
	turns  *semaphore.Weighted // one for each connection in use

	mu     sync.Mutex
	idle   []*conn // the one that was used last is the last
	busy   int
	queued int // who waits for a turn
}

// conn is a connection of a pool.
type conn struct {
	*pgconn.PgConn
	pool     *pool
	made     time.Time
	used     time.Time // when it was last given back
	prepared map[string]*pgconn.StatementDescription
	warning  string // the last that the database gave
}

const (
	// idleFor is how long a connection is kept that nobody uses, and lastsFor how long any is.
	idleFor  = 5 * time.Minute
	lastsFor = time.Hour
	// trustedFor is how long a connection that nobody uses is taken to be sound.
	trustedFor = time.Second
	// closeTime is how long a connection may take to tell the database that it ends.
	closeTime = 5 * time.Second
)

func newPool(config *pgconn.Config, most int) *pool {
	return &pool{config: config, most: most, turns: semaphore.NewWeighted(int64(most))}
}

// acquire returns a connection, to be given back with release. It waits for one as long as ctx
// lasts.
func (p *pool) acquire(ctx context.Context) (*conn, error) {
	if err := p.turn(ctx); err != nil {
		return nil, err
	}
	for c := p.take(); c != nil; c = p.take() {
		if time.Since(c.used) < trustedFor || c.Ping(ctx) == nil {
			return c, nil
		}
		c.end()
	}
	c, err := p.connect(ctx)
	if err != nil {
		p.giveBack(nil)
	}
	return c, err
}

// turn waits until one more connection may be used.
func (p *pool) turn(ctx context.Context) error {
	p.count(0, 1)
	err := p.turns.Acquire(ctx, 1)
	p.count(0, -1)
	if err == nil {
		p.count(1, 0)
	}
	return err
}

func (p *pool) count(busy, queued int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy, p.queued = p.busy+busy, p.queued+queued
}

// wanted reports whether somebody waits for a turn.
func (p *pool) wanted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.queued > 0
}

// take takes the connection that was used last, nil for none.
func (p *pool) take() (c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.idle) - 1; last >= 0 {
		c, p.idle = p.idle[last], p.idle[:last]
	}
	return c
}

// connect makes a connection, and prepares all statements.
func (p *pool) connect(ctx context.Context) (_ *conn, err error) {
	c := &conn{pool: p, made: time.Now()}
	config := p.config.Copy()
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		if n.SeverityUnlocalized == "WARNING" {
			c.warning = n.Message
		}
	}
	if c.PgConn, err = pgconn.ConnectConfig(ctx, config); err != nil {
		return nil, err
	}
	if c.prepared, err = prepare(ctx, c.PgConn); err != nil {
		c.end()
		return nil, err
	}
	return c, nil
}

// isOver reports whether a connection cannot, or is not to be used on.
func (c *conn) isOver() bool {
	return c.IsClosed() || c.IsBusy() || time.Since(c.made) > lastsFor
}

// release gives a connection back. One that may be in the middle of something is closed.
func (c *conn) release() {
	c.used = time.Now()
	if c.isOver() || c.TxStatus() != idle {
		c.pool.giveBack(nil)
		c.end()
		return
	}
	for _, old := range c.pool.giveBack(c) {
		old.end()
	}
}

// giveBack ends somebody's turn, and keeps their connection, if it is not nil. It returns those
// that nobody has used for too long.
func (p *pool) giveBack(c *conn) (old []*conn) {
	defer p.turns.Release(1)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy--
	if c != nil {
		p.idle = append(p.idle, c)
	}
	for len(p.idle) > 0 && time.Since(p.idle[0].used) > idleFor {
		old, p.idle = append(old, p.idle[0]), p.idle[1:]
	}
	return old
}

// end closes the connection, and nobody waits for it.
func (c *conn) end() {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTime)
		defer cancel()
		_ = c.Close(ctx) // the database ends it
	}()
}

// close closes all connections when they have been given back. The pool gives out none from then
// on.
func (p *pool) close() {
	_ = p.turns.Acquire(context.Background(), int64(p.most))
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	for _, c := range p.idle {
		_ = c.Close(ctx)
	}
}
