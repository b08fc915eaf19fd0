package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot"
	"holecard/bot/discord"
	"holecard/bot/fleet"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/storage"
	"holecard/storage/memory"
)

// quietWire is a wire that nobody listens to.
type quietWire struct {
	away  atomic.Bool
	parts fleet.Parts // that it serves, all guilds where there are none
	edits atomic.Int64
}

func (w *quietWire) Edit(discord.Live) { w.edits.Add(1) }
func (w *quietWire) Guard(do func())   { do() }
func (w *quietWire) Left(context.Context, storage.GuildID, storage.UserID) bool {
	return false
}
func (w *quietWire) Served() fleet.Parts {
	switch {
	case w.away.Load():
		return fleet.Parts{}
	case w.parts.Of == 0:
		return fleet.All(1)
	}
	return w.parts
}

// slowStore is a store whose changes of one guild fail or take long.
type slowStore struct {
	storage.Store
	guild storage.GuildID
	fails atomic.Bool
	takes atomic.Int64 // nanoseconds
	tried atomic.Int64
}

func (s *slowStore) Update(ctx context.Context, in storage.GuildID,
	fn func(storage.Tx) error) error {
	if in == s.guild {
		s.tried.Add(1)
		time.Sleep(time.Duration(s.takes.Load()))
		if s.fails.Load() {
			return errors.New("the store is ill")
		}
	}
	return s.Store.Update(ctx, in, fn)
}

// clocks is a room of tables with clocks, and no Discord.
type clocks struct {
	t       testing.TB
	stories *story.Stories
	rounds  *round.Rounds
	ids     storage.InteractionID
}

func newClocks(t testing.TB, store storage.Store) *clocks {
	stories := benchRooms(store)
	return &clocks{t: t, stories: stories, rounds: stories.Rounds,
		ids: storage.InteractionID(uint64(time.Now().UnixMilli()-1_420_070_400_000) << 22)}
}

func (c *clocks) by(guild storage.GuildID, user storage.UserID) interact.By {
	c.ids++
	return interact.By{ID: c.ids, Name: fmt.Sprint("Player ", user),
		Player: storage.Player{Guild: guild, User: user}}
}

// open opens a table, at which one player has bet and is waited for.
func (c *clocks) open(guild storage.GuildID) round.Seating {
	c.t.Helper()
	v, err := c.rounds.OpenSeating(c.t.Context(), c.by(guild, 1),
		round.Opening{Size: 7, Channel: uint64(guild), Pace: storage.Fast})
	if err == nil {
		v, err = c.rounds.Bet(c.t.Context(), c.by(guild, 1), v.ID, storage.Bet{Stake: 10})
	}
	if err == nil {
		_, err = c.rounds.Sit(c.t.Context(), c.by(guild, 2), v.ID, "")
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return v
}

func (c *clocks) now(v round.Seating) round.Seating {
	c.t.Helper()
	now, err := c.rounds.Seating(c.t.Context(), v.Guild, v.ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return now
}

// runs runs a bot's clock until the test ends.
func (c *clocks) runs(wire bot.Wire, log io.Writer) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	b := bot.New(bot.Config{Stories: c.stories, Figures: noFigures{},
		Log: slog.New(slog.NewTextHandler(log, nil))})
	b.On(wire)
	var running sync.WaitGroup
	running.Go(func() { b.Run(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}

func TestTwoBotsOnOneStorePlayADeadlineOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		c := newClocks(t, store)
		var tables []round.Seating
		for guild := range storage.GuildID(50) {
			tables = append(tables, c.open(guild+1))
		}
		var one, two quietWire
		defer c.runs(&one, t.Output())()
		defer c.runs(&two, t.Output())()
		synctest.Wait()
		resumed := one.edits.Load() + two.edits.Load()
		time.Sleep(15*time.Second + 2*tickTime)
		for _, v := range tables {
			if now := c.now(v); now.Stage != round.Playing || now.Turn != v.Turn+1 {
				t.Errorf("%+v", now)
			}
		}
		if n := one.edits.Load() + two.edits.Load() - resumed; n != 50 {
			t.Errorf("%d deadlines are played for 50 tables", n)
		}
		if audit, err := store.Audit(t.Context()); err != nil || !audit.OK {
			t.Errorf("%+v, %v", audit, err)
		}
	})
}

// tickTime is how often the clock looks.
const tickTime = 100 * time.Millisecond

func TestTheClockMovesNothingWhileNobodyCanPress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClocks(t, memory.New())
		v := c.open(1)
		var wire quietWire
		wire.away.Store(true)
		defer c.runs(&wire, t.Output())()
		time.Sleep(time.Hour)
		if now := c.now(v); now.Stage != round.Betting {
			t.Errorf("the clock goes on alone: %+v", now)
		}
		wire.away.Store(false)
		time.Sleep(14 * time.Second)
		if now := c.now(v); now.Stage != round.Betting {
			t.Errorf("nobody could bet, and the cards are dealt: %+v", now)
		}
		time.Sleep(2 * time.Second)
		if now := c.now(v); now.Stage != round.Playing {
			t.Errorf("the clock stays: %+v", now)
		}
	})
}

