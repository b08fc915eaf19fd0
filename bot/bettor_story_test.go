package bot_test

import (
	"testing"

	"holecard/internal/localdiscord"
)

// Each face says what it cannot take of a strategy, and where that stands.
func TestAFaceSaysWhatItCannotTakeOfAStrategy(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		ada.opens()
		for _, f := range []struct{ command, text, want string }{
			{"odds", "bet 2; stopAt(17)", "Bet says how much to bet, and here the strategy does " +
				"not bet."},
			{"odds", "count(hilo) > 0", "Count goes by the cards seen, and nobody keeps count of " +
				"them here."},
			{"odds", "hit if 40%", "```\nhit if 40%\n       ^\n```\n40% goes by chance, and here " +
				"nothing is left to it. For example: `stopAt(17)`, `total < 17` or " +
				"`hit if total < 12`."},
			{"watch", "bet 2; stopAt(17)", "```\nbet 2; stopAt(17)\n^\n```\nBet says how much"},
		} {
			s.refuses(ada, f.want, func() *localdiscord.Interaction {
				return ada.sends(nil, f.command, plays(f.text))
			})
		}
		s.refuses(ada, "This autopilot places its own bets. Name the most it may bet in `bet`.",
			func() *localdiscord.Interaction {
				return ada.sends(nil, "blackjack", option("autopilot", "bet 2; stand"))
			})
	})
}

func TestAnAutopilotBetsBelowTheBetThatIsNamed(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS TC 6D TH")
		hand := ada.withAutopilot("bet 4; stand")
		s.shows(hand, "**−4**", "Bet: 4")
	})
}
