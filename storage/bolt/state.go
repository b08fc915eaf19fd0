package bolt

import "sync"

// state follows which state of the file is safe on the disk. bbolt shows a new
// state to readers when it is written, just before it is safe.
type state struct {
	mu      sync.Mutex
	made    int           // the newest state that may be seen and is not safe, 0 for none
	settled chan struct{} // closed when it is known what became of it
}

// begin notes that a state is being written.
func (s *state) begin(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made, s.settled = id, make(chan struct{})
}

// end notes that it is known what became of the state.
func (s *state) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made = 0
	close(s.settled)
}

// making returns the number of the state that is being written, 0 for none.
func (s *state) making() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.made
}

// wait returns when it is known what became of a state that was read.
func (s *state) wait(id int) {
	s.mu.Lock()
	made, settled := s.made, s.settled
	s.mu.Unlock()
	if made == id {
		<-settled
	}
}
