package localdiscord

import (
	"math/rand/v2"
	"sync"
	"time"
)

// Weather is how badly Discord behaves: see [Server.SetWeather]. The zero
// Weather is fine. Which request or moment is struck is drawn from Seed, so a
// bot that sends the same requests in the same order meets the same.
type Weather struct {
	Seed uint64

	// What strikes REST requests, each as a share of them all: 0.05 is one in
	// twenty. Of an unlucky request nothing is done, but for CutApplied.
	Fail500    float64       // answered with 500
	Fail502    float64       // answered with 502
	Limit429   float64       // answered with 429, to be tried again after RetryAfter
	Hang       float64       // not answered for HangFor, and then cut off
	CutApplied float64       // done, and then the connection is cut instead of an answer
	RetryAfter time.Duration // 0 means 300 ms
	HangFor    time.Duration // 0 means 5 s

	// What strikes the gateway: one trouble of the list, in turn, after each
	// Every; 0 means never. A bot that is not connected is spared.
	Every    time.Duration
	Troubles []Trouble // empty means that the connection is cut
	// Replay is how many events a RESUME tells again that the bot has had
	// already, before those that it has not.
	Replay int
}

// Trouble is what a gateway does to the connections of its bots. The zero
// Trouble cuts them without a word.
type Trouble struct {
	// Op is 7 (reconnect) or 9 (invalid session), 0 for neither.
	Op int
	// Keep, with op 9, leaves the session so that it can be resumed.
	Keep bool
	// Code closes the connection, 4000 to 4014 for instance. See [Server.DropGateway].
	Code int
}

// weather is the present [Weather] and its chances.
type weather struct {
	mu     sync.Mutex
	now    Weather
	chance *rand.Rand
	over   chan struct{} // closed when other weather comes
}

// SetWeather makes the weather w from now on. It panics on a trouble that there
// is not.
func (s *Server) SetWeather(w Weather) {
	for _, t := range w.Troubles {
		if t.Op != 0 && t.Op != opReconnect && t.Op != opInvalidSession {
			panic("localdiscord: only ops 7 and 9 are troubles")
		}
	}
	if w.RetryAfter == 0 {
		w.RetryAfter = 300 * time.Millisecond
	}
	if w.HangFor == 0 {
		w.HangFor = 5 * time.Second
	}
	if len(w.Troubles) == 0 {
		w.Troubles = []Trouble{{}}
	}
	s.mu.Lock()
	closed := s.closed
	if !closed && w.Every > 0 {
		s.busy.Add(1)
	}
	s.replay = w.Replay
	s.mu.Unlock()

	s.weather.mu.Lock()
	defer s.weather.mu.Unlock()
	if s.weather.over != nil {
		close(s.weather.over)
	}
	over := make(chan struct{})
	s.weather.now, s.weather.chance, s.weather.over = w, rand.New(rand.NewPCG(w.Seed, 4000)), over
	if !closed && w.Every > 0 {
		go s.storm(w, over)
	}
}

// storm troubles the gateway until the weather is over.
func (s *Server) storm(w Weather, over <-chan struct{}) {
	defer s.busy.Done()
	tick := time.NewTicker(w.Every)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-tick.C:
			s.Trouble(w.Troubles[n%len(w.Troubles)])
		case <-over:
			return
		case <-s.done:
			return
		}
	}
}

// Trouble has the gateway make trouble once. It panics on an op that is neither
// 7 nor 9.
func (s *Server) Trouble(t Trouble) {
	if t.Op == 0 {
		s.DropGateway(t.Code)
		return
	}
	s.sendOp(t.Op, t.Keep)
}

// strike draws what becomes of a REST request.
func (w *weather) strike() Fault {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.chance == nil {
		return Fault{}
	}
	draw := w.chance.Float64()
	for _, c := range []struct {
		share float64
		fault Fault
	}{
		{w.now.Fail500, Fault{Status: 500}},
		{w.now.Fail502, Fault{Status: 502}},
		{w.now.Limit429, Fault{Status: 429, RetryAfter: w.now.RetryAfter}},
		{w.now.Hang, Fault{Delay: w.now.HangFor, Cut: true}},
		{w.now.CutApplied, Fault{Cut: true, Apply: true}},
	} {
		if draw < c.share {
			return c.fault
		}
		draw -= c.share
	}
	return Fault{}
}
