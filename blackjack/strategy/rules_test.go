package strategy_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// all is what may be done with a pair that was just dealt.
var all = hitOrStand.With(blackjack.Double).With(blackjack.Split).With(blackjack.Surrender)

func TestTheFirstRuleThatAppliesAndIsAllowedDecides(t *testing.T) {
	for _, c := range []struct {
		text, hand string
		legal      blackjack.Actions
		want       blackjack.Action
	}{
		{"hit if total < 17", "TS 6D", all, blackjack.Hit},
		{"hit if total < 17", "TS 7D", all, blackjack.Stand},
		{"stand if total >= 17; hit", "TS 6D", all, blackjack.Hit},
		{"double if total == 11; hit if total < 17", "5S 6D", all, blackjack.Double},
		{"double if total == 11; hit if total < 17", "5S 6D", hitOrStand, blackjack.Hit},
		{"double if total == 11; total < 17", "5S 6D", hitOrStand, blackjack.Hit},
		{"double else hit if total == 11; stand", "5S 6D", hitOrStand, blackjack.Hit},
		{"double else stand if soft; hit", "AS 7D", hitOrStand, blackjack.Stand},
		{"surrender else double else hit", "AS 7D", hitOrStand.With(blackjack.Double),
			blackjack.Double},
		{"split if pair == 8; surrender if total == 16; hit", "8S 8D", all, blackjack.Split},
		{"split if pair == 8; surrender if total == 16; hit", "9S 7D", all, blackjack.Surrender},
		{"split if pair; stand", "KS TD", all, blackjack.Split},
		{"split if aces == 2; stand", "AS AD", all, blackjack.Split},
		{"hit if has(8)", "8S 2D", all, blackjack.Hit},
		{"hit if has(8)", "9S 2D", all, blackjack.Stand},
		{"hit if has(8) == 2", "8S 8D", all, blackjack.Hit},
		{"hit if has(10) + has(1) > 1", "KS AD", all, blackjack.Hit},
		{"12 <= total <= 16", "TS 6D", all, blackjack.Hit},
		{"12 <= total <= 16", "TS 7D", all, blackjack.Stand},
		{"12 <= total <= 16", "TS AD", all, blackjack.Stand},
		{"12 <= total <= 16 < cards * 8 + 1", "TS 6D", all, blackjack.Hit},
		{"let low = total < 12; let n = cards; hit if low && n < 3", "5S 6D", all, blackjack.Hit},
		{"let low = total < 12; let n = cards; hit if low && n < 3", "5S 2D 2C", all,
			blackjack.Stand},
		{"insure; hit", "5S 6D", blackjack.ActionsOf(blackjack.Insure, blackjack.Decline),
			blackjack.Insure},
		{"hit", "5S 6D", blackjack.ActionsOf(blackjack.Insure, blackjack.Decline),
			blackjack.Decline},
		{"decline if total < 20; insure; hit", "5S 6D",
			blackjack.ActionsOf(blackjack.Insure, blackjack.Decline), blackjack.Decline},
		{"evenMoney; hit", "AS KD", blackjack.ActionsOf(blackjack.EvenMoney, blackjack.Decline),
			blackjack.EvenMoney},
		{"insure if ask; basic", "5S 6D", blackjack.ActionsOf(blackjack.Insure, blackjack.Decline),
			blackjack.Decline}, // the person says no
		{"bet 5; hit if total < 12", "5S 6D", all, blackjack.Hit},
		{"both((split if pair; total < 17), stopAt(19))", "8S 8D", all, blackjack.Hit},
		{"suit(spades, hit, (split if pair; stand))", "8S 8D", all, blackjack.Split},
		{"hit if 7 * total / 2 > 38 - 1.5 / 0", "5S 6D", all, blackjack.Hit},
		{"hit if total / pair == 0", "5S 6D", all, blackjack.Hit}, // divided by 0 it is 0
		{"hit if -total / (cards - 2) != 0", "5S 6D", all, blackjack.Stand},
		{"hit if min(total, 12) + max(cards, 3) == 14 + floor(0.5)", "5S 6D", all, blackjack.Hit},
		{"hit if 2% == 0.02", "5S 6D", all, blackjack.Hit},
	} {
		s := at(t, "vegas", c.hand, "AC")
		s.Legal = c.legal
		if did := decide(t, parse(t, c.text), s); did != c.want {
			t.Errorf("%s with %s: %v, want %v", c.text, c.hand, did, c.want)
		}
		if s.Legal != c.legal {
			t.Errorf("%s leaves %v", c.text, s.Legal)
		}
	}
}

