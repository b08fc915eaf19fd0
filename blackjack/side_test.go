package blackjack_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// The numbers of pay tables are stored.
func TestPayTablesKeepTheirNumbers(t *testing.T) {
	for b, want := range map[blackjack.SideBet][]string{
		blackjack.PerfectPairs: {"off", "25-12-6", "30-10-5", "25-12-5", "25-15-5"},
		blackjack.TwentyOnePlusThree: {"off", "9-9-9-9-9", "100-35-33-10-5",
			"100-40-30-10-5"},
		blackjack.DealerBust: {"off", "250-50-12-4-2-2", "200-100-30-6-3-1"},
	} {
		if got := b.PayTables(); !slices.Equal(got, want) {
			t.Errorf("%v has the pay tables %v", b, got)
		}
	}
}

func TestAPairPaysByItsSuits(t *testing.T) {
	for _, f := range []struct {
		cards string
		want  blackjack.SideResult
	}{
		{"8S 8S", blackjack.PerfectPair},
		{"8S 8C", blackjack.ColouredPair},
		{"8D 8H", blackjack.ColouredPair},
		{"8S 8H", blackjack.MixedPair},
		{"AC AD", blackjack.MixedPair},
		{"TS JS", blackjack.SideLost}, // which can be split
		{"KS QH", blackjack.SideLost},
	} {
		c := cards(t, f.cards)
		if got := blackjack.PairOf(c[0], c[1]); got != f.want {
			t.Errorf("%s: %v, want %v", f.cards, got, f.want)
		}
		if got := blackjack.PairOf(c[1], c[0]); got != f.want {
			t.Errorf("%s turned: %v, want %v", f.cards, got, f.want)
		}
	}
}

func TestThreeCardsAreAPokerHandInAnyOrder(t *testing.T) {
	for _, f := range []struct {
		cards string
		want  blackjack.SideResult
	}{
		{"8S 8S 8S", blackjack.SuitedTrips},
		{"8S 8S 8D", blackjack.Trips},
		{"6S 7S 8S", blackjack.StraightFlush},
		{"AS 2S 3S", blackjack.StraightFlush},
		{"QH KH AH", blackjack.StraightFlush},
		{"6S 7S 8D", blackjack.Straight},
		{"AS 2D 3S", blackjack.Straight},
		{"QH KS AH", blackjack.Straight},
		{"TD JS QH", blackjack.Straight},
		{"KH AS 2D", blackjack.SideLost},
		{"2C 8C KC", blackjack.Flush},
		{"KH AH 2H", blackjack.Flush},
		{"8C 8C 2C", blackjack.Flush},
		{"8C 8D 2C", blackjack.SideLost},
		{"7C 8C 8D", blackjack.SideLost},
		{"TC JC KD", blackjack.SideLost},
	} {
		c := cards(t, f.cards)
		for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1},
			{2, 1, 0}} {
			got := blackjack.PokerOf(c[order[0]], c[order[1]], c[order[2]])
			if got != f.want {
				t.Errorf("%s in order %v: %v, want %v", f.cards, order, got, f.want)
			}
		}
	}
}

func withSides(r blackjack.Rules) blackjack.Rules {
	r.Pairs, r.Poker, r.Bust = 1, 3, 1
	return r
}

func TestWhatASideBetCannotBeIsRefused(t *testing.T) {
	offered := withSides(rules(t, "vegas"))
	offered.MinBet, offered.MaxBet = 10, 50
	dear := offered
	dear.MaxBet = blackjack.MaxStake
	plain := offered.WithoutSides()
	for _, f := range []struct {
		fact  string
		rules blackjack.Rules
		bet   blackjack.Chips
		sides blackjack.Sides
		want  *blackjack.SideBetError
	}{
		{"none", plain, 50, blackjack.Sides{}, nil},
		{"the least, below the least stake", offered, 10, blackjack.Sides{1, 1, 1}, nil},
		{"the most", offered, 50, blackjack.Sides{50, 50, 50}, nil},
		{"as large as the bet", offered, 10, blackjack.Sides{0, 10, 0}, nil},
		{"larger than the bet", offered, 10, blackjack.Sides{0, 11, 0},
			&blackjack.SideBetError{blackjack.TwentyOnePlusThree, 11, 1, 10, true}},
		{"one of three", offered, 50, blackjack.Sides{0, 5, 0}, nil},
		{"not offered", plain, 50, blackjack.Sides{0, 0, 5},
			&blackjack.SideBetError{blackjack.DealerBust, 5, 1, 50, false}},
		{"above the most", offered, 50, blackjack.Sides{50, 51, 0},
			&blackjack.SideBetError{blackjack.TwentyOnePlusThree, 51, 1, 50, true}},
		{"below nothing", offered, 50, blackjack.Sides{-1, 0, 0},
			&blackjack.SideBetError{blackjack.PerfectPairs, -1, 1, 50, true}},
		{"the most of any table", dear, blackjack.MaxStake,
			blackjack.Sides{blackjack.MaxSide, 0, 0}, nil},
		{"above the most of any table", dear, blackjack.MaxStake,
			blackjack.Sides{blackjack.MaxSide + 1, 0, 0},
			&blackjack.SideBetError{blackjack.PerfectPairs, blackjack.MaxSide + 1, 1,
				blackjack.MaxSide, true}},
	} {
		_, err := blackjack.Deal(f.rules, stack(t, "TS 9D", "TC 8D"), blackjack.Bet{Stake: 10},
			blackjack.Bet{Stake: f.bet, Sides: f.sides})
		if e, _ := errors.AsType[*blackjack.SideBetError](err); !reflect.DeepEqual(e, f.want) {
			t.Errorf("%s: %v", f.fact, err)
		}
	}
}

