package localdiscord

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const handWithHit = `"content":"hand","components":[{"type":1,"components":[
	{"type":2,"style":1,"label":"Hit","custom_id":"hit"}]}]`

// message is the path of m.
func (m Message) path() string {
	return "/channels/" + m.ChannelID.String() + "/messages/" + m.ID.String()
}

// hand is a message with a button that answers Ada's command in #blackjack.
func (s *Server) hand(t *testing.T) Message {
	t.Helper()
	i := s.given(t)
	if code, body := s.answer(t, i, `{"type":4,"data":{`+handWithHit+`}}`); code != 204 {
		t.Fatalf("%d %v", code, body)
	}
	m, _ := i.Latest()
	return m
}

// press presses Hit as the n-th person.
func (s *Server) press(t *testing.T, n int, m Message) *Interaction {
	t.Helper()
	i, err := s.As(s.People()[n]).Click(m.ID, "Hit")
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// deny has the administrator take permissions away from the bot.
func deny(t *testing.T, s *Server, channel ID, permissions uint64) {
	t.Helper()
	if err := s.As(s.People()[0]).Deny(channel, permissions); err != nil {
		t.Fatal(err)
	}
}

func TestTheBotsOwnTokenEditsWhatItMaySee(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, _ *PipeListener) {
		i := s.given(t)
		s.answer(t, i, `{"type":4,"data":{"content":"private","flags":64}}`)
		private, _ := i.Latest()
		said, err := s.As(s.People()[0]).Say(s.Channel("blackjack").ID, "hello")
		if err != nil {
			t.Fatal(err)
		}
		hand := s.hand(t)
		time.Sleep(TokenLife + time.Minute)
		for _, c := range []struct {
			name         string
			denied       uint64
			method, path string
			body         string
			code         int
			want         string
		}{
			{"an answer", 0, "PATCH", hand.path(), `{"content":"1"}`, 200, "<nil>"},
			{"a private answer", 0, "PATCH", private.path(), `{"content":"2"}`, 404, "10008"},
			{"a person's message", 0, "PATCH", said.path(), `{"content":"2"}`, 403, "50005"},
			{"a channel that it does not see", ViewChannel, "PATCH", hand.path(),
				`{"content":"2"}`, 403, "50001"},
			{"one in which it may not write", SendMessages, "PATCH", hand.path(),
				`{"content":"2"}`, 200, "<nil>"},
			{"an embed that it may not send", EmbedLinks, "PATCH", hand.path(),
				`{"embeds":[{"title":"x"}]}`, 403, "50013"},
			{"no embed", EmbedLinks, "PATCH", hand.path(), `{"content":"3","embeds":[]}`, 200,
				"<nil>"},
			{"another channel", 0, "PATCH",
				strings.Replace(hand.path(), hand.ChannelID.String(), "1", 1), `{}`, 404, "10003"},
		} {
			deny(t, s, hand.ChannelID, c.denied)
			time.Sleep(10 * time.Second)
			code, body := s.do(t, c.method, c.path, c.body)
			if code != c.code || fmt.Sprint(body["code"]) != c.want {
				t.Errorf("%s: %d %v, want %d %s", c.name, code, body, c.code, c.want)
			}
		}
	})
}

func TestFiveEditsOfAChannelAreTakenInFiveSeconds(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, _ *PipeListener) {
		hands := []Message{s.hand(t), s.hand(t)}
		edit := func(m Message) *httptest.ResponseRecorder {
			r := httptest.NewRequest("PATCH", "http://127.0.0.1/api/v9"+m.path(),
				strings.NewReader(`{"content":"x"}`))
			r.Header.Set("Authorization", "Bot "+s.Token())
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			return w
		}
		for n := range 7 {
			w := edit(hands[n%2])
			left := fmt.Sprint(max(4-n, 0))
			if ok := w.Code == 200; ok != (n < 5) ||
				w.Header().Get("X-RateLimit-Limit") != "5" && ok ||
				w.Header().Get("X-RateLimit-Remaining") != left {
				t.Errorf("edit %d: %d %v %s", n, w.Code, w.Header(), w.Body)
			}
			if n >= 5 && !strings.Contains(w.Body.String(), `"retry_after":4`) {
				t.Errorf("edit %d: %s", n, w.Body)
			}
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(5 * time.Second)
		if w := edit(hands[0]); w.Code != 200 {
			t.Errorf("after five seconds: %d %s", w.Code, w.Body)
		}
		time.Sleep(oldMessage)
		young := s.hand(t)
		for n := range 4 {
			w := edit(hands[0])
			if old := strings.Contains(w.Body.String(), `"code":30046`); old != (n == 3) {
				t.Errorf("edit %d of an old message: %d %s", n, w.Code, w.Body)
			}
			time.Sleep(2 * time.Second)
		}
		if w := edit(young); w.Code != 200 {
			t.Errorf("another message: %d %s", w.Code, w.Body)
		}
		// Answers are not counted: they have tokens of their own.
		for range 10 {
			i := s.press(t, 0, young)
			if code, body := s.answer(t, i, `{"type":7,"data":{"content":"y"}}`); code != 204 {
				t.Errorf("an answer: %d %v", code, body)
			}
		}
	})
}
