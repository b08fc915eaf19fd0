package bot_test

import (
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

// The longest hand there is: insured, split to four, two of them doubled. The
// dealer has a soft 18; of stakes of 10, two doubled ones are won, one is
// pushed, one and the insurance are lost.
const longCards = "8S AC 8D 7H 8C 8H 3S TS 3H 9C TD 2C 5D"

var longPlay = []string{"Insurance", "Split", "Split", "Split", "Double", "Double", "Stand", "Hit",
	"Stand"}

// held are the stakes before each action of longPlay, and in the end none.
var longHeld = []int{10, 15, 25, 35, 45, 55, 65, 65, 65, 0}

const longEnd = 125 // chips after it, of 100

// playLong plays the long hand and returns what its message showed at each
// state. Before each action at is called with the number of actions played.
func playLong(s *stage, at func(n int, hand localdiscord.Message)) []string {
	ada := s.person("Ada")
	s.stack(longCards)
	hand := ada.types("blackjack", bet(10))
	looks := []string{look(hand)}
	for n, button := range longPlay {
		at(n, hand)
		again := ada.presses(hand, button)
		if again.ID != hand.ID {
			s.t.Errorf("%s made another message", button)
		}
		hand = again
		looks = append(looks, look(hand))
	}
	at(len(longPlay), hand)
	return looks
}

func TestAHandInsuredSplitToFourAndDoubledPaysWhatItShows(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		looks := playLong(s, func(n int, _ localdiscord.Message) {
			balance := startingChips - longHeld[n]
			if n == len(longPlay) {
				balance = longEnd
			}
			s.person("Ada").has(storage.Chips(balance), storage.Chips(longHeld[n]))
		})
		for n, want := range []string{
			"Insurance costs 5 chips",
			"Dealer has no blackjack. −5 insurance. Your turn.",
			"Hand 1 of 2", "Hand 1 of 3", "Hand 1 of 4", "Hand 2 of 4", "Hand 3 of 4",
			"Hand 4 of 4", "Hand 4 of 4",
			"✅ **+25** · 4 hands · Dealer 18: bet +30, insurance −5\n",
		} {
			if !strings.Contains(looks[n], want) {
				t.Errorf("after %d actions the hand does not say %q:\n%s", n, want, looks[n])
			}
		}
		if len(s.discord.Messages(s.channel(), s.person("Ada").ID)) != 1 {
			t.Error("a hand is more than one message")
		}
	})
}

// A press is one transaction. A deal is two: the shuffle, and the strategy where
// one plays, is prepared before the one that changes something.
func TestAPressIsOneTransactionAndADealIsTwo(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		ada.types("profile limits") // the secret of aliases is read once by a process
		s.stack("9S 7C TD 8H 8C 8H 3S TS 3H 9C TD 2C 5D 9S 7C TD 8H")
		takes := func(want int, what string, do func()) {
			t.Helper()
			before := s.begun()
			do()
			if got := s.begun() - before; got != want {
				t.Errorf("%s takes %d transactions, want %d", what, got, want)
			}
		}
		var hand localdiscord.Message
		takes(2, "/blackjack", func() { hand = ada.types("blackjack", bet(10)) })
		takes(1, "Stand", func() { hand = ada.presses(hand, "Stand") })
		takes(2, "Play again", func() { hand = ada.presses(hand, "Play again") })
	})
}

// A restart comes at each state, and a press while the bot is down fails.
func TestAHandOutlivesARestartAtEveryState(t *testing.T) {
	var want []string
	tell(t, func(t *testing.T, s *stage) { want = playLong(s, func(int, localdiscord.Message) {}) })
	tell(t, func(t *testing.T, s *stage) {
		got := playLong(s, func(n int, hand localdiscord.Message) {
			s.stack("")
			s.close()
			button := "Play again"
			if n < len(longPlay) {
				button = longPlay[n]
			}
			if _, err := s.person("Ada").Press(t.Context(), hand.ID, button); !errors.Is(err,
				localdiscord.ErrNoAnswer) {
				t.Errorf("a press while the bot is down: %v", err)
			}
			s.open()
		})
		if !reflect.DeepEqual(got, want) {
			t.Errorf("the hand went on otherwise:\n%s\nwant\n%s",
				strings.Join(got, "\n\n"), strings.Join(want, "\n\n"))
		}
		s.person("Ada").has(longEnd, 0)
	})
}

func TestADoubleClickPlaysOnce(t *testing.T) {
	aboutGateway(t)
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("2S TC 3D 9H 2C 2D TH")
		hand := ada.types("blackjack", bet(10))
		first, err1 := ada.Click(hand.ID, "Hit")
		second, err2 := ada.Click(hand.ID, "Hit")
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		s.shows(s.answer(first), "Your hand · 7")
		s.shows(s.answer(second), "Your hand · 7")
		if told := s.told(second); !strings.Contains(told,
			"That button was out of date. Nothing was played") {
			t.Errorf("the second press is told %q", told)
		}
		ada.has(90, 10)
	})
}

