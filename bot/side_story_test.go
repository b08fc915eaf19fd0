package bot_test

import (
	"slices"
	"testing"
	"time"

	"holecard/internal/localdiscord"
	"holecard/internal/long"
	"holecard/storage"
)

// offers lets Vegas offer all side bets.
func (s *stage) offers() {
	s.sets(func(set *storage.Settings) {
		for _, change := range []string{"pairs=25-12-6", "poker=9-9-9-9-9",
			"bust=250-50-12-4-2-2"} {
			set.Rules = append(set.Rules, storage.RuleChange{Table: "vegas", Change: change})
		}
	})
}

// pushes deals a hand that is over and has moved no chip.
func (p player) pushes() localdiscord.Message {
	p.s.t.Helper()
	p.s.stack("TS TC TD TH")
	return p.presses(p.types("blackjack", bet(10)), "Stand")
}

// changesBet deals a hand by the form below one that is over.
func (p player) changesBet(over localdiscord.Message, amounts form,
	cards string) *localdiscord.Interaction {
	p.s.t.Helper()
	p.s.stack(cards)
	return p.submits(over, "Change bet", amounts)
}

func TestAnAdminAllowsSideBetsAndSeesTheirEdges(t *testing.T) {
	long.Unraced(t)
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		grace.opens()
		first := grace.pushes()
		m := ada.picks(ada.panel(), "Page", "Side bets")
		s.shows(m, "Extra bets at Vegas", "Perfect Pairs: off\n", "21+3: off\n", "Dealer bust: off")
		about := func(hint, label string) string {
			t.Helper()
			pays, _ := m.Find(hint)
			at := slices.IndexFunc(pays.Options, func(o localdiscord.SelectOption) bool {
				return o.Label == label
			})
			return pays.Options[at].Description
		}
		if got := about("Perfect Pairs", "Perfect Pairs: 30-10-5"); got != "house edge 5.79%" {
			t.Errorf("an edge that may be chosen is %q", got)
		}
		m = ada.picks(m, "Perfect Pairs", "Perfect Pairs: 30-10-5")
		s.shows(m, "✅ **Saved** · new hands only", "Vegas · Perfect Pairs: off → 30-10-5",
			"Perfect Pairs 30-10-5: house edge 5.79%", "Perfect Pairs: 30-10-5 · house edge 5.79%")
		if says(m, "0.26%") {
			t.Errorf("the table's edge is told, which is the same:\n%s", look(m))
		}
		m = ada.picks(m, "Perfect Pairs", "Perfect Pairs: 25-12-6")
		s.shows(m, "Perfect Pairs 25-12-6: house edge 5.79% → 6.11%")
		s.shows(ada.types("settings", rule("vegas", "bust", "250-50-12-4-2-2")),
			"Settings · Side bets", "Vegas · Dealer bust bet: off → 250-50-12-4-2-2",
			"Dealer bust 250-50-12-4-2-2: house edge 8.25%")
		s.shows(ada.types("settings", rule("vegas", "hitSoft17", "on")),
			"Dealer bust 250-50-12-4-2-2: house edge 8.25% → 6.21%")

		m = ada.picks(ada.panel(), "Page", "Side bets")
		m = ada.picks(m, "Side bets at another table", "Side bets at MIT")
		const why = "Side bets need two cards dealt to each."
		if got := about("21+3", "21+3: 9-9-9-9-9"); got != why {
			t.Errorf("why a table cannot offer it: %q", got)
		}
		s.shows(ada.picks(m, "21+3", "21+3: 9-9-9-9-9"), "⚠️ "+why, "Extra bets at MIT")
		m = ada.picks(ada.panel(), "Page", "Side bets")
		m = ada.picks(m, "Side bets at another table", "Side bets at Joker")
		s.shows(ada.picks(m, "21+3", "21+3: 9-9-9-9-9"), "⚠️", "joker")

		over := grace.presses(s.answer(grace.changesBet(first, form{"bet": "10", "pairs": "5",
			"bust": "2"}, "TS 6C TD TH KC")), "Stand")
		s.shows(over, "✅ **+44** · Dealer busts with 26: bet +10 · Mixed pair +30 · Dealer bust +4",
			"Perfect Pairs: 5 · Mixed pair +30", "Balance: 144 (+44)")
		grace.has(144, 0)
		m = ada.picks(ada.panel(), "Page", "Log")
		s.shows(m, "Vegas · Perfect Pairs: off → 30-10-5",
			"Vegas · Perfect Pairs: 30-10-5 → 25-12-6",
			"Vegas · Dealer bust bet: off → 250-50-12-4-2-2")
		m = ada.picks(m, "Page", "Side bets")
		m = ada.picks(m, "Perfect Pairs", "Perfect Pairs: off")
		s.shows(m, "Vegas · Perfect Pairs: 25-12-6 → off", "Perfect Pairs: off\n")
		s.stack("AS 6C KD TH 5C")
		s.shows(grace.presses(over, "Play again"), "Dealer bust: 2 · Lost −2", "(+13)")
	})
}

