package bot

import (
	"runtime"
	"sync"
	"time"

	"holecard/storage"
)

// studies lets each player have one simulation at a time, and all of them
// together use all processors but one: presses come first.
type studies struct {
	turns chan struct{} // as many as may compute at once

	mu      sync.Mutex
	players map[storage.Player]struct{}
}

func newStudies() *studies {
	return &studies{
		turns:   make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)),
		players: map[storage.Player]struct{}{},
	}
}

// busy reports whether the player has a simulation under way.
func (s *studies) busy(p storage.Player) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, busy := s.players[p]
	return busy
}

// begin reports whether the player may simulate now; if so, end must follow.
func (s *studies) begin(p storage.Player) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, busy := s.players[p]; busy {
		return false
	}
	s.players[p] = struct{}{}
	return true
}

func (s *studies) end(p storage.Player) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.players, p)
}

// resting is how long the processors of simulations rest after they have computed,
// as a multiple of the time that they did.
const resting = 3

// turn waits for a turn to compute, and returns what ends it.
func (s *studies) turn() (over func()) {
	s.turns <- struct{}{}
	begun := time.Now()
	return func() {
		time.Sleep(resting * time.Since(begun))
		<-s.turns
	}
}
