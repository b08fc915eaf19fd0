package bot_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"holecard/storage"
)

// breakDisk lets every update fail, with nil none.
func (s *stage) breakDisk(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disk = err
}

func TestPlayersAndOperatorAreToldThatTheDiskIsFullOrHasFailed(t *testing.T) {
	for _, f := range []struct {
		err                error
		says, asks, logged string // logged is empty where the store itself says it
	}{
		{storage.ErrNoSpace, "The bot's disk is full. No chips moved.", "free some space",
			`msg="the disk is full: make room`},
		{storage.ErrBroken, "The bot's disk failed, so no bets are taken.", "restart",
			`msg="the disk has failed`},
		{storage.ErrUnconfirmed, "The bot's database didn't confirm this", "Check your chips",
			`msg="no standby of the database confirms changes`},
		{storage.ErrReplaced, "The bot's database was moved or replaced", "restart", ""},
		{storage.ErrCorrupt, "The bot's database is damaged", "repair it",
			`msg="the database is damaged: stop the bot`},
	} {
		t.Run(f.err.Error(), func(t *testing.T) {
			tell(t, func(t *testing.T, s *stage) {
				var log bytes.Buffer
				s.close()
				s.log = slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})
				s.open()
				ada := s.person("Ada")
				ada.opens()

				s.breakDisk(fmt.Errorf("hold the stake: %w", f.err))
				for range 5 {
					ada.cannot(f.says, "blackjack", bet(10))
					ada.cannot(f.asks, "daily")
				}
				if f.logged == "" && log.Len() > 0 {
					t.Errorf("the operator is told again:\n%s", &log)
				}
				if n := strings.Count(log.String(), f.logged); f.logged != "" && n != 1 {
					t.Errorf("the operator was told %d times, in\n%s", n, &log)
				}
				time.Sleep(time.Minute)
				ada.types("daily")
				if n := strings.Count(log.String(), f.logged); f.logged != "" && n != 2 {
					t.Errorf("a minute later, the operator was told %d times", n)
				}
				s.breakDisk(nil)
				s.stack("TS TC KD 7H")
				if m := ada.types("blackjack", bet(10)); m.Ephemeral() || len(m.Embeds) != 1 {
					t.Errorf("after it was put right, the answer is\n%s", look(m))
				}
			})
		})
	}
}
