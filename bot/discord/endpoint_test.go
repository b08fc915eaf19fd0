package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/message"
	"holecard/internal/localdiscord"
)

// served is a bot whose interactions come over HTTP, and who sends them.
type served struct {
	*running
	t       *testing.T
	pipe    *localdiscord.PipeListener
	key     ed25519.PrivateKey
	leaving chan struct{}
	client  *http.Client
}

// serving runs a bot with an endpoint in a bubble.
func serving(t *testing.T, h stub, test func(*testing.T, *served)) {
	t.Helper()
	bubble(t, func(t *testing.T) {
		key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
		pipe := localdiscord.NewPipeListener()
		s := &served{t: t, pipe: pipe, key: key, leaving: make(chan struct{}),
			client: &http.Client{Transport: &http.Transport{DialContext: pipe.Dial}}}
		s.running = startWith(newFake(t), h, func(o *Options) {
			o.Endpoint = &Endpoint{Listener: pipe, Key: key.Public().(ed25519.PublicKey),
				Leaving: s.leaving}
		})
		<-s.ready
		test(t, s)
		s.client.CloseIdleConnections()
		s.finish()
	})
}

// request returns a request that Discord could have sent.
func (s *served) request(body string) *http.Request {
	s.t.Helper()
	return s.dated(body, strconv.FormatInt(time.Now().Unix(), 10))
}

func (s *served) dated(body, stamp string) *http.Request {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodPost, "http://bot.invalid/interactions",
		strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("X-Signature-Ed25519",
		hex.EncodeToString(ed25519.Sign(s.key, []byte(stamp+body))))
	r.Header.Set("X-Signature-Timestamp", stamp)
	return r
}

// do sends a request and returns the status and the body of the response.
func (s *served) do(r *http.Request) (int, string) {
	s.t.Helper()
	resp, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Error(err)
	}
	return resp.StatusCode, string(body)
}

func TestAPressOverHTTPIsAnsweredInTheResponse(t *testing.T) {
	serving(t, echo(), func(t *testing.T, s *served) {
		status, body := s.do(s.request(pressJSON(snowflake(1), 5, "hit")))
		want := string(mustEncode(hitAnswer))
		if status != http.StatusOK || body != want {
			t.Errorf("the response is %d %s, want %s", status, body, want)
		}
		if got := s.requests("/callback"); len(got) != 0 {
			t.Errorf("and there are callbacks: %+v", got)
		}
		status, body = s.do(s.request(`{"id":"9","type":1,"token":"t","application_id":"3"}`))
		if status != http.StatusServiceUnavailable {
			t.Errorf("an old PING is answered with %d %s", status, body)
		}
		status, body = s.do(s.request(fmt.Sprintf(`{"id":"%d","type":1,"token":"t"}`,
			snowflake(2))))
		if status != http.StatusOK || body != `{"type":1}` {
			t.Errorf("a PING is answered with %d %s", status, body)
		}
	})
}

