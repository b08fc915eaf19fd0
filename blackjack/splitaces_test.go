package blackjack_test

import (
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// mostAces is how many hands two aces can come to at each table, as somebody said who had read
// split.go, legal.go and tables.go and not seen a round.
var mostAces = map[string]int{
	"vegas": 4, "downtown": 4, "six-five": 4, "single-deck": 4, "european": 4, // split again
	"atlantic-city": 2,
	"chalmers":      1, "downen": 1, "amherst": 1, "mit": 1, "berkeley": 1, "valentine": 1, // never
	"joker": 1,
}

// TestASplitOfAcesAtEveryTable is what that reader said of it: each hand gets one card and stands,
// and is asked only if that card is another ace that may be split. It never hits, doubles or
// surrenders. 21 is paid as any win, ties the dealer's 21, and loses to a natural that comes late.
func TestASplitOfAcesAtEveryTable(t *testing.T) {
	if len(mostAces) != len(tables.All()) {
		t.Fatalf("the reader spoke of %d tables", len(mostAces))
	}
	for _, table := range tables.All() {
		t.Run(table.Name, func(t *testing.T) {
			if mostAces[table.Name] == 1 {
				if table.Rules.Ever(blackjack.Split) {
					t.Error("hands are split")
				}
				return
			}
			splitAces(t, table.Rules, mostAces[table.Name])
		})
	}
}

func splitAces(t *testing.T, r blackjack.Rules, most int) {
	up, hole := "6C ", "TD "
	if r.HoleCard == blackjack.NoHoleCard {
		hole = ""
	}
	split := func(stake, purse blackjack.Chips, up, next string) blackjack.Round {
		shoe, err := blackjack.NewShoe(cards(t, "AS "+up+"AC "+next)...)
		if err != nil {
			t.Fatal(err)
		}
		round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: stake, Purse: purse})
		if err == nil {
			round, err = round.Play(0, blackjack.Split)
		}
		if err != nil {
			t.Fatal(err)
		}
		return round
	}
	for _, c := range []struct {
		name, up, next string
		want           [2]blackjack.Outcome
		won, lost      blackjack.Chips
	}{
		{"21 is paid 1:1", up, hole + "KS 5H 5D 4C", // the dealer draws 5 to 16
			[2]blackjack.Outcome{blackjack.Pushed, blackjack.Lost}, 0, 10},
		{"a dealer who is bust", up, hole + "KS 5H TS TH",
			[2]blackjack.Outcome{blackjack.Won, blackjack.Won}, 20, 0},
	} {
		if r.HoleCard == blackjack.NoHoleCard && c.want[0] == blackjack.Pushed {
			c.next = "KS 5H TC 5D" // 6, ten, 5
		}
		round := split(10, 1000, c.up, c.next)
		v := round.View()
		if v.Phase != blackjack.Over || len(v.Seats[0].Hands) != 2 {
			t.Fatalf("%s: somebody is asked in %+v", c.name, v)
		}
		for i, h := range v.Seats[0].Hands {
			if len(h.Cards) != 2 || h.Natural || h.Stake != 10 || h.Outcome != c.want[i] {
				t.Errorf("%s: hand %d is %+v", c.name, i, h)
			}
		}
		if p := round.Payout(0); p.Staked != 20 || p.Won != c.won || p.Lost != c.lost {
			t.Errorf("%s: paid %+v", c.name, p)
		}
	}
	splitAgain(t, split(10, 1000, up, hole+"AD AH 2S 3S 4S 5S 6S 9S TS"), most)
	broke := split(10, 10, up, hole+"AD AH TS TH")
	if v := broke.View(); v.Phase != blackjack.Over || len(v.Seats[0].Hands) != 2 {
		t.Errorf("who cannot pay for another split is asked: %+v", v.Seats[0])
	}
	if r.HoleCard != blackjack.NoHoleCard {
		return
	}
	late := split(10, 1000, "KC ", "KS 5H AD")
	if p := late.Payout(0); p.Staked != 20 || p.Lost != 20 || !late.View().Dealer.Natural {
		t.Errorf("against a natural that comes late: %+v", p)
	}
}

// splitAgain splits as long as it may: nothing else may be done but standing.
func splitAgain(t *testing.T, round blackjack.Round, most int) {
	for hands := 2; hands < most; hands++ {
		want := blackjack.ActionsOf(blackjack.Stand, blackjack.Split)
		if legal := round.Legal(0); legal != want {
			t.Fatalf("an ace on an ace of %d hands may %v", hands, legal)
		}
		var err error
		if round, err = round.Play(0, blackjack.Split); err != nil {
			t.Fatal(err)
		}
	}
	v := round.View()
	if v.Phase != blackjack.Over || len(v.Seats[0].Hands) != most {
		t.Errorf("with %d hands of %d it goes on: %+v", len(v.Seats[0].Hands), most, v)
	}
}
