package view

import (
	"holecard/blackjack"
	"holecard/bot/session"
)

// buttons returns what can be pressed below a hand: the actions while it is
// open, those not legal now disabled; then the bets for another hand.
func buttons(h session.Hand) [][]Button {
	switch {
	case !h.Open:
		row := []Button{
			again(h, "Play again", session.SameStake, Primary),
			again(h, "Double bet", session.DoubleStake, Secondary),
			again(h, "Half bet", session.HalfStake, Secondary),
		}
		if h.Proven {
			row = append(row, Button{Label: "Proof", Click: Proof{h.ID}})
		}
		return [][]Button{row}
	case h.View.Phase == blackjack.Insuring:
		return [][]Button{actions(h, blackjack.Insure, blackjack.EvenMoney, blackjack.Decline), {hint(h)}}
	}
	return [][]Button{actions(h, blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Split, blackjack.Surrender), {hint(h)}}
}

type look struct {
	label string
	style Style
}

var looks = map[blackjack.Action]look{
	blackjack.Hit:       {"Hit", Primary},
	blackjack.Stand:     {"Stand", Success},
	blackjack.Double:    {"Double", Secondary},
	blackjack.Split:     {"Split", Secondary},
	blackjack.Surrender: {"Surrender", Danger},
	blackjack.Insure:    {"Insurance", Primary},
	blackjack.Decline:   {"No insurance", Secondary},
	blackjack.EvenMoney: {"Even money", Success},
}

func actions(h session.Hand, list ...blackjack.Action) []Button {
	legal := h.Legal()
	var row []Button
	for _, a := range list {
		if !h.Table.Rules.Ever(a) {
			continue
		}
		l := looks[a]
		row = append(row, Button{
			Label:    l.label,
			Style:    l.style,
			Disabled: !legal.Has(a),
			Click:    Press{h.ID, h.Version, a},
		})
	}
	return row
}

func hint(h session.Hand) Button { return Button{Label: "Hint", Click: Hint{h.ID}} }

func again(h session.Hand, label string, stake session.Stake, style Style) Button {
	next := stake.After(h.Bet)
	return Button{
		Label:    label,
		Style:    style,
		Disabled: h.Next != 0 || next > h.Balance || next > h.Table.Rules.MaxBet,
		Click:    Again{h.ID, h.Version, stake},
	}
}
