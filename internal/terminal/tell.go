package terminal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

type teller struct {
	game      *Game
	announced bool // the shuffle has been
}

// dealt says what is seen after the deal.
func (t *teller) dealt(r blackjack.Round) {
	v := r.View()
	t.shuffled(v)
	if v.Emptied {
		return
	}
	if shown := v.Dealer.Cards; len(shown) > 0 {
		first := shown[0]
		if len(shown) > 1 && v.Rules.LastUp { // turned over already
			first = shown[1]
		}
		t.game.say("The dealer's first card is: %s.", card(&v.Rules, first))
	}
	switch hand := v.Seats[0].Hands[0]; {
	case hand.Outcome == blackjack.Busted:
		t.game.say("You are bust! %s", held(&v.Rules, hand.Cards))
	case v.Phase == blackjack.Over:
		t.game.say("Your hand is %s.", held(&v.Rules, hand.Cards))
	}
}

// played says what an action did to the player's hands.
func (t *teller) played(before, after blackjack.Round) {
	if before.Turn() == blackjack.House {
		return
	}
	v := after.View()
	t.shuffled(v)
	was, is := before.View().Seats[0], v.Seats[0]
	for i, hand := range is.Hands {
		drew := i >= len(was.Hands) || len(hand.Cards) > len(was.Hands[i].Cards)
		asked := v.Phase == blackjack.Playing && is.Turn == i
		switch {
		case hand.Total > 21 && drew:
			t.game.say("You are bust! %s", held(&v.Rules, hand.Cards))
		case drew && !asked && len(hand.Cards) > 1:
			t.game.say("%s is %s.", yours(i+1, len(is.Hands)), held(&v.Rules, hand.Cards))
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

// ended says how the round ends.
func (t *teller) ended(r blackjack.Round) {
	v := r.View()
	t.shuffled(v)
	g, seat := t.game, v.Seats[0]
	if v.Emptied {
		g.say("The deck has run out.")
		g.say("You win!")
		return
	}
	if waits(seat) {
		t.reveal(v)
	}
	for i, hand := range seat.Hands {
		which := ""
		if len(seat.Hands) > 1 {
			which = fmt.Sprintf("Hand %d, %s: ", i+1, held(&v.Rules, hand.Cards))
		}
		g.say("%s%s", which, outcome(hand.Outcome))
		if v.Rules.HeartsDouble && hand.Won == 2*hand.Stake {
			g.say("A heart in your hand doubles the win.")
		}
	}
	switch {
	case seat.Insurance > 0 && v.Dealer.Natural:
		g.say("The insurance pays.")
	case seat.Insurance > 0:
		g.say("The insurance is lost.")
	}
}

// waits reports whether what becomes of the seat goes by the dealer's hand.
func waits(s blackjack.SeatView) bool {
	return s.Insurance > 0 || slices.ContainsFunc(s.Hands, func(h blackjack.HandView) bool {
		return h.Outcome != blackjack.Busted && h.Outcome != blackjack.Surrendered
	})
}

func (t *teller) reveal(v blackjack.View) {
	if v.Seats[0].Hands[0].Natural {
		t.game.say("Blackjack!")
	}
	if v.Dealer.Total > 21 {
		t.game.say("The dealer is bust. %s", held(&v.Rules, v.Dealer.Cards))
		return
	}
	t.game.say("The dealer reveals the hand: %s", held(&v.Rules, v.Dealer.Cards))
	if v.Dealer.Natural {
		t.game.say("Blackjack!")
	}
}

func outcome(o blackjack.Outcome) string {
	switch o {
	case blackjack.Won, blackjack.WonNatural, blackjack.WonEven:
		return "You win!"
	case blackjack.Pushed:
		return "Tie; nobody wins."
	case blackjack.Surrendered:
		return "You surrender."
	}
	return "The house wins."
}

// shuffled announces that a new shuffle continues the round.
func (t *teller) shuffled(v blackjack.View) {
	if v.Reshuffled && !t.announced {
		t.announce()
	}
}

func (t *teller) announce() {
	t.announced = true
	t.game.say("Shuffling a new deck...")
}

// held writes cards, the newest first, and their total: "Q♦ 2♣ (12)".
func held(rules *blackjack.Rules, cards []blackjack.Card) string {
	if len(cards) == 0 {
		return "empty (0)"
	}
	var words []string
	for _, c := range slices.Backward(cards) {
		words = append(words, card(rules, c))
	}
	total, _ := rules.Aces.Total(cards...)
	return fmt.Sprintf("%s (%d)", strings.Join(words, " "), total)
}

// card writes a card; where cards have no suits it is a number.
func card(rules *blackjack.Rules, c blackjack.Card) string {
	if !rules.Suits() {
		return strconv.Itoa(c.Value())
	}
	return c.String()
}
