package strategy_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// written is an expression and, as its slow obvious twin, what it means.
type written struct {
	text  string
	takes func(s *strategy.Situation) bool
}

type writtenNumber struct {
	text  string
	value func(s *strategy.Situation) int
}

func blanks(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "", " ", "\n\t "}).Draw(t, "blanks")
}

func drawNumber(t *rapid.T, depth int) writtenNumber {
	switch kind := rapid.IntRange(0, 10).Draw(t, "number"); {
	case kind == 0 || kind < 4 && depth <= 0:
		n := rapid.IntRange(0, 22).Draw(t, "n")
		return writtenNumber{fmt.Sprint(n), func(*strategy.Situation) int { return n }}
	case kind == 1 && depth > 0:
		a, b := drawNumber(t, depth-1), drawNumber(t, depth-1)
		return writtenNumber{"(" + a.text + blanks(t) + "+" + b.text + ")",
			func(s *strategy.Situation) int { return a.value(s) + b.value(s) }}
	case kind == 2 && depth > 0:
		a, b, c := drawNumber(t, depth-1), drawNumber(t, depth-1), drawNumber(t, depth-1)
		return writtenNumber{"(" + a.text + " - " + b.text + "-" + c.text + ")",
			func(s *strategy.Situation) int { return a.value(s) - b.value(s) - c.value(s) }}
	case kind == 3 && depth > 0:
		a := drawNumber(t, depth-1)
		return writtenNumber{"-" + blanks(t) + a.text,
			func(s *strategy.Situation) int { return -a.value(s) }}
	case kind == 4:
		return writtenNumber{"cards", func(s *strategy.Situation) int { return len(s.Cards) }}
	case kind == 5:
		return writtenNumber{"Upcard", func(s *strategy.Situation) int {
			if !s.Seen {
				return 0
			}
			return s.Upcard.Value()
		}}
	case kind == 7 && depth > 0:
		a, b := drawNumber(t, depth-1), drawNumber(t, depth-1)
		return writtenNumber{"(" + a.text + "*" + blanks(t) + b.text + ")",
			func(s *strategy.Situation) int { return a.value(s) * b.value(s) }}
	case kind == 8:
		class := rapid.IntRange(1, 10).Draw(t, "rank")
		return writtenNumber{fmt.Sprintf("has(%d)", class), func(s *strategy.Situation) (n int) {
			for _, c := range s.Cards {
				if !c.Joker() && c.Value() == class {
					n++
				}
			}
			return n
		}}
	case kind == 9:
		return writtenNumber{"pair", func(s *strategy.Situation) int {
			if len(s.Cards) != 2 || s.Cards[0].Joker() || s.Cards[1].Joker() ||
				s.Cards[0].Value() != s.Cards[1].Value() {
				return 0
			}
			return s.Cards[0].Value()
		}}
	case kind == 6:
		return writtenNumber{"spades",
			func(s *strategy.Situation) int { return count(s.Cards, blackjack.Spades) }}
	}
	return writtenNumber{"total", func(s *strategy.Situation) int { return s.Total }}
}

func count(cards []blackjack.Card, suit blackjack.Suit) (n int) {
	for _, c := range cards {
		if !c.Joker() && c.Suit() == suit {
			n++
		}
	}
	return n
}

