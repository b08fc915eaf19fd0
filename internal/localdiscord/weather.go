package localdiscord

import (
	"context"
	"math/rand/v2"
	"time"
)

// Weather is how badly Discord behaves: see [Server.SetWeather]. The zero
// Weather is fine. Which request or moment is struck is drawn from Seed, so a
// bot that sends the same requests in the same order meets the same.
type Weather struct {
	Seed uint64

	// What strikes REST requests, each as a share of them all: 0.05 is one in
	// twenty. Of an unlucky request nothing is done, except with CutApplied.
	Fail500    float64 // answered with 500
	Fail502    float64 // answered with 502
	Limit429   float64 // answered with 429, to be tried again after 300 ms
	Hang       float64 // not answered for five seconds, and then cut off
	CutApplied float64 // done, and then the connection is cut instead of an answer

	// What strikes the gateway: one trouble of the list, in turn, after each
	// Every; 0 means never. A bot that is not connected is spared.
	Every    time.Duration
	Troubles []Trouble // empty means that the connection is cut
	// Replay is how many events a RESUME tells again that the bot has had
	// already, before those that it has not.
	Replay int
	// NoResume answers each RESUME with op 9.
	NoResume bool
}

// Trouble is what a gateway does to the connections of its bots. The zero
// Trouble cuts them without a word.
type Trouble struct {
	// Op is 7 (reconnect) or 9 (invalid session), 0 for neither.
	Op int
	// Keep, with op 9, leaves the session so that it can be resumed.
	Keep bool
	// Code closes the connection, 4000 to 4014 for instance.
	Code int
}

// weather is the present [Weather] and its chances.
type weather struct {
	Weather
	chance *rand.Rand
	end    context.CancelFunc
}

// SetWeather makes the weather w from now on. It panics on a trouble that does not exist.
func (s *Server) SetWeather(w Weather) {
	for _, t := range w.Troubles {
		t.check()
	}
	if len(w.Troubles) == 0 {
		w.Troubles = []Trouble{{}}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.weather.end != nil {
		s.weather.end()
	}
	life, end := context.WithCancel(s.life)
	s.weather = weather{w, rand.New(rand.NewPCG(w.Seed, 4000)), end}
	if w.Every > 0 && life.Err() == nil {
		s.busy.Go(func() { s.storm(life, w) })
	}
}

// storm troubles the gateway until the weather is over.
func (s *Server) storm(life context.Context, w Weather) {
	tick := time.NewTicker(w.Every)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-tick.C:
			s.Trouble(w.Troubles[n%len(w.Troubles)])
		case <-life.Done():
			return
		}
	}
}

func (t Trouble) check() {
	if t.Op != 0 && t.Op != opReconnect && t.Op != opInvalidSession {
		panic("localdiscord: only ops 7 and 9 are troubles")
	}
}

// Trouble makes trouble for every bot that is connected. It panics on an op that
// is neither 7 nor 9. Sessions can be resumed, but not after op 9 without Keep nor
// after codes 4004, 4007, 4009 and above: then they are forgotten, as on Discord.
// With discordgo in a synctest bubble, sleep a second after it connects, so that no
// heartbeat is on its way: one that fails waits for a lock, and the bubble stands still.
func (s *Server) Trouble(t Trouble) {
	t.check()
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, ss := range s.sessions {
		if ss.conn == nil {
			continue
		}
		switch t.Op {
		case opReconnect:
			ss.conn.send(map[string]any{"op": t.Op, "d": nil})
		case opInvalidSession:
			ss.conn.send(map[string]any{"op": t.Op, "d": t.Keep})
			if !t.Keep {
				delete(s.sessions, id)
				ss.conn.session = nil
			}
		default:
			ss.conn.close(t.Code, "")
			if t.Code == closeAuthenticationFailed || t.Code == closeInvalidSeq ||
				t.Code >= closeSessionTimedOut {
				delete(s.sessions, id)
			}
		}
	}
}

// strike draws the fault of a REST request.
func (s *Server) strike() Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.weather
	if w.chance == nil {
		return Fault{}
	}
	draw := w.chance.Float64()
	for _, c := range []struct {
		share float64
		fault Fault
	}{
		{w.Fail500, Fault{Status: 500}},
		{w.Fail502, Fault{Status: 502}},
		{w.Limit429, Fault{Status: 429, RetryAfter: 300 * time.Millisecond}},
		{w.Hang, Fault{Delay: 5 * time.Second, Cut: true}},
		{w.CutApplied, Fault{Cut: true, Apply: true}},
	} {
		if draw < c.share {
			return c.fault
		}
		draw -= c.share
	}
	return Fault{}
}
