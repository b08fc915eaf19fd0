package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"holecard/internal/localdiscord"
)

func TestAdminsSeeWhereChipsCameFrom(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace, edward := s.person("Ada"), s.person("Grace"), s.person("Edward")
		s.stack("AS 6C KD TH")
		grace.types("blackjack", bet(10)) // wins 15, which is play
		grace.types("daily")
		edward.presses(edward.types("give", to(grace), amount(7)), "Give")
		change := func(name, button string, given ...localdiscord.Given) {
			t.Helper()
			ada.presses(ada.types("settings chips",
				setting(name, append([]localdiscord.Given{to(grace)}, given...)...)), button)
		}
		change("grant", "Grant", amount(500), option("why", "won the *quiz* <@1>"))
		change("take", "Take", amount(30))
		change("reset", "Reset", option("why", "a new season"))
		s.restart()

		shown := s.answer(ada.sends(nil, "settings chips",
			setting("show", option("player", idOf(grace.Person)))))
		if !shown.Ephemeral() || shown.EphemeralFor != ada.ID {
			t.Error("everybody reads it")
		}
		text := shown.Embeds[0].Description
		var at int
		for _, want := range []string{
			fmt.Sprintf("<@%d> has **100 chips**.", grace.ID),
			fmt.Sprintf("Reset by <@%d> **−542** · <t:", ada.ID), ":R>: a new season",
			fmt.Sprintf("Taken by <@%d> **−30** · <t:", ada.ID),
			fmt.Sprintf("Granted by <@%d> **+500** · <t:", ada.ID), `:R>: won the \*quiz\* \<\@1\>`,
			fmt.Sprintf("Gift from <@%d> **+7** · <t:", edward.ID),
			"Daily chips **+50** · <t:", "Starting chips **+100** · <t:",
		} {
			next := strings.Index(text[at:], want)
			if next < 0 {
				t.Fatalf("%q is not there, or not in its place, in\n%s", want, text)
			}
			at += next + len(want)
		}
		if lines := strings.Count(text, "<t:"); lines != 6 {
			t.Errorf("%d transfers are shown, want 6:\n%s", lines, text)
		}
		s.shows(ada.types("settings chips", setting("show", to(edward))),
			fmt.Sprintf("Gift to <@%d> **−7**", grace.ID))
		ada.opens()
		s.shows(ada.types("settings chips", setting("show")), "Starting chips") // her own
	})
}

func TestWhoseTransfersCannotBeShown(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.refuses(ada, "They haven't played here yet.", func() *localdiscord.Interaction {
			return ada.sends(nil, "settings chips", setting("show", option("player", idOf(grace.Person))))
		})
	})
}
