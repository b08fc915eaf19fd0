package bot_test

import (
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/internal/localdiscord"
	"holecard/storage"
)

// option is a given option of a command.
func option(name string, value any) localdiscord.Given {
	return localdiscord.Given{Name: name, Value: value}
}

// at is the option that chooses a table.
func at(table string) localdiscord.Given { return option("table", table) }

// A bet of 10 of 100 chips, played by buttons.
func TestEachTablePlaysByItsOwnRules(t *testing.T) {
	for _, f := range []struct {
		fact, table, cards, presses, says string
		has                               storage.Chips
	}{
		{"the bank takes a tie", "chalmers", "TS 6D TC 6H", "Hit Hit Stand", "❌ **−10** · ", 90},
		{"the dealer's later card is shown, and 16 is drawn on", "downen", "TS 9D TC 6H 2S",
			"Stand", "You 19, dealer 18", 110},
		{"surrender gives half back", "downen", "TS 6D 9C TH", "Surrender",
			"❌ **−5** · Surrendered", 95},
		{"two aces are 22, bust on the deal", "amherst", "AS TC AD TH", "", "Bust with 22", 90},
		{"the house draws at 15 and stops at 16", "mit", "TS 6D 7C 9H AC", "Hit Stand",
			"You 17, dealer 16", 110},
		{"21 on two cards pays 1:1", "berkeley", "AS 6C KD TH TD", "Stand", "✅ **+10** · ",
			110},
		{"a win with a heart pays double", "valentine", "TH TC 9D 8S", "Stand", "hearts pay double",
			120},
		{"a joker counts what is best", "joker", "joker TC 5D 9H KD", "Hit Stand",
			"You 21, dealer 19", 110},
		{"the dealer takes a second card after the player", "european", "TS TC 6D 5H TH", "Stand",
			"✅ **+10** · ", 110},
		{"a natural pays 6:5", "six-five", "AS 6C KD TH", "", "✅ **+12** · Blackjack pays 6:5",
			112},
	} {
		t.Run(f.table+": "+f.fact, func(t *testing.T) {
			tell(t, func(t *testing.T, s *stage) {
				ada := s.person("Ada")
				if f.table == "valentine" {
					ada.chooses("Valentine")
				}
				s.stack(f.cards)
				hand := ada.types("blackjack", at(f.table), bet(10))
				for _, button := range strings.Fields(f.presses) {
					ada.has(90, 10)
					hand = ada.presses(hand, button)
				}
				s.shows(hand, f.says, "[Play again true]")
				ada.has(f.has, 0)
			})
		})
	}
}

// keeps checks what is left of the player's deck at a table of the stage's guild.
func (p player) keeps(table, want string) {
	p.s.t.Helper()
	p.s.reads(func(r storage.Reader) error {
		deck, _, err := storage.Decks.Get(r, p.who().Deck(table))
		var cards []string
		for _, c := range deck.Cards {
			cards = append(cards, blackjack.Card(c).String())
		}
		if got := strings.Join(cards, " "); got != want {
			p.s.t.Errorf("%s's deck at %s is %q, want %q", p.Name, table, got, want)
		}
		return err
	})
}

// says reports whether the message says a text.
func says(m localdiscord.Message, text string) bool { return strings.Contains(look(m), text) }

// What is said of a shuffle.
const (
	ranOut = "The deck ran out: here's a new one."
	wasLow = "Deck reshuffled."
)

func TestADeckGoesOnFromHandToHandAndOverARestart(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS 9D TC 7H 5S QD 9C 8H KC 2C 3C")
		ada.presses(ada.types("blackjack", at("downen"), bet(10)), "Stand")
		ada.keeps("downen", "5♠ Q♦ 9♣ 8♥ K♣ 2♣ 3♣")
		s.restart()
		hand := ada.types("blackjack", at("downen"), bet(10))
		s.shows(hand, "Your hand · 15", "Dealer · 8")
		if says(hand, ranOut) || says(hand, wasLow) {
			t.Errorf("a deck that goes on is said to be shuffled:\n%s", look(hand))
		}
		s.restart()
		s.shows(ada.presses(hand, "Hit"), "Bust with 25")
		ada.keeps("downen", "2♣ 3♣")
		ada.has(100, 0)
	})
}

func TestADeckThatRunsOutIsShuffledWithinTheHand(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS 9D TC 7H 5S QD 9C 8H KC")
		ada.presses(ada.types("blackjack", at("downen"), bet(10)), "Stand")
		s.stack("3C 4H 7S JS")
		// takes four of the five that are left
		hand := ada.types("blackjack", at("downen"), bet(10))
		hand = ada.presses(hand, "Surrender")
		ada.keeps("downen", "K♣")
		hand = ada.presses(hand, "Play again")
		s.shows(hand, ranOut, "Your hand · 13", "Dealer · 7")
		hand = ada.presses(hand, "Stand")
		s.shows(hand, ranOut)
		ada.keeps("downen", "")
	})
}

func TestATableIsTypedByItsNameOrItsTitle(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		for _, typed := range []string{"six-five", "Six to Five", "SIX TO FIVE"} {
			s.shows(ada.types("learn rules", at(typed)), "Six to Five · rules", "pays 6:5")
		}
		ada.types("settings", rule("Single Deck", "Number of decks", "2"))
		s.shows(ada.types("learn rules", at("single-deck")), "2 decks, shuffled before each hand.")
	})
}
