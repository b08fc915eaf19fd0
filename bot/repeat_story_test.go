package bot_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/internal/localdiscord"
	"holecard/internal/long"
	"holecard/storage"
)

// repeats delivers interactions 2 to 5 times each, all at the same time, and
// returns the answers, which must come.
func (s *stage) repeats(list []*localdiscord.Interaction,
	chance *rand.Rand) []localdiscord.Message {
	s.t.Helper()
	var group sync.WaitGroup
	for _, i := range list {
		for range 1 + chance.IntN(4) {
			group.Go(func() { s.discord.Redeliver(i) })
		}
	}
	group.Wait()
	answers := make([]localdiscord.Message, len(list))
	for n, i := range list {
		answers[n] = s.answer(i)
	}
	return answers
}

// handsOver returns the hands of all players, by what is kept of them.
func (s *stage) handsOf(who storage.Player, ids []storage.RoundID) (net storage.Chips) {
	s.t.Helper()
	s.reads(func(r storage.Reader) error {
		for _, id := range ids {
			h, ok, err := storage.Rounds.Get(r, id)
			if err != nil {
				return err
			}
			round, err := blackjack.ReadRecord(h.Record)
			if !ok || err != nil || h.Open || h.Player(0) != who {
				s.t.Errorf("hand %d: found %v, open %v, of %v, %v", id, ok, h.Open, h.Player(0),
					err)
			}
			net += round.Payout(0).Net()
		}
		return nil
	})
	return net
}

func TestHandsDeliveredOverAndOverAreSettledOnce(t *testing.T) {
	hands := long.Of(24, 500)
	chance := rand.New(rand.NewPCG(1, 1))
	tell(t, func(t *testing.T, s *stage) {
		var all []*localdiscord.Interaction
		people := []player{s.person("Ada"), s.person("Grace"), s.person("Edward"),
			s.person(hostile)}
		dealt := map[string][]storage.RoundID{}
		for range hands / len(people) {
			var list []*localdiscord.Interaction
			for _, p := range people {
				i := p.sends(nil, "blackjack", bet(1))
				dealt[p.Name] = append(dealt[p.Name], storage.RoundID(i.ID))
				list = append(list, i)
			}
			for len(list) > 0 {
				all = append(all, list...)
				var next []*localdiscord.Interaction
				for _, m := range s.repeats(list, chance) {
					for _, name := range []string{"Stand", "No insurance"} {
						if button, ok := m.Find(name); ok && !button.Disabled {
							next = append(next, s.playerOf(m, people).forges(m, button.CustomID))
							break
						}
					}
				}
				list = next
			}
		}
		synctest.Wait()
		check := func(when string) {
			t.Helper()
			ended := s.settlements()
			if len(ended) != hands/len(people)*len(people) {
				t.Errorf("%s: %d hands are settled, of %d", when, len(ended), hands)
			}
			for hand, n := range ended {
				if n != 1 {
					t.Errorf("%s: %s is settled %d times", when, hand, n)
				}
			}
			for _, p := range people {
				p.has(startingChips+s.handsOf(p.who(), dealt[p.Name]), 0)
			}
		}
		check("delivered 2 to 5 times at once")
		before := s.digest()
		s.restart()
		var group sync.WaitGroup
		for worker := range 8 {
			group.Go(func() {
				for i := worker; i < len(all); i += 8 {
					for range 1 + i%3 {
						s.discord.Redeliver(all[i])
					}
					time.Sleep(time.Millisecond) // of fake time: lines are not endless
				}
			})
		}
		group.Wait()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if now := s.digest(); !reflect.DeepEqual(now, before) {
			t.Errorf("what is kept was %v and is %v", before, now)
		}
		check("delivered again after a restart")
	})
}

// playerOf returns whose hand a message shows.
func (s *stage) playerOf(m localdiscord.Message, people []player) player {
	for _, p := range people {
		if m.Interaction != nil && m.Interaction.User.ID == p.ID {
			return p
		}
	}
	s.t.Fatalf("nobody was answered by\n%s", look(m))
	return player{}
}

func TestDailyChipsAskedForAtOnceAreCollectedOnce(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		var list []*localdiscord.Interaction
		for range 64 {
			list = append(list, ada.sends(nil, "daily"))
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		collected := 0
		for _, i := range list {
			if m, ok := i.Latest(); ok && strings.Contains(look(m), "You got") {
				collected++
			}
		}
		if collected != 1 {
			t.Errorf("%d of 64 collected the chips of one day", collected)
		}
		ada.has(startingChips+dailyChips, 0)
	})
}
