package strategy_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// person answers as told, and counts the questions.
type person struct {
	says  blackjack.Action
	err   error
	asked []string
}

func (p *person) ask(s *strategy.Situation) (blackjack.Action, error) {
	p.asked = append(p.asked, fmt.Sprintf("%v, %v", s.Cards, s.Legal))
	return p.says, p.err
}

func TestThePersonIsAskedOnlyWhereTheAnswerMatters(t *testing.T) {
	for _, c := range []struct {
		text, hand string
		says       blackjack.Action
		asked      int
		want       blackjack.Action
	}{
		{"both(stopAt(19), ask)", "TS 8D", blackjack.Hit, 1, blackjack.Hit},
		{"both(stopAt(19), ask)", "TS 8D", blackjack.Stand, 1, blackjack.Stand},
		{"both(stopAt(19), ask)", "TS 9D", blackjack.Hit, 0, blackjack.Stand},
		{"stopAt(12) || ask", "5S 6D", blackjack.Stand, 0, blackjack.Hit},
		{"stopAt(12) || ask", "5S 7D", blackjack.Stand, 1, blackjack.Stand},
		{"majority(true, stopAt(12), ask)", "5S 6D", blackjack.Stand, 0, blackjack.Hit},
		{"majority(true, stopAt(12), ask)", "5S 7D", blackjack.Hit, 1, blackjack.Hit},
		{`suit("hearts", stopAt(17), ask)`, "TS 6D", blackjack.Stand, 0, blackjack.Hit},
		{`suit("hearts", stopAt(17), ask)`, "TH 6D", blackjack.Stand, 1, blackjack.Stand},
		{"!ask", "TH 6D", blackjack.Stand, 1, blackjack.Hit},
		{"both(ask, stopAt(19))", "TS 9D", blackjack.Hit, 0, blackjack.Stand},
		{"both(ask, stopAt(19))", "TS 8D", blackjack.Hit, 1, blackjack.Hit},
		{"majority(ask, stopAt(12), stopAt(12))", "5S 7D", blackjack.Hit, 0, blackjack.Stand},
		{"majority(stopAt(12), ask, stopAt(17))", "5S 7D", blackjack.Hit, 1, blackjack.Hit},
		{"both(both(stopAt(19), watch(louis)), watch(ask))", "TS 9D", blackjack.Hit, 0,
			blackjack.Stand},
	} {
		p := &person{says: c.says}
		a, err := strategy.Parse(c.text, strategy.Env{Ask: p.ask})
		if err != nil {
			t.Fatal(err)
		}
		if did := decide(t, a, at(t, "berkeley", c.hand, "6C")); did != c.want ||
			len(p.asked) != c.asked {
			t.Errorf("%s on %s: %v after asking %d times, not %v after %d",
				c.text, c.hand, did, len(p.asked), c.want, c.asked)
		}
	}
}

func TestThePersonChoosesAmongAllThatIsLegalButInsideAStrategyAmongHitAndStand(t *testing.T) {
	p := &person{says: blackjack.Stand}
	for _, text := range []string{"ask", "both(true, ask)"} {
		s := at(t, "vegas", "8S 8D", "6C")
		s.Legal = hitOrStand.With(blackjack.Double).With(blackjack.Split)
		a, err := strategy.Parse(text, strategy.Env{Ask: p.ask})
		if err != nil {
			t.Fatal(err)
		}
		before := s.Legal
		if decide(t, a, s); s.Legal != before {
			t.Errorf("%s left %v legal", text, s.Legal)
		}
	}
	want := []string{"[8♠ 8♦], hit, stand, double, split", "[8♠ 8♦], hit, stand"}
	if !slices.Equal(p.asked, want) {
		t.Errorf("asked %q, not %q", p.asked, want)
	}
}

func TestAnUnansweredQuestionEndsTheDecision(t *testing.T) {
	left := errors.New("the person has left")
	p := &person{err: left}
	for _, text := range []string{
		"ask", "watch(ask)", "both(ask, true)", "both(true, ask)", "ask || true", "false || ask",
		"ask && true", "true && ask", "!ask",
		"majority(ask, true, false)", "majority(true, ask, false)", "majority(true, false, ask)",
		"reckless(ask)", `suit("spades", true, ask)`,
	} {
		told := 0
		a, err := strategy.Parse(text, strategy.Env{Ask: p.ask,
			Watch: func(*strategy.Situation, strategy.Strategy, blackjack.Action) { told++ }})
		if err != nil {
			t.Fatal(err)
		}
		s := at(t, "berkeley", "8S 8D 2C", "6C")
		if _, err := a.Decide(s); !errors.Is(err, left) || told > 0 {
			t.Errorf("%s: %v, told %d times", text, err, told)
		}
		if len(s.Cards) != 3 || s.Total != 18 || s.Legal != hitOrStand {
			t.Errorf("%s left %+v", text, *s)
		}
	}
}

