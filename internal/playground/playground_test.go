package playground

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holecard/internal/localdiscord"
)

type shown struct {
	ID           string
	ChannelID    string `json:"channel_id"`
	Content      string
	State        string
	EphemeralFor string `json:"ephemeral_for"`
	Interaction  struct {
		Name string
		User struct {
			Name string `json:"global_name"`
		}
	}
}

type heard struct {
	Type     string
	Message  json.RawMessage
	Messages []shown
	ID       string
	Online   bool
	Commands []localdiscord.Command
	People   []struct {
		ID, Name, Color, Locale string
		Admin                   bool
	}
	Guild    struct{ Locale string }
	Locales  map[string]string
	Channels []struct {
		ID, Name string
		DM       bool
		With     string
		Denied   uint64
	}
}

func (h heard) message(t *testing.T) shown {
	t.Helper()
	var m shown
	if err := json.Unmarshal(h.Message, &m); err != nil {
		t.Fatalf("%s: %v", h.Message, err)
	}
	return m
}

// hear returns the next event of a type, passing over world events.
func (b browser) hear(kind string) heard {
	b.t.Helper()
	for b.in.Scan() {
		data, ok := strings.CutPrefix(b.in.Text(), "data: ")
		if !ok {
			continue
		}
		var h heard
		if err := json.Unmarshal([]byte(data), &h); err != nil {
			b.t.Fatalf("%s: %v", data, err)
		}
		if h.Type == kind {
			return h
		}
		if h.Type != "world" {
			b.t.Fatalf("got %s, want a %s event", data, kind)
		}
	}
	b.t.Fatalf("the stream ended before a %s event: %v", kind, b.in.Err())
	return heard{}
}

// do posts an action and returns the status and the answer.
func (b browser) do(name string, body object) (int, map[string]any) {
	b.t.Helper()
	body["as"] = b.as
	r, err := http.Post(b.url+"/playground/"+name, "application/json",
		strings.NewReader(string(marshal(body))))
	if err != nil {
		b.t.Fatal(err)
	}
	defer r.Body.Close()
	var answer map[string]any
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
		b.t.Fatal(err)
	}
	return r.StatusCode, answer
}

func TestPageHearsWhatHappens(t *testing.T) {
	s := open(t)
	ada := s.People()[0]
	room := s.Channel("blackjack").ID
	b := s.browse(t, ada.ID)
	w := b.hear("world")
	if len(w.People) != 3 || !w.People[0].Admin || w.People[1].Admin || len(w.Channels) != 5 ||
		w.Online {
		t.Errorf("the world is %+v", w)
	}
	if m := b.hear("messages"); len(m.Messages) != 0 {
		t.Errorf("got %+v", m)
	}
	s.register(t)
	if w := b.hear("world"); len(w.Commands) != 1 {
		t.Errorf("got %+v", w)
	}
	if code, body := b.do("say", object{"channel": room, "content": "hello"}); code != 200 {
		t.Errorf("saying: %d %v", code, body)
	}
	if m := b.hear("message").message(t); m.Content != "hello" || m.ChannelID != room.String() {
		t.Errorf("got %+v", m)
	}
	told := s.bot(t)
	bet := object{"name": "bet", "type": 4, "value": 10}
	code, body := b.do("command", object{"channel": room, "name": "blackjack",
		"options": []any{bet}})
	if code != 200 {
		t.Fatalf("a command: %d %v", code, body)
	}
	i := <-told
	s.answer(t, i, `{"type":5,"data":{"flags":64}}`)
	m := b.hear("message").message(t)
	if m.State != "thinking" || m.EphemeralFor != ada.ID.String() ||
		m.Interaction.Name != "blackjack" || m.Interaction.User.Name != "Ada" {
		t.Errorf("got %+v", m)
	}
	s.edit(t, i, `{"content":"hand","components":[{"type":1,"components":[
		{"type":2,"style":1,"label":"Hit","custom_id":"hit"}]}]}`)
	if now := b.hear("message").message(t); now.ID != m.ID || now.State != "" ||
		now.Content != "hand" {
		t.Errorf("got %+v", now)
	}
	if code, body := b.do("click", object{"message": m.ID,
		"custom_id": "hit"}); code != 200 {
		t.Errorf("a press: %d %v", code, body)
	}
	s.answer(t, <-told, `{"type":7,"data":{"content":"bust"}}`)
	if now := b.hear("message").message(t); now.ID != m.ID || now.Content != "bust" {
		t.Errorf("got %+v", now)
	}
	if code, _ := b.do("dismiss", object{"message": m.ID}); code != 200 {
		t.Errorf("dismissing: %d", code)
	}
	if e := b.hear("delete"); e.ID != m.ID {
		t.Errorf("got %+v", e)
	}
}

func TestPageHearsOnlyWhatThePersonMaySee(t *testing.T) {
	s := open(t)
	s.register(t)
	grace := s.browse(t, s.People()[1].ID)
	grace.hear("messages")
	ada := s.As(s.People()[0])
	i, err := ada.Command(s.Channel("blackjack").ID, "blackjack")
	if err != nil {
		t.Fatal(err)
	}
	s.answer(t, i, `{"type":4,"data":{"content":"private","flags":64}}`)
	if _, err := ada.Say(ada.DM().ID, "to the bot"); err != nil {
		t.Fatal(err)
	}
	if _, err := ada.Say(s.Channel("lounge").ID, "to all"); err != nil {
		t.Fatal(err)
	}
	if m := grace.hear("message").message(t); m.Content != "to all" {
		t.Errorf("Grace reads %q", m.Content)
	}
	again := s.browse(t, s.People()[1].ID)
	if m := again.hear("messages").Messages; len(m) != 1 || m[0].Content != "to all" {
		t.Errorf("Grace reads at first %+v", m)
	}
}

