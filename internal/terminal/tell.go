package terminal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// dealt says what is seen after the deal.
func (g *Game) dealt(r blackjack.Round) {
	v := r.View()
	g.shuffled(v)
	if v.Emptied {
		return
	}
	if shown := v.Dealer.Cards; len(shown) > 0 {
		first := shown[0]
		if len(shown) > 1 && v.Rules.LastUp { // turned over already
			first = shown[1]
		}
		g.say("The dealer's first card is: %s.", g.card(first))
	}
	switch hand := v.Seats[0].Hands[0]; {
	case hand.Outcome == blackjack.Busted:
		g.say("You are bust! %s", g.held(hand.Cards))
	case v.Phase == blackjack.Over:
		g.say("Your hand is %s.", g.held(hand.Cards))
	}
	g.sides(v, false)
}

// sides says how the side bets end: that on the dealer's bust, or the others.
func (g *Game) sides(v blackjack.View, bust bool) {
	for _, side := range v.Seats[0].Sides {
		switch {
		case (side.Bet == blackjack.DealerBust) != bust:
		case side.Won > 0:
			g.say("Your bet on %v wins %s: %v.", side.Bet, Chips(side.Won), side.Result)
		default:
			g.say("Your bet on %v loses %s.", side.Bet, Chips(side.Lost))
		}
	}
}

// played says what an action did to the player's hands.
func (g *Game) played(before, after blackjack.Round) {
	if before.Turn() == blackjack.House {
		return
	}
	v := after.View()
	g.shuffled(v)
	was, is := before.View().Seats[0], v.Seats[0]
	for i, hand := range is.Hands {
		drew := i >= len(was.Hands) || len(hand.Cards) > len(was.Hands[i].Cards)
		asked := v.Phase == blackjack.Playing && is.Turn == i
		switch {
		case hand.Total > 21 && drew:
			g.say("You are bust! %s", g.held(hand.Cards))
		case drew && !asked && len(hand.Cards) > 1:
			g.say("%s is %s.", yours(i+1, len(is.Hands)), g.held(hand.Cards))
		}
	}
}

// yours names a hand of the player, who may have split.
func yours(hand, of int) string {
	if of > 1 {
		return fmt.Sprintf("Your hand %d of %d", hand, of)
	}
	return "Your hand"
}

// ended says how the round ends, and reports whether the dealer's cards are all shown.
func (g *Game) ended(r blackjack.Round) (turned bool) {
	v := r.View()
	g.shuffled(v)
	seat := v.Seats[0]
	if v.Emptied {
		g.say("The deck has run out.")
		g.say("You win!")
		return false
	}
	if turned = waits(v); turned {
		g.reveal(v)
	}
	for i, hand := range seat.Hands {
		which := ""
		if len(seat.Hands) > 1 {
			which = fmt.Sprintf("Hand %d, %s: ", i+1, g.held(hand.Cards))
		}
		g.say("%s%s", which, g.result(hand))
		if v.Rules.HeartsDouble && hand.Won == 2*hand.Stake {
			g.say("A heart in your hand doubles the win.")
		}
	}
	switch pays := v.Dealer.Natural; {
	case seat.Insurance == 0:
	case g.tellsChips() && pays:
		g.say("The insurance wins %s.", Chips(2*seat.Insurance))
	case g.tellsChips():
		g.say("The insurance loses %s.", Chips(seat.Insurance))
	case pays:
		g.say("The insurance pays.")
	default:
		g.say("The insurance is lost.")
	}
	g.sides(v, true)
	return turned
}

// waits reports whether what becomes of the seat goes by the dealer's hand.
func waits(v blackjack.View) bool {
	s := v.Seats[0]
	onBust := func(b blackjack.SideView) bool { return b.Bet == blackjack.DealerBust }
	stands := func(h blackjack.HandView) bool {
		return h.Outcome != blackjack.Surrendered &&
			(h.Outcome != blackjack.Busted || v.Rules.BothBustTie)
	}
	return s.Insurance > 0 || slices.ContainsFunc(s.Sides, onBust) ||
		slices.ContainsFunc(s.Hands, stands)
}

func (g *Game) reveal(v blackjack.View) {
	if v.Seats[0].Hands[0].Natural {
		g.say("Blackjack!")
	}
	if v.Dealer.Total > 21 {
		g.say("The dealer is bust. %s", g.held(v.Dealer.Cards))
		return
	}
	g.say("The dealer reveals the hand: %s", g.held(v.Dealer.Cards))
	if v.Dealer.Natural {
		g.say("Blackjack!")
	}
}

// tellsChips reports whether results are told in chips: not where the words are those
// of a course, nor where no chips are at stake.
func (g *Game) tellsChips() bool { return g.Bets && !g.Table.Course }

// result says how a hand ended.
func (g *Game) result(h blackjack.HandView) string {
	pushed, surrendered := h.Outcome == blackjack.Pushed, h.Outcome == blackjack.Surrendered
	rounds := g.Table.Rules.Rounds(h.Outcome, h.Stake)
	switch {
	case g.tellsChips() && rounds && h.Won > 0:
		return fmt.Sprintf("You win %s, rounded down.", Chips(h.Won))
	case g.tellsChips() && rounds:
		return fmt.Sprintf("You surrender and lose %s: half comes back, rounded down.", Chips(h.Lost))
	case g.tellsChips() && h.Won > 0:
		return fmt.Sprintf("You win %s.", Chips(h.Won))
	case g.tellsChips() && surrendered:
		return fmt.Sprintf("You surrender and lose %s.", Chips(h.Lost))
	case g.tellsChips() && h.Lost > 0:
		return fmt.Sprintf("You lose %s.", Chips(h.Lost))
	case h.Won > 0:
		return "You win!"
	case pushed:
		return "Tie; nobody wins."
	case surrendered:
		return "You surrender."
	}
	return "The house wins."
}

// shuffled announces that a new shuffle continues the round.
func (g *Game) shuffled(v blackjack.View) {
	if v.Reshuffled && !g.announced {
		g.announce()
	}
}

func (g *Game) announce() {
	g.announced = true
	g.say("Shuffling a new deck...")
}

// held writes cards as they were dealt, or the newest first, and their total: "2♣ Q♦ (12)".
func (g *Game) held(cards []blackjack.Card) string {
	if len(cards) == 0 {
		return "empty (0)"
	}
	var words []string
	for _, c := range cards {
		words = append(words, g.card(c))
	}
	if g.Table.NewestFirst {
		slices.Reverse(words)
	}
	total, _ := g.Table.Rules.Aces.Total(cards...)
	return fmt.Sprintf("%s (%d)", strings.Join(words, " "), total)
}

// card writes a card, a red one in red where there is colour; where cards have no suits
// it is a number.
func (g *Game) card(c blackjack.Card) string {
	if !g.Table.Rules.Suits() {
		return strconv.Itoa(c.Value())
	}
	red := !c.Joker() && (c.Suit() == blackjack.Diamonds || c.Suit() == blackjack.Hearts)
	if red && g.Color {
		return "\x1b[31m" + c.String() + "\x1b[39m"
	}
	return c.String()
}
