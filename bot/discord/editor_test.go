package discord

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/message"
	"holecard/internal/localdiscord"
)

// shownAt is the message of pressJSON.
var shownAt = message.Place{Channel: 88, Message: 99}

// state is what a message is to show: its newest number.
type state struct {
	atomic.Int64
	lost chan error
}

func newState() *state { return &state{lost: make(chan error, 10)} }

func (s *state) live() message.Live {
	return message.Live{
		Draw: func(context.Context) (message.Reply, bool) {
			return message.Reply{Text: fmt.Sprint("state ", s.Load())}, true
		},
		Lost: func(_ context.Context, why error) { s.lost <- why },
	}
}

// edits returns the edits that arrived, as "SECONDS CONTENT" since a time.
func (r *running) edits(since time.Time) []string {
	var all []string
	for _, s := range r.requests("PATCH /api/channels/88/messages/99") {
		_, content, _ := strings.Cut(s.body, `"content":"`)
		content, _, _ = strings.Cut(content, `"`)
		all = append(all, fmt.Sprintf("%.1f %s", s.at.Sub(since).Seconds(), content))
	}
	return all
}

// takesEdits makes a fake take edits of messages.
func takesEdits(f *fake) *fake {
	return f.meets("PATCH", status(200, "{}"))
}

// notes writes down which message a reply has become.
func notes(places *[]message.Place) func(context.Context, message.Place) {
	return func(_ context.Context, at message.Place) { *places = append(*places, at) }
}

// posts is a handler that answers commands with messages, and writes down which.
func posts(places *[]message.Place) stub {
	return stub{onCommand: func(context.Context, Command) message.Reply {
		return message.Reply{Text: "state 0", Posted: notes(places)}
	}}
}

func (r *running) rooms() int {
	r.bot.editor.mu.Lock()
	defer r.bot.editor.mu.Unlock()
	return len(r.bot.editor.rooms)
}

func TestAMessageIsEditedOnceASecondWithItsNewestState(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r, s := play(takesEdits(newFake(t)), echo()), newState()
		began := time.Now()
		for range 20 {
			s.Add(1)
			r.bot.Edit(shownAt, s.live())
			time.Sleep(99 * time.Millisecond)
		}
		time.Sleep(5 * time.Second)
		want := []string{"0.0 state 1", "1.0 state 11", "2.0 state 20"}
		if got := r.edits(began); !slices.Equal(got, want) {
			t.Errorf("edits %q, want %q", got, want)
		}
		if got := r.rooms(); got != 0 {
			t.Errorf("%d channels are kept with nothing to edit", got)
		}
	})
}

// A channel with many messages that nobody waits for shows the others all the same.
func TestEditsThatNobodyWaitsForAreSentBehindTheOthers(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r, s := play(takesEdits(newFake(t)), echo()), newState()
		for n := range 50 {
			behind := s.live()
			behind.Behind = true
			r.bot.Edit(message.Place{Channel: shownAt.Channel, Message: uint64(100 + n)}, behind)
		}
		time.Sleep(2500 * time.Millisecond)
		began := time.Now()
		for n := range 20 {
			s.Add(1)
			live := message.Place{Channel: shownAt.Channel, Message: uint64(1 + n%2)}
			r.bot.Edit(live, s.live())
			time.Sleep(time.Second)
		}
		live := 0
		for _, q := range r.requests("/messages/") {
			if q.at.Before(began) {
				continue
			}
			if id := path.Base(q.path); len(id) == 1 {
				live++
			}
		}
		if live < 15 || live > 17 {
			t.Errorf("of 20 edits in 20 s, %d are of messages that people wait for", live)
		}
		time.Sleep(time.Minute)
		if r.rooms() != 0 {
			t.Error("some were never sent")
		}
	})
}

func TestAnEditThatFailsIsSentLaterWithTheStateOfThen(t *testing.T) {
	for name, test := range map[string]struct {
		fault fault
		want  []string
	}{
		"too many":       {status(429, `{"retry_after":7}`), []string{"0.0 state 0", "7.0 state 3"}},
		"a server error": {status(503, ""), []string{"0.0 state 0", "1.0 state 1"}},
		"cut off":        {cutOff, []string{"0.0 state 0", "1.0 state 1"}},
		"no form": {status(400, `{"code":50035,"message":"Invalid Form Body"}`),
			[]string{"0.0 state 0"}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				s := newState()
				r := play(takesEdits(newFake(t)).meets("PATCH", test.fault, nil), echo())
				began := time.Now()
				r.bot.Edit(shownAt, s.live())
				for range 3 {
					time.Sleep(700 * time.Millisecond)
					s.Add(1)
				}
				time.Sleep(time.Minute)
				if got := r.edits(began); !slices.Equal(got, test.want) {
					t.Errorf("edits %q, want %q", got, test.want)
				}
				if r.rooms() != 0 || len(s.lost) != 0 {
					t.Errorf("%d channels are kept, lost %d", r.rooms(), len(s.lost))
				}
			})
		})
	}
}

