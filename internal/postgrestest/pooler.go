package postgrestest

import (
	"fmt"
	"net/url"
	"os"
	"syscall"
	"testing"
	"time"
)

const pgbouncer = "/usr/sbin/pgbouncer"

// Pooler starts a PgBouncer before the server of an address, which ends with the test, and
// returns the address of the same database there. The mode is session or transaction.
func Pooler(t testing.TB, address, mode string) string {
	t.Helper()
	h, err := newHome(need(t, "pgbouncer", pgbouncer))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.remove)
	server, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	port := freePort()
	config := fmt.Sprintf(`[databases]
* = host=%s port=%s user=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
auth_type = any
pool_mode = %s
`, server.Hostname(), server.Port(), server.User.Username(), port, mode)
	if err := os.WriteFile(h.path("pooler.ini"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := begin(h.command(pgbouncer, h.path("pooler.ini")), h.path("pooler.log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.end(syscall.SIGKILL) })
	server.Host = fmt.Sprint("127.0.0.1:", port)
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if _, err = h.query(server.String(), "SELECT 1"); err == nil {
			return server.String()
		}
		if p.hasEnded() || time.Since(began) > 10*time.Second {
			t.Fatalf("the pooler does not answer: %v\n%s", err, h.logged("pooler"))
		}
	}
}
