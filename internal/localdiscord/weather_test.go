package localdiscord

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
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

// The storm troubles a bot in turn, and a RESUME tells again what it knows.
func TestWeatherTroublesTheGatewayAndReplays(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, l *PipeListener) {
		s.register(t, blackjack)
		d := client(t, s, l)
		d.ShouldReconnectOnError = false
		d.SyncEvents = true
		var mu sync.Mutex // guards heard
		var heard []string
		d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
			var in struct{ ID string }
			if json.Unmarshal(e.RawData, &in); e.Type == "INTERACTION_CREATE" {
				mu.Lock()
				defer mu.Unlock()
				heard = append(heard, in.ID)
			}
		})
		if err := d.Open(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		var want []string
		for range 3 {
			i, err := s.As(s.People()[0]).Command(s.Channel("blackjack").ID, "blackjack")
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, i.ID.String())
		}
		synctest.Wait()
		s.SetWeather(Weather{Every: 10 * time.Second, Troubles: []Trouble{{}, {Code: 4000}},
			Replay: 2})
		time.Sleep(15 * time.Second)
		if err := s.AwaitOffline(within(t)); err != nil {
			t.Fatal("no trouble came:", err)
		}
		if err := d.Open(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		mu.Lock()
		got := slices.Clone(heard)
		mu.Unlock()
		if want = append(want, want[1:]...); !slices.Equal(got, want) {
			t.Errorf("heard %v, want %v: the last two again", got, want)
		}
		time.Sleep(10 * time.Second)
		if err := s.AwaitOffline(within(t)); err != nil {
			t.Error("no second trouble came:", err)
		}
		s.SetWeather(Weather{})
		d.Close()
	})
}
