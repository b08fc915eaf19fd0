package bot_test

import (
	"strings"
	"testing"
	"time"

	"holecard/internal/localdiscord"
)

// sets enters a limit of the player in the modal that a button of /profile limits opens, and
// returns their limits as they are then.
func (p player) sets(limits localdiscord.Message, limit, to string) localdiscord.Message {
	p.s.t.Helper()
	return p.fillsIn(limits, limit, form{"amount": to})
}

func TestTwoPeopleLimitThemselves(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("TS TC 6D 9H") // 16 against 19
		limits := ada.types("profile limits")
		s.shows(limits, "Your limits · This server", "**Daily loss** · No limit", "gamblingtherapy")
		if !limits.Ephemeral() {
			t.Error("everybody reads it")
		}
		s.shows(ada.sets(limits, "Daily loss", "25"), "Saved.", "**Daily loss** · 25 chips")
		for _, none := range []string{"0", "-0", " 0 "} {
			told := ada.sets(ada.types("profile limits"), "Daily loss", none)
			if !says(told, "nothing for no limit. To lose nothing: **Lock me out**.") &&
				!says(told, "isn't an amount") {
				t.Errorf("%q is answered\n%s", none, look(told))
			}
		}
		s.shows(ada.types("profile limits"), "25 chips")
		lost := ada.presses(ada.types("blackjack", bet(20)), "Stand")
		time.Sleep(time.Second)
		ada.cannotPress("You can still stake 5 chips.", lost, "Play again")
		ada.cannot("daily loss limit on this server: 25", "blackjack", bet(6))
		s.shows(ada.sets(ada.types("profile limits"), "Daily loss", ""),
			"until then the stricter one stays", "25 chips\n→ No limit")
		ada.cannot("You can still stake 5 chips.", "blackjack", bet(6))
		ada.has(80, 0)
		s.stack("TS TC 6D 9H")
		ada.presses(ada.types("blackjack", bet(5)), "Stand")
		ada.cannot("limit on this server is used up: 25", "blackjack", bet(1))

		s.shows(grace.presses(grace.types("blackjack", bet(50)), "Stand"), "−50")
		sure := grace.presses(grace.presses(grace.types("profile limits"), "Lock me out"), "A week")
		s.shows(sure, "Lock yourself out on this server until", "can't be taken back")
		s.shows(grace.presses(sure, "Lock me out for a week"), "Locked out on this server")
		locked := "You locked yourself out on this server"
		grace.cannot(locked, "blackjack", bet(1))
		grace.cannot(locked, "give", option("player", idOf(ada.Person)), amount(1))
		s.restart()
		grace.cannot(locked, "blackjack", bet(1))
		ada.types("give", to(grace), amount(1)) // her own hands are free
		grace.has(50, 0)
	})
}

// All in bets what the limits leave, by a button, a word, and at a table.
func TestAllInIsWhatTheLimitsLeave(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		ada.sets(ada.types("profile limits"), "Biggest bet", "30")
		ada.sets(ada.types("profile limits"), "Daily loss", "40")
		s.stack("TS TC 6D 9H")
		over := ada.presses(ada.types("blackjack", option("bet", "all")), "Stand")
		s.shows(over, "−30")
		sure := ada.presses(over, "All in")
		s.stack("TS TC 9D 8H")
		s.shows(ada.presses(ada.presses(sure, "All in 10"), "Stand"), "+10") // of 40 a day
		names := ada.offered("blackjack", focused("bet", ""))
		if len(names) == 0 || names[len(names)-1] != "Max: 20 chips" {
			t.Errorf("offered are %q", names)
		}
		table := ada.types("table", setting("open"))
		s.shows(ada.fillsIn(table, "Bet", form{"bet": "all"}), "bet 20")
	})
}

// Grace is told how long she has played, alone and once, with her next press after it is due,
// whatever process it goes to; that a limit of hers keeps her from being dealt is told to nobody
// else, either.
func TestATableTellsOfLimitsToTheirPlayerAlone(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.shows(grace.sets(grace.types("profile limits"), "Reminder", "9"), "Every 9 minutes")
		table := ada.types("table", setting("open"))
		for round, want := range []string{"", "", "", "⏰ You have played for 9 minutes. ",
			"You weren't dealt in: a limit forbids it now."} {
			if round == 3 {
				s.restart()
			}
			s.stack("TS AC 9C 9S KD 8C") // a blackjack for Grace
			var bets [2]*localdiscord.Interaction
			for i, p := range []player{ada, grace} {
				bets[i] = p.clicks(table, "Same bet")
				s.answer(bets[i])
			}
			if round == 4 {
				grace.locksOut()
			}
			time.Sleep(21 * time.Second)
			hers := s.told(bets[1])
			if s.told(bets[0]) != "" || !strings.HasPrefix(hers, want) || want == "" && hers != "" {
				t.Errorf("in round %d Grace is told %q, want %q", round, hers, want)
			}
			if shown := s.now(table); says(shown, "minutes") || says(shown, "limit") {
				t.Errorf("everybody reads\n%s", look(shown))
			}
			if round < 4 {
				ada.presses(table, "Stand")
			}
			if round < 2 {
				time.Sleep(4*time.Minute + 10*time.Second)
			}
		}
	})
}

// Nobody presses for a seat that a strategy plays, so nobody can be told in private why it is
// not dealt: the message says how its player is told.
func TestAStrategyThatMayNotBetSaysHowItsPlayerLearnsWhy(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		grace.sets(grace.types("profile limits"), "Rounds an hour", "1")
		table := ada.types("table", setting("open"))
		grace.types("table", setting("sit", option("strategy", "stopAt(17)")))
		for range 2 {
			s.stack("TS TC 9C 9S 8D 8C")
			ada.presses(ada.presses(table, "Same bet"), "Ready")
			ada.presses(table, "Stand")
		}
		s.shows(s.now(table), "Grace sits this round out. **Same bet** tells why, to them alone.")
		grace.cannotPress("Your rounds an hour on this server are used up: 1", table, "Same bet")
	})
}

// locksOut locks the player out of the server for a day.
func (p player) locksOut() {
	p.s.t.Helper()
	sure := p.presses(p.presses(p.types("profile limits"), "Lock me out"), "A day")
	p.s.shows(p.presses(sure, "Lock me out for a day"), "Locked out on this server")
}
