package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Why the bot gives up, to be told to its operator.
var (
	// ErrBadToken is a bot token that Discord does not take.
	ErrBadToken = errors.New("the bot token is refused by Discord: copy the one on the application's Bot page, or reset it there, and set DISCORD_TOKEN to it")
	// ErrGatewayRefused is a refusal of the gateway's that trying again cannot change.
	ErrGatewayRefused = errors.New("the bot is refused by Discord's gateway for good")
)

// The close codes after which a session cannot go on, or nothing can. Source:
// Discord's "Gateway Close Event Codes".
const (
	closeBadToken   = 4004
	closeBadSeq     = 4007
	closeExpired    = 4009
	closeBadShard   = 4010
	closeNeedShards = 4011
	closeBadVersion = 4012
	closeBadIntents = 4013
	closeForbidden  = 4014
)

// lasting returns the error that a close code means for good, nil for none.
func lasting(code int) error {
	var why string
	switch code {
	case closeBadToken:
		return ErrBadToken
	case closeBadShard:
		why = "invalid shard"
	case closeNeedShards:
		why = "sharding required"
	case closeBadVersion:
		why = "invalid API version"
	case closeBadIntents:
		why = "invalid intents"
	case closeForbidden:
		why = "intents that are not allowed"
	default:
		return nil
	}
	return fmt.Errorf("%w: %s (close code %d)", ErrGatewayRefused, why, code)
}

// resumable reports whether the session goes on after a connection ended so.
func resumable(e ending) bool {
	return !e.invalid && e.code != closeBadSeq && e.code != closeExpired
}

const (
	// steady is how long a session lasts before earlier IDENTIFYs that failed are
	// forgotten.
	steady = 5 * time.Second
	// lively is how long a connection lasts that is no failure: it is resumed at
	// once, because presses wait meanwhile, and a RESUME is not rationed.
	lively = time.Second
	// soon is the longest wait before that, so that not all bots that were cut
	// off together come back in the same moment.
	soon = 100 * time.Millisecond
	// warnEvery is how often a gateway that stays away is warned of.
	warnEvery = time.Minute
)

// supervisor keeps a shard's gateway session open. What fails is tried again
// after a back-off of its own kind: an IDENTIFY is rationed, and so it waits
// longer and longer while sessions fail; dials and RESUMEs are not, and wait a
// few seconds at most.
type supervisor struct {
	connect func() *gateway // a new session, which will IDENTIFY
	starts  *starts
	shard   int
	ready   func() // called each time the session is open
	links   *links // counts the open session
	luck    func() float64
	log     *slog.Logger

	leaving sync.WaitGroup // connections that are being closed

	session *gateway
	reached time.Time // when a lively connection was there last
	begun   time.Time // when the session was opened
	failed  int       // IDENTIFYs in a row without a steady session
	warned  time.Time
}

// attempt is how one connection went.
type attempt struct {
	ending
	resuming bool          // it was to resume the session, not to begin one
	said     bool          // the RESUME or IDENTIFY was sent
	open     bool          // the session was open
	lasted   time.Duration // and for so long
	err      error         // why it was not
}