func TestPageSaysWhatIsWrong(t *testing.T) {
	s := open(t)
	s.register(t)
	b := s.browse(t, s.People()[1].ID)
	room := s.Channel("blackjack").ID
	much := []any{object{"name": "bet", "value": "much"}}
	for _, c := range []struct {
		action string
		body   object
		want   string
	}{
		{"say", object{"channel": room, "content": " "}, "Write something first."},
		{"say", object{"channel": "5", "content": "x"}, "There is no such channel."},
		{"command", object{"channel": room, "name": "poker"},
			"/poker: there is no such command."},
		{"command", object{"channel": room, "name": "blackjack", "options": much},
			"Option bet: must be a whole number between -2^53 and 2^53."},
		{"click", object{"message": "5", "custom_id": "x"}, "There is no such message."},
		{"click", object{"message": "x"}, "The request cannot be read"},
	} {
		code, body := b.do(c.action, c.body)
		if text, _ := body["message"].(string); code != 400 || !strings.HasPrefix(text, c.want) {
			t.Errorf("%s %v: %d %q, want %q", c.action, c.body, code, text, c.want)
		}
	}
}

// get asks for a path as it is written.
func (s opened) get(path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", "/", nil)
	r.Host, r.URL.Path = "127.0.0.1", path
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

func TestNoFileBesideThePageIsServed(t *testing.T) {
	s := open(t)
	for path, want := range map[string]int{"/": 200, "/app.js": 200, "/nothing.js": 404} {
		if w := s.get(path); w.Code != want {
			t.Errorf("GET %s: %d, want %d", path, w.Code, want)
		}
	}
	for _, path := range []string{
		"/../api.go", "/..%2fapi.go", "/%2e%2e/api.go", "/_test/fake_dom.js", "/page/app.js",
		"/.env", "/app.js/",
		"//etc/passwd", "/app.css%00.js", "/package.json", `/..\events.go`,
	} {
		if w := s.get(path); w.Code == 200 || strings.Contains(w.Body.String(), "package playground") {
			t.Errorf("GET %s: %d\n%.100s", path, w.Code, w.Body)
		}
	}
}

func TestPageThatChecksShufflesIsServedWhereThereIsOne(t *testing.T) {
	const page = "<!doctype html><title>Check</title>"
	for _, c := range []struct {
		page         []byte
		host, method string
		status       int
	}{
		{[]byte(page), "127.0.0.1", "GET", 200},
		{[]byte(page), "evil.example", "GET", 403},
		{[]byte(page), "127.0.0.1", "POST", 405},
		{nil, "127.0.0.1", "GET", 404},
	} {
		s := localdiscord.New(localdiscord.Config{})
		s.Handle("/", New(s, c.page))
		r := httptest.NewRequest(c.method, "/verify", nil)
		r.Host = c.host
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%s from %s: %d, want %d", c.method, c.host, w.Code, c.status)
		}
		policy := w.Header().Get("Content-Security-Policy")
		if c.status == 200 && (w.Body.String() != page ||
			!strings.HasPrefix(policy, "default-src 'none'")) {
			t.Errorf("got %s with %s", w.Body, policy)
		}
		s.Close()
	}
}

func TestWhoeverAWindowNamesJoinsOnce(t *testing.T) {
	s := open(t)
	ada := s.browse(t, s.People()[0].ID)
	ada.hear("messages")
	_, first := ada.do("join", object{"name": " Ben "})
	world := ada.hear("world")
	if len(world.People) != 4 || world.People[3].Name != "Ben" || world.People[3].Admin {
		t.Errorf("the people are %+v", world.People)
	}
	_, again := ada.do("join", object{"name": "bEN"})
	if first["id"] != again["id"] {
		t.Errorf("Ben is %v and %v", first, again)
	}
	for _, name := range []string{"", strings.Repeat("ä", 33)} {
		if code, body := ada.do("join", object{"name": name}); code != 400 ||
			body["message"] != "A name has 1 to 32 characters." {
			t.Errorf("%q: %d %v", name, code, body)
		}
	}
}

func TestAdministratorsDeleteMessagesAndSayWhatTheBotMayDo(t *testing.T) {
	s := open(t)
	room := s.Channel("blackjack").ID
	said, err := s.As(s.People()[2]).Say(room, "hello")
	if err != nil {
		t.Fatal(err)
	}
	admin, grace := s.browse(t, s.People()[0].ID), s.browse(t, s.People()[1].ID)
	admin.hear("messages")
	grace.hear("messages")
	denied := object{"channel": room, "denied": localdiscord.EmbedLinks}
	for _, c := range []struct {
		action string
		body   object
	}{{"delete", object{"message": said.ID}}, {"deny", denied}} {
		if code, body := grace.do(c.action, c.body); code != 400 {
			t.Errorf("Grace may %s: %d %v", c.action, code, body)
		}
		if code, body := admin.do(c.action, c.body); code != 200 {
			t.Errorf("Ada may not %s: %d %v", c.action, code, body)
		}
	}
	if e := grace.hear("delete"); e.ID != said.ID.String() {
		t.Errorf("Grace hears %+v", e)
	}
	if w := grace.hear("world"); w.Channels[0].Denied != localdiscord.EmbedLinks ||
		w.Channels[1].Denied != 0 {
		t.Errorf("the channels are %+v", w.Channels)
	}
}
