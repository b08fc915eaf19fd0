package bot_test

import (
	"testing"
	"time"

	"holecard/internal/localdiscord"
)

const forgotten = "data was erased. A new one can be opened"

func TestPeopleEraseWhatIsKeptOfThem(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("AS 6C KD TH")
		over := ada.types("blackjack", bet(10)) // wins 15
		grace.opens()
		grace.presses(grace.types("give", to(ada), amount(7)), "Give")
		shown := ada.types("profile privacy show")
		s.shows(shown, "your name, chips, statistics and rounds", "`/profile privacy delete`")
		if !shown.Ephemeral() {
			t.Error("everybody reads it")
		}

		asked := ada.types("profile privacy delete")
		s.shows(asked, "**Goes:**", "**Stays:**", "number that leads to nobody", "24 hours")
		s.shows(ada.presses(asked, "Cancel"), "Cancelled")
		gift := grace.types("give", to(ada), amount(1))
		erased := ada.types("profile privacy delete")
		s.shows(ada.erases(erased), "Your data is erased")
		shown = ada.types("profile privacy show")
		if !says(shown, "is erased: nothing leads") || says(shown, "your name, chips") {
			t.Errorf("after the erasure\n%s", look(shown))
		}
		s.audit()

		for _, command := range []string{"daily", "blackjack"} {
			ada.cannot(forgotten, command)
		}
		grace.cannotPress("wasn't asked here", gift, "Give")
		ada.cannotPress("no such hand", over, "Play again")
		ada.erases(ada.types("profile privacy delete")) // again
		s.off(24*time.Hour + time.Minute)
		ada.opens()
		ada.has(100, 0)
		s.audit()
	})
}

// The message of an open table does not wait for its next round: whose data was erased is
// named there no longer, as its host, in its last round, or in its news.
func TestAnErasedNameLeavesTheMessagesOfOpenTables(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("TS AC TC 9S KD 7C") // a blackjack for Grace
		table := ada.types("table", setting("open"))
		ada.presses(table, "Same bet")
		grace.presses(table, "Same bet")
		ada.presses(table, "Ready")
		grace.presses(table, "Ready")
		ada.presses(table, "Stand")
		ada.presses(table, "Leave")
		grace.presses(table, "Leave")
		for _, who := range []player{ada, grace} {
			if shown := s.now(table); !says(shown, who.Name) {
				t.Fatalf("%s is not named on\n%s", who.Name, look(shown))
			}
			s.shows(who.erases(who.types("profile privacy delete")), "is erased")
			time.Sleep(2 * time.Second)
			if shown := s.now(table); says(shown, who.Name) || !says(shown, "Someone") {
				t.Errorf("after %s was erased\n%s", who.Name, look(shown))
			}
		}
	})
}

// To others, admins too, who was erased is one who never played.
func TestNobodyElseIsToldOfAnErasure(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		ada.opens()
		grace.opens()
		const none = "They haven't played here yet."
		who := option("player", idOf(grace.Person))
		asked := ada.types("settings chips", setting("grant", to(grace), amount(5)))
		s.shows(grace.erases(grace.types("profile privacy delete")), "Your data is erased")
		for _, f := range []struct {
			command string
			given   []localdiscord.Given
		}{
			{"give", []localdiscord.Given{who, amount(1)}},
			{"profile stats", []localdiscord.Given{who}},
			{"balance", []localdiscord.Given{who}},
			{"profile history", []localdiscord.Given{who}},
			{"settings chips", []localdiscord.Given{setting("grant", who, amount(5))}},
			{"settings chips", []localdiscord.Given{setting("take", who, amount(5))}},
			{"settings chips", []localdiscord.Given{setting("reset", who)}},
			{"settings chips", []localdiscord.Given{setting("show", who)}},
		} {
			ada.cannot(none, f.command, f.given...)
		}
		ada.cannotPress("wasn't asked here", asked, "Grant 5")
	})
}

func TestPeopleHideFromOthers(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		ada.opens()
		grace.opens()
		s.shows(ada.types("profile privacy hide"), "You're hidden here")
		for _, command := range []string{"profile stats", "balance"} {
			grace.cannot("doesn't want to be looked at",
				command, option("player", idOf(ada.Person)))
		}
		ada.types("profile stats")
		s.stack("TS TC 9D 9H") // a push
		hand := ada.types("blackjack", bet(10))
		over := ada.presses(hand, "Stand")
		for _, m := range []localdiscord.Message{hand, over, ada.presses(over, "All in"),
			ada.types("leaderboard", option("by", "rate"))} {
			if says(m, "Balance") || says(m, "100") || says(m, "ranked: Ada") {
				t.Errorf("others read\n%s", look(m))
			}
		}
		s.shows(ada.types("blackjack", bet(10), option("private", true)), "Balance: 90")
		if daily := ada.types("daily"); !daily.Ephemeral() || !says(daily, "Balance: 140") {
			t.Errorf("the daily chips:\n%s", look(daily))
		}
		s.shows(ada.types("profile privacy hide"), "You're shown here again")
		grace.types("profile stats", to(ada))
	})
}

// erases presses the button that erases, and returns what it comes to.
func (p player) erases(asked localdiscord.Message) localdiscord.Message {
	p.s.t.Helper()
	return p.s.latest(p.clicks(asked, "Erase my data here"))
}
