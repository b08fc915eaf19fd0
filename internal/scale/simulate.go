package scale

import (
	"container/heap"
	"math/rand/v2"
	"slices"
	"time"
)

// interactions is how many a simulation has, and warmUp how many of them come before any
// is counted.
const (
	interactions = 30_000
	warmUp       = 3_000
)

// press is an interaction on its way.
type press struct {
	come time.Duration
	node int // its guild's
	step int // how much of the way is behind it
}

// event is a press that has arrived at its next step.
type event struct {
	at time.Duration
	*press
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// station is cores that serve who comes first. Each core is free from a time on.
type station struct {
	free []time.Duration
	busy time.Duration
}

func newStations(n, cores int) []station {
	all := make([]station, n)
	for i := range all {
		all[i].free = make([]time.Duration, cores)
	}
	return all
}

// serve returns when a press that comes at a time is served.
func (s *station) serve(at, takes time.Duration) time.Duration {
	first := 0
	for i, free := range s.free {
		if free < s.free[first] {
			first = i
		}
	}
	done := max(at, s.free[first]) + takes
	s.free[first] = done
	s.busy += takes
	return done
}

// disk is a file whose commits are shared by those who wait for the next.
type disk struct{ begun, done time.Duration }

func (d *disk) commit(at, takes time.Duration) time.Duration {
	switch {
	case at >= d.done: // nobody writes
		d.begun, d.done = at, at+takes
	case at > d.begun: // the next commit is for all who wait
		d.begun, d.done = d.done, d.done+takes
	}
	return d.done
}

// simulation is a plan in the busiest second, which lasts.
type simulation struct {
	Times
	Plan
	chance    *rand.Rand
	processes []station
	nodes     []station
	file      disk
	queue     events
}

// Simulate lets presses come by chance, at a rate a second on average. Service times are by
// chance, too, with the mean that was measured: as uneven as they are at worst in life.
func Simulate(t Times, p Plan, rate float64) Result {
	s := &simulation{Times: t, Plan: p, chance: rand.New(rand.NewPCG(1, 2)),
		processes: newStations(p.Processes, processCores),
		nodes:     newStations(p.Nodes, p.Cores)}
	var took []time.Duration
	var last time.Duration
	for range interactions {
		last += time.Duration(s.chance.ExpFloat64() / rate * float64(time.Second))
		next := &press{come: last}
		if p.Nodes > 0 {
			next.node = s.chance.IntN(p.Nodes)
		}
		heap.Push(&s.queue, event{last, next})
	}
	for s.queue.Len() > 0 {
		e := heap.Pop(&s.queue).(event)
		if done, end := s.advance(e); !end {
			heap.Push(&s.queue, event{done, e.press})
		} else {
			took = append(took, done-e.come)
		}
	}
	took = took[warmUp:]
	slices.Sort(took)
	return Result{Plan: p, Middle: took[len(took)/2], Most: took[len(took)*99/100],
		Bots: busy(s.processes, last), Servers: busy(s.nodes, last)}
}

func busy(all []station, of time.Duration) float64 {
	var busy, cores time.Duration
	for _, s := range all {
		busy += s.busy
		cores += time.Duration(len(s.free))
	}
	if cores == 0 {
		return 0
	}
	return busy.Seconds() / (of * cores).Seconds()
}

func (s *simulation) takes(mean time.Duration) time.Duration {
	return time.Duration(s.chance.ExpFloat64() * float64(mean))
}

// trips is how many round trips to the database a press makes.
const trips = 3

// advance carries out a press's next step, and returns when it is done, and whether it was
// the last.
func (s *simulation) advance(e event) (done time.Duration, end bool) {
	e.step++
	process := &s.processes[s.chance.IntN(len(s.processes))]
	switch {
	case s.Nodes == 0 && e.step == 1:
		return process.serve(e.at, s.takes(s.FileBot)), false
	case s.Nodes == 0:
		return s.file.commit(e.at, s.FileDisk), true
	case e.step == 1:
		return process.serve(e.at, s.takes(s.Bot/2)), false
	case e.step <= 1+trips:
		done = s.nodes[e.node].serve(e.at+network/2, s.takes(s.Database/trips)) + network/2
		if e.step == 1+trips {
			done += s.DatabaseDisk
		}
		return done, false
	}
	return process.serve(e.at, s.takes(s.Bot/2)), true
}