// keep returns nil when ctx ends, and an error when trying again is of no use.
func (s *supervisor) keep(ctx context.Context) error {
	defer s.leaving.Wait()
	s.session, s.reached = s.connect(), time.Now()
	for {
		a := s.try(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if unauthorised(a.err) {
			return ErrBadToken
		}
		if err := lasting(a.code); err != nil {
			return err
		}
		token := s.session.token
		wait := s.next(a, time.Now())
		s.warn(a, wait, token)
		if sleep(ctx, wait) != nil {
			return nil
		}
	}
}

// try makes one connection and attends to it until it ends.
func (s *supervisor) try(ctx context.Context) attempt {
	a := attempt{resuming: s.session.begun()}
	var turn time.Time
	if !a.resuming {
		if turn, a.err = s.starts.wait(ctx, s.shard); a.err != nil {
			return a
		}
	}
	l, leave, err := s.session.open(ctx)
	a.open, a.err = err == nil, err
	if a.open {
		s.log.Info("connected to the gateway", "shard", s.shard, "resuming", a.resuming)
		began := time.Now()
		s.links.open.Add(1)
		s.ready()
		s.attend(ctx, l, leave)
		s.links.open.Add(-1)
		a.lasted = time.Since(began)
	}
	a.ending, a.said = l.end(), l.spoke()
	if !a.resuming && !a.said {
		s.starts.giveBack(s.shard, turn)
	}
	return a
}

// next returns how long to wait after an attempt, and makes s.session the
// session to go on with.
func (s *supervisor) next(a attempt, now time.Time) time.Duration {
	if a.lasted >= lively {
		s.reached = now
	}
	if a.open && !a.resuming {
		s.begun = now.Add(-a.lasted)
	}
	switch {
	case a.open && now.Sub(s.begun) >= steady:
		s.failed = 0
	case a.said && !a.resuming:
		s.failed++
	}
	switch {
	case a.lost():
		s.session = s.connect()
		return asked(identifyBackoff(s.failed, s.luck()), a.err)
	case a.lasted >= lively:
		return time.Duration(s.luck() * float64(soon))
	}
	return asked(dialBackoff(now.Sub(s.reached), longestDial, s.luck()), a.err)
}

// lost reports whether the next connection has to IDENTIFY. A server that
// closes the connection over a RESUME may not know how to resume.
func (a attempt) lost() bool {
	return !resumable(a.ending) || a.said && !a.open && (!a.resuming || a.code != 0)
}

// warn logs that a connection ended, and of a gateway that stays away now and then.
func (s *supervisor) warn(a attempt, wait time.Duration, token string) {
	log, now := s.log.Warn, time.Now()
	if !a.said && now.Sub(s.warned) < warnEvery {
		log = s.log.Debug
	} else {
		s.warned = now
	}
	log("not connected to the gateway", "shard", s.shard, "retry_in", wait, "code", a.code,
		"reason", redactText(a.reason, token), "cause", a.cause, "error", a.err)
}

// attend waits until the link is broken or ctx ends, and leaves it. Nobody waits
// for the end of a broken one.
func (s *supervisor) attend(ctx context.Context, l *link, leave func() error) {
	part := func() {
		if err := leave(); err != nil {
			s.log.Debug("closing the gateway connection", "shard", s.shard, "error", err)
		}
	}
	select {
	case <-l.broken:
		s.leaving.Go(part)
	case <-ctx.Done():
		part()
	}
}

// unauthorised reports whether a request was refused for its token.
func unauthorised(err error) bool {
	var no *refusal
	return errors.As(err, &no) && no.status == http.StatusUnauthorized
}

// startSpacing is the time between two IDENTIFYs in the same lane: Discord's
// 5 s, and a little for those that take longer to arrive.
const startSpacing = 5500 * time.Millisecond

// starts hands out the right to IDENTIFY: one per spacing in each of the lanes
// that Discord allows at the same time, and no more in a day than it allows.
// The shard numbers spread over the lanes. Source: Discord's "Sharding".
//
// The first half of a day's IDENTIFYs is free; a shard that repeats them after
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
}

// newStarts returns the starts of some shards. A server that states no limit is
// taken to have Discord's.
func newStarts(limit startLimit, shards int, now time.Time) *starts {
	if limit.Total <= 0 {
		const discords = 1000
		limit = startLimit{Total: discords, Remaining: discords, MaxConcurrency: limit.MaxConcurrency}
	}
	return &starts{
		lanes: max(1, limit.MaxConcurrency), shards: shards,
		next:  make(map[int]time.Time),
		again: make(map[int]time.Time),
		total: limit.Total,
		left:  limit.Remaining,
		reset: now.Add(time.Duration(limit.ResetAfter) * time.Millisecond),
	}
}

// wait waits for a shard's turn and returns it, or returns the error of ctx when
// that ends first.
func (s *starts) wait(ctx context.Context, shard int) (turn time.Time, err error) {
	now := time.Now()
	turn = s.reserve(shard, now)
	return turn, sleep(ctx, turn.Sub(now))
}

// reserve takes the next turn and returns when it is.
func (s *starts) reserve(shard int, now time.Time) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	lane := shard % s.lanes
	at := later(later(now, s.next[lane]), later(s.from, s.again[shard]))
	if s.left <= 0 || !at.Before(s.reset) { // the next day, for all lanes
		at = later(at, s.reset)
		s.left, s.from, s.reset = s.total, s.reset, at.Add(24*time.Hour)
	}
	s.left--
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

// giveBack returns a turn that was not used, for nothing was reached.
func (s *starts) giveBack(shard int, turn time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = min(s.left+1, s.total)
	delete(s.again, shard)
	if lane := shard % s.lanes; s.next[lane].Equal(turn.Add(startSpacing)) { // nobody waits behind it
		s.next[lane] = turn
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
