package bot

import (
	"runtime"
	"time"
)

// studies are the turns in which simulations compute. All of them together use
// all processors but one, and those a quarter of the time: presses come first,
// on a machine with a single processor too. Exact figures are computed one at a
// time besides: see the package figures.
type studies struct {
	turns chan struct{} // as many as may compute at once
}

func newStudies() *studies {
	return &studies{turns: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))}
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
