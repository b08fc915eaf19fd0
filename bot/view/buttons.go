package view

import (
	"cmp"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/bot/click"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/storage"
)

// Press plays an action on a hand, as long as the hand still has the version.
type Press struct {
	Hand    storage.RoundID `id:"p"`
	Version uint32
	Action  action
}

// Name is what logs call a press.
func (p Press) Name() string { return blackjack.Action(p.Action).String() }

// action is an action that is written as its name.
type action blackjack.Action

// MarshalText implements [encoding.TextMarshaler].
func (a action) MarshalText() ([]byte, error) { return []byte(blackjack.Action(a).String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *action) UnmarshalText(text []byte) (err error) {
	for b := blackjack.Hit; b <= blackjack.EvenMoney; b++ {
		if b.String() == string(text) {
			*a = action(b)
			return nil
		}
	}
	return errors.New("no action")
}

// Again deals another hand after the one named.
type Again struct {
	Hand    storage.RoundID `id:"a"`
	Version uint32
}

// Hint shows the best action for a hand as it is now.
type Hint struct {
	Hand storage.RoundID `id:"h"`
}

// Proof shows what proves the shuffle of a hand.
type Proof struct {
	Hand storage.RoundID `id:"f"`
}

// Rebet deals another hand after the one named, for so many chips.
type Rebet struct {
	Hand    storage.RoundID `id:"x"`
	Version uint32
	Chips   storage.Chips
}

// Valid reports whether a wallet can hold so many chips.
func (r Rebet) Valid() bool { return payable(r.Chips) }

// AllIn asks whether to deal another hand for all chips.
type AllIn struct {
	Hand    storage.RoundID `id:"i"`
	Version uint32
}

// Cancel shows a hand as it is.
type Cancel struct {
	Hand    storage.RoundID `id:"e"`
	Version uint32
}

// ChangeBet asks for the bet of another hand.
type ChangeBet struct {
	Hand    storage.RoundID `id:"m"`
	Version uint32
}

// Review shows whoever had a seat in a round what their decisions have cost.
type Review struct {
	Hand storage.RoundID `id:"j"`
}

// id returns the custom ID of a click.
func id(args any) string { return click.ID(args) }

// buttons returns what can be pressed below a hand: the actions while it is open, then
// what comes next.
func (s shown) buttons() []discordgo.MessageComponent {
	hint := button(s.Words.Say("button.hint"), id(Hint{s.ID}))
	switch {
	case !s.Open:
		row := s.next()
		if s.Proven {
			row = append(row, button(s.Words.Say("button.proof"), id(Proof{s.ID})))
		}
		return rows(append(row, button(s.Words.Say("button.review"), id(Review{s.ID}))))
	case s.View.Phase == blackjack.Insuring:
		return rows(s.actions(insuring...), line(hint))
	}
	return rows(s.actions(blackjack.Hit, blackjack.Stand, blackjack.Double,
		blackjack.Split, blackjack.Surrender), line(hint))
}

// insuring are the answers to the offer of insurance. The one that costs nothing stands where
// Hit was and stands out: insurance loses in the long run.
var insuring = []blackjack.Action{blackjack.Decline, blackjack.Insure, blackjack.EvenMoney}

// actionStyles are how much the buttons of actions stand out.
var actionStyles = map[blackjack.Action]discordgo.ButtonStyle{
	blackjack.Hit: discordgo.PrimaryButton, blackjack.Stand: discordgo.SuccessButton,
	blackjack.Surrender: discordgo.DangerButton, blackjack.Decline: discordgo.PrimaryButton,
}

// actionKey ends the keys of an action's words.
func actionKey(a blackjack.Action) string { return strings.ReplaceAll(a.String(), " ", ".") }

// actionName is what an action is called on its button.
func actionName(w *lang.Printer, a blackjack.Action) string {
	return w.Say("action." + actionKey(a))
}

// actions returns the buttons of those actions that the rules allow now. Insurance says what it
// costs, which is no stake that the message shows.
func (s shown) actions(list ...blackjack.Action) []discordgo.Button {
	row := actions(s.Words, s.Legal(), s.Lacks,
		func(a blackjack.Action) any { return Press{s.ID, s.Version, action(a)} }, list...)
	for i, b := range row {
		if b.CustomID == id(Press{s.ID, s.Version, action(blackjack.Insure)}) && !b.Disabled {
			costs := s.seat().Hands[0].Stake / 2
			row[i].Label = s.Words.Say("button.costs", b.Label, int64(costs))
		}
	}
	return row
}

// actions returns the buttons of those actions that are legal, or would be with more chips.
func actions(w *lang.Printer, legal blackjack.Actions, lacks round.Lacks,
	press func(blackjack.Action) any, list ...blackjack.Action) (row []discordgo.Button) {
	for _, a := range list {
		cost, lacks := lacks[a]
		if !lacks && !legal.Has(a) {
			continue
		}
		b := button(actionName(w, a), id(press(a)))
		b.Style = cmp.Or(actionStyles[a], b.Style)
		if lacks {
			b = needs(w, b, cost)
		}
		row = append(row, b)
	}
	return row
}

// needs returns a button that cannot be pressed for want of chips, and says so.
func needs(w *lang.Printer, b discordgo.Button, chips blackjack.Chips) discordgo.Button {
	b.Label, b.Disabled = w.Say("button.needs", b.Label, int64(chips)), true
	return b
}

// next returns the buttons of a hand that is over. The first, where Hit was, bets
// nothing: a press that was meant for the hand may come after its end.
func (s shown) next() []discordgo.Button {
	switch {
	case s.Next != 0:
		return nil
	case s.Relief != nil:
		return relief(s.Words, *s.Relief, s.Hand.ID)
	}
	again := styled(discordgo.PrimaryButton, s.Words.Say("button.again"),
		id(Again{s.ID, s.Version}))
	row := line(button(s.Words.Say("button.bet"), id(ChangeBet{s.ID, s.Version})))
	if s.Practice {
		return append(row, again)
	}
	all := button(s.Words.Say("button.all"), id(AllIn{s.ID, s.Version}))
	if bet := s.Bet + sidesOf(s.seat()).Sum(); bet > s.Balance {
		again = needs(s.Words, again, bet)
	}
	if least := s.Table.Rules.MinBet; least > s.Balance {
		all = needs(s.Words, all, least)
	}
	return append(row, again, all)
}

// Sure shows a hand that is over and asks whether all chips are to be bet, or as many as may be.
// What bets them does not stand where the question was asked.
func Sure(h round.Hand, most storage.Chips, f Frame) message.Reply {
	r := Hand(h, f)
	all := min(h.Balance, most)
	if h.Open || h.Next != 0 || all < h.Table.Rules.MinBet {
		return r
	}
	label := f.Words.Say("button.all.sure", int64(all))
	if h.Hidden && !h.Private {
		label = f.Words.Say("button.all")
	}
	r.Rows = rows(line(button(f.Words.Say("button.cancel"), id(Cancel{h.ID, h.Version})),
		styled(discordgo.DangerButton, label, id(Rebet{h.ID, h.Version, all}))))
	return r
}