func drawWritten(t *rapid.T, depth int) written {
	kind := rapid.IntRange(0, 15).Draw(t, "strategy")
	if depth <= 0 {
		kind = max(kind, 9)
	}
	sub := func() written { return drawWritten(t, depth-1) }
	switch kind {
	case 0, 1:
		a, b, c := sub(), sub(), sub()
		return written{"(" + a.text + blanks(t) + "||" + b.text + " || " + c.text + ")",
			func(s *strategy.Situation) bool { return a.takes(s) || b.takes(s) || c.takes(s) }}
	case 2, 3:
		a, b := sub(), sub()
		return written{"(" + a.text + " &&" + blanks(t) + b.text + ")",
			func(s *strategy.Situation) bool { return a.takes(s) && b.takes(s) }}
	case 4:
		a := sub()
		return written{"!" + a.text, func(s *strategy.Situation) bool { return !a.takes(s) }}
	case 5:
		a, b := sub(), sub()
		return written{"both(" + a.text + "," + b.text + ")",
			func(s *strategy.Situation) bool { return a.takes(s) && b.takes(s) }}
	case 6:
		a, b, c := sub(), sub(), sub()
		return written{"majority(" + a.text + ", " + b.text + ", " + c.text + ")",
			func(s *strategy.Situation) bool {
				n := 0
				for _, w := range []written{a, b, c} {
					if w.takes(s) {
						n++
					}
				}
				return n >= 2
			}}
	case 7:
		a, b := sub(), sub()
		return written{`suit("hearts", ` + a.text + "," + b.text + ")",
			func(s *strategy.Situation) bool {
				if count(s.Cards, blackjack.Hearts) > 0 {
					return b.takes(s)
				}
				return a.takes(s)
			}}
	case 8:
		a := sub()
		return written{"reckless(" + a.text + ")", func(s *strategy.Situation) bool {
			if len(s.Cards) == 0 {
				return true
			}
			less := *s
			less.Cards = s.Cards[:len(s.Cards)-1]
			less.Total, less.Soft = s.Rules.Aces.Total(less.Cards...)
			return a.takes(&less)
		}}
	case 9:
		return written{"soft", func(s *strategy.Situation) bool { return s.Soft }}
	case 10:
		n := rapid.IntRange(0, strategy.MaxStop).Draw(t, "stop")
		return written{fmt.Sprintf("stopAt(%d)", n),
			func(s *strategy.Situation) bool { return s.Total < n }}
	case 12:
		return drawTerm(t)
	case 11:
		return written{"pair", func(s *strategy.Situation) bool {
			return len(s.Cards) == 2 && s.Cards[0].Value() == s.Cards[1].Value() &&
				s.Cards[0] < blackjack.Joker && s.Cards[1] < blackjack.Joker
		}}
	}
	return drawComparison(t, depth)
}

// drawTerm draws a chart of a row.
func drawTerm(t *rapid.T) written {
	soft, total := rapid.Bool().Draw(t, "soft"), rapid.IntRange(4, 21).Draw(t, "total")
	up := rapid.IntRange(2, 10).Draw(t, "up")
	move := rapid.SampledFrom([]string{"H", "Dh", "Ds", "S", "Rh", "rs", "P"}).Draw(t, "move")
	kind := map[bool]string{true: "soft", false: "Hard"}[soft]
	return written{fmt.Sprintf("chart(%d%s %s %d %s)", up, blanks(t), kind, total, move),
		func(s *strategy.Situation) bool {
			if s.Total != total || s.Soft != soft || !s.Seen || s.Upcard.Class() != up {
				return false
			}
			hits := s.Legal.Has(blackjack.Hit)
			doubles := s.Legal.Has(blackjack.Double)
			return map[string]bool{"H": hits, "Dh": doubles || hits, "Ds": doubles, "Rh": hits,
				"P": hits}[move]
		}}
}

func drawComparison(t *rapid.T, depth int) written {
	a, b := drawNumber(t, depth), drawNumber(t, depth)
	compare := map[string]func(a, b int) bool{
		"<": func(a, b int) bool { return a < b }, "<=": func(a, b int) bool { return a <= b },
		">": func(a, b int) bool { return a > b }, ">=": func(a, b int) bool { return a >= b },
		"==": func(a, b int) bool { return a == b }, "!=": func(a, b int) bool { return a != b },
	}
	signs := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="})
	op, then := signs.Draw(t, "op"), signs.Draw(t, "then")
	if rapid.IntRange(0, 3).Draw(t, "range") == 0 {
		c := drawNumber(t, depth-1)
		return written{"(" + a.text + op + b.text + then + c.text + ")",
			func(s *strategy.Situation) bool {
				return compare[op](a.value(s), b.value(s)) && compare[then](b.value(s), c.value(s))
			}}
	}
	return written{"(" + a.text + op + blanks(t) + b.text + ")",
		func(s *strategy.Situation) bool { return compare[op](a.value(s), b.value(s)) }}
}

