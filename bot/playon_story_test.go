package bot_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot"
	"holecard/internal/localdiscord"
	"holecard/storage"
)

// sets changes the settings of the stage's server.
func (s *stage) sets(change func(*storage.Settings)) {
	s.t.Helper()
	s.writes(func(tx storage.Tx) error {
		settings, err := storage.SettingsOf.Read(tx, storage.Only{})
		change(&settings)
		return errors.Join(err, storage.SettingsOf.Save(tx, settings))
	})
}

// A hand goes on in its message, once; a server may want a message for each.
func TestPlayAgainDealsOnce(t *testing.T) {
	for _, own := range []bool{false, true} {
		tell(t, func(t *testing.T, s *stage) {
			s.sets(func(set *storage.Settings) { set.NewMessage = own })
			ada := s.person("Ada")
			s.stack("AS 6C KD TH")
			first := ada.types("blackjack", bet(10))
			s.shows(first, "[Change bet true] [Play again true] [All in true] [Proof true]")
			s.stack("TS TC 9D 9H")
			second := ada.presses(first, "Play again")
			if (second.ID != first.ID) != own {
				t.Errorf("messages of their own %v: a new message: %v", own, second.ID != first.ID)
			}
			s.shows(second, "Bet: 10\n", "Your hand · 19")
			ada.has(105, 10)
			again, _ := first.Find("Play again")
			told := "That button was out of date. Nothing was played"
			if own {
				told = "You're already in a newer hand."
			}
			for range 2 {
				press := ada.forges(first, again.CustomID)
				m := s.answer(press)
				if m.ID != first.ID || own == strings.Contains(look(m), "Your hand · 19") {
					t.Errorf("messages of their own %v: a second press shows\n%s", own, look(m))
				}
				if said := s.told(press); !strings.Contains(said, told) {
					t.Errorf("the second press is told %q, want %q", said, told)
				}
			}
			ada.has(105, 10)
			over := ada.presses(second, "Stand")
			s.shows(ada.presses(over, "Proof"), "10♠ 10♣ 9♦ 9♥")
			number := strings.Split(again.CustomID, ":")[1]
			s.shows(s.answer(ada.forges(over, "f:"+number)), "A♠ 6♣ K♦ 10♥") // the hand before
			ada.has(115, 0)
			if n := len(s.discord.Messages(s.channel(), 0)); (n == 2) != own {
				t.Errorf("messages of their own %v: there are %d", own, n)
			}
		})
	}
}

func TestAPressJustAfterTheEndDealsNothing(t *testing.T) {
	aboutGateway(t)
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS TC KD 7H")
		over := ada.presses(ada.types("blackjack", bet(10)), "Stand")
		time.Sleep(500 * time.Millisecond)
		for _, button := range []string{"Play again", "All in", "Change bet"} {
			press := ada.clicks(over, button)
			if m := s.answer(press); look(m) != look(over) || s.told(press) != "" {
				t.Errorf("%s shows\n%s\nand tells %q", button, look(m), s.told(press))
			}
		}
		ada.has(110, 0)
		s.shows(ada.presses(over, "Play again"), "Your turn.")
	})
}

func TestAllInIsAskedFirst(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("TS TC KD 7H")
		over := ada.presses(ada.types("blackjack", bet(10)), "Stand")
		if m := grace.presses(over, "All in"); !m.Ephemeral() {
			t.Errorf("somebody else is asked\n%s", look(m))
		}
		asked := ada.presses(over, "All in")
		s.shows(asked, "[Cancel true] [All in 110 true]", "✅ **+10**")
		if n, _ := asked.Find("All in 110"); asked.ID != over.ID || n.Style != 4 {
			t.Errorf("the question is\n%s", look(asked))
		}
		if back := ada.presses(asked, "Cancel"); look(back) != look(over) {
			t.Errorf("cancelled it is\n%s", look(back))
		}
		ada.has(110, 0)
		hand := ada.presses(ada.presses(over, "All in"), "All in 110")
		s.shows(hand, "Bet: 110\n")
		if hand.ID != over.ID {
			t.Error("another hand is another message")
		}
		ada.has(0, 110)
		if _, ok := hand.Find("Double"); ok {
			s.shows(hand, "[Double (needs 110) false]")
		} else {
			t.Error("what money forbids is not shown")
		}
	})
}

