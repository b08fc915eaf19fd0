package postgrestest

import (
	"sync"
	"testing"
)

// Shared is a quick server for all tests of a package:
//
//	var server postgrestest.Shared
//
//	func TestMain(m *testing.M) {
//		defer server.Stop()
//		m.Run()
//	}
//
//	url := server.Database(t) // in a test
type Shared struct {
	start    sync.Once
	instance *Instance
	err      error
}

// Instance returns the server, which starts with the first test that asks for it.
func (s *Shared) Instance(t testing.TB) *Instance {
	t.Helper()
	as := needServer(t)
	s.start.Do(func() { s.instance, s.err = newInstance(as, []string{Fast}) })
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.instance
}

// Database makes an empty database, which lasts as long as the test, and returns its URL.
func (s *Shared) Database(t testing.TB) string {
	t.Helper()
	return s.Instance(t).Database(t)
}

// Stop ends the server, if a test has started it.
func (s *Shared) Stop() {
	if s.instance != nil {
		s.instance.remove()
	}
}
