package strategy

import "holecard/blackjack"

// Needs is what a strategy looks at when it decides.
type Needs struct {
	Total   bool
	Soft    bool
	Upcard  bool
	Cards   bool    // how many cards there are, or which values they have
	Last    int     // of how many last cards it minds which came when
	Suits   [4]bool // the suits that it distinguishes
	Suited  bool    // how many cards of these it holds, not just whether it holds one
	Legal   bool    // what may be done besides taking a card and standing
	Asks    bool    // a person
	Watches bool    // somebody watches what it does
	Memory  bool    // the cards seen in earlier rounds
	Chance  bool    // lots that it draws
	Bets    bool    // it says how much to bet: it is a [Bettor]

	Standing bool // what the player has, and how the last round ended: for bets alone
}

// Extras is what goes beyond the cards of a hand that is played.
var Extras = Needs{Memory: true, Chance: true, Bets: true}

// everything is what a person may look at.
func everything() Needs {
	return Needs{
		Total: true, Soft: true, Upcard: true, Cards: true, Last: allCards,
		Suits: [4]bool{true, true, true, true}, Suited: true, Legal: true, Asks: true,
	}
}

// allCards is at least the number of cards of any hand.
const allCards = 22

// NeedsOf returns what a strategy looks at. A strategy that this package did
// not make may look at everything.
func NeedsOf(a Strategy) Needs {
	if n, ok := a.(node); ok {
		return n.needs()
	}
	n := everything()
	n.Watches, n.Memory, n.Chance = true, true, true
	_, n.Bets = a.(Bettor)
	return n
}

// needsSuit is what it takes to know whether a hand holds a suit.
func needsSuit(s blackjack.Suit) Needs {
	var n Needs
	n.Suits[s] = true
	return n
}

// And returns what either looks at.
func (n Needs) And(m Needs) Needs {
	suits := n.Suits
	for s, minds := range m.Suits {
		suits[s] = suits[s] || minds
	}
	return Needs{
		Total:   n.Total || m.Total,
		Soft:    n.Soft || m.Soft,
		Upcard:  n.Upcard || m.Upcard,
		Cards:   n.Cards || m.Cards,
		Last:    max(n.Last, m.Last),
		Suits:   suits,
		Suited:  n.Suited || m.Suited,
		Legal:   n.Legal || m.Legal,
		Asks:    n.Asks || m.Asks,
		Watches: n.Watches || m.Watches,
		Memory:  n.Memory || m.Memory,
		Chance:  n.Chance || m.Chance,
		Bets:    n.Bets || m.Bets,

		Standing: n.Standing || m.Standing,
	}
}

// hand reports whether it looks at a hand that is played.
func (n Needs) hand() bool {
	return n.Total || n.Soft || n.Upcard || n.Cards || n.Last > 0 || n.Suits != [4]bool{} ||
		n.Legal || n.Asks || n.Watches
}

// tabular reports whether total, softness and upcard are all there is to it.
func (n Needs) tabular() bool {
	return !(n.Cards || n.Last > 0 || n.Suits != [4]bool{} || n.Legal || n.Asks || n.Watches ||
		n.Memory || n.Chance)
}

// varies reports whether hands of the same total, softness and upcard can be played in
// several ways for their cards.
func (n Needs) varies() bool {
	return n.Cards || n.Last > 0 || n.Suits != [4]bool{} || n.Memory
}