func TestAskingForAnEditNeverBlocksAndStoppingSendsWhatWaits(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s, f := newState(), newFake(t).meets("PATCH", slow(3*time.Second), status(200, "{}"))
		r := start(f, echo())
		<-r.ready
		began := time.Now()
		for range 1000 {
			s.Add(1)
			r.bot.Edit(shownAt, s.live())
			synctest.Wait()
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("asking took %v", took)
		}
		r.stop()
		if err := <-r.ended; err != nil {
			t.Error(err)
		}
		want := []string{"0.0 state 1", "4.0 state 1000"}
		if got := r.edits(began); !slices.Equal(got, want) {
			t.Errorf("edits %q, want %q", got, want)
		}
		if took := time.Since(began); took > 4100*time.Millisecond {
			t.Errorf("stopping took %v", took)
		}
		time.Sleep(time.Hour)
	})
}

func TestAPanicInADrawingEndsNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r, s := play(takesEdits(newFake(t)), echo()), newState()
		began := time.Now()
		r.bot.Edit(shownAt, message.Live{Draw: func(context.Context) (message.Reply, bool) {
			panic("no cards")
		}})
		synctest.Wait()
		r.bot.Edit(shownAt, message.Live{Draw: func(context.Context) (message.Reply, bool) {
			return message.Reply{}, false
		}})
		synctest.Wait()
		r.bot.Edit(shownAt, s.live())
		time.Sleep(2 * time.Second)
		if got := r.edits(began); len(got) != 1 || !strings.Contains(r.log.String(), "no cards") {
			t.Errorf("edits %q, log %s", got, r.log)
		}
	})
}

// pressed is a handler that answers presses of one shared message with its state.
func pressed(s *state, before func(tapped)) stub {
	return stub{onClick: func(_ context.Context, c tapped) message.Reply {
		before(c)
		if strings.HasSuffix(c.CustomID, "private") {
			return message.Note("not your turn")
		}
		s.Add(1)
		live := s.live()
		r, _ := live.Draw(context.Background())
		r.Update, r.Live = true, &live
		return r
	}}
}

func TestAnAnswerCountsAsAnEditOfItsMessage(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s := newState()
		r := play(takesEdits(newFake(t)), pressed(s, func(tapped) {}))
		began := time.Now()
		for i, button := range []string{"table 1/hit", "table 1/private"} {
			r.press(i, 5+i, button)
			synctest.Wait()
			time.Sleep(200 * time.Millisecond)
		}
		s.Add(1)
		r.bot.Edit(shownAt, s.live())
		time.Sleep(5 * time.Second)
		if got, want := r.edits(began), []string{"1.0 state 2"}; !slices.Equal(got, want) {
			t.Errorf("edits %q, want %q", got, want)
		}
		if got := r.rooms(); got != 0 {
			t.Errorf("%d channels are kept with nothing to edit", got)
		}
	})
}

func TestAnEditThatMayArriveAfterANewerAnswerIsSentAgain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s, f := newState(), newFake(t).meets("PATCH", slow(300*time.Millisecond))
		r := play(f, pressed(s, func(tapped) {}))
		began := time.Now()
		r.bot.Edit(shownAt, s.live())
		time.Sleep(100 * time.Millisecond)
		r.press(1, 5, "table 1/hit")
		time.Sleep(5 * time.Second)
		want := []string{"0.0 state 0", "1.3 state 1"}
		if got := r.edits(began); !slices.Equal(got, want) {
			t.Errorf("edits %q, want %q", got, want)
		}
	})
}

// While an interaction is handled, an edit would show what it is about to change.
func TestAnEditWaitsForTheAnswerThatIsUnderWay(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s := newState()
		r := play(takesEdits(newFake(t)), pressed(s, func(tapped) {
			time.Sleep(400 * time.Millisecond)
		}))
		began := time.Now()
		r.press(1, 5, "table 1/private")
		synctest.Wait()
		r.bot.Edit(shownAt, s.live())
		time.Sleep(5 * time.Second)
		if got, want := r.edits(began), []string{"0.4 state 0"}; !slices.Equal(got, want) {
			t.Errorf("edits %q, want %q", got, want)
		}
	})
}

