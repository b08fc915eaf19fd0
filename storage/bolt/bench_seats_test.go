package bolt

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"holecard/storage"
)

// BenchmarkSeats compares a round of seven people, who each act once, with seven hands of
// one person's own, in turns in the same run. The ratio is the time of the round by that
// of the hands: on the disk, and without waiting for it.
func BenchmarkSeats(b *testing.B) {
	for _, way := range []struct {
		name  string
		alone bool // nobody waits for the disk
	}{{"on the disk", false}, {"without syncs", true}} {
		b.Run(way.name, func(b *testing.B) {
			s := openNew(b)
			s.db.NoSync = way.alone
			g := &seatBench{B: b, store: s}
			update(b, s, g.sit)
			var round, hands time.Duration
			for range b.N {
				begun := time.Now()
				g.round()
				between := time.Now()
				for seat := range storage.MostSeats {
					g.hand(seat)
				}
				round, hands = round+between.Sub(begun), hands+time.Since(between)
			}
			b.ReportMetric(0, "ns/op") // it is of both together
			b.ReportMetric(float64(round.Microseconds())/float64(b.N), "round-µs")
			b.ReportMetric(float64(hands.Microseconds())/float64(b.N), "hands-µs")
			b.ReportMetric(round.Seconds()/hands.Seconds(), "ratio")
			if a, err := s.Audit(b.Context()); err != nil || !a.OK {
				b.Errorf("%+v, %v", a, err)
			}
		})
	}
}

// seatBench is seven people who play at a seating and hands of their own.
type seatBench struct {
	*testing.B
	store   *Store
	seating storage.Seating
	n       int // interactions so far
}

func (g *seatBench) sit(tx storage.Tx) error {
	g.seating = storage.Seating{ID: 1, Guild: 7, Version: 1, Table: "vegas", Size: 7,
		Opened: noon, Changed: noon}
	var errs []error
	for seat := range storage.MostSeats {
		p := storage.Player{Guild: 7, User: storage.UserID(seat + 1)}
		g.seating.Chairs = append(g.seating.Chairs, storage.Chair{User: p.User, Name: "A player"})
		errs = append(errs, tx.SaveProfile(storage.Profile{Player: p, Name: "A player"}),
			tx.Post(storage.Posting{Key: fmt.Sprint("open ", seat), From: storage.MintOf(7),
				To: storage.WalletOf(p), Chips: 1 << 40, Reason: storage.Opening, At: noon}))
	}
	return errors.Join(append(errs, tx.SaveSeating(g.seating))...)
}

// press is a transaction of a player's press on a round, which changes some of its seats.
func (g *seatBench) press(r *storage.Round, fn func(storage.Tx) error) {
	g.n++
	id := snowflake(noon.Add(time.Duration(g.n)*time.Second), 0)
	r.Version++
	err := g.store.Update(g.Context(), 7, func(tx storage.Tx) error {
		err := firstOf(tx.See(id, id.Time()), fn(tx))
		if _, _, errRead := tx.Round(r.ID); err == nil {
			err = firstOf(errRead, tx.SaveRound(*r))
		}
		if r.Seating == 0 || err != nil {
			return err
		}
		t, _, err := tx.Seating(r.Seating)
		t.Version++
		t.Turn++
		t.Round, t.Playing = r.ID, r.Open
		t.Due = storage.Due{At: id.Time().Add(30 * time.Second), Number: storage.DeadlineID(id)}
		return firstOf(err, tx.SaveSeating(t))
	})
	if err != nil {
		g.Fatal(err)
	}
}

// round is dealt in one press; each of seven acts, and the last settles it.
func (g *seatBench) round() {
	r := storage.Round{ID: storage.RoundID(g.n + 1000), Guild: 7, Table: "vegas", Seating: 1,
		Open: true, Record: make([]byte, 700)}
	for _, c := range g.seating.Chairs {
		r.Seats = append(r.Seats, storage.Seat{User: c.User, Held: 10, Client: "a client seed"})
	}
	g.press(&r, func(tx storage.Tx) (err error) {
		for seat := range r.Seats {
			err = firstOf(err, g.deal(tx, r, seat))
		}
		return err
	})
	for range len(r.Seats) - 1 {
		g.press(&r, func(storage.Tx) error { return nil })
	}
	r.Open = false
	for seat := range r.Seats {
		r.Seats[seat].Held, r.Seats[seat].Net = 0, -10
	}
	g.press(&r, func(tx storage.Tx) (err error) {
		for seat := range r.Seats {
			err = firstOf(err, g.lose(tx, r, seat))
		}
		return err
	})
}

// hand is dealt, and settled by the next press.
func (g *seatBench) hand(user int) {
	r := storage.Round{ID: storage.RoundID(g.n + 1000), Guild: 7, Table: "vegas", Open: true,
		Record: make([]byte, 500),
		Seats:  []storage.Seat{{User: storage.UserID(user + 1), Held: 10}}}
	g.press(&r, func(tx storage.Tx) error { return g.deal(tx, r, 0) })
	r.Open, r.Seats[0].Held, r.Seats[0].Net = false, 0, -10
	g.press(&r, func(tx storage.Tx) error { return g.lose(tx, r, 0) })
}

// deal holds the stake of a seat.
func (g *seatBench) deal(tx storage.Tx, r storage.Round, seat int) error {
	p, _, err := tx.Profile(r.Player(seat))
	if r.Seating == 0 {
		p.OpenHand = r.ID
	} else {
		p.Seated = 20
	}
	return firstOf(err, tx.Post(storage.Posting{
		Key:  storage.RoundKey(r.ID, seat, r.Version, storage.Hold),
		From: storage.WalletOf(p.Player), To: storage.HeldFor(7, r.ID, seat), Chips: 10,
		Reason: storage.Hold, Round: r.ID, At: noon}), tx.SaveProfile(p))
}

// lose gives the stake of a seat to the house.
func (g *seatBench) lose(tx storage.Tx, r storage.Round, seat int) error {
	p, _, err := tx.Profile(r.Player(seat))
	p = lost(p)
	p.OpenHand, p.Seated, p.Stats.BiggestLoss = 0, 0, 10
	return firstOf(err, tx.Post(storage.Posting{
		Key:  storage.RoundKey(r.ID, seat, r.Version, storage.Lose),
		From: storage.HeldFor(7, r.ID, seat), To: storage.HouseOf(7), Chips: 10,
		Reason: storage.Lose, Round: r.ID, At: noon}), tx.SaveProfile(p))
}

// BenchmarkDue asks for deadlines of 1,000 seatings of which none is due, and reports what
// they take in memory and in the file.
func BenchmarkDue(b *testing.B) {
	path := newPath(b)
	s := openAt(b, path)
	heap := heapInUse()
	g := &seatBench{B: b, store: s}
	update(b, s, g.sit)
	for n := range 999 {
		update(b, s, func(tx storage.Tx) error {
			t := g.seating
			t.ID = storage.SeatingID(n + 2)
			t.Due = storage.Due{At: noon.Add(time.Duration(n) * time.Second),
				Number: storage.DeadlineID(snowflake(noon, n))}
			return tx.SaveSeating(t)
		})
	}
	for b.Loop() {
		if list, err := s.Due(b.Context(), nil, noon.Add(-time.Second), 64); err != nil ||
			len(list) > 0 {
			b.Fatal(list, err)
		}
	}
	b.ReportMetric(float64(heapInUse()-heap)/(1<<10), "heap-KiB")
	info, err := os.Stat(path)
	if err := errors.Join(err, s.Close()); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/(1<<10), "file-KiB")
}
