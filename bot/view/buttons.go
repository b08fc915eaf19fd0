package view

import (
	"strings"

	"holecard/blackjack"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
)

// buttons returns what can be pressed below a hand: the actions while it is
// open, those not legal now disabled; then the bets for another hand.
func (s shown) buttons() [][]message.Button {
	hint := message.Button{Label: s.Words.Say("button.hint"), ID: id(Hint{s.ID})}
	switch {
	case !s.Open:
		row := []message.Button{
			s.again("same", session.SameStake, message.Primary),
			s.again("double", session.DoubleStake, message.Secondary),
			s.again("half", session.HalfStake, message.Secondary),
		}
		if s.Proven {
			row = append(row,
				message.Button{Label: s.Words.Say("button.proof"), ID: id(Proof{s.ID})})
		}
		return [][]message.Button{row}
	case s.View.Phase == blackjack.Insuring:
		return [][]message.Button{s.actions(blackjack.Insure, blackjack.EvenMoney,
			blackjack.Decline), {hint}}
	}
	return [][]message.Button{s.actions(blackjack.Hit, blackjack.Stand, blackjack.Double,
		blackjack.Split, blackjack.Surrender), {hint}}
}

// actionStyles are how much the buttons of actions stand out.
var actionStyles = map[blackjack.Action]message.Style{
	blackjack.Hit: message.Primary, blackjack.Stand: message.Success,
	blackjack.Surrender: message.Danger, blackjack.Insure: message.Primary,
	blackjack.EvenMoney: message.Success,
}

// actionKey ends the keys of an action's words.
func actionKey(a blackjack.Action) string { return strings.ReplaceAll(actionCodes[a], " ", ".") }

// actionName is what an action is called on its button.
func actionName(w *lang.Printer, a blackjack.Action) string {
	return w.Say("action." + actionKey(a))
}

func (s shown) actions(list ...blackjack.Action) []message.Button {
	legal := s.Legal()
	var row []message.Button
	for _, a := range list {
		if s.Table.Rules.Ever(a) {
			row = append(row, message.Button{Label: actionName(s.Words, a), Style: actionStyles[a],
				Disabled: !legal.Has(a), ID: id(Press{s.ID, s.Version, a})})
		}
	}
	return row
}

func (s shown) again(code string, stake session.Stake, style message.Style) message.Button {
	next := stake.After(s.Bet)
	return message.Button{Label: s.Words.Say("button.again." + code), Style: style,
		Disabled: s.Next != 0 || next > s.Balance || next > s.Table.Rules.MaxBet,
		ID:       id(Again{s.ID, s.Version, stake})}
}
