package blackjack_test

import (
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
)

// What the rules say of kinds, totals and scores is what rounds do: exact odds ask
// these predicates and play no round.
func TestTheRulesSayWhatRoundsDo(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, r blackjack.Round) {
		if who := r.Turn(); r.Phase() != blackjack.Over && who != blackjack.House {
			rich := r.Fund(who, 1<<40)
			if got, want := rich.Legal(who), predicted(r.View()); got != want {
				t.Fatalf("the round lets %v, the rules say %v:\n%+v", got, want, r.View())
			}
		}
	}
	shoe, err := blackjack.ParseCards("AS TC AC 9C AD AH TD TH 2C 3C 4C 5C 6C 7C 8C")
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{2, 3, 4} { // aces that are split into aces again
		r := rules(t, "vegas")
		r.MaxAceHands = most
		s, err := blackjack.NewShoe(shoe...)
		if err != nil {
			t.Fatal(err)
		}
		round, err := blackjack.Deal(r, s, blackjack.Bet{Stake: 10, Purse: 1000})
		for err == nil && round.Phase() != blackjack.Over {
			check(t, round)
			did := blackjack.Stand
			if round.Legal(0).Has(blackjack.Split) {
				did = blackjack.Split
			}
			round, err = round.Play(0, did)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		over := walk(t, anyRound(t), func(r blackjack.Round) { check(t, r) })
		rules, v := over.Rules(), over.View()
		for _, s := range v.Seats {
			for _, h := range s.Hands {
				checkOutcome(t, &rules, v, h)
			}
		}
	})
}

// predicted is what the rules let the seat do whose turn it is.
func predicted(v blackjack.View) blackjack.Actions {
	seat := v.Seats[v.Turn]
	h := seat.Hands[seat.Turn]
	if v.Phase == blackjack.Insuring {
		set := v.Rules.InsuranceActions(v.Rules.IsNatural(h.Cards...))
		if h.Stake < 2 { // half of it is less than a chip
			set &^= blackjack.ActionsOf(blackjack.Insure)
		}
		return set
	}
	kind := blackjack.Later
	switch {
	case len(h.Cards) != 2:
	case !h.Split:
		kind = blackjack.First
	case h.Cards[0].Ace():
		kind = blackjack.SplitAces
	default:
		kind = blackjack.SplitFirst
	}
	set := v.Rules.MayPlay(kind, h.Total)
	if len(h.Cards) == 2 && h.Cards[0].Pairs(h.Cards[1]) &&
		len(seat.Hands) < v.Rules.HandsOf(h.Cards[0].Class()) {
		set = set.With(blackjack.Split)
	}
	return set
}

// checkOutcome compares the end of a hand that took no other way out than cards.
func checkOutcome(t *rapid.T, r *blackjack.Rules, v blackjack.View, h blackjack.HandView) {
	switch h.Outcome {
	case blackjack.Surrendered, blackjack.WonEven, blackjack.Undecided:
		return
	}
	if v.Emptied {
		return
	}
	score := func(total int, natural bool) blackjack.Score {
		if natural {
			return blackjack.NaturalScore
		}
		return min(blackjack.Score(total), blackjack.Over21)
	}
	hearts := false
	for _, c := range h.Cards {
		hearts = hearts || c.Suit() == blackjack.Hearts
	}
	o := r.Outcome(score(h.Total, h.Natural), score(v.Dealer.Total, v.Dealer.Natural))
	won, lost := r.Pays(o, h.Stake, hearts)
	if o != h.Outcome || won != h.Won || lost != h.Lost {
		t.Fatalf("the hand ends %v, +%d -%d; the rules say %v, +%d -%d:\n%+v",
			h.Outcome, h.Won, h.Lost, o, won, lost, v)
	}
	if n := len(v.Dealer.Cards); !r.HouseDecides && n > 2 {
		for i := 2; i < n; i++ {
			if total, soft := r.Aces.Total(v.Dealer.Cards[:i]...); !r.DealerDraws(total, soft) {
				t.Fatalf("the dealer draws to %v", v.Dealer.Cards[:i])
			}
		}
	}
}
