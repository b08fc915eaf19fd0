package odds

import (
	"fmt"

	"holecard/blackjack"
)

// policy decides for the hands of a scene.
type policy interface {
	// enter comes before the decisions of a scene.
	enter(s *scene) error
	// decide returns one of the legal actions. Split says that the hand is of
	// a split.
	decide(id int32, legal blackjack.Actions, split bool) (blackjack.Action, error)
}

// round plays the rounds of a scene by a policy.
type round struct {
	*scene
	policy policy
	tally  *tally // their results
	err    error  // the first of a policy
}

// evaluate adds up the results of a policy, against a house that decides or a
// dealer who plays by rule.
func (t *table) evaluate(p policy, house *asked) (*ledger, error) {
	l := &ledger{}
	return l, t.each(house, func(s *scene, chance float64) error { return s.enter(p, l, chance) })
}

// enter plays the scene, which comes with a probability, into the ledger.
func (s *scene) enter(p policy, l *ledger, chance float64) error {
	if err := p.enter(s); err != nil {
		return err
	}
	r := &round{scene: s, policy: p, tally: &tally{}}
	insured := &tally{}
	r.all(chance, insured)
	column, pays := s.t.column(s.up), naturalPays(s.t.rules, 0)
	r.tally.enter(l, column, pays, false)
	insured.enter(l, column, pays, true)
	return r.err
}

// naturalPays returns what a natural wins for each unit of the stake. Here and below, 0 is for
// a stake of which the house keeps no odd chip.
func naturalPays(r *blackjack.Rules, stake blackjack.Chips) float64 {
	pays := r.NaturalPays
	switch {
	case !r.Naturals():
		return 0
	case stake > 0:
		return float64(pays.Of(stake)) / float64(stake)
	}
	return float64(pays.Win) / float64(pays.Per)
}

// surrender returns what a surrender nets for each unit of the stake.
func surrender(r *blackjack.Rules, stake blackjack.Chips) float64 {
	if stake == 0 {
		return -0.5
	}
	_, lost := r.Pays(blackjack.Surrendered, stake, false)
	return -float64(lost) / float64(stake)
}

// insurance returns what insurance costs for each unit of the stake.
func insurance(stake blackjack.Chips) float64 {
	if stake == 0 {
		return 0.5
	}
	return float64(stake/2) / float64(stake)
}

// all deals and plays all hands, insured ones into a tally of their own.
func (r *round) all(chance float64, insured *tally) {
	dealt := r.t.hands.dealt
	if r.first != unseen {
		r.from([]int32{r.t.hands.after(0, uint8(r.first))}, []float64{chance}, dealt)
		return
	}
	if dealt < 2 {
		r.from([]int32{0}, []float64{chance}, dealt)
		return
	}
	var ids [2][]int32 // not insured, insured
	var ps [2][]float64
	r.walker.walk(&r.cards, []int32{0}, []float64{chance}, func(id int32, p float64) bool {
		if r.t.hands.list[id].n < dealt {
			return true
		}
		i, goes := r.begin(id, p, insured)
		if goes {
			ids[i], ps[i] = append(ids[i], id), append(ps[i], p)
		}
		return false
	}, nil)
	r.from(ids[0], ps[0], 0)
	plain := r.tally
	r.tally = insured
	r.from(ids[1], ps[1], 0)
	r.tally = plain
}

// begin asks two cards for insurance and peeks. It returns 1 where they are
// insured, else 0, and whether they are played at all.
func (r *round) begin(id int32, p float64, insured *tally) (i int, goes bool) {
	mine := r.t.hands.list[id].natural
	to := r.tally
	switch a := r.insurance(id, mine); a {
	case blackjack.Insure:
		i, to = 1, insured
	case blackjack.EvenMoney:
		to.add(2, p)
		return 0, false
	}
	q := r.natural(id, unseen)
	lost := -2
	if mine {
		lost = 0
		to.natural += p * (1 - q)
	}
	if r.peeked || mine {
		to.against[zero+lost] += p * q
	}
	return i, !mine
}

