package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"holecard/bot/discord/backoff"
)

// ErrRefused is a refusal of the gateway's that trying again cannot change.
var ErrRefused = errors.New("the bot is refused by Discord's gateway for good")

// closings are the close codes after which the session cannot go on, or nothing can. Source:
// Discord's "Gateway Close Event Codes".
var closings = map[int]error{
	4004: ErrBadToken,
	4007: errInvalid, // after a RESUME with a number that is none
	4009: errInvalid, // it timed out
	4010: fmt.Errorf("%w: invalid shard (close code 4010)", ErrRefused),
	4011: fmt.Errorf("%w: sharding required (close code 4011)", ErrRefused),
	4012: fmt.Errorf("%w: invalid API version (close code 4012)", ErrRefused),
	4013: fmt.Errorf("%w: invalid intents (close code 4013)", ErrRefused),
	4014: fmt.Errorf("%w: intents that are not allowed (close code 4014)", ErrRefused),
}

// closeCode returns the code that the gateway hung up with, 0 for none.
func closeCode(cause error) int {
	if closed, ok := errors.AsType[*websocket.CloseError](cause); ok {
		return closed.Code
	}
	return 0
}

const (
	// steady is how long a session lasts before earlier IDENTIFYs that failed are
	// forgotten.
	steady = 5 * time.Second
	// lively is how long a connection has to last to show that the gateway is reachable.
	lively = time.Second
	// hasty is the longest wait before an IDENTIFY while plenty are left, however often
	// they failed: presses wait meanwhile.
	hasty = time.Second
)

// supervisor keeps a shard's gateway session open. What fails is tried again
// after a backoff of its own kind: an IDENTIFY is rationed, and so, once a tenth
// of a day's is used, it waits longer and longer while sessions fail; dials and
// RESUMEs are not, and wait a few seconds at most.
type supervisor struct {
	gateway *Gateway
	where   *address
	starts  *starts

	mu    sync.Mutex
	shard Shard // how it does
	conn  *conn // the last that was open, nil for none

	session *session
	reached time.Time // when a lively connection was there last
	begun   time.Time // when the session was opened
	failed  int       // IDENTIFYs in a row without a steady session
	warned  time.Time
}

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

// now returns how the shard does.
func (s *supervisor) now() Shard {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.shard
	if s.conn != nil {
		now.Heard = s.conn.lastHeard()
	}
	return now
}

// note changes how the shard does.
func (s *supervisor) note(change func(*Shard)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.shard)
}

// took counts an interaction, and hands it on.
func (s *supervisor) took(raw json.RawMessage, late time.Duration) {
	s.note(func(is *Shard) { is.Interactions++ })
	s.gateway.Took(raw, late)
}

// tried notes how a connection began.
func (s *supervisor) tried(a attempt) {
	s.note(func(is *Shard) {
		is.Open = a.open
		switch {
		case !a.open:
			is.Failed++
			return
		case a.resuming:
			is.Resumed++
		default:
			is.Started++
		}
		s.conn = a.conn
	})
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
	s.session, s.reached = &session{supervisor: s}, time.Now()
	for {
		a := s.try(ctx)
		if ctx.Err() != nil {
			return nil
		}
		switch means := closings[closeCode(a.conn.cause())]; {
		case errors.Is(a.err, ErrBadToken):
			return ErrBadToken
		case means != nil && means != errInvalid:
			return means
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
	s.tried(a)
	if a.open {
		s.gateway.Log.Info("connected to the gateway", "shard", s.shard.Number, "resuming", a.resuming)
		began := time.Now()
		s.gateway.opened()
		select {
		case <-a.conn.broken.Done():
		case <-ctx.Done():
			a.conn.leave()
		}
		s.note(func(is *Shard) { is.Open = false })
		a.lasted = time.Since(began)
	}
	return a
}

// turn waits until the shard may IDENTIFY. What it returns is to be called when it has, or
// has failed to.
func (s *supervisor) turn(ctx context.Context) (done func(said bool), err error) {
	shard := s.shard.Number
	s.starts.refresh(ctx)
	turn := s.starts.reserve(shard, time.Now())
	if err := backoff.Sleep(ctx, time.Until(turn)); err != nil {
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
		s.starts.done(shard, turn, said)
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
	if a.lost() {
		s.session = &session{supervisor: s} // which will IDENTIFY
		wait := time.Duration(s.gateway.Luck() * float64(hasty))
		if !s.starts.plenty() {
			wait = backoff.Identify(s.failed, s.gateway.Luck())
		}
		return backoff.Asked(wait, a.err)
	}
	wait := backoff.Dial(now.Sub(s.reached), backoff.LongestDial, s.gateway.Luck())
	return backoff.Asked(wait, a.err)
}

// lost reports whether the next connection has to IDENTIFY. A server that
// closes the connection over a RESUME may not know how to resume.
func (a attempt) lost() bool {
	cause := a.conn.cause()
	code := closeCode(cause)
	return errors.Is(cause, errInvalid) || closings[code] == errInvalid ||
		a.conn.spoke() && !a.open && (!a.resuming || code != 0)
}

// warn logs that a connection ended, and of a gateway that stays away now and then.
func (s *supervisor) warn(a attempt, wait time.Duration) {
	log, now := s.gateway.Log.Warn, time.Now()
	if !a.conn.spoke() && now.Sub(s.warned) < warnEvery {
		log = s.gateway.Log.Debug
	} else {
		s.warned = now
	}
	log("not connected to the gateway", "shard", s.shard.Number, "retry_in", wait, "code",
		closeCode(a.conn.cause()), "cause", s.gateway.API.redact(a.conn.cause()), "error", a.err)
}
