package view

import (
	"fmt"
	"strings"

	"holecard/blackjack"
	"holecard/bot/message"
	"holecard/bot/session"
)

// The colours of a hand, by how it stands.
const (
	colourPlaying message.Colour = 0x5865F2
	colourWon     message.Colour = 0x3BA55D
	colourNatural message.Colour = 0xF1C40F
	colourPushed  message.Colour = 0x95A5A6
	colourLost    message.Colour = 0xED4245
)

// Frame is what a hand is shown with.
type Frame struct {
	Name string // the player's, as Discord shows it
	Edge HouseEdge
}

// Hand shows a player's hand.
func Hand(h session.Hand, f Frame) message.Reply {
	seat := h.View.Seats[0]
	e := message.Embed{
		Title:  fmt.Sprintf("%s · %s blackjack", Escape(f.Name), h.Table.Title),
		Text:   story(h),
		Colour: colour(h),
		Fields: []message.Field{dealerField(h)},
		Footer: footer(h, f),
	}
	for i := range seat.Hands {
		e.Fields = append(e.Fields, handField(h, i))
	}
	e.Fields = append(e.Fields, figure("Stake", Number(seat.Payout.Staked-seat.Insurance)))
	if seat.Insurance > 0 {
		e.Fields = append(e.Fields, figure("Insurance", Number(seat.Insurance)))
	}
	if h.Next == 0 { // else the balance is of a later hand
		e.Fields = append(e.Fields, figure("Balance", Number(h.Balance)))
	}
	r := message.Reply{Embeds: []message.Embed{e}, Rows: buttons(h), Private: h.Private}
	if h.Resumed {
		r.Text = "You still have this hand open. Finish it first: no new bet was placed."
	}
	return r
}

func footer(h session.Hand, f Frame) string {
	var parts []string
	if f.Edge.Known {
		parts = append(parts, capital(f.Edge.String()))
	}
	if h.Plays != "" {
		parts = append(parts, "Played by "+h.Plays)
	}
	if h.House != "" {
		parts = append(parts, "House plays "+h.House)
	}
	switch {
	case h.Open && h.First != "":
		parts = append(parts, "Your first shuffle "+h.First)
	case !h.Open && h.Promised != "":
		parts = append(parts, "Next shuffle "+h.Promised)
	}
	return strings.Join(parts, " · ")
}

func dealerField(h session.Hand) message.Field {
	d := h.View.Dealer
	name := "Dealer · "
	if h.Open {
		name += "shows "
	}
	shown := total(d.Total, d.Soft, d.Natural)
	switch {
	case len(d.Cards) == 0:
		name, shown = "Dealer", ""
	case len(d.Cards) == 1 && d.Cards[0].Ace() && h.Table.Rules.Aces == blackjack.AcesBest:
		shown = "an ace"
	}
	return message.Field{Name: name + shown, Value: cards(h.Table.Rules, d.Cards, d.Hidden)}
}

func handField(h session.Hand, i int) message.Field {
	seat := h.View.Seats[0]
	hand := seat.Hands[i]
	name := "Your hand"
	if len(seat.Hands) > 1 {
		name = fmt.Sprintf("Hand %d", i+1)
		if h.Open && seat.Turn == i {
			name = "▶ " + name
		}
	}
	name += " · " + total(hand.Total, hand.Soft, hand.Natural)
	if len(seat.Hands) > 1 {
		name += " · " + Chips(hand.Stake)
	}
	if hand.Doubled {
		name += ", doubled"
	}
	if word := outcomeWords[hand.Outcome]; !h.Open && len(seat.Hands) > 1 && word != "" {
		name += " · " + word
	}
	return message.Field{Name: name, Value: cards(h.Table.Rules, hand.Cards, 0)}
}

// outcomeWords are for hands among several.
var outcomeWords = map[blackjack.Outcome]string{
	blackjack.Won:    "won",
	blackjack.Pushed: "push",
	blackjack.Lost:   "lost",
	blackjack.Busted: "lost",
}

func colour(h session.Hand) message.Colour {
	switch {
	case h.Open:
		return colourPlaying
	case h.View.Seats[0].Hands[0].Outcome == blackjack.WonNatural:
		return colourNatural
	}
	return colourOf(h.View.Seats[0].Payout.Net())
}

func colourOf(net blackjack.Chips) message.Colour {
	switch {
	case net > 0:
		return colourWon
	case net < 0:
		return colourLost
	}
	return colourPushed
}

