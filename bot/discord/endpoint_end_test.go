package discord

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

func TestRequestsUnderWayAreAnsweredWhenTheBotEnds(t *testing.T) {
	serving(t, lateBy(answerTime-100*time.Millisecond), func(t *testing.T, s *served) {
		type result struct {
			status int
			err    error
		}
		done := make(chan result, 1)
		go func() {
			resp, err := s.client.Do(s.request(pressJSON(snowflake(1), 5, "hit")))
			if err != nil {
				done <- result{0, err}
				return
			}
			resp.Body.Close()
			done <- result{resp.StatusCode, nil}
		}()
		synctest.Wait()
		if !s.bot.Connected() {
			t.Error("it is not connected")
		}
		s.stop()
		synctest.Wait()
		_, err := s.pipe.Dial(t.Context(), "tcp", "bot.invalid")
		if !errors.Is(err, net.ErrClosed) {
			t.Errorf("after the end there is a connection: %v", err)
		}
		if got := <-done; got.status != http.StatusOK {
			t.Errorf("the request under way ends with %+v", got)
		}
	})
}

// To net/http a connection is idle or new until a request's header has been read.
func TestARequestHalfReadWhenTheBotEndsIsAnswered(t *testing.T) {
	for name, before := range map[string]int{"a new connection": 0, "one that was idle": 1} {
		t.Run(name, func(t *testing.T) {
			serving(t, echo(), func(t *testing.T, s *served) {
				conn, err := s.pipe.Dial(t.Context(), "tcp", "bot.invalid")
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				answers := bufio.NewReader(conn)
				for n := range before + 1 {
					var text bytes.Buffer
					r := s.request(pressJSON(snowflake(n), 5, "hit"))
					if err := r.Write(&text); err != nil {
						t.Error(err)
					}
					conn.Write(text.Next(20))
					if n == before {
						s.stop()
						time.Sleep(time.Second)
					}
					conn.Write(text.Bytes())
					resp, err := http.ReadResponse(answers, nil)
					if err != nil {
						t.Errorf("request %d gets no response: %v", n, err)
						break
					}
					io.Copy(io.Discard, resp.Body)
					if resp.StatusCode != http.StatusOK || resp.Close != (n == before) {
						t.Errorf("request %d: %s, the connection is closed: %v", n, resp.Status,
							resp.Close)
					}
				}
			})
		})
	}
}

func TestWhileTheBotLeavesResponsesCloseTheirConnections(t *testing.T) {
	serving(t, echo(), func(t *testing.T, s *served) {
		for n, want := range []bool{false, true} {
			resp, err := s.client.Do(s.request(pressJSON(snowflake(n), 5, "hit")))
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != http.StatusOK || resp.Close != want {
				t.Errorf("leaving %v: %d, the connection is closed: %v", want, resp.StatusCode,
					resp.Close)
			}
			if n == 0 {
				close(s.leaving)
			}
		}
	})
}
