package storagetest

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"holecard/storage"
)

// ages is longer than any test, and brief is soon over.
const (
	ages  = time.Hour
	brief = 10 * time.Millisecond
)

var leaseFacts = []fact{
	{"a lease is one holder's, who can take it for longer", func(s *scene) {
		fence := s.leased("door", "one", ages)
		s.refusedLease("door", "two")
		if again := s.leased("door", "one", ages); again != fence {
			s.Errorf("who goes on holding it has the fence %d, not %d", again, fence)
		}
		s.leased("window", "two", ages)
	}},
	{"a lease that has run out is the next holder's, with a higher fence", func(s *scene) {
		fence := s.leased("door", "one", brief)
		if next := s.await("door", "two"); next <= fence {
			s.Errorf("the fence is %d after %d", next, fence)
		}
		s.refusedLease("door", "one")
	}},
	{"a lease that is yielded is the next holder's at once", func(s *scene) {
		fence := s.leased("door", "one", ages)
		s.yield("door", "two")
		s.yield("window", "one")
		s.refusedLease("door", "two")
		s.yield("door", "one")
		if next := s.leased("door", "two", ages); next <= fence {
			s.Errorf("the fence is %d after %d", next, fence)
		}
		s.yield("door", "one")
		s.refusedLease("door", "one")
	}},
	{"the leases that are held are told by name", func(s *scene) {
		s.leased("window", "two", ages)
		door := s.leased("door", "one", ages)
		s.leased("roof", "two", ages)
		s.yield("roof", "two")
		window := s.leased("window", "two", ages)
		list, err := s.Leased(context.Background())
		want := []storage.Lease{{Name: "door", Holder: "one", Fence: door},
			{Name: "window", Holder: "two", Fence: window}}
		if diff := cmp.Diff(want, list); err != nil || diff != "" {
			s.Errorf("%v, -want +got\n%s", err, diff)
		}
	}},
	{"of those who want a lease at the same time one has it", func(s *scene) {
		for last := uint64(0); last < 10; {
			var all sync.WaitGroup
			held := make(chan storage.Lease, 8)
			for i := range cap(held) {
				all.Go(func() {
					l := storage.Lease{Name: "door", Holder: string(rune('a' + i))}
					fence, ok, err := s.Lease(context.Background(), l.Name, l.Holder, ages)
					if err != nil {
						s.Error(err)
					} else if l.Fence = fence; ok {
						held <- l
					}
				})
			}
			all.Wait()
			if len(held) != 1 {
				s.Fatalf("%d have it at the same time", len(held))
			}
			l := <-held
			if l.Fence <= last {
				s.Fatalf("the fence is %d after %d", l.Fence, last)
			}
			last = l.Fence
			s.yield("door", l.Holder)
		}
	}},
	{"a closed store has no leases", func(s *scene) {
		s.leased("door", "one", ages)
		if err := s.Close(); err != nil {
			s.Fatal(err)
		}
		ctx := context.Background()
		_, _, err := s.Lease(ctx, "door", "one", ages)
		_, failed := s.Leased(ctx)
		for _, err := range []error{err, failed, s.Yield(ctx, "door", "one")} {
			if !errors.Is(err, storage.ErrClosed) {
				s.Error(err)
			}
		}
	}},
}

// leased takes a lease, which must succeed, and returns its fence.
func (s *scene) leased(name, holder string, lasts time.Duration) uint64 {
	s.Helper()
	fence, held, err := s.Lease(context.Background(), name, holder, lasts)
	if err != nil || !held || fence == 0 {
		s.Fatalf("%s is %s's: %v with the fence %d, %v", name, holder, held, fence, err)
	}
	return fence
}

func (s *scene) refusedLease(name, holder string) {
	s.Helper()
	if _, held, err := s.Lease(context.Background(), name, holder, ages); err != nil ||
		held {
		s.Fatalf("%s is %s's: %v, %v", name, holder, held, err)
	}
}

// await takes a lease as soon as it is free, and returns its fence.
func (s *scene) await(name, holder string) uint64 {
	s.Helper()
	for {
		fence, held, err := s.Lease(context.Background(), name, holder, ages)
		if err != nil {
			s.Fatal(err)
		}
		if held {
			return fence
		}
		time.Sleep(brief / 2)
	}
}

func (s *scene) yield(name, holder string) {
	s.Helper()
	if err := s.Yield(context.Background(), name, holder); err != nil {
		s.Error(err)
	}
}
