package discord

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/message"
	"holecard/internal/localdiscord"
)

func TestAMessageIsEditedOnceASecondWithItsNewestState(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s := newState()
		r := play(takesEdits(newFake(t)), shows(s))
		began := time.Now()
		for range 20 {
			s.Add(1)
			r.bot.Edit(s.live())
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
		s := newState()
		r := play(takesEdits(newFake(t)), shows(s))
		for n := range 50 {
			behind := s.at(message.Place{Channel: shownAt.Channel, Message: uint64(100 + n)})
			behind.Behind = true
			r.bot.Edit(behind)
		}
		time.Sleep(2500 * time.Millisecond)
		began := time.Now()
		for n := range 20 {
			s.Add(1)
			r.bot.Edit(s.at(message.Place{Channel: shownAt.Channel, Message: uint64(1 + n%2)}))
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
		"a server error": {status(503, ""), []string{"0.0 state 0", "1.0 state 1", "2.0 state 2", "3.0 state 3"}},
		"cut off":        {cutOff, []string{"0.0 state 0", "1.0 state 1", "2.0 state 2", "3.0 state 3"}},
		"no form": {status(400, `{"code":50035,"message":"Invalid Form Body"}`),
			[]string{"0.0 state 0", "1.0 state 1", "2.0 state 2", "3.0 state 3"}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				s := newState()
				r := play(takesEdits(newFake(t)).meets("PATCH", test.fault, nil), shows(s))
				began := time.Now()
				r.bot.Edit(s.live())
				for range 3 {
					time.Sleep(700 * time.Millisecond)
					s.Add(1)
					r.bot.Edit(s.live())
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
		r := start(f, shows(s))
		<-r.ready
		began := time.Now()
		for range 1000 {
			s.Add(1)
			r.bot.Edit(s.live())
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
		s := newState()
		r := play(takesEdits(newFake(t)), shows(s))
		began := time.Now()
		s.drawn = func(Live) message.Reply { panic("no cards") }
		r.bot.Edit(s.live())
		synctest.Wait()
		s.drawn = nil
		r.bot.Edit(s.live())
		time.Sleep(2 * time.Second)
		if got := r.edits(began); len(got) != 1 || !strings.Contains(r.log.String(), "no cards") {
			t.Errorf("edits %q, log %s", got, r.log)
		}
	})
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
		r.bot.Edit(s.live())
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
		r.bot.Edit(s.live())
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
		r.bot.Edit(s.live())
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
	table := newState()
	table.drawn = func(l Live) message.Reply {
		return message.Reply{Text: l.Of.(string), Embeds: []*discordgo.MessageEmbed{{Title: "T",
			Image: &discordgo.MessageEmbedImage{URL: "attachment://table.png"}}},
			Files: []message.File{{Name: "table.png", PNG: picture(int(l.Version) - 1)}}}
	}
	var places []message.Place
	h := stub{onCommand: func(_ context.Context, r Responder, _ *Call) {
		table.Add(1)
		notes(&places)(r.Post(table.draw(table.live())))
	}, of: table}
	localBot(t, h, fakeSpecs, func(t *testing.T, s *localdiscord.Server, bot *Connection) {
		ada, room := s.As(s.People()[0]), s.Channel("blackjack").ID
		edit := func() {
			table.Add(1)
			bot.Edit(table.at(places[0]))
			time.Sleep(10 * time.Second)
			synctest.Wait()
		}
		first := ask(t, ada, room, "blackjack").Message
		synctest.Wait()
		time.Sleep(20 * time.Minute) // the interaction's token is good for 15
		edit()
		m, _ := s.Message(first.ID)
		if len(places) != 1 || m.Content != "state 2" || m.Embeds[0].Image.Width != 2 ||
			len(m.Attachments) != 0 || len(table.lost) != 0 {
			t.Errorf("at %v, lost %d: %+v", places, len(table.lost), m)
		}
		deny(t, s, room, localdiscord.ViewChannel)
		edit()
		deny(t, s, room, localdiscord.SendMessages) // which edits do not need
		edit()
		deny(t, s, room, localdiscord.AttachFiles)
		edit()
		deny(t, s, room, 0)
		if err := ada.Delete(first.ID); err != nil {
			t.Fatal(err)
		}
		edit()
		for _, want := range []error{ErrNoAccess, ErrNoAccess, ErrMessageGone} {
			if lost := <-table.lost; !errors.Is(lost, want) {
				t.Errorf("lost for %v, want %v", lost, want)
			}
		}
	})
}

// Discord does not say when a thread is reopened.
func TestAMessageInAnArchivedThreadIsEditedOnceItIsReopened(t *testing.T) {
	var places []message.Place
	table, tries := newState(), 0
	table.drawn = func(l Live) message.Reply {
		tries++
		return message.Reply{Text: l.Of.(string)}
	}
	h := posts(&places, table)
	localBot(t, h, fakeSpecs, func(t *testing.T, s *localdiscord.Server, bot *Connection) {
		ada, room := s.As(s.People()[0]), s.Channel("blackjack").ID
		shown := ask(t, ada, room, "blackjack").Message.ID
		synctest.Wait()
		archive := func() {
			if err := ada.Archive(room); err != nil {
				t.Fatal(err)
			}
		}
		edit := func() {
			table.Add(1)
			bot.Edit(table.at(places[0]))
		}
		archive()
		edit()
		time.Sleep(10 * time.Hour)
		edit()
		if _, err := ada.Say(room, "hello"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Minute)
		if m, _ := s.Message(shown); m.Content != "state 2" || len(table.lost) == 0 ||
			!errors.Is(<-table.lost, ErrArchived) {
			t.Errorf("it shows %q", m.Content)
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
		s := newState()
		r := start(f, shows(s))
		<-r.ready
		r.bot.Edit(s.live())
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
	var edits []time.Time
	state := newState()
	state.drawn = func(l Live) message.Reply {
		edits = append(edits, time.Now())
		return message.Reply{Text: l.Of.(string)}
	}
	h := posts(&places, state)
	localBot(t, h, fakeSpecs, func(t *testing.T, s *localdiscord.Server, bot *Connection) {
		ada, room := s.As(s.People()[0]), s.Channel("blackjack").ID
		for range tables {
			ask(t, ada, room, "blackjack")
			synctest.Wait()
		}
		for range 100 {
			state.Add(1)
			for _, at := range places {
				bot.Edit(state.at(at))
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
		s := newState()
		r := play(takesEdits(newFake(t)), shows(s))
		for n := range channels {
			r.bot.Edit(s.at(message.Place{Channel: uint64(n + 1), Message: 99}))
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
	state := newState()
	h := posts(&places, state)
	localBot(t, h, fakeSpecs, func(t *testing.T, s *localdiscord.Server, bot *Connection) {
		ada, room := s.As(s.People()[0]), s.Channel("blackjack").ID
		shows := func(n int) string {
			m, _ := s.Message(localdiscord.ID(places[n].Message))
			return m.Content
		}
		ask(t, ada, room, "blackjack")
		time.Sleep(time.Hour + time.Minute)
		ask(t, ada, room, "blackjack")
		synctest.Wait()
		for range 8 {
			state.Add(1)
			for _, at := range places {
				bot.Edit(state.at(at))
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
