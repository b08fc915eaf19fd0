package bot_test

import (
	"testing"
	"time"

	"holecard/internal/localdiscord"
)

// selects chooses in a select of a message.
func (p player) selects(
	m localdiscord.Message, name string, values ...string,
) localdiscord.Message {
	p.s.t.Helper()
	i, err := p.Choose(m.ID, name, values...)
	if err != nil {
		p.s.t.Fatalf("choose %s: %v", name, err)
	}
	return p.s.answer(i)
}

func TestEachPlayerChoosesWhatCardsLookLike(t *testing.T) {
	set := func(s *stage) { s.emojis = true }
	tellAs(t, set, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		time.Sleep(time.Hour) // the emojis are uploaded
		s.stack("TS TC 2D 9H 7H 2C")
		tastes := ada.types("profile preferences")
		if s.shows(tastes, "Your preferences"); tastes.EphemeralFor != ada.ID {
			t.Errorf("others see it:\n%s", look(tastes))
		}
		tastes = ada.selects(tastes, "Cards", "picture")
		s.shows(tastes, "Pictures")
		hand := ada.types("blackjack", bet(10))
		if hand.Embeds[0].Image == nil {
			t.Errorf("it is no picture of the table:\n%s", look(hand))
		}
		ada.selects(tastes, "Cards", "text") // the same hand, from the next press on
		hand = ada.presses(hand, "Hit")
		s.deals(hand, "`10♣` `?`", "`10♠` `2♦` `7♥`")
		if hand.Embeds[0].Image != nil {
			t.Errorf("the old picture stays:\n%s", look(hand))
		}
		s.stack("TS TC 9D 8H")
		other := grace.types("blackjack", bet(10)) // her taste is her own
		s.deals(other, "card_ten_black card_back_top\ncard_clubs card_back_foot",
			"card_ten_black card_nine_red\ncard_spades card_diamonds")
		grace.types("profile preferences", option("deck", "four"))
		other = grace.presses(other, "Stand")
		s.deals(other, "card_ten_green card_eight_red\ncard_clubs_green card_hearts",
			"card_ten_black card_nine_blue\ncard_spades card_diamonds_blue")
		s.restart()
		s.shows(ada.types("profile preferences"), "Text")
	})
}

func TestPrivateAnswersAreInThePlayersLanguage(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.shows(ada.types("profile preferences", option("language", "fr")), "Tes préférences")
		s.shows(ada.types("profile preferences"), "Français")
		s.stack("TS TC 2D 9H 7H 2C")
		s.shows(ada.types("blackjack", bet(10)), "Your turn.") // the server's: everybody reads it
		s.shows(ada.types("profile preferences", option("language", "discord")), "Your preferences")
	})
}
