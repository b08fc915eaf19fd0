package blackjack

// SetBet changes what a seat brings to the rounds that follow. The errors are
// those of [Rules.Takes].
func (s *Series) SetBet(who Seat, b Bet) error {
	if err := s.round.rules.Takes(b); err != nil {
		return err
	}
	s.bets[who] = b
	if who == 0 {
		s.price(b.Stake)
	}
	return nil
}

// Hole returns the dealer's card that lies face down, if one does.
func (s *Series) Hole() (c Card, hidden bool) {
	r := &s.round
	if r.phase >= Deciding || r.bank().len() != 2 {
		return 0, false
	}
	return r.bank().cards[1-r.plan.upcard&1], true
}
