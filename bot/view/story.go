package view

import (
	"strings"

	"holecard/blackjack"
	"holecard/bot/lang"
)

// story says what happened, or what is asked: its first sentence is the news.
func (s shown) story() string {
	seat, w := s.seat(), s.Words
	var parts []string
	switch {
	case s.Shuffled:
		parts = append(parts, w.Say("news.reshuffled"))
	case s.View.Reshuffled:
		parts = append(parts, w.Say("news.emptied"))
	}
	if s.Open && len(seat.Hands) == 1 && len(seat.Hands[0].Cards) == 2 {
		parts = append(parts, s.sideNews()...)
	}
	switch {
	case s.Open && s.View.Phase == blackjack.Insuring:
		parts = append(parts, s.askInsurance())
	case s.Open && len(seat.Hands) > 1:
		parts = append(parts, w.Say("news.turn.nth", seat.Turn+1, len(seat.Hands)))
	case s.Open && len(seat.Hands[0].Cards) > 2:
		parts = append(parts, s.drew(seat.Hands[0]))
	case s.Open && seat.Insurance > 0 && s.Table.Rules.HoleCard == blackjack.Peek:
		parts = append(parts, w.Say("news.uninsured", lang.Net(-seat.Insurance)))
	case s.Open:
		parts = append(parts, w.Say("news.turn"))
	default:
		parts = append(parts, s.headline())
	}
	if s.Relief != nil {
		parts = append(parts, broke(w, *s.Relief))
	}
	if s.Played > 0 {
		parts = append(parts, TimePlayed(w, s.Played))
	}
	return strings.Join(append(parts, Awarded(w, s.Awards)...), "\n")
}

// drew tells the newest card of a hand: a screen reader reads it before all others.
func (s shown) drew(hand blackjack.HandView) string {
	card := hand.Cards[len(hand.Cards)-1:]
	return s.Words.Say("news.drew", s.plainCards(card, 0),
		s.total(hand.Total, hand.Soft, hand.Natural))
}

func (s shown) askInsurance() string {
	hand := s.seat().Hands[0]
	if hand.Natural {
		return s.Words.Say("ask.even", lang.Chips(hand.Stake), s.Table.Rules.NaturalPays.String())
	}
	return s.Words.Say("ask.insurance", lang.Chips(hand.Stake/2))
}

// headline is the first line of a hand that is over: the net result, with a mark
// that is not its colour alone, and why.
func (s shown) headline() string {
	seat, why := s.seat(), s.why()
	var bet blackjack.Chips
	for _, h := range seat.Hands {
		bet += h.Won - h.Lost
	}
	switch {
	case seat.Insurance > 0 && s.View.Dealer.Natural:
		why = s.Words.Say("why.insured", why, lang.Net(bet), lang.Net(2*seat.Insurance))
	case seat.Insurance > 0:
		why = s.Words.Say("why.insured", why, lang.Net(bet), lang.Net(-seat.Insurance))
	case len(seat.Sides) > 0:
		why = s.Words.Say("why.bet", why, lang.Net(bet))
	}
	why = s.withSides(why)
	switch net := seat.Payout.Net(); {
	case net > 0:
		return s.Words.Say("end.won", lang.Net(net), why)
	case net < 0:
		return s.Words.Say("end.lost", lang.Net(net), why)
	}
	return s.Words.Say("end.even", why)
}

// why says how it came to the result.
func (s shown) why() string {
	why, hand := s.reason(), s.seat().Hands[0]
	if s.Table.Rules.Rounds(hand.Outcome, hand.Stake) {
		why = s.Words.Say("why.rounded", why)
	}
	return why
}

func (s shown) reason() string {
	seat, dealer, w := s.seat(), s.View.Dealer, s.Words
	if len(seat.Hands) > 1 {
		return w.Say("why.hands", len(seat.Hands), s.dealerEnd())
	}
	hand := seat.Hands[0]
	switch hand.Outcome {
	case blackjack.WonNatural:
		return w.Say("why.natural", s.Table.Rules.NaturalPays.String())
	case blackjack.WonEven:
		return w.Say("why.even")
	case blackjack.Surrendered:
		return w.Say("why.surrendered")
	case blackjack.Busted:
		return w.Say("why.bust", hand.Total)
	case blackjack.Pushed:
		if hand.Total > 21 {
			return w.Say("why.bust", hand.Total) + " · " + s.dealerEnd()
		}
		return w.Say("why.push", s.total(hand.Total, false, hand.Natural))
	case blackjack.Won:
		why := w.Say("why.won", hand.Total, dealer.Total)
		switch {
		case s.View.Emptied:
			why = w.Say("why.deck")
		case dealer.Total > 21:
			why = s.dealerEnd()
		}
		if hand.Won > hand.Stake {
			why = w.Say("why.hearts", why)
		}
		return why
	}
	if dealer.Natural {
		return s.dealerEnd()
	}
	return w.Say("why.lost", dealer.Total, hand.Total)
}

func (s shown) dealerEnd() string {
	switch d := s.View.Dealer; {
	case d.Natural:
		return s.Words.Say("why.dealer.natural")
	case d.Total > 21:
		return s.Words.Say("why.dealer.bust", d.Total)
	default:
		return s.Words.Say("why.dealer", d.Total)
	}
}
