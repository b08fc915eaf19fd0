package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"holecard/internal/localdiscord"
)

var soakFor = flag.Duration("soak", 3*time.Second,
	"how long to play on the bot: go test ./cmd/bot -run Soak -soak 10m -v -long")

const (
	soakPlayers = 1000
	soakRate    = 200 // commands and presses a second
	// soakQuietRate is the same, of the quiet times, a tenth as long, and of a short run.
	soakQuietRate = 20
	// soakSettled is how long a run lasts that has figures to judge: a shorter one is
	// all beginning, and shows only that everybody is answered.
	soakSettled = 5 * time.Minute
	// soakRounds is how often a quiet time and a full one take turns, so that both meet
	// whatever else the machine does.
	soakRounds = 10

	soakSlower = 10 // times the quiet p99: what the p99 at the full rate has to stay below
	soakGrowth = 20 // percent, of the memory that the bot itself holds
)

// TestSoak_long has 1,000 players do 200 things a second on the real bot, as a process.
// Each has to be answered and the ledger has to be sound. Answer times are held
// against those of the quiet times between.
func TestSoak_long(t *testing.T) {
	rate, rounds := soakRate, soakRounds
	if *soakFor < soakSettled {
		rate, rounds = soakQuietRate, 1
	}
	bot := startChild(t, localdiscord.Config{KeepMessages: 2*soakPlayers + 200, KeepRequests: -1})
	bot.ready(t)
	s := &soak{bot: bot, idle: bot.regulars(soakPlayers)}
	var quiet, full measured
	for range rounds {
		s.play(t, &quiet, *soakFor/time.Duration(10*rounds), soakQuietRate)
		s.play(t, &full, *soakFor/time.Duration(rounds), rate)
	}
	report := bot.finish(t)
	t.Logf("quiet   %v", quiet)
	t.Logf("full    %v", full)
	t.Logf("memory  %d KiB at least in each third; %d postings, audited", full.thirds(),
		report.Postings)
	if len(full.took) < int(soakFor.Seconds()*float64(rate))/2 {
		t.Errorf("only %d things are done", len(full.took))
	}
	if *soakFor < soakSettled {
		t.Logf("speed and memory are not judged of a run shorter than %v", soakSettled)
		return
	}
	for _, problem := range judge(quiet, full) {
		t.Error(problem)
	}
}

// soak is a crowd at a bot.
type soak struct {
	bot *childBot

	mu   sync.Mutex
	idle []*regular
}

// measured is what a part of a soak took.
type measured struct {
	lasted time.Duration
	took   []time.Duration // of each answer, in order of size
	held   []int           // the bot's own memory, in KiB, in order of time
}

// play has the players do things in turn, so many a second.
func (s *soak) play(t *testing.T, m *measured, lasts time.Duration, rate int) {
	t.Helper()
	begun := time.Now()
	end := time.After(lasts)
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	watch := time.NewTicker(lasts / 30)
	defer watch.Stop()
	var group sync.WaitGroup
	for sent := 0; ; {
		select {
		case <-end:
			m.lasted += time.Since(begun)
			group.Wait()
			slices.Sort(m.took)
			return
		case <-s.bot.gone:
			t.Fatalf("the bot has ended: %v", s.bot.err)
		case <-watch.C:
			m.held = append(m.held, s.bot.memory("RssAnon"))
		case <-tick.C:
			// A busy machine drops ticks; what is due is done all the same.
			due := int(time.Since(begun).Seconds() * float64(rate))
			s.mu.Lock()
			for ; sent < due && len(s.idle) > 0; sent++ {
				who := s.idle[0]
				s.idle = s.idle[1:]
				group.Go(func() { s.act(t, who, m) })
			}
			s.mu.Unlock()
		}
	}
}

// act has a player do one thing, and notes how long the answer took.
func (s *soak) act(t *testing.T, who *regular, m *measured) {
	begun := time.Now()
	err := who.acts()
	took := time.Since(begun)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, who)
	m.took = append(m.took, took)
	if err != nil {
		t.Errorf("%s: %v", who.Name, err)
	}
}

// share returns the answer time that so many percent stay within.
func (m measured) share(percent int) time.Duration {
	if len(m.took) == 0 {
		return 0
	}
	return m.took[(len(m.took)-1)*percent/100]
}

// thirds returns the least that the bot held in each third of the run. What it holds
// on to shows in the least; a busy machine makes the rest go up and down.
func (m measured) thirds() (least [3]int) {
	for i := range least {
		if part := m.held[len(m.held)*i/3 : len(m.held)*(i+1)/3]; len(part) > 0 {
			least[i] = slices.Min(part)
		}
	}
	return least
}

func (m measured) String() string {
	return fmt.Sprintf("%d commands and presses in %v, %.0f a second: p50 %v, p99 %v, max %v",
		len(m.took), m.lasted.Round(time.Second), float64(len(m.took))/m.lasted.Seconds(),
		m.share(50), m.share(99), m.share(100))
}

// judge returns what is wrong with a full run, after a quiet one.
func judge(quiet, full measured) (problems []error) {
	if limit := soakSlower * quiet.share(99); full.share(99) > limit {
		problems = append(problems,
			fmt.Errorf("99 of 100 are answered within %v, and %v is too long: "+
				"it is %v while little goes on", full.share(99), limit, quiet.share(99)))
	}
	switch least := full.thirds(); {
	case least[0] == 0:
		problems = append(problems,
			errors.New("the memory is not measured: this system does not say"))
	case least[2] > least[1]+least[1]*soakGrowth/100: // the first third is the beginning
		problems = append(problems,
			fmt.Errorf("the memory that the bot itself holds has grown from %d to %d KiB, "+
				"and %d %% is too much", least[1], least[2], soakGrowth))
	}
	return problems
}

func TestASoakIsJudgedByItsQuietTime(t *testing.T) {
	of := func(took time.Duration, first, last int) measured {
		held := append(slices.Repeat([]int{first}, 30), slices.Repeat([]int{last}, 30)...)
		return measured{took: slices.Repeat([]time.Duration{took}, 100), held: held}
	}
	quiet := of(3*time.Millisecond, 1, 1)
	for want, full := range map[string]measured{
		"[]":                                  of(30*time.Millisecond, 1000, 1200),
		"[99 of 100 are answered within 31ms": of(31*time.Millisecond, 1000, 1000),
		"[the memory that the bot itself":     of(time.Millisecond, 1000, 1201),
		"[the memory is not measured":         of(time.Millisecond, 0, 0),
	} {
		if got := fmt.Sprint(judge(quiet, full)); !strings.HasPrefix(got, want) {
			t.Errorf("%v: %s, want %s", full, got, want)
		}
	}
}