// insurance asks for insurance where the table offers it.
func (r *round) insurance(id int32, mine bool) blackjack.Action {
	if r.up == unseen || !r.t.rules.Insures(r.t.deck.kinds[r.up].card) {
		return blackjack.Decline
	}
	return r.ask(id, r.t.rules.InsuranceActions(mine), false)
}

// from plays on from hands of equally many cards, without asking below dealt cards.
func (r *round) from(ids []int32, ps []float64, dealt uint8) {
	r.walker.walk(&r.cards, ids, ps, func(id int32, p float64) bool {
		if r.t.hands.list[id].n < dealt {
			return true
		}
		return r.hand(id, p)
	}, func(id int32, k uint8, p float64) { r.burst(id, k, p, -2) })
}

// hand plays a hand that is not of a split, and reports whether it draws.
func (r *round) hand(id int32, p float64) bool {
	if r.t.hands.list[id].total > 21 { // dealt so
		if r.t.rules.BothBustTie {
			r.tie(1, p*r.busts(id))
		}
		open := r.open(id, unseen)
		if r.peeked {
			r.tally.add(-2, p*open)
			return false
		}
		q := r.natural(id, unseen)
		r.tally.add(-2, p*(1-q))
		r.tally.end(dealerNatural, -2, p*q)
		return false
	}
	switch a := r.ask(id, r.t.legal(id, unseen, true), false); a {
	case blackjack.Surrender:
		r.tally.add(-1, p*r.open(id, unseen))
	case blackjack.Split:
		r.tally.times(r.split(id).tally(), p)
	default:
		switch a {
		case blackjack.Hit:
			r.tie(1, p*r.bothBust(id))
		case blackjack.Double:
			r.tie(2, p*r.bothBust(id))
		}
		return r.plays(&r.walker, a, id, p, func(id int32, more, stake int, p float64) {
			if more != unseen {
				r.burst(id, uint8(more), p, -2*stake)
				return
			}
			d, nets := r.dealer(id), r.t.nets(id)
			for i, e := range r.ends {
				r.tally.end(e, int(nets[e])*2*stake, p*d[i])
			}
		})
	}
	return false
}

// plays hits, stands or doubles, and reports whether the hand draws on. Each is told
// of the hands that are over: the card that bust one, or unseen, and the stakes on it.
func (r *round) plays(w *walker, a blackjack.Action, id int32, p float64,
	each func(id int32, more, stake int, p float64)) (draws bool) {
	switch a {
	case blackjack.Hit:
		return true
	case blackjack.Stand:
		each(id, unseen, 1, p)
	case blackjack.Double:
		w.cards(&r.cards, id, p, func(k uint8, next int32, p float64) {
			if next == bust {
				each(id, int(k), 2, p)
				return
			}
			each(next, unseen, 2, p)
		})
	}
	return false
}

// tie gives back stakes that are counted as lost, since the dealer is bust too.
func (r *round) tie(stake int, p float64) {
	r.tally.add(-2*stake, -p)
	r.tally.add(0, p)
}

// burst counts a hand that one card more has bust.
func (r *round) burst(id int32, k uint8, p float64, net int) {
	q := r.natural(id, int(k))
	r.tally.add(net, p*(1-q))
	if !r.peeked {
		r.tally.end(dealerNatural, net, p*q)
	}
}

// ask asks the policy, unless there is only one thing to do.
func (r *round) ask(id int32, legal blackjack.Actions, split bool) blackjack.Action {
	if legal.Len() == 1 {
		return blackjack.Stand
	}
	a, err := r.policy.decide(id, legal, split)
	if err == nil && !legal.Has(a) {
		err = fmt.Errorf("%w: %v, where there is %v", ErrStrategy, a, legal)
	}
	if err != nil && r.err == nil {
		r.err = err
	}
	return a
}
