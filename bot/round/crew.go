package round

import (
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/bot/interact"
	"holecard/storage"
)

// crew plays the seats of a seating whose players do not: strategies by their expressions,
// which are made before the transaction.
type crew struct {
	rules blackjack.Rules // that the strategies were made for
	by    map[string]strategy.Strategy
}

// crewError tells which strategies play the seats of a round, and by which rules, where one
// is missing.
type crewError struct {
	rules blackjack.Rules
	plays []string
}

func (e *crewError) Error() string { return "the strategies of the seats are not made" }

// quitter plays for who has left, and where a strategy cannot: it adds nothing to the stakes.
var quitter strategy.Strategy = passive{}

type passive struct{}

func (passive) Decide(s *strategy.Situation) (blackjack.Action, error) {
	if s.Legal.Has(blackjack.Decline) {
		return blackjack.Decline, nil
	}
	return blackjack.Stand, nil
}

func (passive) String() string { return "stand" }

// withCrew carries out something at a seating, and does so again with the strategies that its
// transaction has missed, which are made outside of it.
func (s *Rounds) withCrew(ctx context.Context, patient bool, do func(crew) error) error {
	var hired crew
	for {
		err := do(hired)
		missed, ok := errors.AsType[*crewError](err)
		if !ok {
			return err
		}
		if hired, err = s.muster(ctx, missed, patient); err != nil {
			return err
		}
	}
}

// muster makes the strategies that a transaction has missed. The error is
// [interact.ErrNotReady], or that of the context.
func (s *Rounds) muster(ctx context.Context, missed *crewError, patient bool) (crew, error) {
	c := crew{missed.rules, make(map[string]strategy.Strategy)}
	for _, expression := range missed.plays {
		if c.by[expression] != nil {
			continue
		}
		plays, err := s.hire(ctx, c.rules, nil, expression, patient)
		switch {
		case errors.Is(err, interact.ErrNotReady):
			return c, err
		case ctx.Err() != nil:
			return c, ctx.Err()
		case err != nil: // any more, by the rules that there are now
			plays = quitter
		}
		c.by[expression] = plays
	}
	return c, nil
}

// mayHire makes a strategy for somebody who wants to sit. The error is [ErrNoSeating], that
// of the expression, [interact.ErrNotReady] or the store's.
func (s *Rounds) mayHire(ctx context.Context, v interact.By, id storage.SeatingID,
	expression string) error {
	var rules blackjack.Rules
	err := s.Desk.Store.View(ctx, v.Player.Guild, func(r storage.Reader) error {
		t, err := readSeating(r, id)
		if err == nil { // whoever deals asks whether the table may be played
			table, _ := s.Guilds.Ruleset(t.settings, t.Table)
			rules = table.Rules
		}
		return err
	})
	if err == nil {
		_, err = s.hire(ctx, rules, &rules, expression, v.Patient)
	}
	return err
}

// hire makes a strategy that asks nobody. Who is not patient waits [chartTime] for it.
func (s *Rounds) hire(ctx context.Context, rules blackjack.Rules, checked *blackjack.Rules,
	expression string, patient bool) (strategy.Strategy, error) {
	if !patient {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, chartTime)
		defer cancel()
	}
	plays, err := strategy.Parse(expression, strategy.Env{
		Rules: checked,
		Basic: func() (strategy.Chart, error) { return s.Basic(ctx, rules) },
		Lacks: strategy.Needs{Memory: true, Bets: true},
	})
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.Join(interact.ErrNotReady, err)
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
		found, ok := c.by[plays]
		if ok && c.rules == k.Game.Rules() {
			return found, nil
		}
		missed := &crewError{rules: k.Game.Rules()}
		for _, s := range k.Seats {
			if s.Plays != "" {
				missed.plays = append(missed.plays, s.Plays)
			}
		}
		return nil, missed
	}
}

// playOn plays the round on until somebody is asked or it is over. Insurance is played
// when all have answered. It reports whether anything was played.
func (c crew) playOn(t *seated) (played bool, err error) {
	r := t.funded()
	if ready, err := c.insured(t, r); err != nil || !ready {
		return false, err
	}
	for r.Phase() != blackjack.Over {
		a, ok, err := c.decide(t, r)
		if err != nil {
			return played, err
		}
		if !ok {
			break
		}
		if who := r.Turn(); who >= 0 && !t.answers(who) {
			t.help(r, who)
		}
		if r, err = r.Play(r.Turn(), a); err != nil {
			return played, err
		}
		played = true
	}
	t.round.Game = r
	for i := range t.round.Seats { // of seats whose chips were gone, too
		t.round.Seats[i].Answer = 0
	}
	return played, nil
}

// answers reports whether the player of a seat has answered what all are asked.
func (t *seated) answers(who blackjack.Seat) bool {
	seat := t.round.Seats[who]
	return seat.Answer != 0 && !t.asleep[seat.User]
}

// decide returns what is played now, or false where a player is asked.
func (c crew) decide(t *seated, r blackjack.Round) (a blackjack.Action, ok bool, err error) {
	var by strategy.Strategy = ownHouse
	if who := int(r.Turn()); who >= 0 {
		seat := &t.round.Seats[who]
		_, asked := t.asked(r, who)
		switch {
		case r.Phase() == blackjack.Insuring && seat.Answer != 0:
			return blackjack.Action(seat.Answer), true, nil
		case !asked: // the chips for insurance are gone
			by = quitter
		default:
			if by, err = c.of(t, who); err != nil || by == nil {
				return 0, false, err
			}
		}
	}
	seen := strategy.See(r)
	seen.Random = lots()
	if a, err = by.Decide(&seen); err != nil || !seen.Legal.Has(a) {
		a, err = quitter.Decide(&seen)
	}
	return a, true, err
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
