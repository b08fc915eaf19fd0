package postgres_test

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"holecard/storage/postgres"
)

// imposter is a server that answers to the wish for TLS, and then goes on.
func imposter(t *testing.T, answer string, then func(net.Conn)) (address string,
	asked *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	asked = new(atomic.Int64)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			asked.Add(1)
			go func() {
				defer c.Close()
				if _, err := io.ReadFull(c, make([]byte, 8)); err == nil {
					_, _ = io.WriteString(c, answer)
					then(c)
				}
			}()
		}
	}()
	return l.Addr().String(), asked
}

// No waiting mends TLS, and no start of the server: it is said at once what is wrong.
func TestTLSThatFailsIsToldAtOnce(t *testing.T) {
	web := httptest.NewUnstartedServer(nil)
	web.StartTLS()
	defer web.Close()
	handshake := func(c net.Conn) { // with a certificate that nobody has signed
		_ = tls.Server(c, &tls.Config{Certificates: web.TLS.Certificates}).Handshake()
	}
	old := func(c net.Conn) {
		_ = tls.Server(c, &tls.Config{Certificates: web.TLS.Certificates,
			MaxVersion: tls.VersionTLS11}).Handshake()
	}
	for _, test := range []struct {
		name, answer, query string
		then                func(net.Conn)
	}{
		{"the server has no TLS", "N", "sslmode=require", func(net.Conn) {}},
		{"nobody has signed the certificate", "S", "sslmode=verify-full", handshake},
		{"the versions of TLS have nothing in common", "S", "sslmode=require", old},
		{"what follows is not TLS", "S", "sslmode=require",
			func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 400 Bad Request") }},
	} {
		address, asked := imposter(t, test.answer, test.then)
		_, err := postgres.Open(t.Context(), "postgres://x:hunter2@"+address+"/y?"+test.query,
			postgres.Options{Patience: 2 * time.Second})
		if !errors.Is(err, postgres.ErrTLS) || asked.Load() != 1 {
			t.Errorf("%s: after %d tries it says %v", test.name, asked.Load(), err)
		}
	}
	_, err := postgres.Open(t.Context(), "postgres://x:hunter2@127.0.0.1:1/y?sslmode=verify-full&"+
		"sslrootcert="+t.TempDir()+"/none.pem", postgres.Options{Patience: 2 * time.Second})
	if !errors.Is(err, postgres.ErrTLS) {
		t.Errorf("without the file of certificates it says %v", err)
	}
}