// Each of these is refused before anything of it is parsed: their bodies are not JSON, for
// which a request that Discord has signed gets 400.
func TestWhatDiscordHasNotSignedIsRefusedUnparsed(t *testing.T) {
	const body = "no JSON"
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	carry := func(body string) func(*http.Request) {
		return func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		}
	}
	const signature, timestamp = "X-Signature-Ed25519", "X-Signature-Timestamp"
	for _, test := range []struct {
		name   string
		change func(*http.Request)
		status int
		says   error
	}{
		{"Discord's", func(*http.Request) {}, 400, nil},
		{"no signature", func(r *http.Request) { r.Header.Del(signature) }, 401, errUnsigned},
		{"short", func(r *http.Request) {
			r.Header.Set(signature, r.Header.Get(signature)[:126])
		}, 401, errUnsigned},
		{"long", func(r *http.Request) {
			r.Header.Set(signature, r.Header.Get(signature)+"00")
		}, 401, errUnsigned},
		{"bad hex", header(signature, strings.Repeat("zz", 64)), 401, errSignature},
		{"zeros", header(signature, strings.Repeat("00", 64)), 401, errSignature},
		{"no timestamp", func(r *http.Request) { r.Header.Del(timestamp) }, 401, errUndated},
		{"no number", header(timestamp, "now"), 401, errUndated},
		{"another time", header(timestamp, strconv.FormatInt(time.Date(2026, 1, 1, 0, 0, 1, 0,
			time.UTC).Unix(), 10)), 401, errSignature},
		{"a changed byte", carry("no JSOM"), 401, errSignature},
		{"a byte more", carry("no JSON "), 401, errSignature},
		{"a byte less", carry("no JSO"), 401, errSignature},
		{"10 MiB", carry(strings.Repeat("x", 10<<20)), 413, errTooLarge},
		{"10 MiB in chunks", func(r *http.Request) {
			r.Body = io.NopCloser(strings.NewReader(strings.Repeat("x", 10<<20)))
			r.ContentLength = -1
		}, 413, errTooLarge},
		{"10 MiB of a bad signature", func(r *http.Request) {
			carry(strings.Repeat("x", 10<<20))(r)
			r.Header.Set(signature, "00")
		}, 401, errUnsigned},
	} {
		t.Run(test.name, func(t *testing.T) {
			serving(t, stub{}, func(t *testing.T, s *served) {
				r := s.request(body)
				test.change(r)
				began := time.Now()
				status, said := s.do(r)
				if status != test.status {
					t.Errorf("answered with %d %s, want %d", status, said, test.status)
				}
				if took := time.Since(began); took > time.Second {
					t.Errorf("refused after %v", took)
				}
				log := s.log.String()
				if test.says != nil && (!strings.Contains(said, test.says.Error()) ||
					strings.Count(log, test.says.Error()) != 1) {
					t.Errorf("it says %q and logs %s, want %v", said, log, test.says)
				}
				if refused := strings.Contains(log, "requests to /interactions refused"); refused ==
					(test.says == nil) {
					t.Errorf("the log: %s", log)
				}
			})
		})
	}
}

func TestTimestampsAreTakenForFiveMinutesAndOnce(t *testing.T) {
	serving(t, echo(), func(t *testing.T, s *served) {
		for n, test := range []struct {
			off    time.Duration
			status int
		}{
			{-skew - time.Second, 401}, {-skew, 200}, {0, 200}, {skew, 200},
			{skew + time.Second, 401},
		} {
			stamp := strconv.FormatInt(time.Now().Add(test.off).Unix(), 10)
			body := pressJSON(snowflake(n), 5, "hit")
			again := s.dated(body, stamp)
			if status, said := s.do(s.dated(body, stamp)); status != test.status {
				t.Errorf("%v off: %d %s, want %d", test.off, status, said, test.status)
			}
			if status, said := s.do(again); status != 401 {
				t.Errorf("%v off, again: %d %s", test.off, status, said)
			}
		}
		ahead := s.dated(pressJSON(snowflake(9), 5, "hit"),
			strconv.FormatInt(time.Now().Add(skew).Unix(), 10))
		for wait := range 12 {
			again := ahead.Clone(t.Context())
			again.Body, _ = ahead.GetBody()
			want := 401
			if wait == 0 {
				want = 200
			}
			if status, said := s.do(again); status != want {
				t.Errorf("%d minutes later: %d %s", wait, status, said)
			}
			time.Sleep(time.Minute)
		}
		s.do(s.request("x"))
		if n := len(s.bot.served.checked.seen); n != 1 {
			t.Errorf("signatures of %d minutes are remembered, want those of 1", n)
		}
	})
}

