package view

import (
	"holecard/blackjack"
	"holecard/bot/message"
	"holecard/bot/session"
)

// buttons returns what can be pressed below a hand: the actions while it is
// open, those not legal now disabled; then the bets for another hand.
func buttons(h session.Hand) [][]message.Button {
	switch {
	case !h.Open:
		row := []message.Button{
			again(h, "Play again", session.SameStake, message.Primary),
			again(h, "Double bet", session.DoubleStake, message.Secondary),
			again(h, "Half bet", session.HalfStake, message.Secondary),
		}
		if h.Proven {
			row = append(row, message.Button{Label: "Proof", ID: id(Proof{h.ID})})
		}
		return [][]message.Button{row}
	case h.View.Phase == blackjack.Insuring:
		return [][]message.Button{
			actions(h, blackjack.Insure, blackjack.EvenMoney, blackjack.Decline), {hint(h)}}
	}
	return [][]message.Button{actions(h, blackjack.Hit, blackjack.Stand, blackjack.Double,
		blackjack.Split, blackjack.Surrender), {hint(h)}}
}

type look struct {
	label string
	style message.Style
}

var looks = map[blackjack.Action]look{
	blackjack.Hit:       {"Hit", message.Primary},
	blackjack.Stand:     {"Stand", message.Success},
	blackjack.Double:    {"Double", message.Secondary},
	blackjack.Split:     {"Split", message.Secondary},
	blackjack.Surrender: {"Surrender", message.Danger},
	blackjack.Insure:    {"Insurance", message.Primary},
	blackjack.Decline:   {"No insurance", message.Secondary},
	blackjack.EvenMoney: {"Even money", message.Success},
}

func actions(h session.Hand, list ...blackjack.Action) []message.Button {
	legal := h.Legal()
	var row []message.Button
	for _, a := range list {
		if !h.Table.Rules.Ever(a) {
			continue
		}
		l := looks[a]
		row = append(row, message.Button{Label: l.label, Style: l.style,
			Disabled: !legal.Has(a), ID: id(Press{h.ID, h.Version, a})})
	}
	return row
}

func hint(h session.Hand) message.Button {
	return message.Button{Label: "Hint", ID: id(Hint{h.ID})}
}

func again(h session.Hand, label string, stake session.Stake, style message.Style) message.Button {
	next := stake.After(h.Bet)
	return message.Button{Label: label, Style: style,
		Disabled: h.Next != 0 || next > h.Balance || next > h.Table.Rules.MaxBet,
		ID:       id(Again{h.ID, h.Version, stake})}
}
