package postgres_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"strings"
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

func due(t *testing.T, s *postgres.Store) int {
	t.Helper()
	list, err := s.Due(t.Context(), nil, time.Now(), 9)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// A process that polls keeps the guilds with tables in memory, and yet meets a deadline in a
// guild where another has just opened the first table.
func TestADeadlineOfAnotherProcessIsMet_long(t *testing.T) {
	url := server.Database(t)
	polling, other := open(t, url), open(t, url)
	if n := due(t, polling); n != 0 {
		t.Fatalf("%d deadlines in a new database", n)
	}
	for n, in := range []storage.GuildID{guild, guild + 1<<22} {
		if err := other.Update(t.Context(), in, seated(in, 3)); err != nil {
			t.Fatal(err)
		}
		opened := time.Now()
		for due(t, polling) != n+1 {
			if time.Since(opened) > 15*time.Second {
				t.Fatalf("it has not come in %v", time.Since(opened))
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Logf("it came after %v", time.Since(opened))
	}
}

// Each poll of the clock of all tables is one round trip, also when
// the guilds with tables are read again.
func TestAPollForDeadlinesIsOneRoundTrip_long(t *testing.T) {
	address, trips := counted(t, server.Database(t))
	s := open(t, address)
	if err := s.Update(t.Context(), guild, seated(guild, 3)); err != nil {
		t.Fatal(err)
	}
	due(t, s) // reads the list for the first time
	before, polls := trips.Load(), int64(0)
	for end := time.Now().Add(1500 * time.Millisecond); time.Now().Before(end); polls++ {
		if n := due(t, s); n != 1 {
			t.Fatalf("%d deadlines", n)
		}
		time.Sleep(100 * time.Millisecond)
	}
	// In so long a time the list may be read again and a connection be pinged.
	if n := trips.Load() - before; n > polls+2 {
		t.Errorf("%d polls are %d round trips", polls, n)
	}
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

// A guild in which nobody has opened a table for a day is not looked at any more, unless one
// is still open.
func TestGuildsWithoutTablesAreForgotten_long(t *testing.T) {
	url := server.Database(t)
	s := open(t, url)
	const closed storage.GuildID = 8
	for _, in := range []storage.GuildID{guild, closed} {
		if err := s.Update(t.Context(), in, seated(in, 3)); err != nil {
			t.Fatal(err)
		}
	}
	err := s.Update(t.Context(), closed, func(tx storage.Tx) error {
		return storage.CloseSeating(tx, 3)
	})
	if err != nil {
		t.Fatal(err)
	}
	execute(t, url, "UPDATE guilds SET tables_until = now() - interval '2 hours'")
	later := open(t, url)
	if n := due(t, later); n != 1 {
		t.Errorf("%d deadlines", n)
	}
	const kept = "SELECT string_agg(member::text, ' ') FROM guilds WHERE tables_until IS NOT NULL"
	if left := query(t, url, kept); left != "7" {
		t.Errorf("deadlines are looked for in %s", left)
	}
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