func TestAnAnswerThatDoesNotArriveOrLateIsFollowedByAnEdit(t *testing.T) {
	for name, test := range map[string]struct {
		fault fault
		want  []string
	}{
		"refused": {status(404, `{"code":10062}`), []string{"1.0 state 1"}},
		"late":    {slow(700 * time.Millisecond), []string{"1.7 state 1"}},
		"in time": {slow(300 * time.Millisecond), nil},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				s, f := newState(), takesEdits(newFake(t)).meets("/callback", test.fault)
				r := play(f, pressed(s, func(tapped) {}))
				began := time.Now()
				r.press(1, 5, "table 1/hit")
				time.Sleep(5 * time.Second)
				if got := r.edits(began); !slices.Equal(got, test.want) {
					t.Errorf("edits %q, want %q", got, test.want)
				}
			})
		})
	}
}

func TestAMessageThatCannotBeEditedAnyMoreIsToldOf(t *testing.T) {
	picture := func(side int) []byte {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, side, side))); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	show := func(n int) message.Reply {
		return message.Reply{Text: fmt.Sprint("state ", n), Embeds: []*discordgo.MessageEmbed{{Title: "T",
			Image: &discordgo.MessageEmbedImage{URL: "attachment://table.png"}}},
			Files: []message.File{{Name: "table.png", PNG: picture(n)}}}
	}
	var places []message.Place
	h := stub{onCommand: func(context.Context, Command) message.Reply {
		r := show(1)
		r.Posted = notes(&places)
		return r
	}}
	localBot(t, h, fakeSpecs, func(t *testing.T, s *localdiscord.Server, bot *Connection) {
		ada, room := s.As(s.People()[0]), s.Channel("blackjack").ID
		var lost []error
		edit := func(n int) {
			bot.Edit(places[len(places)-1], message.Live{
				Draw: func(context.Context) (message.Reply, bool) { return show(n), true },
				Lost: func(_ context.Context, why error) { lost = append(lost, why) },
			})
			time.Sleep(10 * time.Second)
			synctest.Wait()
		}
		first := ask(t, ada, room, "blackjack").Message
		synctest.Wait()
		time.Sleep(20 * time.Minute) // the interaction's token is good for 15
		edit(2)
		m, _ := s.Message(first.ID)
		if len(places) != 1 || m.Content != "state 2" || m.Embeds[0].Image.Width != 2 ||
			len(m.Attachments) != 0 || len(lost) != 0 {
			t.Errorf("at %v, lost %v: %+v", places, lost, m)
		}
		deny(t, s, room, localdiscord.ViewChannel)
		edit(3)
		deny(t, s, room, localdiscord.SendMessages) // which edits do not need
		edit(4)
		deny(t, s, room, localdiscord.AttachFiles)
		edit(5)
		deny(t, s, room, 0)
		if err := ada.Delete(first.ID); err != nil {
			t.Fatal(err)
		}
		edit(6)
		want := []error{ErrNoAccess, ErrNoAccess, ErrMessageGone}
		if !slices.EqualFunc(lost, want, errors.Is) {
			t.Errorf("lost %v, want %v", lost, want)
		}
	})
}

// Discord does not say when a thread is reopened.
func TestAMessageInAnArchivedThreadIsEditedOnceItIsReopened(t *testing.T) {
	var places []message.Place
	h := posts(&places)
	localBot(t, h, fakeSpecs, func(t *testing.T, s *localdiscord.Server, bot *Connection) {
		ada, room := s.As(s.People()[0]), s.Channel("blackjack").ID
		shown := ask(t, ada, room, "blackjack").Message.ID
		synctest.Wait()
		archive := func() {
			if err := ada.Archive(room); err != nil {
				t.Fatal(err)
			}
		}
		state, tries := 1, 0
		var lost error
		edit := func() {
			bot.Edit(places[0], message.Live{
				Draw: func(context.Context) (message.Reply, bool) {
					tries++
					return message.Reply{Text: fmt.Sprint("state ", state)}, true
				},
				Lost: func(_ context.Context, why error) { lost = why },
			})
		}
		archive()
		edit()
		time.Sleep(10 * time.Hour)
		state = 2
		if _, err := ada.Say(room, "hello"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Minute)
		if m, _ := s.Message(shown); m.Content != "state 2" || !errors.Is(lost, ErrArchived) {
			t.Errorf("it shows %q, lost for %v", m.Content, lost)
		}
		archive()
		tries = 0
		edit()
		time.Sleep(48 * time.Hour)
		bot.editor.mu.Lock()
		defer bot.editor.mu.Unlock()
		if rooms := len(bot.editor.rooms); rooms > 0 || tries > 400 {
			t.Errorf("after two days %d channels are kept; it was tried %d times", rooms, tries)
		}
	})
}

