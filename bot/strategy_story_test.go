package bot_test

import (
	"strings"
	"testing"

	"holecard/bot"
	"holecard/bot/figures"
	"holecard/internal/localdiscord"
)

// chartIn returns the text of the chart that a message has in a block of code.
func chartIn(t *testing.T, m localdiscord.Message) string {
	t.Helper()
	_, text, _ := strings.Cut(m.Embeds[0].Description, "```\n")
	text, _, ok := strings.Cut(text, "```")
	if !ok {
		t.Fatalf("no block of code in\n%s", look(m))
	}
	return text
}

func TestBestPlayIsDrawnAndSaid(t *testing.T) {
	tellWith(t, func() bot.Figures { return figures.New() }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		m := s.latest(ada.asks("learn strategy"))
		s.shows(m, "Vegas · chart", "Best play")
		if picture := m.Embeds[0].Image; picture == nil || picture.Width != 800 {
			t.Errorf("the embed's picture is %+v", picture)
		}
		requests := s.discord.Requests()
		if last := requests[len(requests)-1]; !strings.Contains(last.Body,
			`"filename":"strategy1.png","description":"Vegas · Best play: hard 4-8 H. hard 9 H 2, `) ||
			!strings.Contains(last.Body, `"description":"Vegas · Best play: pair 2-3 P 2-7, H 8-A. `) {
			t.Errorf("a picture without a description: %.500s", last.Body)
		}

		// As text it can be copied, and is a strategy: Discord makes one line of it.
		m = s.latest(ada.asks("learn strategy", option("text", true)))
		text := chartIn(t, m)
		if m.Embeds[0].Image != nil || !strings.Contains(text,
			"\nhard 16\nS  S  S  S  S  H  H  Rh Rh Rh\n") {
			t.Errorf("as text:\n%s", look(m))
		}
		for line := range strings.Lines(text) {
			if len(line) > 34+len("\n") {
				t.Errorf("a phone breaks the line %q", line)
			}
		}
		copied := strings.ReplaceAll(text, "\n", " ")
		s.shows(s.latest(ada.asks("learn strategy", plays(copied))), "Vegas · chart", "own chart")
		s.stack("6S 6C 5D TH TS TD")
		hand := s.latest(ada.asksOrWaits("learn watch", bet(10), option("strategy", copied)))
		s.shows(hand, "Dealer busts with 26")
		if foot := hand.Embeds[0].Footer.Text; !strings.Contains(foot, "Autopilot: own chart") {
			t.Errorf("the footer is %q", foot)
		}
		ada.has(120, 0) // it has doubled eleven

		// Within a longer strategy it is a part of it, and has a short name.
		longer := "stand if total == 11; chart(" + copied + ")"
		s.shows(s.latest(ada.asks("learn strategy", plays(longer))), "`stand if total == 11; chart(…)`")
		s.stack("6S 6C 5D TH TS TD")
		hand = s.latest(ada.asksOrWaits("learn watch", bet(10), option("strategy", longer)))
		s.shows(hand, "Dealer busts with 26")
		if foot := hand.Embeds[0].Footer.Text; !strings.Contains(foot, "total == 11; chart(…)") {
			t.Errorf("the footer is %q", foot)
		}
		ada.has(130, 0) // it has stood
	})
}

func TestAnyStrategyIsDrawnAndSaysWhatItLeavesOut(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		m := s.latest(ada.asks("learn strategy", plays("louis"), at("mit"), option("text", true)))
		s.shows(m, "MIT · chart", "`louis`", "\nhard 16\nH  H  H  H  H  H  H  H  S  H\n")
		m = s.latest(ada.asks("learn strategy", plays("valentine")))
		s.shows(m, "Played differently by some hands, by their cards: `hard 17-18`, "+
			"`soft 17-18` and `pair 9`.")

		wrong := plays("2 3 4 5 6 7 8 9 10 A hard 16 S S Q")
		ada.cannot("`ask` only works in `/learn watch bet:`.", "learn strategy", plays("ask"))
		const expected = "`hard 16` against `4`\\: expected `H`, `S`, `Dh`, `Ds`, `P`, `Rh`, " +
			"`Rs` or `Rp`, found `Q`."
		ada.cannot(expected, "learn strategy", wrong)
		within := plays("insure; chart(2 3 4 5 6 7 8 9 10 A hard 16 S S Q)")
		ada.cannot(expected+" For example: `H`, `Ds` or `Rh`.", "learn strategy", within)
		if err := ada.Speak("de"); err != nil {
			t.Fatal(err)
		}
		s.refuses(ada, "`hard 16` gegen `4`\\: erwartet wird `H`, `S`, `Dh`, `Ds`, `P`, `Rh`, "+
			"`Rs` oder `Rp`, da steht `Q`.",
			func() *localdiscord.Interaction { return ada.sends(nil, "learn strategy", wrong) })
	})
}

// Without a table it is that which is open in the channel, by the rules it was opened with.
func TestTheChartIsOfTheTableThatTheChannelPlays(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		ada.types("table", setting("open", at("european")))
		s.shows(s.latest(ada.asks("learn strategy", plays("stopAt(17)"))), "European · chart")
		s.shows(s.latest(ada.asks("learn strategy", plays("stopAt(17)"), at("vegas"))), "Vegas · chart")
	})
}
