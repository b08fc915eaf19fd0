package session

import (
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/storage"
)

// pilot plays a round as far as it goes without asking: for the house where
// that decides, and for the player by a strategy, or by the buttons pressed.
type pilot struct {
	player strategy.Strategy // nil for a player who presses buttons
	answer *blackjack.Action // to the next question, nil for none
}

// errAsked tells that the player has to be asked.
var errAsked = errors.New("the player is asked")

// pilot returns the pilot of a strategy's expression, empty for the player. The
// error is that of the expression.
func (s *Sessions) pilot(ctx context.Context, rules blackjack.Rules, expression string) (*pilot, error) {
	p := &pilot{}
	if expression == "" {
		return p, nil
	}
	parsed, err := strategy.Parse(expression, strategy.Env{
		Rules: &rules,
		Basic: func() (strategy.Chart, error) { return s.Basic(ctx, rules) },
		Ask:   p.ask,
	})
	p.player = parsed
	return p, err
}

// pilotOf returns the pilot of a hand. A hand keeps its rules and its strategy,
// so it is made before the transaction that plays.
func (s *Sessions) pilotOf(ctx context.Context, id storage.HandID) (*pilot, error) {
	var rules blackjack.Rules
	plays := ""
	err := s.Store.View(ctx, func(r storage.Reader) error {
		rec, ok, err := r.Hand(id)
		if err != nil || ok && rec.Plays == "" {
			return err // players mostly play themselves
		}
		k, err := readHand(r, id)
		rules, plays = k.round.Rules(), k.Plays
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.pilot(ctx, rules, plays)
}

func (p *pilot) ask(*strategy.Situation) (blackjack.Action, error) {
	if p.answer == nil {
		return 0, errAsked
	}
	a := *p.answer
	p.answer = nil
	return a, nil
}

// fly plays on from a wallet until the player is asked or the round is over.
// The answer is given to the first question. An action that only the wallet
// forbids is a [*ShortError].
func (p *pilot) fly(r blackjack.Round, balance storage.Chips, answer *blackjack.Action) (blackjack.Round, error) {
	p.answer = answer
	r = r.Fund(0, blackjack.Chips(balance))
	for r.Phase() != blackjack.Over {
		a, err := p.decide(r)
		if errors.Is(err, errAsked) {
			return r, nil
		}
		if err != nil {
			return r, err
		}
		if r, err = r.Play(r.Turn(), a); err != nil {
			return r, shortOf(err, r, a, balance)
		}
	}
	return r, nil
}

// decide asks whoever plays the seat whose turn it is.
func (p *pilot) decide(r blackjack.Round) (blackjack.Action, error) {
	player := p.player
	switch {
	case r.Turn() == blackjack.House:
		player = strategy.StopAt(tables.HouseStops)
	case player == nil:
		return p.ask(nil)
	}
	seen := strategy.See(r)
	return player.Decide(&seen)
}

// shortOf returns the error, or a [*ShortError] where only the wallet forbids
// the action.
func shortOf(err error, r blackjack.Round, a blackjack.Action, balance storage.Chips) error {
	if _, illegal := errors.AsType[*blackjack.IllegalError](err); !illegal {
		return err
	}
	if cost := r.Cost(a); r.Fund(0, cost).Legal(0).Has(a) {
		return &ShortError{Need: storage.Chips(cost), Balance: balance}
	}
	return err
}
