package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// asked returns what an instance answers about its health.
func asked(i *instance, public bool, path string) *httptest.ResponseRecorder {
	routes, w := http.NewServeMux(), httptest.NewRecorder()
	i.healthRoutes(routes, public)
	routes.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

func TestReadinessSaysWhyNobodyIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			name     string
			on       linked // nil before there is a connection
			stopping bool
			pulse    *pulse // nil before the first
			age      time.Duration
			want     string
		}{
			{"all is well", link{true}, false, &pulse{}, 0, ""},
			{"a slow disk", link{true}, false, &pulse{}, pulseTime, ""},
			{"before the connection", nil, false, &pulse{}, 0, errNotConnected.Error()},
			{"no connection", link{false}, false, &pulse{}, 0, errNotConnected.Error()},
			{"a full disk", link{true}, false, &pulse{trouble: errors.New("full")}, 0,
				"full"},
			{"a database that hangs", link{true}, false, &pulse{},
				pulseTime + 1, "the database does not answer"},
			{"no word of the database yet", link{true}, false, nil, 0,
				"the database does not answer"},
			{"the end", link{true}, true, &pulse{}, 0, "stopping"},
		} {
			i := &instance{}
			if test.on != nil {
				i.connection.Store(&test.on)
			}
			if test.pulse != nil {
				test.pulse.at = time.Now()
				i.pulse.Store(test.pulse)
			}
			i.stopping.Store(test.stopping)
			time.Sleep(test.age)
			if w := asked(i, false, "/healthz"); w.Code != http.StatusOK {
				t.Errorf("%s: /healthz is %d", test.name, w.Code)
			}
			w, code, want := asked(i, false, "/readyz"), http.StatusServiceUnavailable, test.want
			if want == "" {
				code, want = http.StatusOK, "ready"
			}
			if said := w.Body.String(); w.Code != code || !strings.Contains(said, want) ||
				strings.Count(said, "\n") != 1 {
				t.Errorf("%s: /readyz is %d, %q, want %d with %q", test.name, w.Code, said, code,
					want)
			}
		}
	})
}

// hung is a store that does not answer until it is told to.
type hung struct {
	troubled
	until chan struct{}
}

func (h hung) Trouble() error { <-h.until; return nil }

func TestADatabaseThatHangsHoldsUpNoProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := hung{until: make(chan struct{}, 1)}
		i := &instance{store: store}
		i.connection.Store(&well)
		go i.feel(t.Context())
		store.until <- struct{}{}
		synctest.Wait()
		if why := i.unready(); len(why) > 0 {
			t.Errorf("with a database that answers: %q", why)
		}
		time.Sleep(pulseTime + time.Second)
		if why := i.unready(); len(why) != 1 || why[0] != errNoPulse.Error() {
			t.Errorf("with a database that hangs: %q", why)
		}
		close(store.until)
		time.Sleep(pulseEvery)
		synctest.Wait()
		if why := i.unready(); len(why) > 0 {
			t.Errorf("with a database that answers again: %q", why)
		}
	})
}

// Anybody can ask the public port.
func TestAPublicPortSaysOnlyWhetherTheBotIsReady(t *testing.T) {
	if w := asked(&instance{}, true, "/readyz"); w.Code != http.StatusServiceUnavailable || w.Body.String() != "not ready\n" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}
