package faults

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"holecard/storage"
	"holecard/storage/bolt"
)

// crew is the players at work in this process, on a store that stays open.
type crew struct {
	t       *testing.T
	store   *bolt.Store
	players [players]*player

	mu   sync.Mutex
	book *book
}

// newCrew lets the players sit down.
func newCrew(t *testing.T, store *bolt.Store, seed uint64) *crew {
	c := &crew{t: t, store: store, book: newBook()}
	c.book.next()
	clock := newClock(c.book.round)
	for i := range c.players {
		c.players[i] = newPlayer(store, clock, i, seed, c.tell)
	}
	return c
}

func (c *crew) tell(d deed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.book.take(d); err != nil {
		c.t.Error(err)
	}
}

// play lets all players act at once, each until the function given has enough
// of what came of the last action.
func (c *crew) play(enough func(n int, err error) bool) {
	var all sync.WaitGroup
	for _, p := range c.players {
		all.Go(func() {
			const most = 10_000
			for n := range most {
				if enough(n+1, p.act(context.Background())) {
					return
				}
			}
			c.t.Errorf("player %d has acted %d times, and it was never enough", p.number, most)
		})
	}
	all.Wait()
}

// sound compares the store with the book, while nobody acts.
func (c *crew) sound(when string) {
	c.t.Helper()
	problems, err := c.book.compare(c.t.Context(), c.store)
	if err != nil || len(problems) > 0 {
		c.t.Fatalf("%s, after %d actions: %v, %q", when, c.book.done, err, problems)
	}
}

// fill takes all room there is on the disk, and returns how much that was.
func (d *disk) fill() (taken int64) {
	d.t.Helper()
	file, err := os.Create(d.filler())
	if err != nil {
		d.t.Fatal(err)
	}
	defer file.Close()
	for size := int64(1 << 20); size >= 1<<10; {
		switch err := unix.Fallocate(int(file.Fd()), 0, taken, size); {
		case err == nil:
			taken += size
		case errors.Is(err, unix.ENOSPC):
			size /= 2
		default:
			d.t.Fatal(err)
		}
	}
	return taken
}

func (d *disk) filler() string { return filepath.Join(d.at, "filler") }

// free gives the room back.
func (d *disk) free() {
	d.t.Helper()
	if err := os.Remove(d.filler()); err != nil {
		d.t.Fatal(err)
	}
}

func TestAFullDiskRefusesWholeAndWorkGoesOn_long(t *testing.T) {
	t.Parallel()
	d := newDisk(t, 16)
	c := newCrew(t, openOn(t, d), firstSeed)
	for round := range 20 {
		c.play(func(n int, err error) bool {
			if full(err) {
				t.Errorf("round %d, with room on the disk: %v", round, err)
			}
			return n == 30
		})
		c.sound("with room on the disk")
		if taken := d.fill(); taken < 1<<20 {
			t.Fatalf("round %d: the disk has no room left for another round", round)
		}
		c.play(func(_ int, err error) bool {
			if full(err) && !errors.Is(err, storage.ErrNoSpace) {
				t.Errorf("round %d, with a full disk: %v", round, err)
			}
			return full(err)
		})
		c.sound("with a full disk")
		d.free()
	}
	c.play(func(n int, err error) bool { return n == 30 || full(err) })
	c.sound("in the end")
	t.Log(c.book)
}

// full reports whether an action was refused because of the disk.
func full(err error) bool {
	return errors.Is(err, storage.ErrNoSpace) || errors.Is(err, storage.ErrBroken) ||
		errors.Is(err, unix.ENOSPC)
}

// openOn opens a store on a disk until the test ends.
func openOn(t *testing.T, d *disk) *bolt.Store {
	t.Helper()
	store, err := bolt.Open(t.Context(), filepath.Join(d.at, "holecard.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

func TestAfterAFailedSyncNoBetIsTaken_long(t *testing.T) {
	t.Parallel()
	d := newDisk(t, 16)
	store := openOn(t, d)
	c := newCrew(t, store, firstSeed)
	c.play(func(n int, _ error) bool { return n == 100 })
	c.sound("before the failure")

	// The disk fails while all are at it.
	var failing sync.WaitGroup
	failing.Go(d.cutPower)
	c.play(func(_ int, err error) bool { return errors.Is(err, storage.ErrBroken) })
	failing.Wait()
	done := c.book.done
	for _, p := range c.players {
		p.last = nil
	}
	c.play(func(n int, err error) bool {
		if err == nil {
			t.Error("after the disk has failed, an action is said to be done")
		}
		return n == 20
	})
	if c.book.done != done {
		t.Errorf("%d actions were done after the disk had failed", c.book.done-done)
	}
	if err := store.Close(); err != nil {
		t.Logf("the store is closed with: %v", err)
	}

	d.restart()
	if problems := look(t, filepath.Join(d.at, "holecard.db"), c.book); len(problems) > 0 {
		t.Errorf("after the disk came back: %q", problems)
	}
	t.Log(c.book)
}