func TestABetIsChangedByText(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS TC KD 7H")
		over := ada.presses(ada.types("blackjack", bet(10)), "Stand")
		for text, want := range map[string]string{
			"lots": "isn't a bet", "0": "1", "10 5": "“10 5” isn't a bet",
			"300": "You only have 110 chips.", "1 000": "Bets here are 1–500.",
		} {
			refusal := s.answer(ada.submits(over, "Change bet", form{"bet": text}))
			if !refusal.Ephemeral() || !strings.Contains(refusal.Content, want) {
				t.Errorf("%q is answered %s, want %q", text, look(refusal), want)
			}
		}
		ada.has(110, 0)
		hand := s.answer(ada.submits(over, "Change bet", form{"bet": " Half: 55 chips\u200b"}))
		if s.shows(hand, "Bet: 55\n"); hand.ID != over.ID {
			t.Error("another hand is another message")
		}
		ada.has(55, 55)
	})
}

func TestWhoBetsTooMuchMayBetAllInsteadOnce(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("AS 6C KD TH")
		refusal := ada.types("blackjack", bet(300), at("downtown"))
		s.shows(refusal, "You only have 100 chips.", "[Bet all 100 true]")
		hand := ada.presses(refusal, "Bet all 100")
		s.shows(hand, "Ada · Downtown", "✅ **+150**")
		if hand.Ephemeral() {
			t.Error("nobody else sees the hand")
		}
		for range 2 { // the hand is over, and yet no other is dealt
			s.shows(ada.presses(refusal, "Bet all 100"), "✅ **+150**")
		}
		ada.has(250, 0)
		private := ada.types("blackjack", bet(300), option("private", true))
		s.stack("TS TC 9D 9H")
		if m := ada.presses(private, "Bet all 250"); !m.Ephemeral() {
			t.Error("everybody sees the hand")
		}
		ada.has(0, 250)
	})
}

func TestWhoIsOutOfChipsIsHelped(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("TS TC 6D 9H")
		over := ada.presses(ada.types("blackjack", bet(100)), "Stand")
		s.shows(over, "You're out of chips.", "[Claim 50 true] [Refill 10 true] [Practice for free true] [Proof true]")
		s.shows(grace.presses(over, "Refill 10"), "'s hand.")
		filled := ada.clicks(over, "Refill 10")
		m := s.answer(filled)
		s.shows(m, "Balance: 10 (−100)", "[Play again (needs 100) false] [All in true]")
		said := s.told(filled)
		if m.ID != over.ID || !strings.Contains(said, "You got **10 chips**") {
			t.Errorf("the player is told %q", said)
		}
		ada.has(10, 0)
		m = ada.presses(ada.presses(m, "All in"), "All in 10")
		over = ada.presses(m, "Stand")
		s.shows(over, "A refill of 10 is ready <t:", "[Claim 50 true] [Practice for free true] [Proof true]")
		claimed := ada.clicks(over, "Claim 50")
		s.shows(s.answer(claimed), "Balance: 50 (−10)")
		ada.has(50, 0)
		synctest.Wait()
		refusal := ada.types("blackjack", bet(400))
		over = ada.presses(ada.presses(refusal, "Bet all 50"), "Stand")
		const next = "You're out of chips. Your next 55 are ready <t:"
		s.shows(over, next, "[Practice for free true]")
		refusal = ada.types("blackjack", bet(1))
		if s.shows(refusal, next); len(refusal.Buttons()) != 1 {
			t.Errorf("what is not ready is offered:\n%s", look(refusal))
		}
		practised := ada.presses(refusal, "Practice for free")
		s.shows(practised, "Practice · no chips at stake")
		ada.presses(practised, "Stand")
		s.off(time.Hour)
		refusal = ada.types("blackjack", bet(1))
		m = ada.presses(refusal, "Refill 10")
		s.shows(m, "You got **10 chips**.")
		if len(m.Buttons()) > 0 || m.ID != refusal.ID {
			t.Errorf("the answer has buttons:\n%s", look(m))
		}
		s.shows(s.answer(ada.forges(refusal, "r:0")), "You still have chips, or an open hand.")
		ada.has(10, 0)
		s.sets(func(set *storage.Settings) { set.NoRefill = true })
		s.shows(s.answer(ada.forges(refusal, "r:0")), "Refills are off on this server.")
	})
}

