package discord

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/discord/gateway"
)

// emojiShelf is the emojis of an application on a server.
type emojiShelf struct {
	names   map[string]string // by id
	next    int
	refuse  func(method string, n int) int // the status for a request, 0 to grant it
	asked   int
	pixels  map[string]string
	deleted []string
}

func (s *emojiShelf) serve(w http.ResponseWriter, r *http.Request, _ int) bool {
	_, id, ours := strings.Cut(r.URL.Path, "/emojis")
	if !ours {
		return false
	}
	s.asked++
	if s.refuse != nil {
		if status := s.refuse(r.Method, s.asked); status != 0 {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(status)
			return true
		}
	}
	switch r.Method {
	case http.MethodGet:
		items := []string{}
		for _, id := range slices.Sorted(maps.Keys(s.names)) {
			items = append(items, fmt.Sprintf(`{"id":%q,"name":%q}`, id, s.names[id]))
		}
		fmt.Fprintf(w, `{"items":[%s]}`, strings.Join(items, ","))
	case http.MethodPost:
		var body struct{ Name, Image string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return true
		}
		s.next++
		id := fmt.Sprint(100 + s.next)
		s.names[id] = body.Name
		s.pixels[body.Name] = strings.TrimPrefix(body.Image, "data:image/png;base64,")
		fmt.Fprintf(w, `{"id":%q,"name":%q}`, id, body.Name)
	case http.MethodDelete:
		id = strings.TrimPrefix(id, "/")
		s.deleted = append(s.deleted, s.names[id])
		delete(s.names, id)
		w.WriteHeader(http.StatusNoContent)
	}
	return true
}

var cardSet = EmojiSet{Prefix: "card_", Files: []EmojiFile{
	{"card_ace_01", []byte("ace")}, {"card_back_02", []byte("back")}}}

func TestEmojisThatAreKnownAreToldOfWhenTheyChange(t *testing.T) {
	known := map[string]string{"card_ace_01": "7", "card_back_02": "8"}
	bubble(t, func(t *testing.T) {
		s := &emojiShelf{names: map[string]string{"7": "card_ace_01", "8": "card_back_02"}}
		if told := runEmojisKnowing(t, s, time.Minute, known); told != nil || s.asked != 1 {
			t.Errorf("told %v after %d requests, though all is as it was", told, s.asked)
		}
	})
	bubble(t, func(t *testing.T) {
		s := &emojiShelf{names: map[string]string{"9": "card_back_02"}}
		told := runEmojisKnowing(t, s, time.Minute, known)
		want := map[string]string{"card_ace_01": "101", "card_back_02": "9"}
		if len(told) != 1 || !maps.Equal(told[0], want) {
			t.Errorf("told %v, want %v", told, want)
		}
	})
	bubble(t, func(t *testing.T) {
		s := &emojiShelf{refuse: func(string, int) int { return http.StatusForbidden }}
		if told := runEmojisKnowing(t, s, time.Hour, known); len(told) != 1 || told[0] != nil {
			t.Errorf("told %v, want that there are none", told)
		}
	})
}

// keeper remembers what it was told of the ids.
type keeper struct {
	known map[string]string
	told  []map[string]string
}

func (k *keeper) Known(_ context.Context, application string) map[string]string {
	if application != fakeApp {
		return nil
	}
	return k.known
}

func (k *keeper) Learn(_ context.Context, _ string, ids map[string]string) {
	k.told = append(k.told, maps.Clone(ids))
}

// runEmojis runs a bot with the cards above until ctx ends or a time is over, and
// returns what it was told of the ids.
func runEmojis(t *testing.T, s *emojiShelf, lasting time.Duration) []map[string]string {
	t.Helper()
	return runEmojisKnowing(t, s, lasting, nil)
}

// runEmojisKnowing is runEmojis for a bot that ran before.
func runEmojisKnowing(t *testing.T, s *emojiShelf, lasting time.Duration,
	known map[string]string) []map[string]string {
	t.Helper()
	ids := &keeper{known: known}
	s.pixels = make(map[string]string)
	if s.names == nil {
		s.names = make(map[string]string)
	}
	f := newFake(t)
	f.rest = s.serve
	api, err := gateway.NewAPI(fakeToken, "http://discord.invalid/api", f.dial)
	if err != nil {
		t.Fatal(err)
	}
	defer api.Close()
	set := cardSet
	set.IDs = ids
	e := &emojis{api: api, application: fakeApp, path: "applications/" + fakeApp + "/emojis",
		set: set, log: slog.New(slog.DiscardHandler), luck: func() float64 { return 0.5 }}
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.persist(t.Context())
	}()
	time.Sleep(lasting)
	synctest.Wait()
	select {
	case <-done:
	default:
		t.Error("it still tries")
	}
	return ids.told
}

func TestEmojisAreUploadedOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s := &emojiShelf{names: map[string]string{"7": "card_ace_01", "8": "card_old_00",
			"9": "owners"}}
		told := runEmojis(t, s, time.Minute)
		want := map[string]string{"card_ace_01": "7", "card_back_02": "101"}
		if len(told) != 1 || !maps.Equal(told[0], want) {
			t.Errorf("told %v, want %v once", told, want)
		}
		if back := base64.StdEncoding.EncodeToString([]byte("back")); len(s.pixels) != 1 ||
			s.pixels["card_back_02"] != back {
			t.Errorf("uploaded %v", s.pixels)
		}
		if len(s.deleted) != 1 || s.deleted[0] != "card_old_00" {
			t.Errorf("deleted %q: only what was ours may go", s.deleted)
		}
	})
}

func TestEmojisWaitWhereDiscordSaysSo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s := &emojiShelf{refuse: func(method string, n int) int {
			if method == http.MethodPost && n < 6 {
				return http.StatusTooManyRequests
			}
			return 0
		}}
		began := time.Now()
		told := runEmojis(t, s, 10*time.Minute)
		if len(told) != 1 || len(told[0]) != 2 || time.Since(began) < 28*time.Second {
			t.Errorf("told %v after %v", told, time.Since(began))
		}
	})
}

func TestAServerWithoutEmojisIsNotAskedForEver(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s := &emojiShelf{refuse: func(string, int) int { return http.StatusNotFound }}
		if told := runEmojis(t, s, time.Hour); told != nil || s.asked != 1 {
			t.Errorf("told %v after %d requests", told, s.asked)
		}
	})
}

func TestHalfTheEmojisAreToldOf(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s := &emojiShelf{refuse: func(method string, n int) int {
			if method == http.MethodPost && n == 3 {
				return http.StatusForbidden
			}
			return 0
		}}
		told := runEmojis(t, s, time.Hour)
		if len(told) != 1 || len(told[0]) != 1 {
			t.Errorf("told %v, want the first", told)
		}
	})
}
