package strategy_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// writtenRules are rules and, as their slow obvious twin, what they do and bet.
type writtenRules struct {
	text  string
	plays func(s *strategy.Situation) blackjack.Action
	bets  func(s *strategy.Standing) float64
}

// deed is one rule of a twin.
type deed struct {
	list []blackjack.Action
	when func(s *strategy.Situation) bool
}

var words = [...]string{"hit", "stand", "Double", "split", "surrender", "insure", "DECLINE",
	"evenMoney"}

func drawRules(t *rapid.T, depth int) writtenRules {
	var text []string
	var deeds []deed
	bet, bets := drawBet(t)
	text = append(text, bet...)
	if rapid.Bool().Draw(t, "let") {
		w := drawWritten(t, depth)
		text = append(text, "let mine = "+w.text, "hit if Mine && !soft")
		deeds = append(deeds, deed{[]blackjack.Action{blackjack.Hit},
			func(s *strategy.Situation) bool { return w.takes(s) && !s.Soft }})
	}
	for range rapid.IntRange(1, 4).Draw(t, "rules") {
		var d deed
		var names []string
		for range rapid.IntRange(1, 3).Draw(t, "actions") {
			a := rapid.IntRange(0, len(words)-1).Draw(t, "action")
			d.list, names = append(d.list, blackjack.Action(a)), append(names, words[a])
		}
		rule := strings.Join(names, " else ")
		d.when = func(*strategy.Situation) bool { return true }
		if rapid.IntRange(0, 4).Draw(t, "if") > 0 {
			w := drawWritten(t, depth)
			rule, d.when = rule+" if"+blanks(t)+" "+w.text, w.takes
		}
		text, deeds = append(text, rule), append(deeds, d)
	}
	last := written{"", func(*strategy.Situation) bool { return false }}
	if rapid.Bool().Draw(t, "last") {
		last = drawWritten(t, depth)
		text = append(text, last.text)
	}
	plays := func(s *strategy.Situation) blackjack.Action { return obey(deeds, last, s) }
	return writtenRules{strings.Join(text, blanks(t)+";"), plays, bets}
}

func obey(deeds []deed, last written, s *strategy.Situation) blackjack.Action {
	for _, d := range deeds {
		for _, a := range d.list {
			if s.Legal.Has(a) {
				if d.when(s) {
					return a
				}
				break
			}
		}
	}
	switch {
	case !s.Legal.Has(blackjack.Stand):
		return blackjack.Decline
	case s.Legal.Has(blackjack.Hit) && last.takes(s):
		return blackjack.Hit
	}
	return blackjack.Stand
}

func drawBet(t *rapid.T) (text []string, bets func(s *strategy.Standing) float64) {
	n := float64(rapid.IntRange(0, 40).Draw(t, "tenths")) / 10
	switch rapid.IntRange(0, 4).Draw(t, "bet") {
	case 0:
		return []string{fmt.Sprintf("bet %g", n)},
			func(s *strategy.Standing) float64 { return n * float64(s.Unit) }
	case 1:
		return []string{fmt.Sprintf("bet lastBet * 2 if lost; bet %g", n)},
			func(s *strategy.Standing) float64 {
				if s.LastBet > 0 && s.Last < 0 {
					return 2 * float64(s.LastBet)
				}
				return n * float64(s.Unit)
			}
	case 2:
		return []string{fmt.Sprintf("bet max(1, %g * count(ko)) if bankroll >= start", n)},
			func(s *strategy.Standing) float64 {
				count := 0.0
				for class, weight := range []float64{-1, 1, 1, 1, 1, 1, 1, 0, 0, -1} {
					count += weight * float64(s.Memory.Seen[class+1])
				}
				if s.Bankroll < s.First {
					return float64(s.Unit)
				}
				return max(1, n*count) * float64(s.Unit)
			}
	}
	return nil, func(s *strategy.Standing) float64 { return float64(s.Unit) }
}

func drawStanding(t *rapid.T) *strategy.Standing {
	chips := func(least, most int, name string) blackjack.Chips {
		return blackjack.Chips(rapid.IntRange(least, most).Draw(t, name))
	}
	s := &strategy.Standing{Unit: 10, Min: 10, Max: 1000, Bankroll: chips(0, 5000, "bankroll"),
		First: chips(0, 5000, "first"), LastBet: chips(0, 100, "bet"),
		Last:   chips(-100, 100, "last"),
		Memory: &strategy.Memory{Unseen: rapid.IntRange(0, 312).Draw(t, "unseen"), Deck: 52},
		Random: rand.New(rand.NewPCG(1, 2))}
	for class := range s.Memory.Seen {
		s.Memory.Seen[class] = rapid.IntRange(0, 8).Draw(t, "seen")
	}
	return s
}

// drawParsedRules draws rules that are not too long, and parses them.
func drawParsedRules(t *rapid.T) (writtenRules, strategy.Strategy) {
	for depth := rapid.IntRange(0, 2).Draw(t, "depth"); ; depth-- {
		w := drawRules(t, max(depth, 0))
		a, err := strategy.Parse(w.text, strategy.Env{})
		if err == nil {
			return w, a
		}
		if depth < -20 {
			t.Fatalf("%s: %v", w.text, err)
		}
	}
}

func TestRulesMeanWhatTheySay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, a := drawParsedRules(t)
		s, before := drawSituation(t), strategy.Situation{}
		s.Legal = rapid.SampledFrom([]blackjack.Actions{hitOrStand, all,
			blackjack.ActionsOf(blackjack.Stand, blackjack.Split),
			blackjack.ActionsOf(blackjack.Insure, blackjack.Decline),
			blackjack.ActionsOf(blackjack.EvenMoney, blackjack.Decline)}).Draw(t, "legal")
		if len(s.Cards) == 0 { // there is nothing to split
			s.Legal &^= blackjack.ActionsOf(blackjack.Split)
		}
		before = *s
		again, err := strategy.Parse(a.String(), strategy.Env{})
		if err != nil || again.String() != a.String() ||
			strategy.NeedsOf(again) != strategy.NeedsOf(a) {
			t.Fatalf("%s is written %s, and that %v, %v", w.text, a, again, err)
		}
		want := w.plays(s)
		if did, back := decide(t, a, s), decide(t, again, s); did != want || back != want {
			t.Fatalf("%s with %v of %v: %v and %v, want %v", w.text, s.Cards, s.Legal, did, back,
				want)
		}
		if s.Legal != before.Legal || s.Total != before.Total || len(s.Cards) != len(before.Cards) {
			t.Fatalf("%s changed what it was shown", w.text)
		}
		stands := drawStanding(t)
		for _, bettor := range []strategy.Strategy{a, again} {
			if bet := bettor.(strategy.Bettor).Bet(stands); bet != w.bets(stands) {
				t.Fatalf("%s bets %v, want %v", w.text, bet, w.bets(stands))
			}
		}
	})
}
