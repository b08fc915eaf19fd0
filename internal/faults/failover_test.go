package faults

import (
	"flag"
	"testing"
	"time"

	"holecard/internal/postgrestest"
)

var primaries = flag.Int("primaries", 1, "how many primaries of a cluster are killed, "+
	"one every 20 s")

func TestAfterAFailoverPlayGoesOnAndNothingIsLost_long(t *testing.T) {
	t.Parallel()
	g := postgrestest.Cluster(t)
	s := newService(t, g.URL(), honest)
	for range *primaries {
		if problems := failover(s, g); len(problems) > 0 {
			t.Fatalf("after primary %d, %d actions: %.2000q", s.book.round, s.book.done, problems)
		}
	}
	t.Log(s.book)
}

// failover lets people play while the primary is killed, until they have played on for a while,
// and returns the problems found after. The cluster is whole again then.
func failover(s *service, g *postgrestest.Group) []string {
	s.t.Helper()
	const (
		every   = 20 * time.Second
		promise = 15 * time.Second
	)
	begun := time.Now()
	s.open()
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		s.play(over)
		close(ended)
	}()
	time.Sleep(2 * time.Second)
	was := g.KillPrimary(s.t)
	killed := time.Now()
	const late = time.Second / 2 // what was told before has been heard by then
	time.Sleep(late)
	for s.lastTold().Before(killed.Add(late)) && time.Since(killed) < 4*promise {
		time.Sleep(10 * time.Millisecond)
	}
	stood := time.Since(killed)
	s.t.Logf("after primary %d was killed play stood still for %v", s.book.round, stood)
	if stood > 4*promise || *primaries > 1 && stood > promise { // when alone on the machine
		s.t.Errorf("play stood still for %v", stood)
	}
	g.Revive(s.t, was)
	g.Settle(s.t)
	if *primaries > 1 {
		time.Sleep(time.Until(begun.Add(every)))
	}
	close(over)
	<-ended
	return s.close()
}
