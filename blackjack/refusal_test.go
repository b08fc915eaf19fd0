package blackjack_test

import (
	"errors"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

func TestImpossibleRulesAreRefusedWithTheReason(t *testing.T) {
	for _, f := range []struct {
		want   blackjack.Fault
		change func(*blackjack.Rules)
	}{
		{blackjack.DecksRange, func(r *blackjack.Rules) { r.Decks = 0 }},
		{blackjack.DecksRange, func(r *blackjack.Rules) { r.Decks = 9 }},
		{blackjack.HandsRange, func(r *blackjack.Rules) { r.MaxHands = 5 }},
		{blackjack.AceHandsRange, func(r *blackjack.Rules) { r.MaxHands, r.MaxAceHands = 2, 4 }},
		{blackjack.NaturalPaysRange, func(r *blackjack.Rules) {
			r.NaturalPays = blackjack.Ratio{Win: 1, Per: 2}
		}},
		{blackjack.DoubleAfterNothing,
			func(r *blackjack.Rules) { r.MaxHands, r.MaxAceHands = 1, 1 }},
		{blackjack.EvenMoneyWithoutInsurance, func(r *blackjack.Rules) { r.Insurance = false }},
		{blackjack.SurrenderWithoutPeek,
			func(r *blackjack.Rules) { r.HoleCard = blackjack.NoHoleCard }},
		{blackjack.UnknownPayTable, func(r *blackjack.Rules) { r.Pairs = 5 }},
		{blackjack.UnknownPayTable, func(r *blackjack.Rules) { r.Bust = 255 }},
		{blackjack.BetsRange, func(r *blackjack.Rules) { r.MinBet = 0 }},
		{blackjack.BetsCrossed, func(r *blackjack.Rules) { r.MinBet, r.MaxBet = 10, 9 }},
	} {
		r := rules(t, "vegas")
		f.change(&r)
		err := r.Validate()
		got, ok := errors.AsType[*blackjack.RulesError](err)
		if !ok || got.Fault != f.want || got.Rules != r || !errors.Is(err, blackjack.ErrRules) {
			t.Errorf("%v, want fault %s", err, f.want)
		}
	}
	for _, table := range tables.All() {
		if err := table.Rules.Validate(); err != nil {
			t.Errorf("%s: %v", table.Name, err)
		}
	}
}

func TestTheLaterCardIsNoUpcardWhereTheDealerHasOne(t *testing.T) {
	r := rules(t, "downen")
	if err := r.Validate(); !r.LastUp || err != nil {
		t.Fatalf("%+v, %v", r, err)
	}
	r.HoleCard, r.LateSurrender = blackjack.NoHoleCard, false
	got, ok := errors.AsType[*blackjack.RulesError](r.Validate())
	if !ok || got.Fault != blackjack.UpcardStart {
		t.Error(got)
	}
}

func TestTheDealerDrawsOnlyAgainstAStandingHand(t *testing.T) {
	for name, f := range map[string]struct {
		table, player, dealer, actions string
		drawn                          int
	}{
		"all bust":                            {"vegas", "TS 6D TC", "TC 6H", "hit", 2},
		"surrendered":                         {"vegas", "TS 6D", "TC 6H", "surrender", 2},
		"a natural against a ten":             {"vegas", "TS AD", "TC 6H", "", 2},
		"standing":                            {"vegas", "TS 6D", "TC 6H TH", "stand", 3},
		"no hole card, bust":                  {"european", "TS 6D TC", "TC 6H", "hit", 1},
		"no hole card, natural against a six": {"european", "TS AD", "6C 6H", "", 1},
		"no hole card, natural against a ten": {"european", "TS AD TC", "TC 6H", "", 2},
		"no hole card, insured and bust": {"european", "TS 6D TC", "AC 6H",
			"insurance, hit", 2},
		"no hole card, not insured and bust": {"european", "TS 6D TC", "AC 6H",
			"no insurance, hit", 1},
		"no hole card, natural takes even money": {"european", "TS AD TC", "AC 6H",
			"even money", 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := rules(t, f.table)
			p, d := cards(t, f.player), cards(t, f.dealer)
			order := []blackjack.Card{p[0], d[0], p[1]}
			if r.HoleCard == blackjack.Peek {
				order = append(order, d[1])
			}
			order = append(order, p[2:]...)
			order = append(order, d[2:]...)
			order = append(order, cards(t, "5S 5D 5H 5C")...)
			shoe, _ := blackjack.NewShoe(order...)
			round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: 10, Purse: 100})
			for name := range strings.SplitSeq(f.actions, ", ") {
				if a, ok := blackjack.ParseAction(name); ok && err == nil {
					round, err = round.Play(0, a)
				}
			}
			if err != nil || round.Phase() != blackjack.Over {
				t.Fatalf("phase %v, %v", round.Phase(), err)
			}
			if got := len(round.View().Dealer.Cards); got != f.drawn {
				t.Errorf("the dealer has %d cards, want %d", got, f.drawn)
			}
		})
	}
}

