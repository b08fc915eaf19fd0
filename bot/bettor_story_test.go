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
			{"learn odds", "bet 2; stopAt(17)", "`bet` says how much to bet, and a strategy can't " +
				"bet here\\: leave it out; `/learn simulate` plays it."},
			{"learn odds", "count(hilo) > 0", "`count` needs a count of the cards seen, and none is " +
				"kept here\\: leave it out; `/learn simulate` plays it."},
			{"learn odds", "hit if 40%", "```\nhit if 40%\n       ^\n```\n`40%` is left to chance, " +
				"which can't be used here\\: leave it out; `/learn simulate` plays it. For example: " +
				"`stopAt(17)`, `total < 17` or `hit if total < 12`."},
			{"learn watch", "bet 2; stopAt(17)", "```\nbet 2; stopAt(17)\n^\n```\n`bet` says how much"},
		} {
			s.refuses(ada, f.want, func() *localdiscord.Interaction {
				return ada.sends(nil, f.command, plays(f.text))
			})
		}
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