func TestRefusalsAreLoggedOnceAMinuteWithTheirCount(t *testing.T) {
	serving(t, stub{}, func(t *testing.T, s *served) {
		refuse := func(n int) {
			for range n {
				r := s.request("x")
				r.Header.Del("X-Signature-Ed25519")
				s.do(r)
			}
		}
		refuse(1000)
		time.Sleep(30 * time.Second)
		refuse(500)
		if got := fmt.Sprint(s.counts()); got != "[1]" {
			t.Errorf("at once the log has lines with the counts %v", got)
		}
		time.Sleep(time.Hour)
		refuse(1)
		if got := fmt.Sprint(s.counts()); got != "[1 1499 1]" {
			t.Errorf("in the end the log has lines with the counts %v", got)
		}
	})
}

// counts returns the counts of refusals that the log has, one for each line.
func (s *served) counts() (counts []string) {
	for line := range strings.Lines(s.log.String()) {
		if _, rest, found := strings.Cut(line, `"count":`); found {
			count, _, _ := strings.Cut(rest, ",")
			counts = append(counts, count)
		}
	}
	return counts
}

func TestASlowRequestIsCutOffAndKeepsNobodyWaiting(t *testing.T) {
	serving(t, echo(), func(t *testing.T, s *served) {
		whole := s.request(pressJSON(snowflake(1), 5, "slow"))
		var text bytes.Buffer
		if err := whole.Write(&text); err != nil {
			t.Fatal(err)
		}
		head, _, _ := bytes.Cut(text.Bytes(), []byte("\r\n\r\n"))
		for name, begun := range map[string][]byte{
			"nothing":       nil,
			"half a header": head[:20],
			"half a body":   text.Bytes()[:text.Len()-20],
		} {
			conn, err := s.pipe.Dial(t.Context(), "tcp", "bot.invalid")
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			go func() { // a byte a second
				conn.Write(begun)
				for {
					time.Sleep(time.Second)
					if _, err := io.WriteString(conn, "x"); err != nil {
						return
					}
				}
			}()
			status, _ := s.do(s.request(pressJSON(snowflake(2), 6, "fast"+name)))
			if took := time.Since(began); status != http.StatusOK || took > 100*time.Millisecond {
				t.Errorf("%s: meanwhile another is answered with %d after %v", name, status, took)
			}
			answer, _ := io.ReadAll(conn)
			if took := time.Since(began); took > 6*time.Second {
				t.Errorf("%s: cut off after %v", name, took)
			}
			if bytes.Contains(answer, []byte("200 OK")) {
				t.Errorf("%s: answered with %s", name, answer)
			}
			conn.Close()
		}
	})
}

// lateBy is a handler that answers after a while.
func lateBy(while time.Duration) stub {
	return stub{onClick: func(_ context.Context, r Responder, c tapped) {
		time.Sleep(while)
		r.Answer(message.Reply{Text: c.CustomID})
	}}
}

func TestWhoHangsUpIsAnsweredByARequest(t *testing.T) {
	serving(t, lateBy(time.Second), func(t *testing.T, s *served) {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		resp, err := s.client.Do(s.request(pressJSON(snowflake(1), 5, "hit")).WithContext(ctx))
		if err == nil {
			resp.Body.Close()
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the request ends with %v", err)
		}
		time.Sleep(time.Second)
		if got := s.requests("/callback"); len(got) != 1 ||
			!strings.Contains(got[0].body, `"content":"hit"`) {
			t.Errorf("callbacks %+v, want one", got)
		}
	})
}

func TestAnAnswerThatIsLateIsNotSent(t *testing.T) {
	serving(t, lateBy(2600*time.Millisecond), func(t *testing.T, s *served) {
		began := time.Now()
		status, body := s.do(s.request(pressJSON(snowflake(1), 5, "hit")))
		if took := time.Since(began); status != http.StatusServiceUnavailable ||
			took != answerTime {
			t.Errorf("%d %s after %v", status, body, took)
		}
		time.Sleep(time.Minute)
		if got := s.requests("/callback"); len(got) > 0 {
			t.Errorf("callbacks %+v", got)
		}
	})
}