// drawSituation draws a hand at some table, not bust, where hitting is legal.
func drawSituation(t *rapid.T) *strategy.Situation {
	table := rapid.SampledFrom(tables.All()).Draw(t, "table")
	s := &strategy.Situation{Rules: &table.Rules, Hands: 1, Legal: hitOrStand}
	for range rapid.IntRange(0, 6).Draw(t, "cards") {
		s.Cards = append(s.Cards, drawCard(t, &table.Rules))
		if s.Total, s.Soft = table.Rules.Aces.Total(s.Cards...); s.Total > 21 {
			s.Cards = s.Cards[:len(s.Cards)-1]
			s.Total, s.Soft = table.Rules.Aces.Total(s.Cards...)
			break
		}
	}
	if s.Seen = s.Rules.ShowsUpcard(); s.Seen {
		s.Upcard = drawCard(t, &table.Rules)
	}
	return s
}

func drawCard(t *rapid.T, r *blackjack.Rules) blackjack.Card {
	return rapid.SampledFrom(r.Full()).Draw(t, "card")
}

// drawParsed draws an expression that is not too long, and parses it.
func drawParsed(t *rapid.T) (written, strategy.Strategy) {
	for depth := rapid.IntRange(0, 4).Draw(t, "depth"); ; depth-- {
		w := drawWritten(t, depth)
		a, err := strategy.Parse(w.text, strategy.Env{})
		if err == nil {
			return w, a
		}
		if depth <= 1 {
			t.Fatalf("%s: %v", w.text, err)
		}
	}
}

func TestAnExpressionMeansWhatItSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, a := drawParsed(t)
		s := drawSituation(t)
		before := *s
		did, err := a.Decide(s)
		if err != nil {
			t.Fatal(err)
		}
		if want := w.takes(s); want != (did == blackjack.Hit) || !s.Legal.Has(did) {
			t.Fatalf("%s with %v against %v: %v", w.text, s.Cards, s.Upcard, did)
		}
		if len(s.Cards) != len(before.Cards) || s.Total != before.Total || s.Soft != before.Soft ||
			s.Legal != before.Legal {
			t.Fatalf("%s changed what it was shown: %+v, then %+v", w.text, before, *s)
		}
	})
}

func TestTheCanonicalFormParsesToTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, a := drawParsed(t)
		again, err := strategy.Parse(a.String(), strategy.Env{})
		if err != nil {
			t.Fatalf("%s, written %s: %v", w.text, a, err)
		}
		if again.String() != a.String() || strategy.NeedsOf(again) != strategy.NeedsOf(a) {
			t.Fatalf("%s is written %s, and that %s", w.text, a, again)
		}
		s := drawSituation(t)
		if decide(t, again, s) != decide(t, a, s) {
			t.Fatalf("%s and %s differ on %v", a, again, s.Cards)
		}
	})
}

func TestACompiledStrategyPlaysAsTheStrategy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, a := drawParsed(t)
		s := drawSituation(t)
		table, ok := strategy.Compile(a, s.Rules)
		n := strategy.NeedsOf(a)
		_, chart := a.(*strategy.Chart)
		if ok == (n.Cards || n.Last > 0 || n.Suits != [4]bool{} || n.Legal && !chart) {
			t.Fatalf("%s looks at %+v; compiled: %v", a, n, ok)
		}
		if !ok {
			return
		}
		compiled := table.Action(s.Total, s.Soft, 0, strategy.Column(s.Upcard, s.Seen), s.Legal)
		if did := decide(t, a, s); did != compiled {
			t.Fatalf("%s with %v against %v: %v, compiled %v", a, s.Cards, s.Upcard, did, compiled)
		}
	})
}

func TestACompiledStrategyKnowsEveryUpcard(t *testing.T) {
	for _, a := range []strategy.Strategy{strategy.Stupid(), strategy.Louis(),
		strategy.DealerSensitive(), parse(t, "upcard == 1 || upcard == 10")} {
		s := at(t, "joker", "TS 6D", "")
		table, ok := strategy.Compile(a, s.Rules)
		if !ok {
			t.Fatalf("%v is not compiled", a)
		}
		for up := range blackjack.Joker + 3 { // the last stands for none
			s.Upcard, s.Seen = up, up < blackjack.Joker+2
			if did := decide(t, a, s); did != table.Action(16, false, 0,
				strategy.Column(up, s.Seen), s.Legal) {
				t.Errorf("%v against %v: %v, but not compiled", a, up, did)
			}
		}
	}
}

