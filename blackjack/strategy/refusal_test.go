package strategy_test

import (
	"errors"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// What may follow depends on how many arguments stand there already.
func TestWhatIsMissingInACallIsNamed(t *testing.T) {
	vegas := rules(t, "vegas")
	for text, want := range map[string]string{
		`both(stopAt(19) 5`:                            `","`,
		`both(stopAt(19), stopAt(17) 5)`:               `")"`,
		`suit("hearts", stopAt(19) 5)`:                 `","`,
		`suit("hearts", stopAt(19), stopAt(17) 5)`:     `")"`,
		`both(both(ask, ask), stopAt(17) 5)`:           `")"`,
		`both(suit("hearts", ask, ask), stopAt(17) 5)`: `")"`,
		`stopAt(17) 5`:                                 `an operator or the end`,
	} {
		_, err := strategy.Parse(text, strategy.Env{Rules: vegas})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A person who gives no answer decided nothing, so that there is nothing to tell.
func TestWhatFailsIsNotWatched(t *testing.T) {
	broken := errors.New("broken")
	told := 0
	fails := strategy.Ask(func(*strategy.Situation) (blackjack.Action, error) { return blackjack.Hit, broken })
	watched := strategy.Watch(fails, func(*strategy.Situation, strategy.Strategy, blackjack.Action) { told++ })
	vegas := rules(t, "vegas")
	s := strategy.Situation{Rules: vegas, Cards: []blackjack.Card{1, 2}, Total: 5, Legal: blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)}
	for name, player := range map[string]strategy.Strategy{"alone": watched, "inside another": strategy.Both(watched, strategy.StopAt(19))} {
		if _, err := player.Decide(&s); !errors.Is(err, broken) || told > 0 {
			t.Errorf("%s: %v, told %d times", name, err, told)
		}
	}
}