func TestTheHoleCardIsHiddenUntilTheEnd(t *testing.T) {
	r := play(t, rules(t, "vegas"), "TS 6D", "TC 8H", "")
	if d := r.View().Dealer; len(d.Cards) != 1 || d.Hidden != 1 || d.Total != 10 {
		t.Errorf("before the end: %+v", d)
	}
	r, _ = r.Play(0, blackjack.Stand)
	if d := r.View().Dealer; len(d.Cards) != 2 || d.Hidden != 0 || d.Total != 18 {
		t.Errorf("after the end: %+v", d)
	}
}

func TestAStepAllocatesNothing(t *testing.T) {
	r := play(t, rules(t, "vegas"), "2S 3D 2C 2H 2D", "TC 8H", "")
	if n := testing.AllocsPerRun(100, func() {
		next, err := r.Play(0, blackjack.Hit)
		if err != nil || next.Legal(0).Empty() {
			t.Fatal("hit was refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations in a step", n)
	}
}

func TestCardsAreReadAsPlayersWriteThem(t *testing.T) {
	for text, want := range map[string]blackjack.Card{
		"A♣": 0, "ac": 0, "K♣": 12, "A♦": 13, "10h": 35, "TH": 35, "10♥\uFE0F": 35,
		"K♠": 51, "ks": 51,
		"joker": blackjack.Joker, "Jo": blackjack.Joker, "JR": blackjack.Joker,
		"🃏": blackjack.Joker, "🃏\uFE0F": blackjack.Joker,
	} {
		if got, err := blackjack.ParseCard(text); err != nil || got != want {
			t.Errorf("%s is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "1s", "11s", "A", "♠", "AX", "0h", "A♠A♠", "TT", "J", "J🃏"} {
		if c, err := blackjack.ParseCard(text); err == nil {
			t.Errorf("%q is read as %v", text, c)
		}
	}
	for c := range blackjack.Card(blackjack.DeckSize) {
		if back, err := blackjack.ParseCard(c.String()); err != nil || back != c {
			t.Errorf("%v is read as %v, %v", c, back, err)
		}
	}
}

func TestWhatIsNoCardIsNamedAndRefused(t *testing.T) {
	for c, want := range map[blackjack.Card]string{0: "A♣", 51: "K♠", blackjack.Joker: "🃏",
		blackjack.Joker + 1: "🃏", blackjack.Joker + 2: "card 54", 255: "card 255"} {
		if got := c.String(); got != want {
			t.Errorf("card %d is %s, want %s", uint8(c), got, want)
		}
	}
	for _, text := range []string{"TS XX", "XX TS", "TS 5"} {
		if list, err := blackjack.ParseCards(text); err == nil || list != nil {
			t.Errorf("%q is read as %v, %v", text, list, err)
		}
	}
	if _, err := blackjack.NewShoe(53); err != nil {
		t.Error(err)
	}
	if _, err := blackjack.NewShoe(54); err == nil {
		t.Error("a shoe has card 54")
	}
}

// Ever is what some hand of the table may do at some time.
func TestRulesTellWhatMayEverBeDone(t *testing.T) {
	for _, f := range []struct{ table, never string }{
		{"vegas", ""}, {"european", "surrender"}, {"single-deck", ""},
		{"downen", "double, split, insurance, no insurance, even money"},
		{"berkeley", "double, split, surrender, insurance, no insurance, even money"},
	} {
		var never blackjack.Actions
		for a := range blackjack.EvenMoney + 1 {
			if !rules(t, f.table).Ever(a) {
				never = never.With(a)
			}
		}
		if never.String() != f.never {
			t.Errorf("at %s nobody may ever %v, want %s", f.table, never, f.never)
		}
	}
}
