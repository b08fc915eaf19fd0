package blackjack_test

import (
	"errors"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

func rules(t testing.TB, table string) blackjack.Rules {
	t.Helper()
	found, err := tables.Named(table)
	if err != nil {
		t.Fatal(err)
	}
	return found.Rules
}

func cards(t testing.TB, text string) []blackjack.Card {
	t.Helper()
	list, err := blackjack.ParseCards(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// stack returns a shoe that deals one seat and the dealer the cards written:
// each the first two in turn, then the player's others, then the dealer's.
func stack(t testing.TB, player, dealer string) blackjack.Shoe {
	t.Helper()
	p, d := cards(t, player), cards(t, dealer)
	order := []blackjack.Card{p[0], d[0], p[1], d[1]}
	order = append(order, p[2:]...)
	order = append(order, d[2:]...)
	shoe, err := blackjack.NewShoe(order...)
	if err != nil {
		t.Fatal(err)
	}
	return shoe
}

// play deals one seat a stake of 10 and plays the actions, between commas.
func play(t testing.TB, r blackjack.Rules, player, dealer, actions string) blackjack.Round {
	t.Helper()
	round, err := blackjack.Deal(r, stack(t, player, dealer), blackjack.Bet{Stake: 10, Purse: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(actions, ", ") {
		if name == "" {
			continue
		}
		a, ok := blackjack.ParseAction(name)
		if !ok {
			t.Fatalf("no action %q", name)
		}
		if round, err = round.Play(0, a); err != nil {
			t.Fatal(err)
		}
	}
	return round
}

func TestOutcomesAndPayouts(t *testing.T) {
	facts := []struct {
		fact, player, dealer, actions string
		outcome                       blackjack.Outcome
		net                           blackjack.Chips
	}{
		{"natural is paid 3:2", "AS KD", "7C TD", "", blackjack.WonNatural, 15},
		{"natural beats a drawn 21", "AS KD", "7C 7D 7H", "", blackjack.WonNatural, 15},
		{"natural is paid 3:2 though the dealer would bust", "AS KD", "TC 6D TH", "",
			blackjack.WonNatural, 15},
		{"natural against a natural is a push", "AS KD", "TC AD", "", blackjack.Pushed, 0},
		{"dealer's natural beats a two-card 20", "QS KD", "TC AD", "", blackjack.Lost, -10},
		{"dealer's natural behind an ace beats 20 once insurance is declined", "QS KD", "AC TD",
			"no insurance", blackjack.Lost, -10},
		{"insurance pays 2:1 on a natural", "QS KD", "AC TD", "insurance", blackjack.Lost, 0},
		{"insurance is lost without a natural", "QS KD", "AC 8D", "insurance, stand",
			blackjack.Won, 5},
		{"even money is 1:1 against a natural", "AS KD", "AC TD", "even money",
			blackjack.WonEven, 10},
		{"even money is 1:1 against no natural", "AS KD", "AC 5D", "even money",
			blackjack.WonEven, 10},
		{"even money declined against a natural is a push", "AS KD", "AC TD", "no insurance",
			blackjack.Pushed, 0},
		{"even money declined against no natural is 3:2", "AS KD", "AC 5D", "no insurance",
			blackjack.WonNatural, 15},
		{"higher total wins", "TS 9D", "TC 8D", "stand", blackjack.Won, 10},
		{"equal totals push", "TS 8D", "TC 8H", "stand", blackjack.Pushed, 0},
		{"lower total loses", "TS 7D", "TC 8H", "stand", blackjack.Lost, -10},
		{"over 21 is a bust", "TS 7D 5C", "TC 8H", "hit", blackjack.Busted, -10},
		{"a dealer over 21 loses", "TS 2D", "TC 6H TD", "stand", blackjack.Won, 10},
		{"surrender gives half back", "TS 6D", "TC 8H", "surrender", blackjack.Surrendered, -5},
		{"double wins twice the stake", "6S 5D TC", "TC 8H", "double", blackjack.Won, 20},
		{"double loses twice the stake", "6S 5D 2C", "TC 8H", "double", blackjack.Lost, -20},
		{"double that busts loses twice the stake", "TS 5D TC", "TC 8H", "double",
			blackjack.Busted, -20},
		{"a drawn 21 stands by itself", "TS 5D 6C", "TC 8H", "hit", blackjack.Won, 10},
		{"dealer stands on soft 17", "TS 8D", "6C AH", "stand", blackjack.Won, 10},
		{"a soft hand counts its ace as 1 when 11 would bust", "AS 6D TC 4H", "TC TH", "hit, hit",
			blackjack.Won, 10},
	}
	for _, f := range facts {
		t.Run(f.fact, func(t *testing.T) {
			r := play(t, rules(t, "vegas"), f.player, f.dealer, f.actions)
			if r.Phase() != blackjack.Over {
				t.Fatalf("the round goes on: %v is legal", r.Legal(0))
			}
			if got := r.View().Seats[0].Hands[0].Outcome; got != f.outcome {
				t.Errorf("outcome %v, want %v", got, f.outcome)
			}
			if got := r.Payout(0).Net(); got != f.net {
				t.Errorf("net %d, want %d", got, f.net)
			}
		})
	}
}

func TestAssignmentsAreToTheLetter(t *testing.T) {
	facts := []struct {
		fact, table, order, actions string // cards in the order drawn
		outcome                     blackjack.Outcome
		net                         blackjack.Chips
	}{
		{"chalmers: both begin empty, the bank draws to 16", "chalmers", "TS 9S TC 6C",
			"hit, hit, stand", blackjack.Won, 10},
		{"chalmers: the bank stands on 16", "chalmers", "TS 6S TC 6C", "hit, hit, stand",
			blackjack.Lost, -10},
		{"chalmers: equal scores are the bank's", "chalmers", "TS 9S TC 9C", "hit, hit, stand",
			blackjack.Lost, -10},
		{"chalmers: a bust guest loses, and the bank does not draw", "chalmers", "TS 9S 5S",
			"hit, hit, hit", blackjack.Busted, -10},
		{"chalmers: all aces count 1 when 11 is too much for them together", "chalmers",
			"AS AC TD 8D", "hit, hit, stand", blackjack.Lost, -10},
		{"chalmers: an ace and a king are 21, and more may be drawn", "chalmers", "AS KC TD 8D",
			"hit, hit, stand", blackjack.Won, 10},
		{"downen: a natural pays 1:1", "downen", "AS KS 9C 9D", "", blackjack.WonNatural, 10},
		{"downen: only the dealer's natural loses at once", "downen", "TS KS AC KD", "",
			blackjack.Lost, -10},
		{"downen: two naturals tie", "downen", "AS KS AC KD", "", blackjack.Pushed, 0},
		{"downen: a natural beats a drawn 21", "downen", "TS 5S AC KD", "", blackjack.Lost, -10},
		{"downen: surrender gives half back", "downen", "TS 6S 9C KD", "surrender",
			blackjack.Surrendered, -5},
		{"downen: equal values tie", "downen", "TS 9S 9C KD", "stand", blackjack.Pushed, 0},
		{"downen: the dealer draws on 16", "downen", "TS 9S 6C KD 5C", "stand",
			blackjack.Lost, -10},
		{"amherst: two aces are 22 as they are dealt", "amherst", "AS 6C AC KD", "",
			blackjack.Busted, -10},
		{"amherst: the dealer's 21 wins against 21", "amherst", "AS 6C KS KD 5D", "stand",
			blackjack.Lost, -10},
		{"amherst: equal below 21 is a push", "amherst", "9S 9C KS KD", "stand",
			blackjack.Pushed, 0},
		{"amherst: an ace stays 11", "amherst", "AS 9C 5S KD 6D", "hit", blackjack.Busted, -10},
		{"amherst: an ace drawn to 21 is 32, and bust", "amherst", "4S 9C JH KD 7C AC", "hit, hit",
			blackjack.Busted, -10},
		{"mit: the house decides too, and a tie is the house's", "mit", "TC TC 6C 6C",
			"hit, stand, hit, stand", blackjack.Lost, -10},
		{"mit: a house over 21 loses", "mit", "TC TC 6C 6C TC", "hit, stand, hit, hit",
			blackjack.Won, 10},
		{"mit: an ace counts 1", "mit", "AC TC TC", "hit, stand, stand", blackjack.Won, 10},
		{"mit: a player over 21 loses at once", "mit", "TC TC TC 2C", "hit, hit",
			blackjack.Busted, -10},
		{"berkeley: a tie is nobody's", "berkeley", "TS TC 9S 9D", "stand", blackjack.Pushed, 0},
		{"berkeley: a natural is a 21 like any other", "berkeley", "AS TC KS 5D 6D", "stand",
			blackjack.Pushed, 0},
		{"berkeley: the dealer stands on soft 17", "berkeley", "TS AC 8S 6D", "stand",
			blackjack.Won, 10},
		{"valentine: a win with a heart pays double", "valentine", "TH TC 9S 8D", "stand",
			blackjack.Won, 20},
		{"valentine: the ace of hearts is a heart", "valentine", "AH TC 9S 8D", "stand",
			blackjack.Won, 20},
		{"valentine: a win without one does not", "valentine", "TS TC 9S 8D", "stand",
			blackjack.Won, 10},
		{"valentine: a loss with a heart is a loss", "valentine", "TH TC 7S 8D", "stand",
			blackjack.Lost, -10},
		{"joker: a joker makes 21 of 10 and more", "joker", "TH TC joker 9D", "stand",
			blackjack.Won, 10},
		{"joker: the dealer's too", "joker", "TH TC 9S joker", "stand", blackjack.Lost, -10},
	}
	for _, f := range facts {
		t.Run(f.fact, func(t *testing.T) {
			shoe, err := blackjack.NewShoe(cards(t, f.order)...)
			if err != nil {
				t.Fatal(err)
			}
			r, err := blackjack.Deal(rules(t, f.table), shoe, blackjack.Bet{Stake: 10, Purse: 90})
			for name := range strings.SplitSeq(f.actions, ", ") {
				if a, ok := blackjack.ParseAction(name); ok && err == nil {
					r, err = r.Play(r.Turn(), a)
				}
			}
			if err != nil || r.Phase() != blackjack.Over {
				t.Fatalf("phase %v, %v", r.Phase(), err)
			}
			if got := r.View().Seats[0].Hands[0].Outcome; got != f.outcome ||
				r.Payout(0).Net() != f.net {
				t.Errorf("outcome %v, net %d; want %v, %d", got, r.Payout(0).Net(),
					f.outcome, f.net)
			}
		})
	}
}

func TestTheDowenDealerShowsTheLaterCard(t *testing.T) {
	shoe, _ := blackjack.NewShoe(cards(t, "6D QD 7H 2S JC")...)
	r, err := blackjack.Deal(rules(t, "downen"), shoe, blackjack.Bet{Stake: 10})
	if err != nil {
		t.Fatal(err)
	}
	if d := r.View().Dealer; len(d.Cards) != 1 || d.Cards[0].String() != "2♠" || d.Hidden != 1 {
		t.Errorf("%+v", d)
	}
}

func TestTheBankShowsItsFirstCardWhereTheTableSaysSo(t *testing.T) {
	r := rules(t, "chalmers")
	r.BankShows = true
	shoe, _ := blackjack.NewShoe(cards(t, "6D QD 7H TS 2C")...)
	round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: 10})
	if err != nil {
		t.Fatal(err)
	}
	if d := round.View().Dealer; len(d.Cards) != 1 || d.Cards[0].String() != "6♦" {
		t.Errorf("%+v", d)
	}
}

func TestAShoeThatRunsOut(t *testing.T) {
	left, next := cards(t, "TS 6S TC"), cards(t, "8C 5D 9H")
	goesOn, err := blackjack.NewShoeThen(left, next)
	if err != nil {
		t.Fatal(err)
	}
	r, err := blackjack.Deal(rules(t, "downen"), goesOn, blackjack.Bet{Stake: 10})
	if err != nil || !r.View().Reshuffled || r.Left() != 2 {
		t.Errorf("a new deck continues the round: %+v, %v", r.View(), err)
	}
	finite := rules(t, "mit")
	finite.Pack, finite.Fresh, finite.EmptyWins = blackjack.Numbers, false, true
	ends, _ := blackjack.NewShoe(left...)
	r, err = blackjack.Deal(finite, ends, blackjack.Bet{Stake: 10})
	for err == nil && r.Phase() != blackjack.Over {
		r, err = r.Play(r.Turn(), blackjack.Hit)
	}
	if err != nil || !r.View().Emptied || r.Payout(0).Net() != 10 {
		t.Errorf("the round that empties the deck is the player's: %+v, %v", r.View(), err)
	}
	_, err = blackjack.Deal(rules(t, "berkeley"), ends, blackjack.Bet{Stake: 10})
	if !errors.Is(err, blackjack.ErrShoeEmpty) {
		t.Errorf("a fresh shoe too short: %v", err)
	}
}

func TestTotalsOfTheWorkedExamples(t *testing.T) {
	for _, f := range []struct {
		cards                   string
		best, same, eleven, one int
	}{
		{"AS 8S", 19, 19, 19, 9},
		{"AS 8S 5S", 14, 14, 24, 14},
		{"AS AC 9S", 21, 11, 31, 11},
		{"AS AC", 12, 2, 22, 2},
		{"AS KS", 21, 21, 21, 11},
		{"joker 5S", 16, 6, 6, 6},
		{"joker AS", 21, 2, 12, 2},
		{"joker joker", 21, 2, 2, 2},
		{"joker TS TC", 21, 21, 21, 21},
		{"joker TS TC 5C", 26, 26, 26, 26},
	} {
		for a, want := range []int{f.best, f.same, f.eleven, f.one} {
			if a > 0 && strings.Contains(f.cards, "joker") {
				continue // jokers are at tables where an ace counts 1 or 11
			}
			if got, _ := blackjack.Aces(a).Total(cards(t, f.cards)...); got != want {
				t.Errorf("%s with aces rule %d: %d, want %d", f.cards, a, got, want)
			}
		}
	}
}

func TestOddStakesRoundForTheHouse(t *testing.T) {
	facts := []struct {
		fact, player, dealer string
		action               blackjack.Action
		stake, net           blackjack.Chips
	}{
		{"3:2 on 5 is 7", "AS KD", "7C TD", 255, 5, 7},
		{"3:2 on 1 is 1", "AS KD", "7C TD", 255, 1, 1},
		{"surrendering 5 gives 2 back", "TS 6D", "TC 8H", blackjack.Surrender, 5, -3},
		{"insuring 5 costs 2 and pays 4", "QS KD", "AC TD", blackjack.Insure, 5, -1},
	}
	for _, f := range facts {
		t.Run(f.fact, func(t *testing.T) {
			r, err := blackjack.Deal(rules(t, "vegas"), stack(t, f.player, f.dealer),
				blackjack.Bet{Stake: f.stake, Purse: 100})
			if err == nil && f.action != 255 {
				r, err = r.Play(0, f.action)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Payout(0).Net(); got != f.net {
				t.Errorf("net %d, want %d", got, f.net)
			}
		})
	}
}
