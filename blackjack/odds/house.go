package odds

import (
	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// decided adds up what comes of a policy against a house that decides. It sees
// the player's first card, so each of these is a scene of its own.
func decided(m *meter, g Game, house strategy.Strategy, suits suitSet, last int, player func(*table) policy) (Result, error) {
	if house == nil || g.Rules.Start != blackjack.OneEach {
		return Result{}, ErrHouse
	}
	theirs, order, err := sees(house)
	if err != nil {
		return Result{}, err
	}
	for i := range suits {
		suits[i] = suits[i] || theirs[i]
	}
	t := newTable(m, g, suits, max(last, order))
	h := newAsked(t, house)
	p := player(t)
	var l ledger
	full := t.deck.full()
	for up := range uint8(len(t.deck.kinds)) {
		for first := range uint8(len(t.deck.kinds)) {
			s := t.bare(int(up))
			chance := full.chance(up) * max(0, s.cards.chance(first))
			if chance == 0 {
				continue
			}
			if err := s.against(h, first); err != nil {
				return Result{}, err
			}
			s.first = int8(first)
			if err := s.enter(p, &l, chance); err != nil {
				return Result{}, err
			}
		}
	}
	return l.result(), nil
}

// against makes the dealer play by a policy, who sees the player's first card.
func (s *scene) against(h *asked, first uint8) error {
	if err := h.enter(&scene{t: s.t, up: int(first)}); err != nil {
		return err
	}
	var failed error
	legal := blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)
	s.kinds = true
	s.plays(newTree(s.t.hands, s.t.hands.after(0, uint8(s.up)), func(id int32) (uint8, bool) {
		a, err := h.decide(id, legal, false)
		if err != nil {
			failed = err
		}
		return uint8(s.t.hands.list[id].total), a != blackjack.Hit || failed != nil
	}))
	return failed
}
