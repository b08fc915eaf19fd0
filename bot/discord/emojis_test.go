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

// run runs a bot with the cards above, which knows ids from before, until it has done what it
// can with the shelf. It returns what the bot was told of the ids, and how long it took.
func (s *emojiShelf) run(t *testing.T, known map[string]string) (
	told []map[string]string, took time.Duration) {
	t.Helper()
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
	ids := &keeper{known: known}
	set := cardSet
	set.IDs = ids
	c := &Connection{api: api, application: fakeApp, options: Options{Emojis: set}, log: slog.New(slog.DiscardHandler),
		luck: func() float64 { return 0.5 }}
	began := time.Now()
	c.keepEmojis(t.Context())
	return ids.told, time.Since(began)
}

func TestTheBotIsToldOfItsEmojisOnceOrThatThereAreNone(t *testing.T) {
	const ace, back = "card_ace_01", "card_back_02"
	refuses := func(status int, method string, when func(n int) bool) func(string, int) int {
		return func(m string, n int) int {
			if m == method && when(n) {
				return status
			}
			return 0
		}
	}
	always := func(int) bool { return true }
	for name, test := range map[string]struct {
		shelf emojiShelf
		known map[string]string
		told  map[string]string // nil for nothing
		asked int               // at most
	}{
		"all is as it was": {emojiShelf{names: map[string]string{"7": ace, "8": back}},
			map[string]string{ace: "7", back: "8"}, nil, 1},
		"one was deleted": {emojiShelf{names: map[string]string{"9": back}},
			map[string]string{ace: "7", back: "8"}, map[string]string{ace: "101", back: "9"}, 2},
		"they are refused now": {
			emojiShelf{refuse: refuses(http.StatusForbidden, http.MethodGet, always)},
			map[string]string{ace: "7", back: "8"}, map[string]string{}, 1},
		"the server has none": {
			emojiShelf{refuse: refuses(http.StatusNotFound, http.MethodGet, always)}, nil, nil, 1},
		"the second upload is refused": {
			emojiShelf{refuse: refuses(http.StatusForbidden, http.MethodPost,
				func(n int) bool { return n == 3 })}, nil, map[string]string{ace: "101"}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				told, _ := test.shelf.run(t, test.known)
				if test.told == nil && told != nil ||
					test.told != nil && (len(told) != 1 || !maps.Equal(told[0], test.told)) {
					t.Errorf("told %v, want %v once", told, test.told)
				}
				if test.shelf.asked > test.asked {
					t.Errorf("%d requests, want at most %d", test.shelf.asked, test.asked)
				}
			})
		})
	}
}

func TestEmojisAreUploadedOnceAndOnlyTheBotsOwnGo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s := &emojiShelf{names: map[string]string{"7": "card_ace_01", "8": "card_old_00",
			"9": "owners"}}
		told, _ := s.run(t, nil)
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
		if told, took := s.run(t, nil); len(told) != 1 || len(told[0]) != 2 ||
			took < 28*time.Second {
			t.Errorf("told %v after %v", told, took)
		}
	})
}