func TestStoppingDoesNotWaitForAThreadToBeReopened(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t).meets("PATCH", status(400,
			`{"code":50083,"message":"Thread is archived"}`))
		r := start(f, echo())
		<-r.ready
		live := newState().live()
		live.Lost = nil
		r.bot.Edit(shownAt, live)
		time.Sleep(time.Hour)
		began := time.Now()
		r.stop()
		if err := <-r.ended; err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took >= drainTime {
			t.Errorf("stopping took %v", took)
		}
		time.Sleep(time.Hour)
	})
}

func TestEditsOfOneChannelStayBelowDiscordsLimit(t *testing.T) {
	const tables = 4
	var places []message.Place
	h := posts(&places)
	localBot(t, h, fakeSpecs, func(t *testing.T, s *localdiscord.Server, bot *Connection) {
		ada, room := s.As(s.People()[0]), s.Channel("blackjack").ID
		states := make([]*state, tables)
		for i := range states {
			ask(t, ada, room, "blackjack")
			synctest.Wait()
			states[i] = newState()
		}
		var mu sync.Mutex
		var edits []time.Time
		for range 100 {
			for i, at := range places {
				states[i].Add(1)
				live := states[i].live()
				bot.Edit(at, message.Live{Draw: func(ctx context.Context) (message.Reply, bool) {
					mu.Lock()
					defer mu.Unlock()
					edits = append(edits, time.Now())
					return live.Draw(ctx)
				}})
			}
			time.Sleep(300 * time.Millisecond)
		}
		time.Sleep(tables * time.Second)
		synctest.Wait()
		for _, at := range places {
			if m, _ := s.Message(localdiscord.ID(at.Message)); m.Content != "state 100" {
				t.Errorf("a table shows %s", m.Content)
			}
		}
		for i, at := range edits[1:] {
			if apart := at.Sub(edits[i]); apart != time.Second {
				t.Errorf("edits are %v apart", apart)
			}
		}
	})
}

// After a restart all tables are drawn again: Discord takes 50 requests a second in all.
func TestEditsOfAllChannelsStayBelowDiscordsLimit(t *testing.T) {
	bubble(t, func(t *testing.T) {
		const channels = 300
		r, s := play(takesEdits(newFake(t)), echo()), newState()
		for n := range channels {
			r.bot.Edit(message.Place{Channel: uint64(n + 1), Message: 99}, s.live())
		}
		time.Sleep(time.Minute)
		sent := r.requests("PATCH")
		for i := range sent[50:] {
			if within := sent[i+50].at.Sub(sent[i].at); within < time.Second {
				t.Errorf("51 edits in %v", within)
			}
		}
		if took := sent[len(sent)-1].at.Sub(sent[0].at); len(sent) != channels ||
			took > 8*time.Second || r.rooms() != 0 {
			t.Errorf("%d edits in %v, %d channels are kept", len(sent), took, r.rooms())
		}
	})
}

// Discord takes few edits of a message that is older than an hour, and says so with a code
// of its own. The other messages of the channel do not wait for it.
func TestAnOldMessageDoesNotHoldTheOthersBack(t *testing.T) {
	var places []message.Place
	h := posts(&places)
	localBot(t, h, fakeSpecs, func(t *testing.T, s *localdiscord.Server, bot *Connection) {
		ada, room := s.As(s.People()[0]), s.Channel("blackjack").ID
		shows := func(n int) string {
			m, _ := s.Message(localdiscord.ID(places[n].Message))
			return m.Content
		}
		state := newState()
		ask(t, ada, room, "blackjack")
		time.Sleep(time.Hour + time.Minute)
		ask(t, ada, room, "blackjack")
		synctest.Wait()
		for range 8 {
			state.Add(1)
			for _, at := range places {
				bot.Edit(at, state.live())
			}
			time.Sleep(2 * time.Second)
		}
		if old, young := shows(0), shows(1); old == "state 8" || young != "state 8" {
			t.Errorf("the old message shows %s, the other %s", old, young)
		}
		time.Sleep(10 * time.Second)
		if old := shows(0); old != "state 8" {
			t.Errorf("the old message shows %s", old)
		}
	})
}
