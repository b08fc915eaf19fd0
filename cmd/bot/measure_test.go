package main

import (
	"errors"
	"log/slog"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"holecard/blackjack/fair"
	"holecard/bot/session"
	"holecard/internal/metrics"
	"holecard/storage"
)

// Ada and Bob have played in two servers; Bob's hand is open.
func TestWhatThereIsIsMeasured(t *testing.T) {
	store, path := openTemp(t)
	sessions := session.New(session.Config{Store: store, Seed: session.NewSeed,
		Shuffle: fair.Inputs.Cards, Now: time.Now, StartingChips: 100, DailyChips: 50, MaxBet: 100})
	id := storage.InteractionID(1 << 60)
	visit := func(guild storage.GuildID, user storage.UserID) session.Interaction {
		id++
		return session.Interaction{ID: id, Player: storage.Player{Guild: guild, User: user}}
	}
	if _, err := sessions.Daily(t.Context(), visit(7, 1)); err != nil {
		t.Fatal(err)
	}
	if err := store.Update(t.Context(), 8, func(tx storage.Tx) error {
		hand := storage.RoundID(5)
		p := storage.Player{Guild: 8, User: 2}
		return errors.Join(
			tx.Post(storage.Posting{Key: "a", From: storage.MintOf(8), To: storage.WalletOf(p),
				Chips: 100, Reason: storage.Opening, At: time.Now()}),
			tx.Post(storage.Posting{Key: "b", From: storage.HouseOf(8), To: storage.WalletOf(p),
				Chips: 7, Reason: storage.Win, Round: 4, At: time.Now()}),
			tx.Post(storage.Posting{Key: "c", From: storage.WalletOf(p),
				To: storage.HeldFor(8, hand, 0), Chips: 10, Reason: storage.Hold, Round: hand,
				At: time.Now()}))
	}); err != nil {
		t.Fatal(err)
	}
	made := time.Unix(1_800_000_000, 0)
	about := &instance{store: store, metrics: metrics.New("v1", "abc", []string{"help"}),
		backups: func() (time.Time, error) { return made, errors.New("no room") }}
	c := config{Database: path}
	about.metrics.Backups(time.Hour)
	c.measure(t.Context(), store, about, slog.New(slog.DiscardHandler))
	w := httptest.NewRecorder()
	about.metrics.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	said := "\n" + w.Body.String()
	for _, line := range []string{
		`holecard_chips{account="player"} 247`, `holecard_chips{account="held"} 10`,
		`holecard_chips{account="house"} -7`, `holecard_chips{account="mint"} -250`,
		`holecard_things{thing="players"} 1`, `holecard_things{thing="open_hands"} 1`,
		`holecard_things{thing="open_tables"} 0`,
		`holecard_backup_timestamp_seconds 1800000000`, `holecard_backup_failed 1`,
		`holecard_backup_interval_seconds 3600`,
		`holecard_interactions_total{kind="command",name="help",outcome="answered"} 0`,
	} {
		if !strings.Contains(said, "\n"+line+"\n") {
			t.Errorf("it does not say %s", line)
		}
	}
	file, err := os.Stat(path)
	if err != nil || file.Size() == 0 || !strings.Contains(said, `holecard_disk_bytes{of="size"}`) ||
		strings.Contains(said, `holecard_disk_bytes{of="free"} 0`) {
		t.Errorf("the disk is not measured, %v", err)
	}
	if t.Failed() {
		t.Log(said)
	}
	for took, want := range map[time.Duration]time.Duration{time.Millisecond: time.Minute,
		time.Minute: 20 * time.Minute} {
		if got := rest(took); got != want {
			t.Errorf("after %v nothing is measured for %v, want %v", took, got, want)
		}
	}
}
