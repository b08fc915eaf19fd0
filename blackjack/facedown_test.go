package blackjack_test

import (
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// TestTheCourseSaysWhichCardLiesFaceDown deals a round at each table card by card: the dealer's
// second card lies face down where there is one before play, the first at downen, and it is turned
// over for the dealer's turn.
func TestTheCourseSaysWhichCardLiesFaceDown(t *testing.T) {
	hidden := map[string]int{"chalmers": 0, "mit": 0, "european": 0, "downen": 1} // else the second
	for _, table := range tables.All() {
		t.Run(table.Name, func(t *testing.T) {
			which, is := hidden[table.Name]
			if !is {
				which = 2
			}
			c, err := blackjack.NewCourse(table.Rules, blackjack.Bet{Stake: 1})
			if err != nil {
				t.Fatal(err)
			}
			deal := cards(t, "2S 3S 4S 5S")
			if table.Rules.SeatBySeat { // the dealer's cards come last
				deal = cards(t, "2S 4S 3S 5S")
			}
			dealers := []blackjack.Card{deal[1], deal[3]}
			if table.Rules.SeatBySeat {
				dealers = deal[2:]
			}
			var got []blackjack.Card
			for i := 0; c.Phase() == blackjack.Dealing; i++ {
				c.Give(deal[i])
				if slices.Contains(dealers, deal[i]) {
					got = append(got, deal[i])
				}
				hole, down := c.Hole()
				up, seen := c.Upcard()
				want := which > 0 && len(got) >= which
				if down != want || down && hole != dealers[which-1] {
					t.Errorf("after %d cards %v lies face down: %t", i+1, hole, down)
				}
				if open := len(got) > 1 || len(got) == 1 && !want; seen != open ||
					seen && (down && up == hole || !slices.Contains(got, up)) {
					t.Errorf("after %d cards %v is the upcard: %t", i+1, up, seen)
				}
			}
			for c.Wants() != blackjack.WantsNothing {
				if c.Wants() == blackjack.WantsAction {
					if err := c.Act(blackjack.Stand); err != nil {
						t.Fatal(err)
					}
					continue
				}
				c.Give(deal[0])
			}
			if hole, down := c.Hole(); down {
				t.Errorf("at the end %v lies face down", hole)
			}
		})
	}
}
