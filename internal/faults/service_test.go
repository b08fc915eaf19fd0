package faults

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"holecard/storage"
	"holecard/storage/postgres"
)

// processes is how many play on one database.
const processes = 3

// service is three processes on one database, and people who play without a pause. Each of
// their interactions is delivered to one process, some to two.
//
//	people ──▶ interaction ──80 %──▶ one process  ──▶ database
//	                └───────20 %──▶ and to another
type service struct {
	t     testing.TB
	url   string
	seed  uint64
	lie   lie
	begun time.Time // the round

	mu       sync.Mutex
	running  [processes]*process // nil while it starts
	book     *book
	next     [players]int // number of each player's next interaction
	answered map[storage.InteractionID]chan struct{}
	told     time.Time // when somebody was last told that an action is done
	problems []string
	kills    int
}

func newService(t testing.TB, url string, l lie) *service {
	return &service{t: t, url: url + "&application_name=players", seed: firstSeed, lie: l,
		book: newBook(), answered: map[storage.InteractionID]chan struct{}{}}
}

// open begins a round: the processes start.
func (s *service) open() {
	s.t.Helper()
	s.book.next()
	s.begun, s.next = time.Now(), [players]int{}
	for i := range processes {
		s.start(i, i == 0)
	}
}

// start starts a process that does not run.
func (s *service) start(i int, resumes bool) {
	s.t.Helper()
	p, err := start(order{URL: s.url, Process: i, Round: s.book.round, Begun: s.begun,
		Seed: s.seed, Lie: s.lie, Resumes: resumes}, s.hear)
	if err != nil {
		s.t.Errorf("process %d: %v", i, err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[i] = p
}

// kill kills a process, if it runs.
func (s *service) kill(i int) {
	s.t.Helper()
	s.mu.Lock()
	p := s.running[i]
	s.running[i] = nil
	s.mu.Unlock()
	if p == nil {
		return
	}
	if err := p.kill(); err != nil {
		s.t.Errorf("process %d: %v", i, err)
	}
}

// hear notes what a process tells.
func (s *service) hear(d deed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.book.take(d); err != nil {
		s.problems = append(s.problems, err.Error())
	}
	if d.Step == done {
		s.told = time.Now()
	}
	if waits, ok := s.answered[d.ID]; ok && d.Step != planned {
		close(waits)
		delete(s.answered, d.ID)
	}
}

// play lets all players play until something is over.
func (s *service) play(over <-chan struct{}) {
	var all sync.WaitGroup
	for player := range players {
		r := rand.New(rand.NewPCG(s.seed, uint64(s.book.round*players+player)))
		all.Go(func() {
			for {
				select {
				case <-over:
					return
				case <-s.deliver(player, r):
				case <-time.After(300 * time.Millisecond): // players press again
				}
			}
		})
	}
	all.Wait()
}

// deliver delivers a player's next interaction and returns what is closed at its first answer.
func (s *service) deliver(player int, r *rand.Rand) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next[player]++
	v := visit{player, s.next[player]}
	line, err := json.Marshal(v)
	if err != nil {
		panic(err) // numbers
	}
	answered := make(chan struct{})
	s.answered[interaction(s.book.round, player, v.N)] = answered
	to := 1
	if r.IntN(5) == 0 {
		to = 2
	}
	for _, i := range r.Perm(processes) {
		if p := s.running[i]; p != nil && to > 0 {
			_, _ = p.in.Write(append(line, '\n')) // it may just have been killed
			to--
		}
	}
	return answered
}

// close ends a round, at once, and returns what is wrong with the database then.
func (s *service) close() (problems []string) {
	s.t.Helper()
	for i := range processes {
		s.kill(i)
	}
	clear(s.answered)
	problems = s.problems
	if err := s.settle(); err != nil {
		return append(problems, err.Error())
	}
	store, err := postgres.Open(s.t.Context(), s.url, postgres.Options{})
	if err != nil {
		return append(problems, err.Error())
	}
	defer store.Close()
	found, err := s.book.compare(s.t.Context(), store)
	if err != nil {
		found = append(found, err.Error())
	}
	return append(problems, found...)
}

// settle waits until the database has done all that the processes have asked for.
func (s *service) settle() error {
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	db, err := pgconn.Connect(ctx, s.url)
	if err != nil {
		return err
	}
	defer db.Close(context.Background())
	for {
		others, err := db.Exec(ctx, "SELECT FROM pg_stat_activity WHERE "+
			"application_name = 'players' AND pid <> pg_backend_pid()").ReadAll()
		if err != nil || len(others[0].Rows) == 0 {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// lastTold returns when somebody was last told that an action is done.
func (s *service) lastTold() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told
}