func TestTheWatcherIsToldWhatWasSeenAndDecided(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"watch(stopAt(17))", []string{"stopAt(17) [8♠ 8♦] 16: hit"}},
		{"majority(watch(stopAt(12)), watch(soft), watch(true))", []string{"stopAt(12) [8♠ 8♦] " +
			"16: stand", "soft [8♠ 8♦] 16: stand", "true [8♠ 8♦] 16: hit"}},
		{"watch(both(stopAt(17), watch(hard)))",
			[]string{"hard [8♠ 8♦] 16: hit", "both(stopAt(17), watch(hard)) [8♠ 8♦] 16: hit"}},
		{"reckless(watch(stopAt(8)))", []string{"stopAt(8) [8♠] 8: stand"}},
		{"watch(basic)", []string{"basic [8♠ 8♦] 16: split"}},
		{"soft && watch(true)", nil},
	} {
		var told []string
		env := anywhere()
		env.Watch = func(s *strategy.Situation, a strategy.Strategy, did blackjack.Action) {
			told = append(told, fmt.Sprintf("%v %v %d: %v", a, s.Cards, s.Total, did))
		}
		a, err := strategy.Parse(c.text, env)
		if err != nil {
			t.Fatal(err)
		}
		s := at(t, "vegas", "8S 8D", "6C")
		s.Legal = hitOrStand.With(blackjack.Split)
		decide(t, a, s)
		if !slices.Equal(told, c.want) {
			t.Errorf("%s told %q, not %q", c.text, told, c.want)
		}
	}
}

func TestInsuranceIsDeclined(t *testing.T) {
	for _, text := range []string{"stopAt(17)", "true", "basic", "both(basic, true)",
		`suit("hearts", true, basic)`, "reckless(basic)", "watch(basic)", "!soft",
		"majority(soft, soft, soft)"} {
		s := at(t, "vegas", "AS KD", "AC")
		s.Legal, s.Natural = blackjack.ActionsOf(blackjack.EvenMoney, blackjack.Decline), true
		if did := decide(t, parse(t, text), s); did != blackjack.Decline {
			t.Errorf("%s: %v", text, did)
		}
		s.Legal = blackjack.ActionsOf(blackjack.Insure, blackjack.Decline)
		if did := decide(t, parse(t, text), s); did != blackjack.Decline {
			t.Errorf("%s: %v", text, did)
		}
	}
}

func TestWhereNoCardCanBeTakenAStrategyStandsUnasked(t *testing.T) {
	p := &person{says: blackjack.Hit}
	a, err := strategy.Parse("both(true, ask)", strategy.Env{Ask: p.ask})
	if err != nil {
		t.Fatal(err)
	}
	s := at(t, "vegas", "AS AD", "6C")
	s.Legal = blackjack.ActionsOf(blackjack.Stand, blackjack.Split) // split aces drew an ace
	if did := decide(t, a, s); did != blackjack.Stand || len(p.asked) > 0 {
		t.Errorf("%v, asked %q", did, p.asked)
	}
}

// TestWhoeverWatchesAVoterIsTold consults every voter of both and majority, also
// where the others have decided. Only what would need a person is not heard then.
func TestWhoeverWatchesAVoterIsTold(t *testing.T) {
	for _, c := range []struct {
		text, hand string
		told       []string
		asked      int
	}{
		{"both(stopAt(12), watch(louis))", "TS 9D", []string{"louis stand"}, 0},
		{"both(watch(stopAt(12)), watch(louis))", "5S 6D", []string{"stopAt(12) hit", "louis hit"},
			0},
		{"majority(true, true, watch(louis))", "TS 9D", []string{"louis stand"}, 0},
		{"majority(false, watch(stopAt(20)), watch(false))", "TS 9D",
			[]string{"stopAt(20) hit", "false stand"}, 0},
		{"both(false, both(false, watch(louis)))", "TS 9D", []string{"louis stand"}, 0},
		{"both(false, majority(ask, watch(louis), true))", "TS 9D", []string{"louis stand"}, 0},
		{"both(stopAt(19), watch(ask))", "TS 9D", nil, 0},
		{"both(stopAt(19), watch(ask))", "TS 8D", []string{"ask stand"}, 1},
		{"both(stopAt(19), reckless(watch(both(ask, louis))))", "TS 5D 4D", nil, 0},
		{`both(false, suit("spades", watch(hard), watch(soft)))`, "TS 9D", []string{"soft stand"},
			0},
	} {
		p := &person{says: blackjack.Stand}
		var told []string
		a, err := strategy.Parse(c.text, strategy.Env{Ask: p.ask,
			Watch: func(_ *strategy.Situation, a strategy.Strategy, did blackjack.Action) {
				told = append(told, fmt.Sprint(a, " ", did))
			}})
		if err != nil {
			t.Fatal(err)
		}
		decide(t, a, at(t, "berkeley", c.hand, "6C"))
		if !slices.Equal(told, c.told) || len(p.asked) != c.asked {
			t.Errorf("%s on %s tells %q and asks %d times; want %q and %d",
				c.text, c.hand, told, len(p.asked), c.told, c.asked)
		}
	}
}