func TestAStrategyCountsWhatWasSeen(t *testing.T) {
	s := at(t, "vegas", "TS 6D", "TC")
	memory := strategy.NewMemory(s.Rules)
	for _, c := range s.Cards {
		memory.See(c)
	}
	memory.See(blackjack.Card(4)) // a five
	s.Memory = &memory
	for text, want := range map[string]bool{
		"count(hilo) == 1":                               true,
		"count(-1, 1, 1, 1, 1, 1, 0, 0, 0, -1) == 1":     true,
		"count(0, 0, 0, 0, 0.5, 0, 0, 0, 0, -2) == -1.5": true,
		"count(ko) > 1":                                  false,
		"count(halves) == 1.5":                           true,
		"trueCount(hilo) * decksLeft == 1":               true,
		"309 / 52 == decksLeft":                          true,
	} {
		if did := decide(t, parse(t, text), s); (did == blackjack.Hit) != want {
			t.Errorf("%s: %v", text, did)
		}
	}
	s.Memory = nil
	if did := decide(t, parse(t, "count(hilo) == 0 && decksLeft == 6"), s); did != blackjack.Hit {
		t.Error("where nothing was seen a count is not 0")
	}
}

func TestChanceIsAsOftenAsItSays(t *testing.T) {
	s, a := at(t, "vegas", "TS 6D", "TC"), parse(t, "hit if 40%")
	if decide(t, a, s) != blackjack.Stand {
		t.Error("without chance a lot was drawn")
	}
	s.Random = rand.New(rand.NewPCG(1, 2))
	hits := 0
	for range 100_000 {
		if decide(t, a, s) == blackjack.Hit {
			hits++
		}
	}
	if hits < 39_500 || hits > 40_500 { // three standard deviations
		t.Errorf("hit %d of 100,000 times", hits)
	}
}

func TestBetsGoByCountBankrollAndLastResult(t *testing.T) {
	memory := strategy.NewMemory(&blackjack.Rules{Decks: 1})
	memory.Seen[5] = 3 // a true count of 3
	last := func(bet, net blackjack.Chips) strategy.Standing {
		return strategy.Standing{Bankroll: 1000, First: 500, Unit: 10, Min: 10, Max: 500,
			LastBet: bet, Last: net, Memory: &memory, Random: rand.New(rand.NewPCG(1, 2))}
	}
	for _, c := range []struct {
		text     string
		standing strategy.Standing
		want     blackjack.Chips
	}{
		{"basic", last(0, 0), 10},
		{"bet 2; basic", last(0, 0), 20},
		{"bet 2 if false; basic", last(0, 0), 10},
		{"bet 1 if trueCount(hilo) < 1; bet 2 * trueCount(hilo); basic", last(0, 0), 60},
		{"let tc = trueCount(hilo); bet min(12, max(1, 2 * tc)); basic", last(0, 0), 60},
		{"bet 2 * lastBet if lost; basic", last(0, 0), 10},
		{"bet 2 * lastBet if lost; basic", last(40, -40), 80},
		{"bet 2 * lastBet if lost; basic", last(40, 40), 10},
		{"bet lastBet if pushed; bet 3 if won; basic", last(40, 0), 40},
		{"bet lastBet if pushed; bet 3 if won; basic", last(40, 60), 30},
		{"bet lastNet; basic", last(40, 60), 60},
		{"bet 0.5 * bankroll * (trueCount(hilo) - 1) * 0.5% / 1.3; basic", last(0, 0), 10},
		{"bet bankroll / 20 if bankroll >= 2 * start; basic", last(0, 0), 50},
		{"bet 100; basic", last(0, 0), 500},
		{"bet 0; basic", last(0, 0), 10},
		{"bet 1 / 0; basic", last(0, 0), 10},
		{"bet bankroll / lastBet; basic", last(0, 0), 10},
		{"bet 7 - lastNet / lastBet; basic", last(0, 0), 70},
		{"bet -bankroll; basic", last(0, 0), 10},
		{"bet bankroll * (trueCount(hilo) - 4) * 1%; basic", last(0, 0), 10},
		{"bet 2.55; basic", last(0, 0), 25},
		{"bet 7 if 100%; basic", last(0, 0), 70},
	} {
		a := parse(t, c.text)
		if got := strategy.Stake(a, &c.standing); got != c.want {
			t.Errorf("%s: bets %d, want %d", c.text, got, c.want)
		}
		if n := testing.AllocsPerRun(10, func() { strategy.Stake(a, &c.standing) }); n > 0 {
			t.Errorf("%s allocates %v times", c.text, n)
		}
	}
}

