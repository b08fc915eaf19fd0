package discord

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/message"
	"holecard/internal/localdiscord"
)

func TestAReplyLearnsWhichMessageItHasBecome(t *testing.T) {
	told := status(200, `{"interaction":{"id":"1"},"resource":{"type":4,
		"message":{"id":"99","channel_id":"88"}}}`)
	there := status(200, `{"id":"99","channel_id":"88"}`)
	withoutChannel := status(200, `{"resource":{"message":{"id":99}}}`)
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
				r := play(f, stub{onClick: func(context.Context, Click) message.Reply {
					return message.Reply{Text: "table", Posted: notes(&places)}
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

func TestACallerSaysWhereAndWhatTheBotMayDoThere(t *testing.T) {
	var callers []Caller
	h := stub{onCommand: func(_ context.Context, c Command) message.Reply {
		callers = append(callers, c.Caller)
		return message.Reply{Text: "here", Rows: [][]message.Button{{{Label: "Hit", ID: "hit"}}},
			Posted: func(_ context.Context, at message.Place) {
				if at.Channel != c.Channel {
					t.Errorf("posted at %v, asked in %d", at, c.Channel)
				}
			}}
	}, onClick: func(_ context.Context, c Click) message.Reply {
		callers = append(callers, c.Caller)
		return message.Reply{Text: fmt.Sprint(c.Place()), Update: true}
	}}
	local(t, h, fakeSpecs, func(t *testing.T, s *localdiscord.Server) {
		ada, room := s.As(s.People()[0]), s.Channel("blackjack").ID
		m := ask(t, ada, room, "blackjack").Message
		deny(t, s, room, localdiscord.SendMessages|localdiscord.EmbedLinks)
		answer, err := ada.Press(t.Context(), m.ID, "Hit")
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		want := fmt.Sprint(message.Place{Channel: uint64(room), Message: uint64(m.ID)})
		if answer.Message.Content != want {
			t.Errorf("the click is at %s, want %s", answer.Message.Content, want)
		}
		for i, want := range []Permissions{0, SendMessages | EmbedLinks} {
			if c := callers[i]; c.Channel != uint64(room) || c.Thread || c.Missing() != want {
				t.Errorf("%d: %+v, missing %b", i, c, c.Missing())
			}
		}
	})
}