// A side bet changes nothing of the round beside it, but that the dealer draws for a bet
// on the bust; and it changes the payout by its own.
func TestSideBetsLeaveTheRestOfTheRoundAlone(all *testing.T) {
	rapid.Check(all, func(t *rapid.T) {
		names := []string{"vegas", "downtown", "european", "downen", "amherst", "berkeley"}
		r := rules(all, rapid.SampledFrom(names).Draw(t, "table"))
		r.Decks, r.Pairs, r.Poker = 6, 1, 3
		bust := rapid.Bool().Draw(t, "bust")
		if bust {
			r.Bust = 1
		}
		shoe := anyShoe(t, r)
		with := make([]blackjack.Bet, rapid.IntRange(1, 3).Draw(t, "seats"))
		without := slices.Clone(with)
		for i := range with {
			without[i] = blackjack.Bet{Stake: 10, Purse: 100}
			with[i] = without[i]
			with[i].Sides = anySides(t, r, with[i].Stake)
		}
		a, err := blackjack.Deal(r, shoe, with...)
		if err != nil {
			t.Fatal(err)
		}
		b, err := blackjack.Deal(r.WithoutSides(), shoe, without...)
		if err != nil {
			t.Fatal(err)
		}
		walk(t, a, func(next blackjack.Round) {
			for b.Phase() != blackjack.Over && len(b.Log()) < len(next.Log()) {
				if b, err = b.Play(b.Turn(), next.Log()[len(b.Log())]); err != nil {
					t.Fatal(err)
				}
			}
			a = next
			who := a.Turn()
			if a.Phase() != b.Phase() || b.Turn() != who || a.Legal(who) != b.Legal(who) {
				t.Fatalf("with side bets\n%+v\nwithout\n%+v", a.View(), b.View())
			}
		})
		same(t, a.View(), b.View(), bust)
	})
}

// same fails where the rounds differ in what is not a side bet's.
func same(t *rapid.T, with, without blackjack.View, bust bool) {
	if drawn := len(without.Dealer.Cards); !slices.Equal(with.Dealer.Cards[:drawn],
		without.Dealer.Cards) || !bust && len(with.Dealer.Cards) != drawn {
		t.Fatalf("the dealer has %v, without side bets %v", with.Dealer.Cards, without.Dealer.Cards)
	}
	for i, s := range with.Seats {
		won, lost, staked := blackjack.Chips(0), blackjack.Chips(0), sidesOf(s)
		for _, side := range s.Sides {
			if !side.Decided || side.Lost != 0 && side.Lost != side.Stake ||
				(side.Won > 0) == (side.Lost > 0) {
				t.Fatalf("%+v", side)
			}
			won, lost = won+side.Won, lost+side.Lost
		}
		want := without.Seats[i]
		want.Payout.Staked += staked
		want.Payout.Won += won
		want.Payout.Lost += lost
		s.Sides = nil
		if !reflect.DeepEqual(s, want) {
			t.Fatalf("seat %d with side bets\n%+v\nwithout\n%+v", i, s, want)
		}
	}
}

