package bot_test

import (
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
)

// noFigures knows no figures, for stories that are not about them.
type noFigures struct{}

var errNoFigures = errors.New("no figures in this story")

func (noFigures) Best(context.Context, blackjack.Rules, strategy.Strategy) (odds.Result, error) {
	return odds.Result{}, errNoFigures
}

func (noFigures) Basic(context.Context, blackjack.Rules) (strategy.Chart, error) {
	return strategy.Chart{}, errNoFigures
}

func (noFigures) Odds(
	context.Context, odds.Game, strategy.Strategy, strategy.Strategy,
) (odds.Result, error) {
	return odds.Result{}, errNoFigures
}

func (noFigures) Advise(
	context.Context, blackjack.View, blackjack.Seat, []blackjack.Card, strategy.Strategy,
) ([]odds.Option, error) {
	return nil, errNoFigures
}

func (noFigures) Side(r blackjack.Rules, b blackjack.SideBet) odds.SideOdds {
	return odds.Side(r, b)
}