// practices deals a hand in practice by the button below the rules of a table.
func (p player) practices(table, cards string) localdiscord.Message {
	p.s.t.Helper()
	p.s.stack(cards)
	return p.presses(p.types("learn rules", at(table)), "Practice for free")
}

func TestPracticeIsMarkedAndMovesNothing(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		const mark = "Ada · Vegas · Practice · no chips at stake"
		hand := ada.practices("vegas", "6S TC 5D 7H TS")
		s.shows(hand, mark, "[Double true]", "Bet: 10\n")
		if strings.Contains(look(hand), "Balance") {
			t.Errorf("practice has a balance:\n%s", look(hand))
		}
		over := ada.presses(hand, "Double")
		s.shows(over, mark, "✅ **+20** · You 21, dealer 17",
			"[Change bet true] [Play again true] [Proof true]")
		s.shows(ada.presses(over, "Proof"), "server seed")
		s.stack("TS TC 6D 9H")
		s.shows(ada.presses(over, "Play again"), mark, "Bet: 10\n")
		ada.has(100, 0)
		s.shows(ada.types("blackjack", bet(10)), "Finish this hand first.", mark)
		s.shows(ada.presses(over, "Stand"), mark, "❌ **−10**")
		ada.has(100, 0)
		s.shows(ada.types("profile stats"), "Hands: 0")
		s.shows(ada.types("blackjack"), "Bet: 10\n") // not that of practice
	})
}

// A hand whose strategy takes long to be ready goes on in its message as well, and what
// is refused then leaves the message as it is.
func TestAHandThatIsDealtLaterGoesOnInItsMessage(t *testing.T) {
	tellWith(t, func() bot.Figures { return slowFigures{} }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("AS 6C KD TH")
		i := ada.sends(nil, "learn watch", bet(10), option("strategy", "basic"))
		later := func() localdiscord.Message {
			t.Helper()
			time.Sleep(tooLong + time.Second)
			synctest.Wait()
			over, ok := i.Latest()
			if !ok {
				t.Fatal("there is no hand")
			}
			over, _ = s.discord.Message(over.ID)
			return over
		}
		over := later()
		s.shows(over, "Balance: 115 (+15)")
		p := ada.clicks(over, "Play again")
		if a, err := p.Wait(t.Context()); err != nil ||
			a.Type != localdiscord.CallbackDeferredUpdate {
			t.Errorf("it is answered %s, %v", a.Body, err)
		}
		over = later()
		s.shows(over, "Balance: 130 (+15)")
		again, _ := over.Find("Play again")
		more := strings.Replace(again.CustomID, "a:", "x:", 1) + ":5k"
		press := ada.forges(over, more)
		if now := later(); look(now) != look(over) {
			t.Errorf("what is refused shows\n%s", look(now))
		}
		if said := s.told(press); !strings.Contains(said, "You only have 130 chips.") {
			t.Errorf("the player is told %q", said)
		}
		ada.has(130, 0)
	})
}
