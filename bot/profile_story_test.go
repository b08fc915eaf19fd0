package bot_test

import (
	"testing"

	"holecard/internal/localdiscord"
)

func TestAProfileHasAButtonForEachOfItsCommands(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("TS 9D TC 8H")
		ada.presses(ada.types("blackjack", bet(10)), "Stand")
		profile := ada.types("profile view")
		if s.shows(profile, "Ada · profile"); !profile.Ephemeral() {
			t.Error("everybody reads a profile")
		}
		for button, shows := range map[string]string{"Stats": "Ada · stats",
			"History": "Ada · history", "Review": "Review · Vegas", "Your preferences": "Your preferences",
			"Your limits": "Your limits", "Your data here": "Your data here"} {
			answer := ada.presses(profile, button)
			if s.shows(answer, shows); !answer.Ephemeral() || answer.ID == profile.ID {
				t.Errorf("%s does not add a message for Ada alone:\n%s", button, look(answer))
			}
		}
		s.stack("TS 9D TC 8H")
		ada.types("blackjack", bet(20))
		s.shows(ada.types("profile view"), "Ada has **90 chips**, plus 20 on the table.")
		theirs := grace.types("profile view", option("player", idOf(ada.Person)))
		s.shows(grace.presses(theirs, "Stats"), "Ada · stats")
		if says(theirs, "Review") {
			t.Errorf("Grace is offered what is Ada's own:\n%s", look(theirs))
		}
		s.refuses(grace, "This player doesn't want to be looked at", func() *localdiscord.Interaction {
			ada.types("profile privacy hide")
			return grace.pressesAt(theirs, theirs.Buttons()[0].CustomID)
		})
	})
}
