package blackjack_test

import (
	"errors"
	"testing"

	"holecard/blackjack"
)

func TestLegalActions(t *testing.T) {
	facts := []struct {
		fact, table, player, dealer, actions, legal string
	}{
		{"a first hand may double and surrender", "vegas", "TS 6D", "TC 8H", "",
			"hit, stand, double, surrender"},
		{"a pair may split", "vegas", "8S 8D", "TC 8H", "", "hit, stand, double, split, surrender"},
		{"ten-values are a pair", "vegas", "KS TD", "9C 8H", "",
			"hit, stand, double, split, surrender"},
		{"after a hit only hit and stand", "vegas", "2S 6D 2C", "TC 8H", "hit", "hit, stand"},
		{"an ace asks for insurance first", "vegas", "TS 6D", "AC 8H", "",
			"insurance, no insurance"},
		{"a natural is offered even money", "vegas", "TS AD", "AC 8H", "",
			"no insurance, even money"},
		{"a split hand may double", "vegas", "8S 8D 3C", "9C 8H", "split", "hit, stand, double"},
		{"a split hand may split again", "vegas", "8S 8D 8C", "9C 8H", "split",
			"hit, stand, double, split"},
		{"no surrender after a split", "vegas", "8S 8D 2C", "9C 8H", "split", "hit, stand, double"},
		{"split aces that draw an ace may only split or stand", "vegas", "AS AD AC", "9C 8H",
			"split", "stand, split"},
		{"no double after a split without DAS", "single-deck", "8S 8D 3C", "9C 8H", "split",
			"hit, stand"},
		{"double on 9 at double 9 to 11", "single-deck", "6S 3D", "9C 8H", "",
			"hit, stand, double, surrender"},
		{"no double on 8 at double 9 to 11", "single-deck", "6S 2D", "9C 8H", "",
			"hit, stand, surrender"},
		{"no double on soft 20 at double 9 to 11", "single-deck", "9S AD", "9C 8H", "",
			"hit, stand, surrender"},
		{"no surrender without a hole card", "european", "TS 6D", "TC 8H", "", "hit, stand"},
	}
	for _, f := range facts {
		t.Run(f.fact, func(t *testing.T) {
			round := play(t, rules(t, f.table), f.player, f.dealer, f.actions)
			if got := round.Legal(0).String(); got != f.legal {
				t.Errorf("legal: %v, want %v", got, f.legal)
			}
		})
	}
}

func TestAnEmptyPurseTakesAwayWhatItCannotPay(t *testing.T) {
	r := play(t, rules(t, "vegas"), "8S 8D", "TC 8H", "")
	for purse, want := range map[blackjack.Chips]string{
		0:  "hit, stand, surrender",
		9:  "hit, stand, surrender",
		10: "hit, stand, double, split, surrender",
	} {
		funded := r.Fund(0, purse)
		if got := funded.Legal(0); got.String() != want || got != r.LegalWith(0, purse) {
			t.Errorf("with %d chips: %v, want %v", purse, got, want)
		}
	}
}

func TestInsuranceIsOfferedToAPurseWithExactlyItsPrice(t *testing.T) {
	r := play(t, rules(t, "vegas"), "TS 6D", "AC 8H", "")
	for purse, want := range map[blackjack.Chips]string{4: "", 5: "insurance, no insurance",
		6: "insurance, no insurance"} {
		funded := r.Fund(0, purse)
		insured, err := funded.Play(0, blackjack.Insure)
		if want == "" {
			if !errors.As(err, new(*blackjack.IllegalError)) {
				t.Errorf("insured with %d of 5 chips: %v", purse, err)
			}
			continue
		}
		if got := funded.Legal(0).String(); got != want || err != nil || insured.Staked(0) != 15 {
			t.Errorf("with %d chips: legal %q, staked %d, %v; want %q", purse, got,
				insured.Staked(0), err, want)
		}
	}
}

func TestWhatAnActionAddsToTheStakes(t *testing.T) {
	asked := play(t, rules(t, "vegas"), "8S 8D", "TC 8H", "")
	insuring := play(t, rules(t, "vegas"), "8S 8D", "AC 8H", "")
	over := play(t, rules(t, "vegas"), "8S 8D", "TC 8H", "stand")
	house := play(t, rules(t, "mit"), "8S 8D", "TC 8H", "stand")
	if house.Turn() != blackjack.House {
		t.Fatalf("the turn is %d's", house.Turn())
	}
	free := []blackjack.Action{blackjack.Hit, blackjack.Stand, blackjack.Surrender,
		blackjack.Decline, blackjack.EvenMoney}
	for _, a := range free {
		if got := asked.Cost(a); got != 0 {
			t.Errorf("%v costs %d", a, got)
		}
	}
	for _, f := range []struct {
		fact  string
		round blackjack.Round
		a     blackjack.Action
		want  blackjack.Chips
	}{
		{"a double is another stake", asked, blackjack.Double, 10},
		{"a split is another stake", asked, blackjack.Split, 10},
		{"insurance is half a stake", insuring, blackjack.Insure, 5},
		{"nothing is added when the round is over", over, blackjack.Double, 0},
		{"the house adds nothing", house, blackjack.Double, 0},
	} {
		if got := f.round.Cost(f.a); got != f.want {
			t.Errorf("%s: %v costs %d, want %d", f.fact, f.a, got, f.want)
		}
	}
}

