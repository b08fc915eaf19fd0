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
		s.restart() // the commands are registered already
		s.shows(ada.types("balance"), mention())
		overwritten := 0
		for _, r := range s.discord.Requests() {
			if r.Method == http.MethodPut {
				overwritten++
			}
		}
		if overwritten != 1 {
			t.Errorf("the commands are registered %d times", overwritten)
		}
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
