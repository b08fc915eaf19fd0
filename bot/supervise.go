package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
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

// pause returns how long to wait before a try, the first being 0. At its
// longest, the day has fewer tries than Discord allows IDENTIFYs.
func pause(try int) time.Duration {
	const longest = 128 * time.Second
	d := min(time.Second<<min(try, 10), longest)
	return d/2 + rand.N(d/2)
}

// patience returns how long to wait before a try after errors: no shorter than
// the server has asked for, up to an hour.
func patience(try int, errs ...error) time.Duration {
	wait := pause(try)
	for _, err := range errs {
		var no *refusal
		if errors.As(err, &no) {
			wait = max(wait, min(no.retryAfter, time.Hour))
		}
	}
	return wait
}

const (
	// steady is how long a connection lasts that lets earlier failures be forgotten.
	steady = time.Minute
	// lively is how long a connection lasts that is no failure: it is resumed at
	// once, because presses wait meanwhile, and a RESUME is not rationed.
	lively = time.Second
	// soon is the longest wait before that, so that not all bots that were cut
	// off together come back in the same moment.
	soon = 100 * time.Millisecond
)

// supervisor keeps a shard's gateway session open.
type supervisor struct {
	connect func() *gateway // a new session, which will IDENTIFY
	starts  *starts
	shard   int
	ready   func() // told each time the session is open
	log     *slog.Logger

	leaving sync.WaitGroup // connections that are being closed
}

// keep returns nil when ctx ends, and an error when there is no use in trying.
func (s *supervisor) keep(ctx context.Context) error {
	session := s.connect()
	defer s.leaving.Wait()
	for try := 0; ; {
		resumed := session.begun()
		if !resumed && s.starts.wait(ctx, s.shard) != nil {
			return nil
		}
		began := time.Now()
		l, leave, err := session.open(ctx)
		if err == nil {
			s.log.Info("connected to the gateway", "shard", s.shard, "resuming", resumed)
			s.ready()
			s.attend(ctx, l, leave)
		}
		if ctx.Err() != nil {
			return nil
		}
		if unauthorised(err) {
			return ErrBadToken
		}
		end := l.end()
		if why := lasting(end.code); why != nil {
			return why
		}
		s.log.Warn("the gateway connection ended; connecting again", "shard", s.shard, "code", end.code,
			"reason", redactText(end.reason, session.token), "cause", end.cause, "error", err)
		lasted := time.Since(began)
		if lasted > steady {
			try = 0
		}
		wait := rand.N(soon)
		if err != nil || !resumable(end) || lasted < lively {
			wait = pause(try)
			try++
		}
		if !resumable(end) || err != nil && (!resumed || end.code != 0) {
			session = s.connect()
		}
		if sleep(ctx, wait) != nil {
			return nil
		}
	}
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
type starts struct {
	lanes int

	mu    sync.Mutex
	next  map[int]time.Time // by lane
	total int               // in a day, 0 when unknown
	left  int
	from  time.Time // what is left is for the time from here
	reset time.Time // when left is total again
}

func newStarts(limit startLimit, now time.Time) *starts {
	return &starts{
		lanes: max(1, limit.MaxConcurrency),
		next:  make(map[int]time.Time),
		total: limit.Total,
		left:  limit.Remaining,
		reset: now.Add(time.Duration(limit.ResetAfter) * time.Millisecond),
	}
}

// wait waits for a shard's turn, or returns the error of ctx when that ends first.
func (s *starts) wait(ctx context.Context, shard int) error {
	return sleep(ctx, s.reserve(shard, time.Now()))
}

// reserve takes the next turn and returns how long it is until then.
func (s *starts) reserve(shard int, now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	lane := shard % s.lanes
	at := later(now, later(s.next[lane], s.from))
	if s.total > 0 {
		if s.left <= 0 || !at.Before(s.reset) { // the next day, for all lanes
			at = later(at, s.reset)
			s.left, s.from, s.reset = s.total, s.reset, at.Add(24*time.Hour)
		}
		s.left--
	}
	s.next[lane] = at.Add(startSpacing)
	return at.Sub(now)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
