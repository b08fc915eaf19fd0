package main

import (
	"errors"
	"log/slog"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"holecard/internal/metrics"
	"holecard/storage"
)

func TestWhatThereIsIsMeasured(t *testing.T) {
	store, path := openTemp(t)
	ada, bob := storage.Player{Guild: 7, User: 1}, storage.Player{Guild: 8, User: 2}
	for _, p := range []storage.Posting{
		{Key: "a", From: storage.MintOf(7), To: storage.WalletOf(ada), Chips: 150,
			Reason: storage.Opening},
		{Key: "b", From: storage.MintOf(8), To: storage.WalletOf(bob), Chips: 100,
			Reason: storage.Opening},
		{Key: "c", From: storage.HouseOf(8), To: storage.WalletOf(bob), Chips: 7,
			Reason: storage.Win, Round: 4},
		{Key: "d", From: storage.WalletOf(bob), To: storage.HeldFor(8, 5, 0), Chips: 10,
			Reason: storage.Hold, Round: 5},
	} {
		p.At = time.Now()
		guild := ada.Guild
		if p.Key != "a" {
			guild = bob.Guild
		}
		err := store.Update(t.Context(), guild, func(tx storage.Tx) error { return tx.Post(p) })
		if err != nil {
			t.Fatal(err)
		}
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
		`holecard_things{thing="open_hands"} 1`,
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
