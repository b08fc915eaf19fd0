package bot_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"holecard/internal/localdiscord"
	"holecard/internal/postgrestest"
	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/postgres"
)

// busyWords are what a press is told that would be answered too late.
const busyWords = "Busy. Nothing changed; try again."

// slowWords are what a press is told whose answer took too long to make.
const slowWords = "Still working on that. Try again in a moment."

// burst is what became of presses that came at the same moment.
type burst struct {
	mu         sync.Mutex
	took       []time.Duration
	played     []int // by the numbers of their players
	busy       []int
	slow       int
	unanswered int
}

func (r *burst) String() string {
	slices.Sort(r.took)
	return fmt.Sprintf("%d played, %d busy, %d slow, %d unanswered; answers after %v in the "+
		"median, %v at the slowest", len(r.played), len(r.busy), r.slow, r.unanswered,
		r.took[len(r.took)/2].Round(time.Millisecond),
		r.took[len(r.took)-1].Round(time.Millisecond))
}

// press lets a player stand.
func (r *burst) press(h *hall, n int, hand localdiscord.ID) {
	begun := time.Now()
	a, err := h.people[n].Press(context.Background(), hand, "Stand")
	r.mu.Lock()
	defer r.mu.Unlock()
	r.took = append(r.took, time.Since(begun))
	switch {
	case errors.Is(err, localdiscord.ErrNoAnswer):
		r.unanswered++
	case err == nil && a.Type == localdiscord.CallbackUpdate:
		r.played = append(r.played, n)
	case err == nil && a.Message != nil && a.Message.Content == busyWords:
		r.busy = append(r.busy, n)
	case err == nil && a.Message != nil && a.Message.Content == slowWords:
		r.slow++
	default:
		h.t.Errorf("a press is not played: %v, %s", err, a.Body)
	}
}

// bursts lets the first players of a hall press at the same moment.
func (h *hall) bursts(players int, hands []localdiscord.ID) *burst {
	var r burst
	var group sync.WaitGroup
	for n := range players {
		group.Go(func() { r.press(h, n, hands[n]) })
	}
	group.Wait()
	return &r
}

// open reports whether a player has an open hand, for which chips are held.
func (h *hall) open(n int) (open bool) {
	h.t.Helper()
	guild := storage.GuildID(h.discord.GuildID())
	who := storage.Player{Guild: guild, User: storage.UserID(h.people[n].ID)}
	err := h.store.View(context.Background(), guild, func(r storage.Reader) error {
		p, _, err := storage.Profiles.Get(r, who)
		if err != nil {
			return err
		}
		held, err := r.Balance(storage.HeldFor(guild, p.OpenHand, 0))
		open = p.OpenHand != 0 && held == 10
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return open
}

// Players by the thousand press at the same moment, and the log says how many are answered. Where
// the answer is that the bot is busy, nothing was done. It takes minutes.
func TestWhoIsToldThatTheBotIsBusyKeepsTheirHand_long(t *testing.T) {
	t.Run("file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "holecard.db")
		burstsOn(t, func() (storage.Store, error) {
			return bolt.Open(t.Context(), path, bolt.Options{})
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		url := postgrestest.Server(t).Database(t)
		burstsOn(t, func() (storage.Store, error) {
			return postgres.Open(t.Context(), url, postgres.Options{})
		})
	})
}

func burstsOn(t *testing.T, open func() (storage.Store, error)) {
	t.Helper()
	h := openHall(t, open, 6000)
	r := h.bursts(len(h.people), h.deal())
	t.Logf("%d presses at once: %v", len(h.people), r)
	// How many are answered in three seconds depends on what else takes processor time, and is
	// only logged.
	for _, n := range r.busy {
		if !h.open(n) {
			t.Fatal("a press is told that nothing changed, and is played")
		}
	}
	for _, n := range r.played {
		if h.open(n) {
			t.Fatal("a press is shown as played, and the hand is open")
		}
	}
}

func execute(t *testing.T, url, statements string) {
	t.Helper()
	c, err := pgconn.Connect(t.Context(), url)
	if err == nil {
		_, err = c.Exec(t.Context(), statements).ReadAll()
		err = errors.Join(err, c.Close(t.Context()))
	}
	if err != nil {
		t.Error(err)
	}
}

// The database stands still, is away, and needs 1.2 seconds more for each write. Everybody is
// answered all the time, and plays on afterwards.
func TestADatabaseThatIsAwayLeavesNobodyUnanswered_long(t *testing.T) {
	for _, trouble := range []struct {
		name       string
		lasts      time.Duration
		begin, end func(*testing.T, *postgrestest.Instance, string)
	}{
		{"frozen", 5 * time.Second,
			func(_ *testing.T, i *postgrestest.Instance, _ string) { i.Freeze() },
			func(_ *testing.T, i *postgrestest.Instance, _ string) { i.Thaw() }},
		{"stopped", 12 * time.Second,
			func(_ *testing.T, i *postgrestest.Instance, _ string) { i.Stop() },
			func(t *testing.T, i *postgrestest.Instance, _ string) { i.Start(t) }},
		{"slow", 8 * time.Second,
			func(t *testing.T, _ *postgrestest.Instance, url string) {
				execute(t, url, `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
					'BEGIN PERFORM pg_sleep(1.2); RETURN NULL; END';
					CREATE TRIGGER slow AFTER INSERT ON passing EXECUTE FUNCTION slow()`)
			},
			func(t *testing.T, _ *postgrestest.Instance, url string) {
				execute(t, url, "DROP TRIGGER slow ON passing")
			}},
	} {
		t.Run(trouble.name, func(t *testing.T) {
			instance := postgrestest.Server(t, postgrestest.Fast)
			url := instance.Database(t)
			h := openHall(t, func() (storage.Store, error) {
				return postgres.Open(t.Context(), url, postgres.Options{})
			}, 600)
			hands := h.deal()
			var r burst
			var group sync.WaitGroup
			var over atomic.Bool
			presses := 0
			go func() {
				time.Sleep(time.Second)
				trouble.begin(t, instance, url)
				time.Sleep(trouble.lasts)
				trouble.end(t, instance, url)
				over.Store(true)
			}()
			for !over.Load() {
				n := presses % len(hands)
				group.Go(func() { r.press(h, n, hands[n]) })
				presses++
				time.Sleep(25 * time.Millisecond)
			}
			group.Wait()
			t.Logf("%d presses, 40 a second: %v", presses, &r)
			if r.unanswered > 0 {
				t.Errorf("%d of %d are not answered", r.unanswered, presses)
			}
			time.Sleep(5 * time.Second)
			again := h.bursts(10, h.deal())
			if len(again.played) != 10 {
				t.Errorf("of ten presses afterwards %v", again)
			}
		})
	}
}
