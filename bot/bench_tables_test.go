package bot_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"holecard/bot/session"
	"holecard/internal/localdiscord"
)

// benchTablesSteady lets 200 people at 50 tables press 200 times a second in all: at each
// table one after the other says that the last bet is theirs, and then stands.
func benchTablesSteady(b *testing.B) {
	const seats = 4
	tables := tenth(50)
	h, _ := newHall(b, filepath.Join(b.TempDir(), "holecard.db"), tables*seats)
	channel := h.discord.Channel("blackjack").ID
	messages := make([]localdiscord.ID, tables)
	for n := range messages {
		if n > 0 && n%session.MostInChannel == 0 {
			channel = h.discord.AddChannel(fmt.Sprint("hall ", n)).ID
		}
		a, err := h.people[n*seats].Do(context.Background(), channel, "table",
			setting("open", option("pace", "slow")))
		if err != nil || a.Message == nil {
			b.Fatalf("a table is not opened: %v, %s", err, a.Body)
		}
		messages[n] = a.Message.ID
	}
	var all latencies
	for b.Loop() {
		tick := time.NewTicker(time.Second / 200)
		presses := make(chan struct{}, 1)
		var group sync.WaitGroup
		for n := range messages {
			group.Go(func() {
				for _, button := range []string{"Same bet", "Ready", "Stand"} {
					for seat := range seats {
						<-presses
						begun := time.Now()
						a, err := h.people[n*seats+seat].Press(context.Background(), messages[n],
							button)
						if err != nil || a.Type != localdiscord.CallbackUpdate {
							b.Errorf("%s is not done: %v, %s", button, err, a.Body)
						}
						all.add(time.Since(begun), true)
					}
				}
			})
		}
		for range tables * seats * 3 {
			<-tick.C
			presses <- struct{}{}
		}
		tick.Stop()
		group.Wait()
	}
	all.report(b, "")
}
