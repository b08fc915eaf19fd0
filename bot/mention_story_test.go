package bot_test

import (
	"fmt"
	"net/http"
	"testing"
)

// A text mentions commands so that a click gives them, as soon as their ids are known.
func TestCommandsAreMentionedByTheirIDs(t *testing.T) {
	tellAs(t, func(s *stage) { s.mentions = true }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		mention := func() string {
			for _, c := range s.discord.Commands() {
				if c.Name == "blackjack" {
					return fmt.Sprintf("</blackjack:%v>", c.ID)
				}
			}
			return "no command"
		}
		s.shows(ada.types("balance"), mention())
		s.restart() // registers them again
		s.shows(ada.types("balance"), mention())
	})
}

func TestWithoutIDsCommandsAreNamed(t *testing.T) {
	set := func(s *stage) {
		s.mentions = true
		s.broken = func(r *http.Request) int {
			if r.Method == http.MethodPut {
				return http.StatusServiceUnavailable
			}
			return 0
		}
	}
	tellAs(t, set, func(t *testing.T, s *stage) {
		// The commands of the bot before are still offered.
		s.shows(s.answer(s.discord.Inject(s.person("Ada").CommandPayload(s.channel(), "balance"))),
			"with `/blackjack`")
	})
}