func TestABustIsPaidByTheDealersCards(t *testing.T) {
	r := withSides(rules(t, "vegas"))
	for _, f := range []struct {
		fact, player, dealer, actions string
		result                        blackjack.SideResult
		won                           blackjack.Chips
	}{
		{"three cards", "TS 9D", "TC 6H TD", "stand", blackjack.BustOfThree, 2},
		{"four cards", "TS 9D", "TC 2H 2D TD", "stand", blackjack.BustOfFour, 2},
		{"five cards", "TS 9D", "TC 2H 2D 2C TD", "stand", blackjack.BustOfFive, 4},
		{"six cards", "TS 9D", "2C 2H 2D 4C 4H TD", "stand", blackjack.BustOfSix, 12},
		{"seven cards", "TS 9D", "2C 2H 2D 2S 4C 4H TD", "stand", blackjack.BustOfSeven, 50},
		{"eight cards", "TS 9D", "2C 2H 2D 2S 2C 3H 3D TD", "stand", blackjack.BustOfEight, 250},
		{"nine cards", "TS 9D", "2C 2H 2D 2S 2C 2H 2D 2S TD", "stand", blackjack.BustOfEight, 250},
		{"no bust", "TS 9D", "TC 7H", "stand", blackjack.SideLost, 0},
		{"a dealer's natural", "TS 9D", "TC AH", "", blackjack.SideLost, 0},
		{"the player busts too", "TS 6D TH", "TC 6H TD", "hit", blackjack.BustOfThree, 2},
		{"the player surrenders", "TS 6D", "TC 6H TD", "surrender", blackjack.BustOfThree, 2},
		{"the player has a natural", "TS AD", "TC 6H TD", "", blackjack.BustOfThree, 2},
		{"the player takes even money", "TS AD", "AC 5H TD 9C", "even money",
			blackjack.BustOfFour, 2},
	} {
		round, err := blackjack.Deal(r, stack(t, f.player, f.dealer),
			blackjack.Bet{Stake: 10, Purse: 100, Sides: blackjack.Sides{0, 0, 1}})
		if a, ok := blackjack.ParseAction(f.actions); ok && err == nil {
			round, err = round.Play(0, a)
		}
		if err != nil || round.Phase() != blackjack.Over {
			t.Fatalf("%s: phase %v, %v", f.fact, round.Phase(), err)
		}
		want := []blackjack.SideView{{Bet: blackjack.DealerBust, Stake: 1, Decided: true,
			Result: f.result, Won: f.won, Lost: 0}}
		if f.won == 0 {
			want[0].Lost = 1
		}
		if got := round.View().Seats[0].Sides; !slices.Equal(got, want) {
			t.Errorf("%s: %+v", f.fact, got)
		}
	}
}

// Where every ace counts 11 two are over 21.
func TestABustOfTwoCardsIsPaidAsOneOfThree(t *testing.T) {
	r := rules(t, "amherst")
	r.Bust = 1
	round, err := blackjack.Deal(r, stack(t, "TS 9D", "AC AH"),
		blackjack.Bet{Stake: 10, Sides: blackjack.Sides{0, 0, 1}})
	if err == nil {
		round, err = round.Play(0, blackjack.Stand)
	}
	if side := round.View().Seats[0].Sides; err != nil || len(side) != 1 ||
		side[0].Result != blackjack.BustOfThree || side[0].Won != 2 {
		t.Errorf("%+v, %v", side, err)
	}
}

func TestNoBetWinsMoreThanItsBest(t *testing.T) {
	r := withSides(rules(t, "vegas"))
	bet := blackjack.Bet{Stake: 10, Purse: 100, Sides: blackjack.Sides{1, 2, 3}}
	if got, want := r.MostWon(bet), blackjack.Chips(80+25+200+750); got != want {
		t.Errorf("%d, want %d", got, want)
	}
	round, err := blackjack.Deal(r, stack(t, "8S 8S TH", "8S 8H TD"), bet)
	if err != nil || round.MostWon(0) != r.MostWon(bet) || round.Staked(0) != 16 ||
		round.Sides(0) != bet.Sides {
		t.Errorf("%d, staked %d, %v, %v", round.MostWon(0), round.Staked(0), round.Sides(0), err)
	}
}

func TestAStepWithSideBetsAllocatesNothing(t *testing.T) {
	r, err := blackjack.Deal(withSides(rules(t, "vegas")), stack(t, "2S 3D 2C 2H 2D", "TC 8H"),
		blackjack.Bet{Stake: 10, Sides: blackjack.Sides{1, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() {
		if _, err := r.Play(0, blackjack.Hit); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations in a step", n)
	}
}

func TestNoTableOffersSideBetsUntilItIsTold(t *testing.T) {
	for _, table := range tables.All() {
		if table.Rules != table.Rules.WithoutSides() {
			t.Errorf("%s offers side bets", table.Name)
		}
	}
}
