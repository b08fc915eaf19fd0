package strategy_test

import (
	"errors"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// What may follow depends on how many arguments stand there already.
func TestWhatIsMissingInACallIsNamed(t *testing.T) {
	env := anywhere()
	env.Rules = rules(t, "vegas")
	for text, want := range map[string]strategy.Part{
		`both(stopAt(19) 5`:                            strategy.PartComma,
		`both(stopAt(19), stopAt(17) 5)`:               strategy.PartClose,
		`suit("hearts", stopAt(19) 5)`:                 strategy.PartComma,
		`suit("hearts", stopAt(19), stopAt(17) 5)`:     strategy.PartClose,
		`both(both(ask, ask), stopAt(17) 5)`:           strategy.PartClose,
		`both(suit("hearts", ask, ask), stopAt(17) 5)`: strategy.PartClose,
		`stopAt(17) 5`:                                 strategy.PartEnd,
	} {
		_, err := strategy.Parse(text, env)
		if e, ok := errors.AsType[*strategy.SyntaxError](err); !ok || e.Want != want {
			t.Errorf("%s: %+v, want part %s", text, err, want)
		}
	}
}

// Who leaves out which count is shown counts.
func TestACountWithoutItsNameIsShownCounts(t *testing.T) {
	for _, text := range []string{"bet 8 if trueCount >= 2; basic", "count() > 1",
		"insure if count"} {
		_, err := strategy.Parse(text, anywhere())
		e, ok := errors.AsType[*strategy.SyntaxError](err)
		if !ok || e.Examples()[0] != "count(hilo)" {
			t.Errorf("%s: %+v", text, err)
		}
	}
}

// A person who gives no answer decided nothing, so that there is nothing to tell.
func TestWhatFailsIsNotWatched(t *testing.T) {
	broken := errors.New("broken")
	told := 0
	fails := strategy.Ask(func(*strategy.Situation) (blackjack.Action,
		error) {
		return blackjack.Hit, broken
	})
	watched := strategy.Watch(fails,
		func(*strategy.Situation, strategy.Strategy, blackjack.Action) { told++ })
	vegas := rules(t, "vegas")
	s := strategy.Situation{Rules: vegas, Cards: []blackjack.Card{1, 2}, Total: 5,
		Legal: blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)}
	for name, player := range map[string]strategy.Strategy{"alone": watched,
		"inside another": strategy.Both(watched, strategy.StopAt(19))} {
		if _, err := player.Decide(&s); !errors.Is(err, broken) || told > 0 {
			t.Errorf("%s: %v, told %d times", name, err, told)
		}
	}
}
