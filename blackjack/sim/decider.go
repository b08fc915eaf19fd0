package sim

import (
	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// decider asks a strategy, by a table of its answers where it goes by total,
// softness, pair and upcard alone.
type decider struct {
	strategy  strategy.Strategy
	answers   *answers // nil where there are none
	situation strategy.Situation
}

// answers is what a strategy does, by the actions of playing a hand that are
// legal, the column of the upcard and the sum of the hand. Where a hand may be
// split its total tells its pair.
type answers [playing + 1][16][2 * blackjack.SoftSum]blackjack.Action

// playing is the set of the actions with which a hand is played, which are the
// first; the others answer insurance.
const playing = 1<<(blackjack.Surrender+1) - 1

func newDecider(s strategy.Strategy, rules *blackjack.Rules) decider {
	d := decider{strategy: s, situation: strategy.Situation{Rules: rules}}
	if table, ok := strategy.Compile(s, rules); ok {
		d.answers = newAnswers(table)
	}
	return d
}

func newAnswers(t *strategy.Table) *answers {
	a := &answers{}
	for legal := range a {
		for column := range strategy.Columns {
			for sum := range a[legal][column] {
				total, soft := sum%blackjack.SoftSum, sum >= blackjack.SoftSum
				pair := min(total/2, 10)
				if soft {
					pair = 1
				}
				a[legal][column][sum] = t.Action(total, soft, pair, column,
					blackjack.Actions(legal))
			}
		}
	}
	return a
}

func (d *decider) decide(f *lane) (blackjack.Action, error) {
	if d.answers == nil {
		return d.ask(f.series)
	}
	return d.answer(f), nil
}

func (d *decider) answer(f *lane) blackjack.Action {
	return d.answers[f.legal&playing][f.column&15][f.series.Sum()]
}

// ask shows the strategy all that it may see.
func (d *decider) ask(r *blackjack.Series) (blackjack.Action, error) {
	s := &d.situation
	s.Cards = r.Cards()
	s.Total, s.Soft = r.Total()
	s.Upcard, s.Seen = r.Upcard()
	s.Hands, s.Legal, s.Natural = r.Hands(), r.Legal(), r.Natural()
	return d.strategy.Decide(s)
}
