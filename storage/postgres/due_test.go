package postgres_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holecard/storage"
	"holecard/storage/postgres"
)

// seated returns an update that opens a table whose deadline is long over.
func seated(in storage.GuildID, id storage.SeatingID) func(storage.Tx) error {
	return func(tx storage.Tx) error {
		return storage.Seatings.Save(tx, storage.Seating{Guild: in, ID: id, Version: 1,
			Table: "classic",
			Size:  2, Due: storage.Due{At: time.Unix(1, 0), Number: 9}})
	}
}

// Two processes that ask at the same time carry each deadline out once, and a claim is one
// round trip.
func TestProcessesShareDeadlines_long(t *testing.T) {
	database := server.Database(t)
	address, trips := counted(t, database)
	one, other := open(t, address), open(t, database)
	const tables = 200
	for n := range storage.SeatingID(tables) {
		in := storage.GuildID(n%7) << 22
		if err := other.Update(t.Context(), in, seated(in, n+1)); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	claims, had := int64(0), make(map[storage.SeatingID]int)
	var both sync.WaitGroup
	before := trips.Load()
	for _, s := range []*postgres.Store{one, other} {
		both.Go(func() {
			for none := 0; none < 3; { // a claim passes over what the other is just taking
				list, err := s.Due(t.Context(), storage.Claim{Of: 7, Parts: []int{0, 1, 2, 3, 4, 5},
					Until: time.Now(), Limit: 7, For: time.Hour})
				if err != nil {
					t.Error(err)
					return
				}
				if none++; len(list) > 0 {
					none = 0
				}
				mu.Lock()
				for _, d := range list {
					had[d.Seating]++
				}
				if s == one {
					claims++
				}
				mu.Unlock()
			}
		})
	}
	both.Wait()
	if n := trips.Load() - before; n > claims+1 { // a connection may be pinged
		t.Errorf("%d claims are %d round trips", claims, n)
	}
	for n := range storage.SeatingID(tables) {
		if want := min(1, (6-n%7)%7); had[n+1] != int(want) {
			t.Errorf("the deadline %d is claimed %d times, not %d", n+1, had[n+1], want)
		}
	}
}

// A deadline that is claimed is no other's for that time, unless it moves.
func TestAClaimLasts_long(t *testing.T) {
	s := open(t, server.Database(t))
	due := storage.Due{At: time.Unix(1, 0).UTC(), Number: 9}
	moves := func(version uint32) {
		t.Helper()
		err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
			return storage.Seatings.Save(tx, storage.Seating{Guild: guild, ID: 3, Table: "classic",
				Version: version, Size: 2, Due: due})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	claimed := func(lasts time.Duration, want ...storage.Due) {
		t.Helper()
		list, err := s.Due(t.Context(), storage.Claim{Until: time.Now(), Limit: 9, For: lasts})
		if err != nil || len(list) != len(want) || len(want) > 0 && list[0].Due != want[0] {
			t.Errorf("%+v, %v", list, err)
		}
	}
	moves(1)
	claimed(0, due) // it only looks
	claimed(10*time.Millisecond, due)
	time.Sleep(20 * time.Millisecond)
	claimed(time.Hour, due)
	claimed(time.Hour)
	claimed(0, due)
	due.Number++
	moves(2)
	claimed(time.Hour, due)
	due.At = due.At.Add(time.Second)
	moves(3)
	claimed(time.Hour, due)
	claimed(time.Hour)
}

// counted returns the address of a relay to a database, and how often its clients have waited
// for an answer to a pipeline.
func counted(t *testing.T, database string) (address string, trips *atomic.Int64) {
	t.Helper()
	at, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	trips = new(atomic.Int64)
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", at.Host)
			if err != nil {
				client.Close()
				continue
			}
			go func() {
				io.Copy(io.MultiWriter(server, syncs{trips}), client)
				server.Close()
			}()
			go func() {
				io.Copy(client, server)
				client.Close()
			}()
		}
	}()
	return strings.Replace(database, at.Host, listener.Addr().String(), 1), trips
}

// syncs counts the messages Sync that end what is written.
type syncs struct{ seen *atomic.Int64 }

func (s syncs) Write(b []byte) (int, error) {
	if bytes.HasSuffix(b, []byte{'S', 0, 0, 0, 4}) {
		s.seen.Add(1)
	}
	return len(b), nil
}

// The address may ask for fewer connections than a process has otherwise, and for more.
func TestTheAddressSaysHowManyConnections(t *testing.T) {
	const address = "postgres://holecard@127.0.0.1/holecard"
	for url, want := range map[string]int{address: 8, address + "?pool_max_conns=2": 2,
		"host=127.0.0.1 pool_max_conns=3": 3, address + "?pool_max_conns=20": 20} {
		if n, err := postgres.MaxConnections(url); n != want || err != nil {
			t.Errorf("%s: %d, %v", url, n, err)
		}
	}
}
