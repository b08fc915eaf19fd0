package localdiscord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// taker is a bot's endpoint on a pipe, which answers by a function.
type taker struct {
	answer func(w http.ResponseWriter, body []byte)
	key    ed25519.PublicKey

	mu    sync.Mutex
	taken []string // the tokens, as far as the signature is good
}

func (tk *taker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || !ed25519.Verify(tk.key,
		append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), signature) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	tk.mu.Lock()
	tk.taken = append(tk.taken, string(body))
	tk.mu.Unlock()
	tk.answer(w, body)
}

func (tk *taker) count() int {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	return len(tk.taken)
}

// says answers with a status, a type of content and a body.
func says(status int, kind, body string) func(http.ResponseWriter, []byte) {
	return func(w http.ResponseWriter, _ []byte) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// takers serves endpoints called http://0, http://1 and so on, of which a nil one is closed.
// It returns the delivery to them.
func (s *Server) takers(t *testing.T, all ...*taker) Delivery {
	t.Helper()
	key, err := hex.DecodeString(s.PublicKey())
	if err != nil {
		t.Fatal(err)
	}
	pipes := make(map[string]*PipeListener)
	var d Delivery
	for n, tk := range all {
		host := fmt.Sprintf("%d.invalid", n)
		d.Endpoints = append(d.Endpoints, "http://"+host+"/interactions")
		if tk == nil {
			continue
		}
		tk.key = key
		pipe := NewPipeListener()
		pipes[host+":80"] = pipe
		server := &http.Server{Handler: tk}
		go server.Serve(pipe)
		t.Cleanup(func() { server.Close() })
	}
	d.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if pipe := pipes[address]; pipe != nil {
			return pipe.Dial(ctx, network, address)
		}
		return nil, &net.OpError{Op: "dial", Net: network, Err: errors.New("refused")}
	}
	return d
}

const aMessage = `{"type":4,"data":{"content":"hi","allowed_mentions":{"parse":[]}}}`

func TestAResponseIsHeldAgainstTheRulesOfACallback(t *testing.T) {
	form := "--x\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n" + aMessage +
		"\r\n--x\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.txt\"\r\n\r\n" +
		"%s\r\n--x--\r\n"
	for name, test := range map[string]struct {
		status     int
		kind, body string
		refused    string // "" for taken, "silent" for no answer
	}{
		"a message": {200, "application/json", aMessage, ""},
		"a form":    {200, "multipart/form-data; boundary=x", fmt.Sprintf(form, "A"), ""},
		"a large form": {200, "multipart/form-data; boundary=x",
			fmt.Sprintf(form, strings.Repeat("A", maxResponse)), "40005"},
		"no JSON":             {200, "application/json", "hi", "50109"},
		"nothing":             {200, "application/json", "", "50109"},
		"another type":        {200, "text/plain", aMessage, "50035"},
		"an update":           {200, "application/json", `{"type":7,"data":{"content":"x"}}`, "50035"},
		"an empty message":    {200, "application/json", `{"type":4,"data":{}}`, "50006"},
		"what is too long":    {200, "application/json", `{"type":4,"data":{"content":"` + strings.Repeat("x", 2001) + `"}}`, "50035"},
		"accepted, no more":   {202, "", "", "silent"},
		"a failure":           {500, "application/json", aMessage, "silent"},
		"what the check bars": {200, "application/json", `{"type":4,"data":{"content":"barred"}}`, "50035"},
	} {
		t.Run(name, func(t *testing.T) {
			check := func(method, path string, payload []byte) error {
				if bytes.Contains(payload, []byte("barred")) {
					return errors.New("barred")
				}
				return nil
			}
			bubble(t, Config{Check: check}, func(t *testing.T, s *Server, _ *PipeListener) {
				s.register(t, blackjack)
				s.SetDelivery(s.takers(t, &taker{answer: says(test.status, test.kind, test.body)}))
				a, err := s.As(s.People()[0]).Do(within(t), s.Channel("blackjack").ID, "blackjack")
				switch {
				case test.refused == "":
					if err != nil || a.Message == nil || a.Message.Content != "hi" {
						t.Errorf("%+v, %v", a, err)
					}
				case !errors.Is(err, ErrNoAnswer):
					t.Errorf("%+v, %v", a, err)
				case (test.refused != "silent") != strings.Contains(err.Error(),
					`"code":`+test.refused):
					t.Errorf("refused with %v, want %s", err, test.refused)
				}
			})
		})
	}
}

func TestEndpointsTakeTurnsAndAShareGoesToTwo(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, _ *PipeListener) {
		s.register(t, blackjack)
		one := &taker{answer: says(200, "application/json", aMessage)}
		two := &taker{answer: says(200, "application/json", aMessage)}
		d := s.takers(t, one, nil, two)
		play := func(n int) {
			for range n {
				a, err := s.As(s.People()[0]).Do(within(t), s.Channel("blackjack").ID, "blackjack")
				if err != nil || a.Message == nil {
					t.Fatalf("%+v, %v", a, err)
				}
				time.Sleep(time.Second)
			}
		}
		s.SetDelivery(d)
		play(300) // the second is closed: its turns are the third's
		if one.count() != 100 || two.count() != 200 {
			t.Errorf("%d and %d were taken, want 100 and 200", one.count(), two.count())
		}
		d.Twice, d.Seed = 0.2, 1
		s.SetDelivery(d)
		play(300)
		if twice := one.count() + two.count() - 600; twice < 40 || twice > 80 {
			t.Errorf("%d of 300 were delivered twice, want about 60", twice)
		}
	})
}
