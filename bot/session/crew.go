package session

import (
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/storage"
)

// crew plays the seats of a seating whose players do not: strategies by their expressions,
// which are made before the transaction.
type crew struct {
	rules blackjack.Rules // that the strategies were made for
	by    map[string]strategy.Strategy
}

// errCrew tells that a strategy is missing.
var errCrew = errors.New("the strategies of the seats are not ready")

// quitter plays for who is asleep or about to leave: it adds nothing to the stakes.
var quitter strategy.Strategy = passive{}

type passive struct{}

func (passive) Decide(s *strategy.Situation) (blackjack.Action, error) {
	for _, a := range []blackjack.Action{blackjack.Decline, blackjack.Stand} {
		if s.Legal.Has(a) {
			return a, nil
		}
	}
	for a := range s.Legal.All() {
		return a, nil
	}
	return 0, errAsked
}

func (passive) String() string { return "stand" }

// muster makes the strategies of a seating's chairs and seats. The error is
// [ErrNotReady] where that takes longer than the context lives.
func (s *Sessions) muster(ctx context.Context, guild storage.GuildID, id storage.SeatingID,
	also string) (c crew, err error) {
	var wanted []string
	if also != "" {
		wanted = append(wanted, also)
	}
	err = s.Store.View(ctx, guild, func(r storage.Reader) error {
		t, err := readSeating(r, id)
		if err != nil {
			return err
		}
		for _, chair := range t.Chairs {
			if chair.Plays != "" {
				wanted = append(wanted, chair.Plays)
			}
		}
		if t.Playing {
			c.rules = t.round.round.Rules()
			for _, seat := range t.round.Seats {
				if seat.Plays != "" {
					wanted = append(wanted, seat.Plays)
				}
			}
			return nil
		}
		table, err := s.playable(t.settings, t.Table)
		c.rules = table.Rules
		return err
	})
	c.by = make(map[string]strategy.Strategy)
	for _, expression := range unique(wanted) {
		if err != nil {
			break
		}
		c.by[expression], err = s.hire(ctx, c.rules, expression)
	}
	return c, err
}

// hire makes a strategy that asks nobody.
func (s *Sessions) hire(ctx context.Context, rules blackjack.Rules,
	expression string) (strategy.Strategy, error) {
	plays, err := strategy.Parse(expression, strategy.Env{
		Rules: &rules,
		Basic: func() (strategy.Chart, error) { return s.Basic(ctx, rules) },
	})
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.Join(ErrNotReady, err)
	}
	return plays, err
}

// of returns who plays a seat, nil for its player.
func (c crew) of(t *seated, seat int) (strategy.Strategy, error) {
	k := t.round
	at := t.ChairOf(k.Seats[seat].User)
	switch plays := k.Seats[seat].Plays; {
	case at < 0 || t.Chairs[at].Leaving:
		return quitter, nil
	case plays == "":
		return nil, nil
	default:
		if found, ok := c.by[plays]; ok {
			return found, nil
		}
		return nil, errCrew
	}
}

// playOn plays the round on until somebody is asked or it is over. Insurance is played
// when all have answered. It reports whether anything was played.
func (c crew) playOn(t *seated) (played bool, err error) {
	k, r := t.round, t.funded()
	if ready, err := c.insured(t, r); err != nil || !ready {
		return false, err
	}
	for r.Phase() != blackjack.Over {
		var by strategy.Strategy = ownHouse
		who := r.Turn()
		if who != blackjack.House {
			seat := &k.Seats[who]
			if r.Phase() == blackjack.Insuring && seat.Answer != 0 {
				if r, err = r.Play(who, blackjack.Action(seat.Answer)); err != nil {
					return played, err
				}
				seat.Answer, played = 0, true
				continue
			}
			if by, err = c.of(t, int(who)); err != nil || by == nil {
				break
			}
		}
		seen := strategy.See(r)
		a, err := by.Decide(&seen)
		if err != nil {
			return played, err
		}
		if r, err = r.Play(who, a); err != nil {
			return played, err
		}
		played = true
	}
	k.round = r
	return played, err
}

// insured reports whether all that are asked for insurance have answered, but for those
// who are played for.
func (c crew) insured(t *seated, r blackjack.Round) (all bool, err error) {
	all = true
	for i := range t.round.Seats {
		_, ok := t.asked(r, i)
		if !ok || r.Phase() != blackjack.Insuring {
			continue
		}
		by, err := c.of(t, i)
		if err != nil {
			return false, err
		}
		all = all && by != nil
	}
	return all, nil
}