func TestRulesHaveOneCanonicalForm(t *testing.T) {
	for text, want := range map[string]string{
		"HIT IF Total<17":                        "hit if total < 17",
		"soft;":                                  "soft",
		"(hit if soft)":                          "hit if soft",
		"hit;stand;":                             "hit; stand",
		"double  else\nhit if(10<=total<=11)":    "double else hit if 10 <= total <= 11",
		"basic; bet 2; let x = 5; bet 1 if true": "",
		"let Low=total<12;LOW":                   "let Low = total < 12; Low",
		"bet 2*(1+cards*0) if won; basic":        "",
		"basic;bet 2 if won;let x = 5":           "let x = 5; bet 2 if won; basic",
		"a && b":                                 "",
		"40 % && soft":                           "40% && soft",
		"evenmoney;insure":                       "evenMoney; insure",
		"(1+2)*3/(4*5)-(6-7) == 1.50":            "(1 + 2) * 3 / (4 * 5) - (6 - 7) == 1.5",
		"-(2*3) < 0.0100":                        "-(2 * 3) < 0.01",
		"count( HiLo )>0":                        "count(hilo) > 0",
		"count(-0,1,2.50,3,4,5,6,7,8,9) == 1":    "count(0, 1, 2.5, 3, 4, 5, 6, 7, 8, 9) == 1",
		"soft && (hit if hard; stand)":           "soft && (hit if hard; stand)",
		"!(hit if hard)":                         "!(hit if hard)",
		"watch((hit if hard; stand))":            "watch(hit if hard; stand)",
		"both(hit if hard, (soft))":              "both((hit if hard), soft)",
		"let p = pair; p && p == 8":              "let p = pair; p && p == 8",
		"min( has( 8 ),aces)>0":                  "min(has(8), aces) > 0",
	} {
		a, err := strategy.Parse(text, anywhere())
		if want == "" {
			if err == nil {
				t.Errorf("%s is taken as %v", text, a)
			}
			continue
		}
		if err != nil || a.String() != want {
			t.Errorf("%s is written %v, %v, not %s", text, a, err, want)
			continue
		}
		if again := parse(t, want); again.String() != want {
			t.Errorf("%s is written %s", want, again)
		}
	}
}

func TestWhatAFaceLacksIsRefused(t *testing.T) {
	for _, c := range []struct {
		text   string
		lacks  strategy.Needs
		fault  strategy.Fault
		column int
	}{
		{"soft && count(hilo) > 0", strategy.Needs{Memory: true}, strategy.NoMemory, 9},
		{"decksLeft > 2", strategy.Needs{Memory: true}, strategy.NoMemory, 1},
		{"let tc = trueCount(ko); soft", strategy.Needs{Memory: true}, strategy.NoMemory, 10},
		{"hit if 40%", strategy.Needs{Chance: true}, strategy.NoChance, 8},
		{"hit if total; bet 2", strategy.Needs{Bets: true}, strategy.Unexpected, 8},
		{"soft; bet 2", strategy.Needs{Bets: true}, strategy.NoBets, 7},
		{"soft; bet 2", strategy.Needs{Memory: true, Chance: true}, "", 0},
		{"hit if 40%", strategy.Needs{Memory: true, Bets: true}, "", 0},
		{"count(hilo) > 0", strategy.Needs{Chance: true, Bets: true}, "", 0},
	} {
		_, err := strategy.Parse(c.text, strategy.Env{Lacks: c.lacks})
		wrong, refused := errors.AsType[*strategy.SyntaxError](err)
		if refused != (c.fault != "") || refused && (wrong.Fault != c.fault ||
			wrong.Column != c.column) {
			t.Errorf("%s: %+v, want fault %s at %d", c.text, wrong, c.fault, c.column)
		}
	}
	_, err := strategy.Parse("count(hilo) > 0", strategy.Env{Rules: rules(t, "mit")})
	if wrong, ok := errors.AsType[*strategy.SyntaxError](err); !ok ||
		wrong.Fault != strategy.EndlessCards {
		t.Errorf("a count of cards without end: %v", err)
	}
}
