package gateway

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gorilla/websocket"

	"holecard/bot/discord/backoff"
)

// ErrRefused is a refusal of the gateway's that trying again cannot change.
var ErrRefused = errors.New("the bot is refused by Discord's gateway for good")

// The close codes after which a session cannot go on, or nothing can. Source:
// Discord's "Gateway Close Event Codes".
const (
	closeBadToken = 4004
	closeBadSeq   = 4007
	closeExpired  = 4009
)

// lasting returns the error that a close code means for good, nil for none.
func lasting(code int) error {
	if code == closeBadToken {
		return ErrBadToken
	}
	why, lasts := map[int]string{
		4010: "invalid shard",
		4011: "sharding required",
		4012: "invalid API version",
		4013: "invalid intents",
		4014: "intents that are not allowed",
	}[code]
	if !lasts {
		return nil
	}
	return fmt.Errorf("%w: %s (close code %d)", ErrRefused, why, code)
}

// resumable reports whether the session goes on after a connection broke.
func resumable(cause error) bool {
	code := closeCode(cause)
	return !errors.Is(cause, errInvalid) && code != closeBadSeq && code != closeExpired
}

// closeCode returns the code that the gateway hung up with, 0 for none.
func closeCode(cause error) int {
	var closed *websocket.CloseError
	// which is no close frame
	if errors.As(cause, &closed) && closed.Code != websocket.CloseAbnormalClosure {
		return closed.Code
	}
	return 0
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
	// hasty is the longest wait before an IDENTIFY while plenty are left, however often
	// they failed: presses wait meanwhile.
	hasty = time.Second
	// warnEvery is how often a gateway that stays away is warned of.
	warnEvery = time.Minute
)

// supervisor keeps a shard's gateway session open. What fails is tried again
// after a backoff of its own kind: an IDENTIFY is rationed, and so, once a tenth
// of a day's is used, it waits longer and longer while sessions fail; dials and
// RESUMEs are not, and wait a few seconds at most.
type supervisor struct {
	gateway *Gateway
	shard   *shard
	starts  *starts
	begin   func() *session // a new session, which will IDENTIFY

	session *session
	reached time.Time // when a lively connection was there last
	begun   time.Time // when the session was opened
	failed  int       // IDENTIFYs in a row without a steady session
	warned  time.Time
}

// attempt is how one connection went.
type attempt struct {
	conn     *conn         // nil if there was no turn to IDENTIFY
	resuming bool          // it was to resume the session, not to begin one
	open     bool          // the session was open
	lasted   time.Duration // and for so long
	err      error         // why it was not
}

// keep returns nil when ctx ends, and an error when trying again is of no use.
func (s *supervisor) keep(ctx context.Context) error {
	s.session, s.reached = s.begin(), time.Now()
	for {
		a := s.try(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(a.err, ErrBadToken) {
			return ErrBadToken
		}
		if err := lasting(closeCode(a.conn.cause())); err != nil {
			return err
		}
		wait := s.next(a, time.Now())
		s.warn(a, wait)
		if backoff.Sleep(ctx, wait) != nil {
			return nil
		}
	}
}

// try makes one connection and attends to it until it ends.
func (s *supervisor) try(ctx context.Context) attempt {
	a := attempt{resuming: s.session.begun()}
	done := func(bool) {}
	if !a.resuming {
		if done, a.err = s.turn(ctx); a.err != nil {
			return a
		}
	}
	a.conn, a.err = s.session.open(ctx)
	a.open = a.err == nil
	done(a.conn.spoke())
	s.shard.attempted(a.resuming, a.conn, a.err)
	if a.open {
		s.gateway.Log.Info("connected to the gateway", "shard", s.shard.number, "resuming", a.resuming)
		began := time.Now()
		s.shard.open.Store(true)
		s.gateway.opened()
		select {
		case <-a.conn.broken.Done():
		case <-ctx.Done():
			a.conn.leave()
		}
		s.shard.open.Store(false)
		a.lasted = time.Since(began)
	}
	return a
}

// turn waits until the shard may IDENTIFY. What it returns is to be called when it has, or
// has failed to.
func (s *supervisor) turn(ctx context.Context) (done func(said bool), err error) {
	shard := s.shard.number
	s.starts.refresh(ctx)
	turn, err := s.starts.wait(ctx, shard)
	if err != nil {
		return nil, err
	}
	others := func(bool) {}
	if s.gateway.Identify != nil {
		if others, err = s.gateway.Identify(ctx, s.starts.lane(shard), shard); err != nil {
			return nil, err
		}
	}
	return func(said bool) {
		others(said)
		if said {
			s.starts.used()
		} else {
			s.starts.giveBack(shard, turn)
		}
	}, nil
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
	case a.conn.spoke() && !a.resuming:
		s.failed++
	}
	switch {
	case a.lost():
		s.session = s.begin()
		wait := time.Duration(s.gateway.Luck() * float64(hasty))
		if !s.starts.plenty() {
			wait = backoff.Identify(s.failed, s.gateway.Luck())
		}
		return backoff.Asked(wait, a.err)
	case a.lasted >= lively:
		return time.Duration(s.gateway.Luck() * float64(soon))
	}
	wait := backoff.Dial(now.Sub(s.reached), backoff.LongestDial, s.gateway.Luck())
	return backoff.Asked(wait, a.err)
}

// lost reports whether the next connection has to IDENTIFY. A server that
// closes the connection over a RESUME may not know how to resume.
func (a attempt) lost() bool {
	cause := a.conn.cause()
	return !resumable(cause) || a.conn.spoke() && !a.open && (!a.resuming || closeCode(cause) != 0)
}

// warn logs that a connection ended, and of a gateway that stays away now and then.
func (s *supervisor) warn(a attempt, wait time.Duration) {
	log, now := s.gateway.Log.Warn, time.Now()
	if !a.conn.spoke() && now.Sub(s.warned) < warnEvery {
		log = s.gateway.Log.Debug
	} else {
		s.warned = now
	}
	log("not connected to the gateway", "shard", s.shard.number, "retry_in", wait, "code",
		closeCode(a.conn.cause()), "cause", s.gateway.API.redact(a.conn.cause()), "error", a.err)
}
