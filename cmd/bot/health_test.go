package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

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
			{"before the connection", nil, false, &pulse{}, 0, notConnected},
			{"no connection", link{false}, false, &pulse{}, 0, notConnected},
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
			routes := http.NewServeMux()
			i.healthRoutes(routes, false)
			ask := func(path string) *httptest.ResponseRecorder {
				w := httptest.NewRecorder()
				routes.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
				return w
			}
			if w := ask("/healthz"); w.Code != http.StatusOK {
				t.Errorf("%s: /healthz is %d", test.name, w.Code)
			}
			w, code, want := ask("/readyz"), http.StatusServiceUnavailable, test.want
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

func TestMetricsAreOffUnlessTheyHaveAnAddress(t *testing.T) {
	t.Parallel()
	h := host(t, nil)
	if strings.Contains(h.log.String(), "serving metrics") {
		t.Errorf("the log says\n%s", h.log)
	}
	h.stop()
	for _, f := range []struct{ address, says string }{
		{"9464", "takes an address with a port"},
		{"127.0.0.1:", "takes an address with a port"},
		{"127.0.0.1:99999", "invalid port"},
	} {
		h.env["METRICS_ADDR"] = f.address
		status, _, said := inFolder(t, h.env, "run")
		if status != exitUsage || !strings.Contains(said, "METRICS_ADDR") ||
			!strings.Contains(said, f.says) {
			t.Errorf("%s: it ends with %d and says %s", f.address, status, said)
		}
	}
}

func TestABotIsAskedForItsHealth(t *testing.T) {
	t.Parallel()
	h := host(t, map[string]string{"METRICS_ADDR": "127.0.0.1:0"})
	for path, want := range map[string]string{"/healthz": "ok\n", "/readyz": "ready\n"} {
		if code, said := h.get(path); code != http.StatusOK || said != want {
			t.Errorf("%s is %d, %q", path, code, said)
		}
	}
	if code, said := h.get("/metrics"); code != http.StatusOK ||
		!strings.Contains(said, "\nholecard_ready 1\n") {
		t.Errorf("/metrics is %d:\n%s", code, said)
	}
	if status := h.stop(); status != exitOK {
		t.Errorf("it ends with %d", status)
	}
}

// get asks a bot that has METRICS_ADDR.
func (h *hosted) get(path string) (code int, said string) {
	h.t.Helper()
	_, url, _ := strings.Cut(h.log.String(), `msg="serving metrics" url=`)
	url, _, _ = strings.Cut(url, "/metrics")
	resp, err := http.Get(url + path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// Anybody can ask the public port.
func TestAPublicPortSaysOnlyWhetherTheBotIsReady(t *testing.T) {
	routes := http.NewServeMux()
	(&instance{}).healthRoutes(routes, true)
	w := httptest.NewRecorder()
	routes.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
	if w.Code != http.StatusServiceUnavailable || w.Body.String() != "not ready\n" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}
