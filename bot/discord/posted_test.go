package discord

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/message"
)

func TestAReplyLearnsWhichMessageItHasBecome(t *testing.T) {
	told := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "with_response=true" {
			t.Errorf("the query is %q", r.URL.RawQuery)
		}
		status(200, `{"interaction":{"id":"1"},"resource":{"type":4,
			"message":{"id":"99","channel_id":"88"}}}`)(w, r)
	}
	there := status(200, `{"id":"99","channel_id":"88"}`)
	withoutChannel := status(200, `{"resource":{"message":{"id":"99"}}}`)
	at := []message.Place{shownAt}
	for name, test := range map[string]struct {
		faults   []fault // of callbacks
		original fault
		want     []message.Place
		asked    int // for the message
	}{
		"the answer's response":             {[]fault{told}, nil, at, 0},
		"a response without a channel":      {[]fault{withoutChannel}, nil, at, 0},
		"a server that says nothing":        {[]fault{arrives}, there, at, 1},
		"an answer that came on the second": {[]fault{cutOff, answered}, there, at, 1},
		"a server that never says":          {[]fault{arrives}, status(404, `{}`), nil, 1},
		"an answer that does not arrive":    {[]fault{status(404, `{"code":10062}`)}, nil, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				f := newFake(t).meets("/messages/@original", test.original)
				f.meets("/callback", test.faults...)
				var places []message.Place
				r := play(f, stub{onClick: func(_ context.Context, r Responder, _ tapped) {
					notes(&places)(r.Post(message.Reply{Text: "table"}))
				}})
				r.press(1, 5, "open")
				time.Sleep(time.Minute)
				synctest.Wait()
				asked := len(r.requests("GET /api/webhooks/"))
				if !slices.Equal(places, test.want) || asked != test.asked {
					t.Errorf("told of %v, asked %d times; want %v, %d", places, asked, test.want,
						test.asked)
				}
			})
		})
	}
}
