package bot_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

// A release starts the new process while the old one runs, then stops the old one; and
// people play on all the time, and press in the moment in which it stops. While there are
// two, each interaction comes to both, or over HTTP to one of them. A proxy that tries again
// sends some to both there, too.
func TestAReleaseAnswersEveryInteractionOnce(t *testing.T) {
	release(t, 1, true, 0.3)
}

func TestReleasesAnswerEveryInteractionOnce_long(t *testing.T) {
	t.Run("gateway", func(t *testing.T) { release(t, 3, false, 0) })
	t.Run("HTTP", func(t *testing.T) { release(t, 3, true, 0) })
}

func release(t *testing.T, releases int, overHTTP bool, twice float64) {
	tell(t, func(t *testing.T, s *stage) {
		var log bytes.Buffer
		s.close()
		s.log = slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})
		s.overHTTP, s.twice, s.endpoints = overHTTP, twice, nil
		s.open()
		crowd := &crowdAtRelease{stage: s}
		for _, name := range []string{"Ada", "Grace", "Edward", hostile} {
			crowd.plays(s.person(name))
		}
		for range releases {
			time.Sleep(21 * time.Second)
			stop, ended := s.process()
			time.Sleep(21 * time.Second) // 60 presses after the last
			s.stop()
			if err := <-s.ended; err != nil {
				t.Errorf("the old process ends with %v", err)
			}
			s.stop, s.ended = stop, ended
		}
		time.Sleep(20 * time.Second)
		crowd.stops(t)
		settled := s.settlements()
		for hand, n := range settled {
			if n != 1 {
				t.Errorf("%s is settled %d times", hand, n)
			}
		}
		s.close()
		both := strings.Count(log.String(), "another process has answered")
		t.Logf("%d interactions answered once, %d of them by the slower of two as well; %d hands",
			crowd.answered.Load(), both, len(settled))
		tries := strings.Count(log.String(), "msg=answered") - int(crowd.answered.Load())
		if overHTTP && both > 0 || !overHTTP && both < 100 || len(settled) < 60*releases ||
			twice > 0 && tries < 10 {
			t.Errorf("%d interactions came to two processes, %d hands, %d answers more", both,
				len(settled), tries)
		}
		for _, bad := range []string{"no answer arrived", "level=ERROR"} {
			if strings.Contains(log.String(), bad) {
				t.Errorf("the log says %q", bad)
			}
		}
	})
}

// crowdAtRelease is people who play one hand after the other.
type crowdAtRelease struct {
	*stage
	playing  sync.WaitGroup
	over     atomic.Bool
	answered atomic.Int64
	failures sync.Map // what was answered instead, by interaction
	dealt    sync.Map // the hands of each player
}

func (c *crowdAtRelease) plays(p player) {
	c.playing.Go(func() {
		var hands []storage.RoundID
		for !c.over.Load() {
			i := p.sends(nil, "blackjack", bet(1))
			hands = append(hands, storage.RoundID(i.ID))
			for m, ok := c.waits(i); ok; m, ok = c.waits(i) {
				time.Sleep(700 * time.Millisecond)
				button, open := m.Find("Stand")
				if insured, asks := m.Find("No insurance"); asks {
					button, open = insured, true
				}
				if !open || button.Disabled {
					break
				}
				i = p.forges(m, button.CustomID)
			}
		}
		c.dealt.Store(p, hands)
	})
}

// waits waits for the answer to an interaction, which has to be a hand.
func (c *crowdAtRelease) waits(i *localdiscord.Interaction) (localdiscord.Message, bool) {
	a, err := i.Wait(c.t.Context())
	switch {
	case err != nil:
		c.failures.Store(i.ID, err.Error())
	case a.Message == nil || a.Ephemeral():
		c.failures.Store(i.ID, string(a.Body))
	default:
		c.answered.Add(1)
		return *a.Message, true
	}
	return localdiscord.Message{}, false
}

// stops ends the play, and compares each wallet with the hands that were dealt for it.
func (c *crowdAtRelease) stops(t *testing.T) {
	c.over.Store(true)
	c.playing.Wait()
	c.failures.Range(func(id, what any) bool {
		t.Errorf("interaction %v is answered by %v", id, what)
		return true
	})
	c.dealt.Range(func(who, hands any) bool {
		p := who.(player)
		if !t.Failed() {
			p.has(startingChips+c.handsOf(p.who(), hands.([]storage.RoundID)), 0)
		}
		return true
	})
}
