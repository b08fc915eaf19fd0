package bot_test

import (
	"errors"
	"testing"
	"time"

	"holecard/bot"
	"holecard/bot/discord"
	"holecard/internal/localdiscord"
)

// While the database does not answer, everybody is told so in time, in the language of their
// Discord, and what they asked for is not done.
func TestWhileTheStoreIsFrozenEverybodyIsAnsweredAndNothingIsDone(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		s.allowance = discord.DefaultAllowance
		s.stopped = true // the clock of tables asks the store as well
		s.restart()
		ada := s.person("Ada")
		if err := ada.Speak("de"); err != nil {
			t.Fatal(err)
		}
		s.stack("TS TC 7D TH")
		hand := ada.types("blackjack", bet(10))
		table := ada.types("table", setting("open"))
		time.Sleep(time.Second)
		s.freezes(true)
		var asked []*localdiscord.Interaction
		for _, m := range []localdiscord.Message{hand, table} {
			for _, button := range m.Buttons() {
				asked = append(asked, ada.pressesAt(m, button.CustomID))
				time.Sleep(3 * time.Second)
			}
		}
		for _, command := range bot.Commands() {
			i, err := ada.Command(s.channel(), command)
			if err == nil { // else it needs options
				asked = append(asked, i)
				time.Sleep(3 * time.Second)
			}
		}
		words, unanswered := map[string]int{}, 0
		read := func(i *localdiscord.Interaction) {
			switch a, err := i.Wait(t.Context()); {
			case errors.Is(err, localdiscord.ErrNoAnswer):
				unanswered++
			case err != nil:
				t.Error(err)
			case a.Message != nil:
				words[a.Message.Content]++
			}
		}
		for _, i := range asked {
			read(i)
		}
		if unanswered > 0 || words["Das ist noch in Arbeit. Versuch es gleich noch einmal."] < 20 {
			t.Errorf("of %d interactions %d are not answered, the others with %v", len(asked),
				unanswered, words)
		}

		time.Sleep(time.Minute)
		clear(words)
		var flood []*localdiscord.Interaction
		for range 20 { // ten of them are too much
			i, err := ada.Command(s.channel(), "balance")
			if err != nil {
				t.Fatal(err)
			}
			flood = append(flood, i)
		}
		time.Sleep(5 * time.Second)
		for _, i := range flood {
			read(i)
		}
		if words["Zu schnell. Es hat sich nichts geändert; versuch es in einer Sekunde noch einmal."] !=
			10 || unanswered > 0 {
			t.Errorf("of 20 at once %d are not answered, the others with %v; want ten too fast",
				unanswered, words)
		}

		s.freezes(false)
		time.Sleep(5 * time.Second)
		ada.has(90, 10)
		s.shows(ada.presses(hand, "Stand"), "−10")
	})
}