func TestSplitAcesThatMayBeHitMayBeDoubledAsWell(t *testing.T) {
	for _, f := range []struct {
		fact     string
		hit, das bool
		legal    string
	}{
		{"one card each", false, true, ""},
		{"hit, with doubles after a split", true, true, "hit, stand, double"},
		{"hit, with none", true, false, "hit, stand"},
	} {
		r := rules(t, "vegas")
		r.HitSplitAces, r.DoubleAfterSplit = f.hit, f.das
		round := play(t, r, "AS AD 5C 6C", "9C TH", "split")
		if got := round.Legal(0).String(); got != f.legal {
			t.Errorf("%s: legal %q, want %q", f.fact, got, f.legal)
		}
		if f.legal == "" &&
			(round.Phase() != blackjack.Over || len(round.View().Seats[0].Hands[1].Cards) != 2) {
			t.Errorf("%s: %+v", f.fact, round.View())
		}
	}
	r := rules(t, "vegas")
	r.HitSplitAces = true
	split := play(t, r, "AS AD 5C 5D TC", "9C TH", "split, double")
	if got := split.Payout(0); got != (blackjack.Payout{Staked: 30, Won: 30}) {
		t.Errorf("an ace doubled to 21 and an ace with a ten, against 19: %+v", got)
	}
}

func TestJokersAreNeverSplit(t *testing.T) {
	r := rules(t, "joker")
	r.MaxHands, r.MaxAceHands = 4, 4
	for pair, want := range map[string]bool{"joker joker": false, "joker AD": false,
		"AD joker": false, "AD AS": true, "8D 8S": true} {
		// Two jokers or a joker and an ace are 21, where nobody is asked otherwise.
		r.AskedAt21 = true
		round := play(t, r, pair, "9C TH", "")
		if got := round.Legal(0).Has(blackjack.Split); got != want {
			t.Errorf("%s may be split: %v, want %v", pair, got, want)
		}
	}
}

func TestWhatIsRefusedChangesNothing(t *testing.T) {
	r := play(t, rules(t, "vegas"), "TS 6D", "TC 8H", "")
	before := string(r.Record())
	same, err := r.Play(0, blackjack.Split)
	if ill, ok := errors.AsType[*blackjack.IllegalError](err); !ok || ill.Legal != r.Legal(0) {
		t.Errorf("splitting 10 and 6: %v", err)
	}
	if _, err := r.Play(1, blackjack.Hit); !errors.Is(err, blackjack.ErrNotYourTurn) {
		t.Errorf("a seat that is not there: %v", err)
	}
	if string(same.Record()) != before {
		t.Error("a refused action changed the round")
	}
	over, err := r.Play(0, blackjack.Stand)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := over.Play(0, blackjack.Hit); !errors.Is(err, blackjack.ErrOver) {
		t.Errorf("a hit after the end: %v", err)
	}
}

func TestDealRefuses(t *testing.T) {
	vegas := rules(t, "vegas")
	vegas.MinBet, vegas.MaxBet = 5, 50
	good := stack(t, "TS 6D", "TC 8H")
	short, _ := blackjack.NewShoe(cards(t, "TS 6D TC")...)
	cheat, _ := blackjack.NewShoe(cards(t, "AS AS AS AS AS AS AS")...)
	bet := blackjack.Bet{Stake: 10}
	for name, f := range map[string]struct {
		shoe blackjack.Shoe
		bets []blackjack.Bet
		want error
	}{
		"no seat":              {good, nil, blackjack.ErrSeats},
		"eight seats":          {good, make([]blackjack.Bet, 8), blackjack.ErrSeats},
		"three cards":          {short, []blackjack.Bet{bet}, blackjack.ErrShoeEmpty},
		"seven aces of spades": {cheat, []blackjack.Bet{bet}, blackjack.ErrShoe},
	} {
		if _, err := blackjack.Deal(vegas, f.shoe, f.bets...); !errors.Is(err, f.want) {
			t.Errorf("%s: %v, want %v", name, err, f.want)
		}
	}
	for _, stake := range []blackjack.Chips{-1, 0, 4, 51, 1<<63 - 1} {
		_, err := blackjack.Deal(vegas, good, blackjack.Bet{Stake: stake})
		if _, ok := errors.AsType[*blackjack.StakeError](err); !ok {
			t.Errorf("a stake of %d: %v", stake, err)
		}
	}
}