func TestACompiledChartPlaysAsTheChart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, s := drawChart(t), drawSituation(t)
		s.Rules = rules(t, "vegas")
		if len(s.Cards) == 0 {
			s.Cards = []blackjack.Card{drawCard(t, s.Rules)}
		}
		s.Total, s.Soft = s.Rules.Aces.Total(s.Cards...)
		s.Legal = blackjack.Actions(rapid.IntRange(1, 1<<(blackjack.EvenMoney+1)-1).Draw(t,
			"legal"))
		s.Legal = s.Legal.With(blackjack.Stand)
		if len(s.Cards) == 2 && s.Cards[0].Value() == s.Cards[1].Value() &&
			s.Cards[0] < blackjack.Joker {
			s.Legal = s.Legal.With(blackjack.Split)
		} else {
			s.Legal &^= blackjack.ActionsOf(blackjack.Split)
		}
		table, ok := strategy.Compile(&c, s.Rules)
		if !ok {
			t.Fatal("a chart is not compiled")
		}
		column := strategy.Column(s.Upcard, s.Seen)
		compiled := table.Action(s.Total, s.Soft, s.Cards[0].Value(), column, s.Legal)
		if did := decide(t, &c, s); did != compiled || !s.Legal.Has(did) {
			t.Fatalf("%v against %v, %v: %v, compiled %v",
				s.Cards, s.Upcard, s.Legal, did, compiled)
		}
	})
}

func drawChart(t *rapid.T) (c strategy.Chart) {
	seed := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "chart")
	next := 0
	fill := func(row *[strategy.Columns]strategy.Move) {
		for up := range row {
			next = next*31 + 7
			row[up] = strategy.Move((int(seed[next&31]) +
				next>>3) % int(strategy.SurrenderElseSplit+1))
			next &= 0xffff
		}
	}
	for total := range strategy.Totals {
		fill(&c.Hard[total])
		fill(&c.Soft[total])
	}
	for value := range strategy.Pairs {
		fill(&c.Pair[value])
	}
	return c
}

func TestLawsOfCombining(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, a := drawParsed(t)
		_, b := drawParsed(t)
		_, c := drawParsed(t)
		s := drawSituation(t)
		same := func(law string, x, y strategy.Strategy) {
			if decide(t, x, s) != decide(t, y, s) {
				t.Fatalf("%s: a is %v, b is %v, c is %v; %v against %v",
					law, a, b, c, s.Cards, s.Upcard)
			}
		}
		always, never := strategy.StopAt(strategy.MaxStop), strategy.StopAt(0)
		same("both is the same either way", strategy.Both(a, b), strategy.Both(b, a))
		same("both of one is it", strategy.Both(a, a), a)
		same("both with never is never", strategy.Both(a, never), never)
		same("majority is the same in any order", strategy.Majority(a, b, c),
			strategy.Majority(c, a, b))
		same("two that agree are a majority", strategy.Majority(a, b, a), a)
		same("with never, a majority is both", strategy.Majority(a, never, b), strategy.Both(a, b))
		same("reckless of always is always", strategy.Reckless(always), always)
		same("reckless goes into both", strategy.Reckless(strategy.Both(a, b)),
			strategy.Both(strategy.Reckless(a), strategy.Reckless(b)))
		same("watching changes nothing", strategy.Watch(a, nil), a)
		same("a suit that makes no difference", strategy.Suit(blackjack.Clubs, a, a), a)
		same("valentine is a suit", strategy.Valentine(),
			strategy.Suit(blackjack.Hearts, strategy.StopAt(17), strategy.StopAt(19)))
	})
}

func TestNamedStrategiesAreExpressions(t *testing.T) {
	for name, means := range map[string]string{
		"stupid": "upcard > 5",
		"louis": "total < 12 || total == 12 && upcard < 4 || " +
			"total == 16 && upcard != 10 || total > 12 && total < 16 && upcard > 6",
		"dealerSensitive": "(upcard == 1 || upcard >= 7) && total < 17 || " +
			"upcard >= 2 && upcard <= 6 && total < 12",
		"valentine": "hearts > 0 && total < 19 || total < 17",
	} {
		a, b := parse(t, name), parse(t, means)
		rapid.Check(t, func(t *rapid.T) {
			if s := drawSituation(t); decide(t, a, s) != decide(t, b, s) {
				t.Fatalf("%s is not %s on %v against %v", name, means, s.Cards, s.Upcard)
			}
		})
	}
}
