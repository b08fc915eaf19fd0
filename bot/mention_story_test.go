package bot_test

import (
	"fmt"
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
