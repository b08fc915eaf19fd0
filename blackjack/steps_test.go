package blackjack_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// The log of a round leads through every moment at which somebody decided, with what they saw
// and could do, although a record keeps no purse but the last.
func TestStepsAreTheMomentsOfTheRound(t *testing.T) {
	type moment struct {
		view blackjack.View
		who  blackjack.Seat
		did  blackjack.Action
	}
	rng := rand.New(rand.NewPCG(13, 2))
	forced := 0
	for range 60 {
		for _, table := range tables.All() {
			cards := table.Rules.Full()
			if table.Rules.Endless() {
				cards = blackjack.Decks(4)
				for i, c := range cards {
					cards[i] = c % (blackjack.Card(blackjack.Ten) + 1)
				}
			}
			rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
			shoe, err := blackjack.NewShoe(cards...)
			if err != nil {
				t.Fatal(err)
			}
			bets := make([]blackjack.Bet, 1+rng.IntN(3))
			for i := range bets {
				bets[i] = blackjack.Bet{Stake: 10, Purse: blackjack.Chips(rng.IntN(50))}
			}
			round, err := blackjack.Deal(table.Rules, shoe, bets...)
			var want []moment
			for err == nil && round.Phase() != blackjack.Over {
				who := round.Turn()
				n := rng.IntN(round.Legal(who).Len())
				for did := range round.Legal(who).All() {
					if n--; n < 0 {
						want = append(want, moment{round.View(), who, did})
						round, err = round.Play(who, did)
						break
					}
				}
			}
			if err == nil {
				round, err = blackjack.ReadRecord(round.Record())
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []moment
			round.Steps(func(now blackjack.Round, who blackjack.Seat, did blackjack.Action) bool {
				got = append(got, moment{now.View(), who, did})
				return true
			})
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %d moments, want %d:\n%+v\n%+v", table.Name, len(got), len(want), got,
					want)
			}
			forced += round.Acted() - len(got)
		}
	}
	if forced == 0 {
		t.Error("no purse forced anything")
	}
}
