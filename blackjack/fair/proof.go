package fair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// Proof is what is shown of a hand, so that its cards can be checked. Fill in
// all of it, in an order of dealing: of a hand that ran one shoe out and went
// on in the next, there are two shuffles.
type Proof struct {
	Hand     string // id of the interaction that dealt it, in decimal
	Table    string // name of the table
	Shuffles []Shuffle

	read reading
}

// Shuffle is one shuffle, and the cards of a hand that were dealt from it.
type Shuffle struct {
	Commitment string // SHA-256 of the server seed, in lower-case hex
	First      bool   // the player's very first: nobody was shown the commitment before
	ServerSeed string // in lower-case hex; empty while it is not revealed
	ClientSeed string // at a table of several people [Combine] of Seats

	// Seats are the client seeds of all who were dealt in the shuffle's first round, in the
	// order of their seats; empty for a hand of one's own.
	Seats []string

	// Interaction is the id of the interaction, or the number of the deadline, that started
	// the shuffle's first hand, in decimal.
	Interaction string

	Decks   int // 0 where the cards are without end, 1 of forty
	Jokers  int
	Endless bool             // the cards are without end
	Forty   bool             // the deck has four each of 1 to 10
	Before  int              // cards of this shuffle dealt in earlier hands
	Cards   []blackjack.Card // dealt in this hand, in the order they left the shoe
}

// The first line of a proof as text, and the last. Text around them is not part of
// the proof. A proof has version 3 where its shuffles have seats.
const (
	family      = "holecard fair proof " // and the version
	title       = family + "2"
	seatedTitle = family + "3"
	ending      = "end of proof"
)

// The labels of the lines of a proof as text, in their order. Those from
// labelCommitment on are repeated for a second shuffle.
const (
	labelHand = iota
	labelCommitment
	labelServerSeed
	labelClientSeed
	labelSeats // a line for each
	labelInteraction
	labelDecks
	labelJokers
	labelBefore
	labelCards
	allLabels
)

var labels = [allLabels]string{
	"hand", "commitment", "server seed", "client seed", "seat", "interaction", "decks",
	"jokers", "dealt before", "cards",
}

const (
	notRevealed = "not revealed yet"
	endless     = "endless"
	forty       = "forty"
	first       = " (first)"
	at          = " at "
)

// Text returns the proof as text to be copied whole into a checker. Nothing in it
// ends a block of code.
func (p Proof) Text() string {
	var b strings.Builder
	line := func(label int, format string, args ...any) {
		fmt.Fprintf(&b, labels[label]+": "+format+"\n", args...)
	}
	if p.seated() {
		b.WriteString(seatedTitle + "\n")
	} else {
		b.WriteString(title + "\n")
	}
	line(labelHand, "%s"+at+"%s", p.Hand, p.Table)
	for _, s := range p.Shuffles {
		committed, seed := s.Commitment, s.ServerSeed
		if s.First {
			committed += first
		}
		if seed == "" {
			seed = notRevealed
		}
		line(labelCommitment, "%s", committed)
		line(labelServerSeed, "%s", seed)
		line(labelClientSeed, "%s", Quote(s.ClientSeed))
		for k, client := range s.Seats {
			fmt.Fprintf(&b, "%v: %s\n", seatAt(0, k), Quote(client))
		}
		line(labelInteraction, "%s", s.Interaction)
		line(labelDecks, "%s", s.decks())
		line(labelJokers, "%d", s.Jokers)
		line(labelBefore, "%d", s.Before)
		line(labelCards, "%s", s.names(s.Cards))
	}
	b.WriteString(ending + "\n")
	return strings.ReplaceAll(b.String(), " \n", "\n") // where there are no cards
}

// seated reports whether the hand was dealt at a table of several people.
func (p Proof) seated() bool {
	return slices.ContainsFunc(p.Shuffles, func(s Shuffle) bool { return len(s.Seats) > 0 })
}

func (s Shuffle) decks() string {
	switch {
	case s.Endless:
		return endless
	case s.Forty:
		return forty
	}
	return strconv.Itoa(s.Decks)
}

// rules returns the rules of the table, as far as a shuffle goes.
func (s Shuffle) rules() blackjack.Rules {
	r := blackjack.Rules{Decks: s.Decks, Jokers: s.Jokers}
	switch {
	case s.Endless:
		r.Pack = blackjack.Endless
	case s.Forty:
		r.Pack = blackjack.Forty
	}
	return r
}

// size returns how many cards the shuffle has.
func (s Shuffle) size() int {
	if s.Endless {
		return Endless
	}
	return s.rules().Cards()
}

func (s Shuffle) names(cards []blackjack.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = s.name(c)
	}
	return strings.Join(words, " ")
}

// name returns the name of a card: "K♠", "10♥", "🃏1" and "🃏2"; where the
// cards are without end, 1 to 10.
func (s Shuffle) name(c blackjack.Card) string {
	switch {
	case s.Endless:
		return strconv.Itoa(int(c) + 1)
	case c.Joker():
		return blackjack.Joker.String() + strconv.Itoa(int(c-blackjack.Joker)+1)
	}
	return c.String()
}
