package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holecard/bot/view"
	"holecard/internal/localdiscord"
)

func TestTheHelpIsSixLinesWithAPageForAdmins(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace") // who manages nothing
		const fair = "Every shuffle is sealed before your bet"
		const server = "`/settings panel`: everything"
		help := ada.types("help")
		if lines := strings.Count(help.Embeds[0].Description, "\n") + 1; lines != 6 {
			t.Errorf("the help has %d lines:\n%s", lines, look(help))
		}
		s.shows(help, "**Play** · `/blackjack`", "[Tables true] [Strategies true] "+
			"[Fair play true] [Running the server true]")
		page := ada.presses(help, "Fair play")
		s.shows(page, fair, "[Back true]")
		if page.ID != help.ID || !page.Ephemeral() {
			t.Errorf("the page is another message:\n%s", look(page))
		}
		s.shows(ada.presses(ada.presses(page, "Back"), "Running the server"), server)
		s.shows(ada.presses(ada.presses(page, "Back"), "Tables"),
			"- Vegas · 6 decks, dealer stands on soft 17, edge 0.26%")
		theirs := grace.types("help")
		if says(theirs, "Running the server") {
			t.Errorf("everybody is shown the page for admins:\n%s", look(theirs))
		}
		if answer := s.answer(grace.forges(theirs, "q:4")); says(answer, server) {
			t.Errorf("a forged press shows the page for admins:\n%s", look(answer))
		}
	})
}

func TestAboutSaysHowTheBotFaresToAdmins(t *testing.T) {
	since := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	set := func(s *stage) {
		s.instance = view.Instance{Version: "v1.2.3", Since: since, Backup: since.Add(time.Hour)}
	}
	tellAs(t, set, func(t *testing.T, s *stage) {
		s.shows(s.person("Ada").types("settings", setting("about")), "Version: `v1.2.3`",
			"English · Español", "`/help`", fmt.Sprintf("Up since: <t:%d:R>", since.Unix()),
			fmt.Sprintf("Last backup: <t:%d:R>", since.Add(time.Hour).Unix()))
		help := s.person("Grace").types("help")
		if foot := help.Embeds[0].Footer.Text; !strings.HasPrefix(foot, "v1.2.3 · English · ") {
			t.Errorf("the help ends with %q", foot)
		}
	})
}

func TestACommandThatIsNotThereIsAnsweredWithTheNearest(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		for _, c := range []struct {
			who         player
			typed, want string
		}{
			{ada, "blackjak", "There's no command `/blackjak`. Did you mean `/blackjack`?"},
			{ada, "poker", "There's no command `/poker` anymore. See `/help`."},
			{ada, "settings chips gran", "Did you mean `/settings chips grant`?"},
			{grace, "settings chips gran", "There's no command `/settings chips gran` anymore. See `/help`."},
		} {
			s.refuses(c.who, c.want, func() *localdiscord.Interaction {
				return c.who.sends(func(i map[string]any) {
					within(i, "data")["name"] = c.typed
				}, "help")
			})
		}
	})
}