func TestSideBetsAreTypedAsBetsAre(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		s.offers()
		ada := s.person("Ada")
		ada.opens()
		first := ada.pushes()
		for _, f := range []struct {
			side, typed, want string
		}{
			{"pairs", "many", "“many” isn't a bet."},
			{"poker", "last", "“last” isn't a bet."},
			{"bust", "-5", "Dealer bust takes 1–10 here, at most your bet."},
			{"poker", "11", "21+3 takes 1–10 here, at most your bet."},
		} {
			s.refuses(ada, f.want, func() *localdiscord.Interaction {
				return ada.changesBet(first, form{"bet": "10", f.side: f.typed}, "")
			})
		}
		m := s.answer(ada.changesBet(first, form{"bet": "60", "poker": "41"}, "TS TC 7D TH"))
		s.shows(m, "You only have 100 chips; with the side bets that takes 101.")
		hand := ada.presses(m, "Bet only 60")
		s.shows(hand, "Bet: 60\n", "Balance: 40")
		first = ada.presses(hand, "Stand")
		hand = s.answer(ada.changesBet(first, form{"bet": "10", "pairs": "25%", "poker": "0",
			"bust": "half"}, "TS 6C 7D TH"))
		s.shows(hand, "Perfect Pairs: 2 ·", "Dealer bust: 5\n")

		grace := s.person("Grace")
		grace.opens()
		asked := s.answer(grace.changesBet(grace.pushes(),
			form{"bet": "all", "pairs": "5", "bust": "half"}, "TS 6C 7D TH"))
		s.shows(asked, "That stakes 99 of your 100 chips, side bets included.")
		grace.has(100, 0)
		s.shows(grace.presses(asked, "Stake 99"), "Bet: 63\n", "Perfect Pairs: 5",
			"Dealer bust: 31\n", "Balance: 1\n")
	})
}

func TestSideBetsThatMakeABoldBetAtATableAreAskedForFirst(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		s.offers()
		ada := s.person("Ada")
		table := ada.types("table", setting("open"))
		for _, answer := range []struct{ button, bets string }{
			{"Stake 51", "bet 40 + 11"}, {"Bet only 40", "bet 40"},
		} {
			s.answer(ada.entersBet(table, "15"))
			asked := ada.fillsIn(table, "Bet", form{"bet": "40", "pairs": "10", "poker": "1"})
			s.shows(asked, "That stakes 51 of your 100 chips, side bets included.")
			s.shows(s.now(table), "**Ada** · bet 15")
			s.shows(ada.presses(asked, answer.button), "You sit at")
			time.Sleep(5 * time.Second) // edits of one message are not sent at once
			s.shows(s.now(table), answer.bets)
		}
	})
}

// The side bets of a hand are made again, and can be changed where the bet is.
func TestPlayingOnMakesTheSideBetsAgain(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		s.offers()
		ada := s.person("Ada")
		hand := s.answer(ada.changesBet(ada.pushes(), form{"bet": "10", "pairs": "5", "poker": "3",
			"bust": "2"}, "TS 6C TD TH KC"))
		s.shows(hand, "Mixed pair: +30.\nYour turn.", "21+3: 3 · Lost −3", "Dealer bust: 2\n",
			"Balance: 80")
		ada.has(80, 20)
		s.restart()
		over := ada.presses(hand, "Stand")
		s.shows(over, "✅ **+41**")
		ada.has(141, 0)
		s.stack("TS TC 6D 9H")
		hand = ada.presses(over, "Play again")
		ada.has(121, 20)
		over = ada.presses(hand, "Stand")
		ada.has(121, 0)

		hand = s.answer(ada.changesBet(over, form{"bet": "20", "pairs": "",
			"poker": "4", "bust": "0"}, "TS TC 6D 9H"))
		s.shows(hand, "Bet: 20\n", "21+3: 4 ·")
		if says(hand, "Perfect Pairs") || says(hand, "Dealer bust") {
			t.Errorf("side bets that were left empty:\n%s", look(hand))
		}
		ada.has(97, 24)
		over = ada.presses(hand, "Stand")
		s.stack("TS TC 6D 9H")
		ada.presses(ada.presses(over, "All in"), "All in 97")
		ada.has(0, 97)
	})
}
