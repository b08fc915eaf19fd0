package strategy

import (
	"slices"
	"strings"

	"holecard/blackjack"
)

// rulebook is a strategy of several rules. The first to apply whose action is allowed
// decides; where none does the hand stands.
type rulebook struct {
	text  string
	looks Needs
	bets  []bet
	plays []play
}

// play is a rule to play by: its first action that is allowed, if it applies.
type play struct {
	actions []blackjack.Action // in the order of the wishes; none where by decides
	applies Strategy           // nil where it always does
	by      Strategy           // what decides all that is left
}

// bet is a rule to bet by.
type bet struct {
	units   *number
	applies Strategy // nil where it always does
}

// actionNames are the actions as the language has them.
var actionNames = []string{
	blackjack.Hit: "hit", blackjack.Stand: "stand", blackjack.Double: "double",
	blackjack.Split: "split", blackjack.Surrender: "surrender", blackjack.Insure: "insure",
	blackjack.Decline: "decline", blackjack.EvenMoney: "evenMoney",
}

func actionNamed(name string) (blackjack.Action, bool) {
	i := slices.IndexFunc(actionNames, func(a string) bool { return strings.EqualFold(a, name) })
	return blackjack.Action(max(i, 0)), i >= 0
}

// newRulebook returns the strategy of rules, with the definitions that they need as they
// are written.
func newRulebook(lets []string, bets []bet, plays []play) *rulebook {
	r := &rulebook{bets: bets, plays: plays}
	text := lets
	for _, b := range bets {
		r.looks = r.looks.And(Needs{Bets: true}).And(b.units.looks)
		text = append(text, r.under("bet "+b.units.text, b.applies))
	}
	for _, p := range plays {
		if p.by != nil {
			r.looks = r.looks.And(NeedsOf(p.by))
			text = append(text, p.by.String())
			continue
		}
		var names []string
		for _, a := range p.actions {
			names = append(names, actionNames[a])
			r.looks.Legal = r.looks.Legal || a != blackjack.Hit && a != blackjack.Stand
		}
		text = append(text, r.under(strings.Join(names, " else "), p.applies))
	}
	r.text = strings.Join(text, "; ")
	return r
}

// under writes a rule with its condition, at which it also looks.
func (r *rulebook) under(text string, applies Strategy) string {
	if applies == nil {
		return text
	}
	condition, looks := join([]Strategy{applies}, "", looseOr)
	r.looks = r.looks.And(looks)
	return text + " if " + condition
}

func (r *rulebook) needs() Needs   { return r.looks }
func (r *rulebook) String() string { return r.text }

// Decide plays by the first rule that applies.
func (r *rulebook) Decide(s *Situation) (blackjack.Action, error) {
	for i := range r.plays {
		p := &r.plays[i]
		if p.by != nil {
			return p.by.Decide(s)
		}
		a, ok := p.wish(s.Legal)
		if !ok {
			continue
		}
		if p.applies != nil {
			if yes, err := takes(p.applies, s); err != nil {
				return Stand.In(s.Legal), err
			} else if !yes {
				continue
			}
		}
		return a, nil
	}
	return Stand.In(s.Legal), nil
}

// wish returns the first action of the rule that is legal.
func (p *play) wish(legal blackjack.Actions) (blackjack.Action, bool) {
	for _, a := range p.actions {
		if legal.Has(a) {
			return a, true
		}
	}
	return 0, false
}

// takes counts a double as a card taken, and plays what it would split or surrender by the
// rules that follow.
func (r *rulebook) takes(s *Situation) (bool, error) {
	legal := s.Legal
	s.Legal &= another
	a, err := r.Decide(s)
	s.Legal = legal
	return a == blackjack.Hit || a == blackjack.Double, err
}

// Bet bets by the first rule that applies, and a unit where none does.
func (r *rulebook) Bet(s *Standing) float64 {
	q := &s.asked
	*q = Situation{Memory: s.Memory, Random: s.Random, standing: s}
	for _, b := range r.bets {
		yes := true
		if b.applies != nil {
			yes, _ = takes(b.applies, q) // nobody is asked about bets, and nothing else fails
		}
		if yes {
			return b.units.value(q) * float64(max(s.Unit, 1))
		}
	}
	return float64(s.Unit)
}

// named is a condition by a name of its own.
type named struct {
	Strategy
	name string
}

func (n *named) String() string                   { return n.name }
func (n *named) takes(s *Situation) (bool, error) { return takes(n.Strategy, s) }
func (n *named) needs() Needs                     { return NeedsOf(n.Strategy) }
