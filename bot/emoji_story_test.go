package bot_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"holecard/bot"
	"holecard/internal/localdiscord"
)

// emoji is one of the application's in a text: its key, the hash of its picture, its id.
var emoji = regexp.MustCompile(`<:(card_\w+)_([0-9a-f]{6}):(\d+)>`)

// row returns what a field of a hand shows, with the keys of emojis in their place.
// Each of them must be one that Discord has.
func (s *stage) row(hand localdiscord.Message, field string) string {
	s.t.Helper()
	there := map[string]string{}
	for _, e := range s.discord.Emojis() {
		there[e.ID.String()] = e.Name
	}
	for _, f := range hand.Embeds[0].Fields {
		if !strings.HasPrefix(f.Name, field) {
			continue
		}
		for _, e := range emoji.FindAllStringSubmatch(f.Value, -1) {
			if there[e[3]] != e[1]+"_"+e[2] {
				s.t.Errorf("%s is none of Discord's %d emojis", e[0], len(there))
			}
		}
		return emoji.ReplaceAllString(f.Value, "$1")
	}
	s.t.Errorf("there is no %q in\n%s", field, look(hand))
	return ""
}

// deals checks what cards a hand shows.
func (s *stage) deals(hand localdiscord.Message, dealer, player string) {
	s.t.Helper()
	if got := s.row(hand, "Dealer"); got != dealer {
		s.t.Errorf("the dealer's cards are\n%s\nwant\n%s", got, dealer)
	}
	if got := s.row(hand, "Your hand"); got != player {
		s.t.Errorf("the player's cards are\n%s\nwant\n%s", got, player)
	}
}

// ofEmojis reports whether a request is about the application's emojis.
func ofEmojis(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/emojis") }

func TestCardsAreEmojisOnceTheyAreUploaded(t *testing.T) {
	unavailable := func(r *http.Request) int {
		if ofEmojis(r) {
			return http.StatusServiceUnavailable
		}
		return 0
	}
	set := func(s *stage) { s.emojis, s.broken = true, unavailable }
	tellAs(t, set, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS TC 2D 9H 7H")
		hand := ada.types("blackjack", bet(10))
		s.deals(hand, "`10♣` `?`", "`10♠` `2♦`")
		s.fails(nil)
		time.Sleep(time.Hour) // it tries again
		if got, want := len(s.discord.Emojis()), len(bot.EmojiSet().Files); got != want {
			t.Errorf("%d emojis are uploaded, of %d", got, want)
		}
		hand = ada.presses(hand, "Hit")
		s.deals(hand, "card_ten_black card_back_top\ncard_clubs card_back_foot",
			"card_ten_black card_two_red card_seven_red\ncard_spades card_diamonds card_hearts")
		s.restart()
		if got, want := len(s.discord.Emojis()), len(bot.EmojiSet().Files); got != want {
			t.Errorf("after a restart there are %d emojis, not %d", got, want)
		}
		time.Sleep(time.Minute)
		s.deals(ada.presses(hand, "Stand"), "card_ten_black card_nine_red\ncard_clubs card_hearts",
			"card_ten_black card_two_red card_seven_red\ncard_spades card_diamonds card_hearts")
		ada.has(100, 0)
	})
}

func TestWhereTheServerRefusesEmojisAHandIsText(t *testing.T) {
	set := func(s *stage) {
		s.emojis = true
		s.broken = func(r *http.Request) int {
			if ofEmojis(r) {
				return http.StatusNotFound
			}
			return 0
		}
	}
	tellAs(t, set, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS TC 9D 8H")
		time.Sleep(time.Hour)
		hand := ada.types("blackjack", bet(10))
		s.deals(hand, "`10♣` `?`", "`10♠` `9♦`")
		hand = ada.presses(hand, "Stand")
		s.deals(hand, "`10♣` `8♥`", "`10♠` `9♦`")
		s.shows(hand, "✅ **+10** · You 19, dealer 18")
		s.shows(ada.presses(hand, "Play again"), "Your turn.")
		s.shows(ada.types("leaderboard"), "Ada")
		asked := 0
		for _, r := range s.discord.Requests() {
			if strings.HasSuffix(r.Path, "/emojis") {
				asked++
			}
		}
		if asked != 1 {
			t.Errorf("Discord is asked for emojis %d times", asked)
		}
		ada.has(100, 10)
	})
}
