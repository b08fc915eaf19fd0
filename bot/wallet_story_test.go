package bot_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"holecard/bot/view"
	"holecard/internal/localdiscord"
)

func TestDailyChipsComeOnceADay(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.shows(ada.types("daily"), "You got **50 chips**. Come back <t:", ":R> for 55.",
			"Balance: 150")
		again := ada.types("daily")
		next := time.Now().UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
		s.shows(again, fmt.Sprintf("Already claimed today. 55 more <t:%d:R>.", next.Unix()))
		if !again.Ephemeral() {
			t.Error("everybody reads that somebody came too early")
		}
		ada.has(150, 0)
		s.restart()
		ada.types("daily")
		ada.has(150, 0)
		s.off(time.Until(next))
		s.shows(ada.types("daily"), "You got **55 chips**", "Day 2 in a row")
		ada.has(205, 0)
	})
}

func TestALeaderboardNeedsAServerAndDirectMessagesHaveAWalletOfTheirOwn(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		direct := ada.DM().ID
		s.message(ada.Do(t.Context(), direct, "daily"))
		for _, name := range []string{"leaderboard", "give", "settings"} {
			if _, err := ada.Command(direct, name); !errors.Is(err, localdiscord.ErrNotAllowed) {
				t.Errorf("/%s in direct messages: %v, want it not offered", name, err)
			}
		}
		// A server that does not know contexts offers it.
		refusal := s.answer(s.discord.Inject(ada.CommandPayload(direct, "leaderboard")))
		if !refusal.Ephemeral() || !strings.Contains(refusal.Content, "Use this in a server.") {
			t.Errorf("the answer is\n%s", look(refusal))
		}
		s.shows(s.message(ada.Do(t.Context(), direct, "balance")), "You have **150 chips**")
		s.shows(ada.types("balance"), "You start with **100 chips**")
		s.stack("TS TC KD 7H")
		hand := s.message(ada.Do(t.Context(), direct, "blackjack", bet(10)))
		s.shows(ada.presses(hand, "Stand"), "Balance: 160")
		ada.has(0, 0) // there is no wallet on the server yet
	})
}

func TestTheLeaderboardIsTurnedByButtons(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		for n := range 24 {
			p := player{s.discord.As(s.discord.AddPerson(localdiscord.Person{Name: fmt.Sprintf(
				"Player %d", n)})), s}
			s.stack("AS 6C KD TH")
			p.types("blackjack", bet(2*n+2)) // wins 3 for each 2
		}
		ada := s.person("Ada")
		ada.opens()
		board := ada.types("leaderboard")
		s.shows(board, "1. 🥇 Player 23 · 172 chips", "10. Player 14 · 145 chips",
			"[Previous false]", "[Next true]")
		board = ada.presses(board, "Next")
		s.shows(board, "11. Player 13 · 142 chips")
		board = ada.presses(board, "Next")
		s.shows(board, "21. Player 3 · 112 chips", "25. **Ada** · 100 chips", "[Next false]")
		s.restart()
		board = ada.picks(board, "Rank by", "Biggest win")
		s.shows(board, "Top players · Biggest win", "1. 🥇 Player 23 · 72", "[Previous false]")
		grace := s.person("Grace")
		s.shows(grace.presses(board, "Next"), "11. Player 13 · 42")
		// a page that is not there
		s.shows(s.answer(grace.forges(board, "l:3:0:1y2p0")), "21. Player 3 · 12")
	})
}

func TestCompletionOffersTheLastBetHalfAndAll(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		offers := func(typed string, want ...string) {
			t.Helper()
			names := ada.offered("blackjack", focused("bet", typed))
			if !reflect.DeepEqual(names, want) {
				t.Errorf("to %q are offered %q, want %q", typed, names, want)
			}
		}
		offers("", "Last: 10 chips", "Half: 50 chips", "All: 100 chips")
		s.stack("AS 6C KD TH")
		ada.types("blackjack", bet(32))
		offers("", "Last: 32 chips", "Half: 74 chips", "All: 148 chips")
		offers("1", "1: 1 chip", "All: 148 chips")
		offers("0.1k", "0.1k: 100 chips")
		offers("25%", "25%: 37 chips")
		offers("h", "Half: 74 chips")
		offers("149")
		offers("-1")
		offers("all in")
		offers("99999999999999999999")
	})
}

func TestANameIsNeverMoreThanAName(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		mallory, escaped := s.person(hostile), view.Escape(hostile)
		s.stack("TS TC KD 7H")
		hand := mallory.types("blackjack", bet(10))
		// the author of an embed has no markdown
		const plain = "@everyone **[win](https://evil.e… · Vegas\n"
		s.shows(hand, plain)
		s.shows(mallory.presses(hand, "Stand"), plain)
		s.shows(mallory.types("leaderboard"), escaped)
		s.shows(mallory.types("profile stats"), escaped)
		who := localdiscord.Given{Name: "player", Value: mallory.Person}
		s.shows(s.person("Grace").types("balance", who), escaped)
		s.shows(s.person("Grace").types("profile stats", who), escaped)
	})
}

func TestLookingOpensNoWallet(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		before := s.audit()
		s.shows(ada.types("balance"), "You start with **100 chips**", "`/blackjack`")
		s.shows(ada.types("profile stats"), "No hands yet")
		s.shows(ada.types("settings chips", setting("show")), "starts with **100 chips**")
		s.shows(ada.types("leaderboard"), "Nobody has played here yet")
		if after := s.audit(); after.Accounts != before.Accounts ||
			after.Postings != before.Postings {
			t.Errorf("looking has changed the ledger from %+v to %+v", before, after)
		}
	})
}