// story says what happened, or what is asked.
func story(h session.Hand) string {
	seat := h.View.Seats[0]
	var parts []string
	switch {
	case h.Shuffled:
		parts = append(parts, "The deck was low: it has been shuffled.")
	case h.View.Reshuffled:
		parts = append(parts, "Shuffling a new deck: the old one has run out.")
	}
	switch {
	case h.Open && h.View.Phase == blackjack.Insuring:
		parts = append(parts, askInsurance(h))
	case h.Open && len(seat.Hands) > 1:
		parts = append(parts,
			fmt.Sprintf("Hand %d of %d: your move.", seat.Turn+1, len(seat.Hands)))
	case h.Open && seat.Insurance > 0 && h.Table.Rules.HoleCard == blackjack.Peek:
		parts = append(parts, "No blackjack for the dealer: the insurance is lost. Your move.")
	case h.Open:
		parts = append(parts, "Your move.")
	default:
		parts = append(parts, headline(h))
		if seat.Insurance > 0 {
			parts = append(parts, insuranceEnd(h))
		}
	}
	return strings.Join(parts, "\n")
}

func askInsurance(h session.Hand) string {
	hand := h.View.Seats[0].Hands[0]
	if hand.Natural {
		return fmt.Sprintf("**Blackjack!** But the dealer shows an ace. "+
			"Take even money (%s for sure), or play on for %v?",
			Chips(hand.Stake), h.Table.Rules.NaturalPays)
	}
	return fmt.Sprintf("The dealer shows an ace. "+
		"Insurance costs %s and pays 2:1 if the dealer has blackjack.", Chips(hand.Stake/2))
}

func insuranceEnd(h session.Hand) string {
	insurance := h.View.Seats[0].Insurance
	if h.View.Dealer.Natural {
		return fmt.Sprintf("Insurance pays %s.", Chips(2*insurance))
	}
	return fmt.Sprintf("Insurance cost %s.", Chips(insurance))
}

// headline is the first line of a hand that is over.
func headline(h session.Hand) string {
	seat := h.View.Seats[0]
	if len(seat.Hands) > 1 {
		return splitHeadline(seat, h.View.Dealer)
	}
	hand, dealer := seat.Hands[0], h.View.Dealer
	won, lost := Chips(hand.Won), Chips(hand.Lost)
	switch hand.Outcome {
	case blackjack.WonNatural:
		return fmt.Sprintf("**Blackjack! You win %s** (%v).", won, h.Table.Rules.NaturalPays)
	case blackjack.WonEven:
		return fmt.Sprintf("**Even money: you win %s.**", won)
	case blackjack.Surrendered:
		return fmt.Sprintf("**You surrender** and get %s of %s back.",
			Number(hand.Stake-hand.Lost), Number(hand.Stake))
	case blackjack.Busted:
		return fmt.Sprintf("**Bust with %d. You lose %s.**", hand.Total, lost)
	case blackjack.Pushed:
		return fmt.Sprintf("**Push.** Both have %s: your bet comes back.",
			total(hand.Total, false, hand.Natural))
	case blackjack.Won:
		end := dealerEnd(dealer, fmt.Sprintf("%d beats %d.", hand.Total, dealer.Total))
		if h.View.Emptied {
			end = "The deck has run out."
		}
		if hand.Won > hand.Stake {
			end += " Hearts pay double."
		}
		return fmt.Sprintf("**You win %s.** %s", won, end)
	}
	end := dealerEnd(dealer, fmt.Sprintf("%d against %d.", hand.Total, dealer.Total))
	return fmt.Sprintf("**You lose %s.** %s", lost, end)
}

func dealerEnd(d blackjack.DealerView, other string) string {
	switch {
	case d.Natural:
		return "The dealer has blackjack."
	case d.Total > 21:
		return fmt.Sprintf("The dealer busts with %d.", d.Total)
	}
	return other
}

func splitHeadline(seat blackjack.SeatView, d blackjack.DealerView) string {
	var net blackjack.Chips // of the hands alone, insurance has a line of its own
	for _, h := range seat.Hands {
		net += h.Won - h.Lost
	}
	end := dealerEnd(d, fmt.Sprintf("The dealer has %d.", d.Total))
	switch n := len(seat.Hands); {
	case net > 0:
		return fmt.Sprintf("**You win %s** on %d hands. %s", Chips(net), n, end)
	case net < 0:
		return fmt.Sprintf("**You lose %s** on %d hands. %s", Chips(-net), n, end)
	default:
		return fmt.Sprintf("**You break even** on %d hands. %s", n, end)
	}
}

// Moved says privately, after a redraw, that a press came too late.
func Moved(h session.Hand, f Frame) message.Reply {
	r := Hand(h, f)
	r.Update = true
	text := "That button was from an earlier moment of the hand, so nothing was played. " +
		"The message now shows where the hand stands: choose again."
	switch {
	case h.Next != 0:
		text = "You have already played on from this hand. " +
			"Use the buttons of your newest one, or type `/blackjack`."
	case !h.Open:
		text = "That hand is over, so nothing was played. Press Play again for another."
	}
	told := message.Note(text)
	r.Then = &told
	return r
}
