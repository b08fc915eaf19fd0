package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"holecard/bot"
	"holecard/bot/figures"
	"holecard/internal/localdiscord"
)

func exact() bot.Figures { return figures.New() }

func TestADrillIsTwentyQuestionsInOnePrivateMessage(t *testing.T) {
	tellWith(t, exact, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		first := ada.types("learn train", option("kind", "hard"))
		s.shows(first, "Practice: Hard hands · Vegas", "What's best?", "[Hit true]")
		m := first
		for n := 1; n <= 20; n++ {
			if m.ID != first.ID || !m.Ephemeral() {
				t.Fatalf("question %d is another message, or public: %+v", n, m)
			}
			if footer := fmt.Sprintf("Question %d of 20", n); !strings.Contains(
				m.Embeds[0].Footer.Text, footer) {
				t.Fatalf("%q, want %s", m.Embeds[0].Footer.Text, footer)
			}
			m = ada.presses(m, "Hit")
			if !says(m, "✅") && !(says(m, "❌") && says(m, " is best. Hit costs ")) {
				t.Errorf("after question %d:\n%s", n, look(m))
			}
		}
		s.shows(m, " of 20 right.", "Your mistakes cost ", "Practice **", " ✗", "[Again true]")
		if again := ada.presses(m, "Again"); !says(again, "Hard hands") || says(again, "❌") {
			t.Errorf("again:\n%s", look(again))
		}
		ada.has(0, 0) // no wallet has been opened for it
		ada.opens()
		s.shows(s.person("Grace").types("profile stats", option("player", idOf(ada.Person))),
			"No hands yet") // nobody else sees mistakes in drills
	})
}

func TestOldButtonsOfADrillShowWhereItStands(t *testing.T) {
	tellWith(t, exact, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		old := ada.types("learn train", option("kind", "pairs"))
		m := ada.presses(old, "Hit")
		again := s.answer(ada.pressesAt(old, old.Buttons()[0].CustomID))
		if look(again) != look(m) {
			t.Errorf("an old button shows\n%s\nwant\n%s", look(again), look(m))
		}
		s.restart()
		if now := ada.presses(m, "Stand"); !says(now, "Pairs") ||
			!strings.Contains(now.Embeds[0].Footer.Text, "Question 3 of 20") {
			t.Errorf("after a restart:\n%s", look(now))
		}
		ask := ada.types("learn train", option("kind", "soft"))
		s.shows(ask, "You're at question 3 of 20: Pairs · Vegas.", "[Go on true]",
			"[New: Soft hands true]")
		s.shows(ada.presses(ask, "Go on"), "Pairs · Vegas")
		ask = ada.types("learn train", option("kind", "soft"))
		s.shows(ada.presses(ask, "New: Soft hands"), "Soft hands · Vegas")
		gone := ada.pressesAt(m, m.Buttons()[0].CustomID)
		told := s.answer(gone).Content
		if !strings.HasPrefix(told, "This drill isn't open any more.") {
			t.Errorf("a press of the drill that was replaced: %q", told)
		}
	})
}

func TestTablesWithoutSuchHandsSaySoInsteadOfAnEmptyDrill(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		ada.opens()
		for _, f := range []struct{ kind, table, want string }{
			{"soft", "mit", "MIT has no soft hands: an ace always counts the same there."},
			{"pairs", "downen", "Pairs can't be split at Downen."},
			{"count", "mit", "The cards never run out at MIT, so there's nothing to count."},
			{"poker", "vegas", "That button no longer works"},
		} {
			ada.cannot(f.want, "learn train", option("kind", f.kind), at(f.table))
		}
	})
}

func TestCountingAsksForTheRunningAndTheTrueCount(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		for try := range 2 {
			m := ada.types("learn train", option("kind", "count"))
			s.shows(m, "Counting · Vegas", "What's the running count now?", "Hi-Lo: 2–6 count +1")
			for n := 1; n <= 20; n++ {
				truly := n%4 == 0
				if says(m, "What's the true count?") != truly || len(m.Buttons()) != 5 {
					t.Fatalf("question %d:\n%s", n, look(m))
				}
				m = ada.presses(m, s.count(m))
				if s.shows(m, "The running count is **"); says(m, "True count: ") != truly {
					t.Errorf("after question %d:\n%s", n, look(m))
				}
			}
			s.shows(m, "**20 of 20 right.** Most in a row: 20.")
			if told := says(m, "🏆 **Achievement: clean drill.**"); told != (try == 0) {
				t.Errorf("drill %d tells the achievement: %v\n%s", try+1, told, look(m))
			}
		}
	})
}

// count returns the right answer to a question about the count, from what its message and
// the one before say.
func (s *stage) count(m localdiscord.Message) string {
	s.t.Helper()
	text := m.Embeds[0].Description
	running := 0
	if _, after, ok := strings.Cut(text, "The running count is **"); ok {
		fmt.Sscanf(strings.ReplaceAll(after, "−", "-"), "%d", &running)
	}
	_, shown, _ := strings.Cut(text, "10 to ace count −1.")
	for card := range strings.FieldsSeq(shown) {
		switch strings.Trim(card, "`")[0] {
		case '2', '3', '4', '5', '6':
			running++
		case '1', 'J', 'Q', 'K', 'A':
			running--
		}
	}
	var decks float64
	if before, _, truly := strings.Cut(text, ". What's the true count?"); truly {
		fmt.Sscan(before[strings.LastIndex(before, " ")+1:], &decks)
		running = int(float64(running) / decks)
	}
	if running < 0 {
		return fmt.Sprintf("−%d", -running)
	}
	if running > 0 {
		return fmt.Sprintf("+%d", running)
	}
	return "0"
}