func TestADeadlineThatFailsIsTriedAgainAndHoldsNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &slowStore{Store: memory.New(), guild: 1}
		c := newClocks(t, store)
		ill, well := c.open(1), c.open(2)
		var log bytes.Buffer
		stop := c.runs(&quietWire{}, &log)
		time.Sleep(tickTime)
		store.fails.Store(true)
		store.takes.Store(int64(3 * time.Second))
		store.tried.Store(0)
		time.Sleep(15*time.Second + 2*tickTime)
		if now := c.now(well); now.Stage != round.Playing {
			t.Errorf("a table waits for another: %+v", now)
		}
		time.Sleep(time.Minute)
		if n := store.tried.Load(); n < 4 || n > 7 {
			t.Errorf("it is tried %d times in a minute", n)
		}
		if n := strings.Count(log.String(), "the store is ill"); n != 1 {
			t.Errorf("%d errors in\n%s", n, &log)
		}
		store.fails.Store(false)
		time.Sleep(time.Minute)
		if now := c.now(ill); now.Turn == ill.Turn {
			t.Errorf("it is not tried again: %+v", now)
		}
		stop()
	})
}

// When the clock stops, what has begun is done first.
func TestTheClockEndsAfterWhatIsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &slowStore{Store: memory.New(), guild: 1}
		c := newClocks(t, store)
		v := c.open(1)
		stop := c.runs(&quietWire{}, t.Output())
		time.Sleep(tickTime)
		store.takes.Store(int64(2 * time.Second))
		time.Sleep(15*time.Second + tickTime)
		stop()
		store.takes.Store(int64(0))
		if now := c.now(v); now.Stage != round.Playing {
			t.Errorf("the deadline is cut off: %+v", now)
		}
	})
}

// readStore counts how often the deadlines are read.
type readStore struct {
	storage.Store
	reads atomic.Int64
}

func (s *readStore) Due(ctx context.Context, c storage.Claim) ([]storage.Deadline, error) {
	s.reads.Add(1)
	return s.Store.Due(ctx, c)
}

func TestDeadlinesAreReadSeldomAndMetOnTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &readStore{Store: memory.New()}
		c := newClocks(t, store)
		defer c.runs(&quietWire{}, t.Output())()
		time.Sleep(time.Minute)
		if n := store.reads.Load(); n > 60 {
			t.Errorf("without a table the deadlines are read %d times in a minute", n)
		}
		for phase := range 30 { // wherever the clock is between two reads
			v := c.open(storage.GuildID(phase + 1))
			time.Sleep(time.Until(v.Until) - time.Millisecond)
			if now := c.now(v); now.Stage != round.Betting {
				t.Errorf("the cards are dealt %v early", time.Until(v.Until))
			}
			time.Sleep(2*tickTime + time.Duration(phase)*7*time.Millisecond)
			if now := c.now(v); now.Stage != round.Playing {
				t.Errorf("the cards are not dealt %v after the bets", time.Since(v.Until))
			}
		}
	})
}
