package main

import (
	"flag"
	"slices"
	"sync"
	"testing"
	"time"

	"holecard/internal/localdiscord"
)

var soakFor = flag.Duration("soak", 3*time.Second,
	"how long to play on the bot: go test ./cmd/bot -run Soak -soak 10m -v -long")

const (
	soakPlayers = 1000
	soakRate    = 200 // commands and presses a second, and a tenth in a short run
	// soakSettled is how long a run lasts that has figures to judge: a shorter one is
	// all beginning, and shows only that everybody is answered.
	soakSettled = 5 * time.Minute
	soakGrowth  = 20 // percent, of the memory that the bot itself holds
)

// TestSoak_long has 1,000 players do 200 things a second on the real bot, as a process. Each has
// to be answered, the memory must not grow, and the ledger has to be sound.
func TestSoak_long(t *testing.T) {
	rate := soakRate
	if *soakFor < soakSettled {
		rate /= 10
	}
	bot := startChild(t, localdiscord.Config{KeepMessages: 2*soakPlayers + 200, KeepRequests: -1})
	bot.ready(t)
	s := &soak{bot: bot, idle: bot.regulars(soakPlayers)}
	s.play(t, rate)
	report := bot.finish(t)
	n, least := len(s.took), s.thirds()
	if n < int(soakFor.Seconds()*float64(rate))/2 {
		t.Fatalf("only %d things are done", n)
	}
	slices.Sort(s.took)
	t.Logf("%d commands and presses, %d postings, audited: p50 %v, p99 %v, max %v; "+
		"memory %d KiB at least in each third", n, report.Postings, s.took[n/2], s.took[n*99/100],
		s.took[n-1], least)
	if *soakFor < soakSettled {
		return
	}
	// The first third is the beginning.
	if least[0] == 0 || least[2] > least[1]+least[1]*soakGrowth/100 {
		t.Errorf("the memory that the bot itself holds has grown from %d to %d KiB, and %d %% is "+
			"too much", least[1], least[2], soakGrowth)
	}
}

// soak is a crowd at a bot.
type soak struct {
	bot  *childBot
	held []int // the bot's own memory, in KiB, in order of time

	mu   sync.Mutex
	idle []*regular
	took []time.Duration // of each answer
}

// play has the players do things in turn, so many a second.
func (s *soak) play(t *testing.T, rate int) {
	t.Helper()
	begun := time.Now()
	end := time.After(*soakFor)
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	watch := time.NewTicker(*soakFor / 100)
	defer watch.Stop()
	var group sync.WaitGroup
	for sent := 0; ; {
		select {
		case <-end:
			group.Wait()
			return
		case <-s.bot.gone:
			t.Fatalf("the bot has ended: %v", s.bot.err)
		case <-watch.C:
			s.held = append(s.held, s.bot.memory("RssAnon"))
		case <-tick.C:
			// A busy machine drops ticks; what is due is done all the same.
			due := int(time.Since(begun).Seconds() * float64(rate))
			s.mu.Lock()
			for ; sent < due && len(s.idle) > 0; sent++ {
				who := s.idle[0]
				s.idle = s.idle[1:]
				group.Go(func() { s.act(t, who) })
			}
			s.mu.Unlock()
		}
	}
}

// act has a player do one thing, and notes how long the answer took.
func (s *soak) act(t *testing.T, who *regular) {
	begun := time.Now()
	err := who.acts()
	took := time.Since(begun)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, who)
	s.took = append(s.took, took)
	if err != nil {
		t.Errorf("%s: %v", who.Name, err)
	}
}

// thirds returns the least that the bot held in each third of the run. What it holds
// on to shows in the least; a busy machine makes the rest go up and down.
func (s *soak) thirds() (least [3]int) {
	for i := range least {
		if part := s.held[len(s.held)*i/3 : len(s.held)*(i+1)/3]; len(part) > 0 {
			least[i] = slices.Min(part)
		}
	}
	return least
}
