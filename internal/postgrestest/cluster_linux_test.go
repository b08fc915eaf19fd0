package postgrestest

import (
	"testing"
	"time"
)

func TestAClusterPromotesAnotherNode(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	g := Cluster(t, Synchronous)
	t.Logf("whole after %v", time.Since(begun).Round(100*time.Millisecond))
	if _, err := g.query(g.URL(), "CREATE TABLE chips (n int)"); err != nil {
		t.Fatal(err)
	}
	begun = time.Now()
	was := g.KillPrimary(t)
	err := g.until(func() bool {
		_, err := g.query(g.URL(), "INSERT INTO chips VALUES (1)")
		return err == nil
	}, "no node writes")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("written again after %v", time.Since(begun).Round(100*time.Millisecond))
	if g.Primary(t) == was {
		t.Errorf("node %d, which was killed, writes", was)
	}
	g.Revive(t, was)
	g.Settle(t)
	t.Logf("whole again after %v", time.Since(begun).Round(100*time.Millisecond))
}
