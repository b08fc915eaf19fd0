package bot_test

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/discord"
	"holecard/internal/localdiscord"
	"holecard/internal/long"
)

// flood has somebody press a button of an open hand, or anything else, so often
// a second until the returned stop is called, which waits for what came of it.
func flood(
	discord *localdiscord.Server, who localdiscord.Actor, perSecond int,
) (stop func() []*localdiscord.Interaction) {
	var all []*localdiscord.Interaction
	over := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		tick := time.NewTicker(time.Second / time.Duration(perSecond))
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
			case <-over:
				return
			}
			if i, err := who.Command(discord.Channel("blackjack").ID, "daily"); err == nil {
				all = append(all, i)
			}
		}
	})
	return func() []*localdiscord.Interaction {
		close(over)
		group.Wait()
		return all
	}
}

func TestAFloodOfOnePlayersCostsAFewTransactions(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		s.allowance = discord.DefaultAllowance
		s.restart()
		ada := s.person("Ada")
		ada.opens()
		time.Sleep(3 * time.Second) // the gate forgets every 5 s, so once in the flood
		before := s.begun()
		seconds := long.Of(2, 4)
		stop := flood(s.discord, ada.Actor, 1000)
		time.Sleep(time.Duration(seconds) * time.Second)
		all := stop()
		synctest.Wait()
		time.Sleep(5 * time.Second)

		// Each /daily is one transaction; one that is refused in words is noted, and
		// its language looked up; the answer to a /daily is in a language, too.
		if got, most := s.begun()-before, 4*(seconds*5+10); got > most || got < most/4 {
			t.Errorf("%d interactions have cost %d transactions, want up to %d",
				len(all), got, most)
		}
		var played, told, unanswered int
		for _, i := range all {
			a, err := i.Wait(t.Context())
			switch {
			case err != nil:
				unanswered++
			case strings.Contains(a.Message.Content, "Too fast."):
				told++
				if times := i.Times(); !a.Ephemeral() ||
					times.Answered.Sub(times.Created) > 100*time.Millisecond {
					t.Fatalf("the refusal is not private or not at once: %s, %+v", a.Body, times)
				}
			default:
				played++
			}
		}
		t.Logf("of %d interactions %d were played and %d refused in words", len(all), played, told)
		if most := seconds*5 + 10; played > most || told > most || told < 10 ||
			unanswered != len(all)-played-told {
			t.Errorf("%d played, %d refused in words and %d unanswered, of %d",
				played, told, unanswered, len(all))
		}
		ada.has(startingChips+dailyChips, 0)
		s.shows(ada.types("balance"), "chips") // and is welcome again
	})
}

// A player who does as the words say loses nothing.
func TestWhoIsTooFastIsToldAndGoesOn(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		s.allowance = discord.DefaultAllowance
		s.restart()
		ada := s.person("Ada")
		s.stack("TS TC 7D TH")
		hand := ada.types("blackjack", bet(10))
		for range 9 {
			ada.opens()
		}
		a, err := ada.Press(t.Context(), hand.ID, "Stand")
		told := s.message(a, err)
		s.shows(told, "Too fast. Nothing changed; try again in a second.")
		if !told.Ephemeral() {
			t.Error("everybody reads it")
		}
		ada.has(90, 10)
		s.shows(s.person("Grace").types("balance"), "100 chips")
		if names := ada.offered("blackjack", focused("bet", "")); len(names) == 0 {
			t.Error("what Ada types is not completed")
		}
		time.Sleep(time.Second)
		s.shows(ada.presses(hand, "Stand"), "❌ **−10** · ")
		ada.has(90, 0)
	})
}

func TestWhatWasTooMuchIsNotDoneAfterARestart(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		s.allowance = discord.DefaultAllowance
		s.restart()
		ada := s.person("Ada")
		s.stack("TS TC 7D TH")
		hand := ada.types("blackjack", bet(10))
		for range 9 {
			ada.types("balance")
		}
		button, _ := hand.Find("Stand")
		press := ada.forges(hand, button.CustomID)
		s.shows(s.answer(press), "Too fast.")
		s.restart()
		s.discord.Redeliver(press)
		time.Sleep(5 * time.Second)
		ada.has(90, 10) // the hand is open
		s.shows(ada.presses(hand, "Stand"), "❌ **−10** · ")
	})
}
