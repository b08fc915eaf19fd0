package strategy

import (
	"fmt"

	"holecard/blackjack"
)

// MaxStop is the largest n of stopAt(n): below 22 is every hand that is not bust.
const MaxStop = 22

// StopAt takes a card if the best total is below n. stopAt(17) is the dealer's
// own strategy.
func StopAt(n int) Strategy { return stopAt(n) }

type stopAt int

func (n stopAt) takes(s *Situation) (bool, error)              { return s.Total < int(n), nil }
func (n stopAt) Decide(s *Situation) (blackjack.Action, error) { return decide(n, s) }
func (n stopAt) String() string                                { return fmt.Sprintf("stopAt(%d)", int(n)) }
func (n stopAt) needs() Needs                                  { return Needs{Total: true} }

// Stupid takes a card if the upcard is greater than 5. As in all conditions
// here an ace is 1 and a picture 10, so it stands against an ace.
func Stupid() Strategy { return stupid }

// Louis takes a card below 12 and none above 16; with 12 if the upcard is below
// 4, with 16 unless it is 10, with 13, 14 and 15 if it is above 6.
func Louis() Strategy { return louis }

// DealerSensitive takes a card below 17 if the upcard is an ace or 7 to 10, a
// picture being 10; below 12 if it is 2 to 6.
func DealerSensitive() Strategy { return dealerSensitive }

// Valentine stops at 17, but at 19 while it holds a heart.
func Valentine() Strategy { return valentine{} }

// byUpcard is a strategy of a name that goes by total and upcard.
type byUpcard uint8

const (
	stupid byUpcard = iota
	louis
	dealerSensitive
)

func (a byUpcard) takes(s *Situation) (bool, error) {
	total, up := s.Total, upcard(s)
	switch a {
	case stupid:
		return up > 5, nil
	case louis:
		return louisTakes(total, up), nil
	default:
		return total < 12 && up != 0 || total < 17 && (up == 1 || up >= 7), nil
	}
}

func louisTakes(total, up int) bool {
	switch {
	case total < 12:
		return true
	case total > 16:
		return false
	case total == 12:
		return up < 4
	case total == 16:
		return up != 10
	}
	return up > 6
}

// upcard is the upcard as conditions count it: 1 for an ace or a joker, 10 for
// pictures, 0 where there is none to see.
func upcard(s *Situation) int {
	if !s.Seen {
		return 0
	}
	return s.Upcard.Value()
}

func (a byUpcard) Decide(s *Situation) (blackjack.Action, error) { return decide(a, s) }
func (a byUpcard) needs() Needs                                  { return Needs{Total: a != stupid, Upcard: true} }
func (a byUpcard) String() string {
	return [...]string{stupid: "stupid", louis: "louis", dealerSensitive: "dealerSensitive"}[a]
}

// valentine is suit("hearts", stopAt(19), stopAt(17)) by a name of its own.
type valentine struct{}

func (valentine) takes(s *Situation) (bool, error) {
	if holds(s.Cards, blackjack.Hearts) {
		return s.Total < 19, nil
	}
	return s.Total < 17, nil
}

func (a valentine) Decide(s *Situation) (blackjack.Action, error) { return decide(a, s) }
func (valentine) String() string                                  { return "valentine" }
func (valentine) needs() Needs                                    { return Needs{Total: true}.And(needsSuit(blackjack.Hearts)) }