func TestAnInteractionDeliveredAgainSettlesOnce(t *testing.T) {
	for fact, before := range map[string]func(*stage){
		"to the same bot": func(*stage) {},
		"after a restart and ten minutes": func(s *stage) {
			s.restart()
			time.Sleep(10 * time.Minute)
		},
		"after the time that it is remembered": func(*stage) { time.Sleep(30 * time.Minute) },
	} {
		t.Run(fact, func(t *testing.T) {
			tell(t, func(t *testing.T, s *stage) {
				ada := s.person("Ada")
				again := func(i *localdiscord.Interaction, alike bool) {
					t.Helper()
					audit := s.audit()
					before(s)
					for range 3 {
						s.discord.Redeliver(i)
					}
					synctest.Wait()
					time.Sleep(time.Second) // the shared commits' delay is a timer
					if now := s.audit(); !reflect.DeepEqual(now, audit) {
						t.Errorf("the ledger was %+v and is %+v", audit, now)
					}
					first := ""
					for _, r := range s.discord.Requests() {
						if !strings.Contains(r.Path, i.Token) {
							continue
						}
						if first == "" {
							first = r.Body
						}
						if alike && r.Body != first {
							t.Errorf("first answered\n%s\nthen\n%s", first, r.Body)
						}
					}
				}
				s.stack("TS TC KD 7H")
				deal := ada.sends(nil, "blackjack", bet(10))
				hand := s.answer(deal)
				again(deal, true)
				stand := ada.clicks(hand, "Stand")
				s.shows(s.answer(stand), "✅ **+10** · ")
				again(stand, true)
				again(deal, false) // the hand is over by now, and shown so
				ada.has(110, 0)
				daily := ada.sends(nil, "daily")
				s.answer(daily)
				again(daily, true)
				ada.has(160, 0)
			})
		})
	}
}

// answersWith refuses the answers to interactions.
func answersWith(status int) func(*http.Request) int {
	return func(r *http.Request) int {
		if strings.HasSuffix(r.URL.Path, "/callback") {
			return status
		}
		return 0
	}
}

func TestAPressDeliveredAgainIsAnsweredIfItWasNot(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS TC KD 7H")
		hand := ada.types("blackjack", bet(10))
		s.fails(answersWith(http.StatusBadRequest)) // the bot does not try again
		stand := ada.clicks(hand, "Stand")
		time.Sleep(time.Second)
		ada.has(110, 0)
		s.fails(nil)
		s.discord.Redeliver(stand)
		s.shows(s.answer(stand), "✅ **+10** · ")
		if told := s.told(stand); told != "" {
			t.Errorf("whose press was played is told %q", told)
		}
		ada.has(110, 0)
	})
}

func TestAPressWhoseAnswerIsLostIsPlayedOnce(t *testing.T) {
	aboutGateway(t)
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS TC KD 7H")
		hand := ada.types("blackjack", bet(10))
		s.fails(answersWith(http.StatusInternalServerError))
		if _, err := ada.Press(t.Context(), hand.ID, "Stand"); !errors.Is(err,
			localdiscord.ErrNoAnswer) {
			t.Errorf("a press whose answer Discord does not take: %v", err)
		}
		ada.has(110, 0)
		s.fails(nil)
		again := ada.clicks(hand, "Stand")
		s.shows(s.answer(again), "✅ **+10** · ", "[Play again true]")
		if told := s.told(again); !strings.Contains(told, "That hand is over.") {
			t.Errorf("the second press is told %q", told)
		}
		ada.has(110, 0)
	})
}

func TestAPressDuringADroppedConnectionIsPlayedOnce(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("2S TC 3D 9H 2C 2D TH")
		hand := ada.types("blackjack", bet(10))
		s.discord.Trouble(localdiscord.Trouble{})
		ada.Press(t.Context(), hand.ID, "Hit") // it may come too late to be answered
		time.Sleep(time.Minute)
		s.shows(ada.presses(hand, "Hit"), "Your hand · ") // from whatever state the message shows
		s.discord.Trouble(localdiscord.Trouble{Code: 4000})
		time.Sleep(time.Minute)
		now, _ := s.discord.Message(hand.ID)
		s.shows(ada.presses(now, "Stand"), "❌ **−10** · Dealer 19, you ")
		if audit := s.audit(); audit.OpenHands != 0 || audit.Held != 0 {
			t.Errorf("the ledger: %+v", audit)
		}
	})
}

func TestAHandThatIsOpenIsShownInsteadOfAnother(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("2S TC 3D 9H 2C 2D")
		ada.types("blackjack", bet(10))
		open := ada.types("blackjack", bet(20))
		s.shows(open, "Finish this hand first. No new bet was placed.", "Bet: 10\n")
		ada.has(90, 10)
		s.shows(ada.presses(open, "Hit"), "Your hand · 7")
	})
}

func TestAPrivateHandStaysPrivate(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("TS TC KD 7H 7C")
		hand := ada.types("blackjack", bet(10), localdiscord.Given{Name: "private", Value: true})
		hand = ada.presses(hand, "Stand")
		next := ada.presses(hand, "Play again")
		s.shows(next, "Bet: 10\n")
		s.shows(ada.presses(next, "Hit"), "Bust with 27")
		if seen := grace.Messages(s.channel()); len(seen) != 0 {
			t.Errorf("somebody else sees %d messages:\n%s", len(seen), look(seen[0]))
		}
	})
}

func TestNoInsuranceStandsWhereHitWasAndStandsOut(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		s.stack("TS AC 9D KH")
		hand := s.person("Ada").types("blackjack", bet(20))
		row := hand.Components[0].Components
		if len(row) != 2 || row[0].Label != "No insurance" || row[0].Style != 1 ||
			row[1].Label != "Insurance (10)" || row[1].Style != 2 {
			t.Errorf("the buttons are %+v", row)
		}
	})
}