func TestALargeAnswerGoesByARequest(t *testing.T) {
	h := stub{onClick: func(_ context.Context, r Responder, c tapped) {
		picture := message.File{Name: "hand.png", PNG: make([]byte, mostResponse)}
		if c.CustomID == "small" {
			picture = message.File{Name: "a.png", PNG: []byte("PNG")}
		}
		r.Answer(message.Reply{Files: []message.File{picture}})
	}}
	serving(t, h, func(t *testing.T, s *served) {
		resp, err := s.client.Do(s.request(pressJSON(snowflake(1), 5, "small")))
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if kind := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK ||
			!strings.HasPrefix(kind, "multipart/form-data; boundary=") ||
			!bytes.Contains(body, []byte(`name="payload_json"`)) ||
			!bytes.Contains(body, []byte(`name="files[0]"; filename="a.png"`)) {
			t.Errorf("a small picture comes as %d %s: %s", resp.StatusCode, kind, body)
		}
		status, said := s.do(s.request(pressJSON(snowflake(2), 5, "large")))
		if status != http.StatusAccepted || said != "" {
			t.Errorf("a large picture comes as %d %s", status, said)
		}
		synctest.Wait()
		if got := s.requests("/callback"); len(got) != 1 || len(got[0].body) < mostResponse {
			t.Errorf("%d callbacks, want one with the picture", len(got))
		}
	})
}

func TestOverHTTPTheGateRefusesInTheResponseAndThenAtOnce(t *testing.T) {
	serving(t, echo(), func(t *testing.T, s *served) {
		s.bot.gate = newGate(Allowance{PerSecond: 1, Burst: 1})
		for n, want := range []struct {
			status int
			says   string
		}{{200, "hit"}, {200, "refused: " + ErrTooMuch.Error()}, {503, "not answered"}} {
			began := time.Now()
			status, body := s.do(s.request(pressJSON(snowflake(n), 5, "hit")))
			if status != want.status || !strings.Contains(body, want.says) ||
				time.Since(began) > 0 {
				t.Errorf("%d: %d %s after %v", n, status, body, time.Since(began))
			}
		}
	})
}

// Discord reads a response after the bot has sent it: until then it knows neither the
// answer nor what follows it.
func TestWhatFollowsAResponseIsSentAgainUntilDiscordKnowsTheAnswer(t *testing.T) {
	for name, test := range map[string]struct {
		takes time.Duration // Discord, to read the response
		known bool
	}{
		"at once":       {0, true},
		"half a second": {500 * time.Millisecond, true},
		"never":         {1 << 62, false},
	} {
		t.Run(name, func(t *testing.T) {
			var places []message.Place
			h := stub{onClick: func(_ context.Context, r Responder, _ tapped) {
				notes(&places)(r.Post(message.Reply{Text: "table"}))
				r.Follow(message.Reply{Text: "word"})
			}}
			serving(t, h, func(t *testing.T, s *served) {
				began := time.Now()
				s.rest = func(w http.ResponseWriter, r *http.Request, _ int) bool {
					if !strings.Contains(r.URL.Path, "/webhooks/") {
						return false
					}
					if time.Since(began) < test.takes {
						w.WriteHeader(http.StatusNotFound)
						fmt.Fprintf(w, `{"code":%d}`, map[string]int{http.MethodGet: 10008,
							http.MethodPost: 10015}[r.Method])
					} else if r.Method == http.MethodGet {
						fmt.Fprint(w, `{"id":"99","channel_id":"88"}`)
					}
					return true
				}
				s.do(s.request(pressJSON(snowflake(1), 5, "open")))
				time.Sleep(time.Minute)
				synctest.Wait()
				said := strings.Contains(s.log.String(), "did not arrive")
				if (len(places) == 1 && places[0] == shownAt) != test.known || said == test.known {
					t.Errorf("told of %v; the log says %s", places, s.log)
				}
				if n := len(s.requests("/webhooks/")); n > 30 {
					t.Errorf("%d requests", n)
				}
			})
		})
	}
}
