package blackjack_test

import (
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// The exercise before the last of "User Interaction: Blackjack".
func TestBothBustIsATieWhereTheRulesSaySo(t *testing.T) {
	for _, f := range []struct {
		fact, table, order, actions string
		outcome                     blackjack.Outcome
		net                         blackjack.Chips
	}{
		{"the dealer is bust too", "downen bothBust=tie", "TS 6S KC 6C TH TD", "hit",
			blackjack.Pushed, 0},
		{"the dealer stands", "downen bothBust=tie", "TS 6S KC 7C TH TD", "hit",
			blackjack.Busted, -10},
		{"the dealer draws and stands", "downen bothBust=tie", "TS 6S KC 6C TH 4D", "hit",
			blackjack.Busted, -10},
		{"the player stands and the dealer is bust", "downen bothBust=tie", "TS 6S KC 6C TD",
			"stand", blackjack.Won, 10},
		{"downen itself ends the round at the bust", "downen", "TS 6S KC 6C TH", "hit",
			blackjack.Busted, -10},
		{"two aces are bust as dealt, and the dealer's too", "amherst bothBust=tie",
			"AS AC AD AH", "", blackjack.Pushed, 0},
		{"a house that decides is bust", "mit bothBust=tie", "TC TC TC TC 6C 6C",
			"hit, hit, hit, hit", blackjack.Pushed, 0},
		{"a bust double loses twice the stake", "vegas bothBust=tie", "TS 7C 6S KC TH", "double",
			blackjack.Busted, -20},
	} {
		t.Run(f.fact, func(t *testing.T) {
			name, change, changed := strings.Cut(f.table, " ")
			r := rules(t, name)
			if changed {
				var err error
				if r, err = tables.Set(r, change); err != nil {
					t.Fatal(err)
				}
			}
			shoe, err := blackjack.NewShoe(cards(t, f.order)...)
			if err != nil {
				t.Fatal(err)
			}
			round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: 10, Purse: 90})
			for name := range strings.SplitSeq(f.actions, ", ") {
				if a, ok := blackjack.ParseAction(name); ok && err == nil {
					round, err = round.Play(round.Turn(), a)
				}
			}
			if err != nil || round.Phase() != blackjack.Over {
				t.Fatalf("phase %v, %v", round.Phase(), err)
			}
			if got := round.View().Seats[0].Hands[0].Outcome; got != f.outcome ||
				round.Payout(0).Net() != f.net {
				t.Errorf("%v, net %d; want %v, %d", got, round.Payout(0).Net(), f.outcome, f.net)
			}
			back, err := blackjack.ReadRecord(round.Record())
			if err != nil || !blackjack.Same(round, back) {
				t.Errorf("its record reads back as another: %v", err)
			}
		})
	}
}
