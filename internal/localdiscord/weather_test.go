package localdiscord

import (
	"net/http"
	"slices"
	"testing"
	"time"
)

// meets sends a request and returns its status, or 0 when
// the connection is cut.
func (s *Server) meets(t *testing.T, method, path, body string) (code int) {
	defer func() {
		if value := recover(); value != nil && value != http.ErrAbortHandler {
			panic(value)
		}
	}()
	code, _ = s.do(t, method, path, body)
	return code
}

func TestWeatherStrikesItsShareOfRequestsFromASeed(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, _ *PipeListener) {
		fates := func(seed uint64) (all []int, hung time.Duration) {
			s.SetWeather(Weather{Seed: seed, Fail500: 0.05, Fail502: 0.02, Limit429: 0.02,
				Hang: 0.01, CutApplied: 0.01})
			began := time.Now()
			for range 2000 {
				all = append(all, s.meets(t, "GET", "/gateway", ""))
			}
			return all, time.Since(began)
		}
		first, hung := fates(1)
		count := map[int]int{}
		for _, code := range first {
			count[code]++
		}
		for code, want := range map[int]int{200: 1780, 500: 100, 502: 40, 429: 40, 0: 40} {
			if off := count[code] - want; off < -want/2 || off > want/2 {
				t.Errorf("%d requests end with %d, want about %d", count[code], code, want)
			}
		}
		if hung < 50*time.Second || hung > 150*time.Second {
			t.Errorf("requests hung for %v, want about 20 times 5 s", hung)
		}
		if again, _ := fates(1); !slices.Equal(first, again) {
			t.Error("the same seed strikes others")
		}
		if other, _ := fates(2); slices.Equal(first, other) {
			t.Error("another seed strikes the same")
		}
		s.SetWeather(Weather{})
		if code := s.meets(t, "GET", "/gateway", ""); code != 200 {
			t.Errorf("after the storm: %d", code)
		}
	})
}
