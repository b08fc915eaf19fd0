package session

import (
	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/storage"
)

// Step is a moment of a round that is watched: the deal first, then what each
// decision led to.
type Step struct {
	Actor  blackjack.Seat
	Action blackjack.Action // meaningless for the deal
	View   blackjack.View
}

// watchedStake is what a round is played for that is only watched: chips that
// nobody has, and enough of them for every action.
const watchedStake = 10

// Watch plays a round between strategies, for no chips, and returns its steps.
// The house's strategy is nil where the house decides nothing. The error is
// that of a strategy or of the shuffle.
func (s *Sessions) Watch(t tables.Table, player, house strategy.Strategy) ([]Step, error) {
	t.Rules.MinBet, t.Rules.MaxBet = watchedStake, watchedStake
	maker := &shoemaker{shuffle: s.Shuffle, rules: t.Rules}
	nobody := storage.Fairness{} // whose seeds are drawn, and forgotten
	_, r, err := s.dealFrom(nil, &nobody, 0, maker,
		blackjack.Bet{Stake: watchedStake, Purse: 100 * watchedStake})
	if err != nil {
		return nil, err
	}
	steps := []Step{{View: r.View()}}
	m := strategy.Match{Seats: []strategy.Strategy{player}, House: house, Random: lots()}
	_, err = m.Play(r,
		func(_ *strategy.Situation, did blackjack.Action, before, after blackjack.Round) {
			steps = append(steps, Step{before.Turn(), did, after.View()})
		})
	if err != nil {
		return nil, err
	}
	return steps, nil
}
